import { useMutation } from "@tanstack/react-query";
import type { KeyboardEvent, ReactNode } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";

export interface Editing {
  taskId: string;
  /** Its words as they stand. */
  was: string;
  /** The person has just asked for it. */
  isAsked: boolean;
}

/** Where other words for a message are kept while they are written. */
export function editDraft(roomId: string, taskId: string): string {
  return `queue:${roomId}:${taskId}`;
}

type QueueEditProps = {
  room: { name: string; roomId: string };
  editing: Editing;
  /** Somebody took the message while its words were being changed. */
  isTaken: boolean;
  onDone: () => void;
  onAsNew: (text: string) => void;
};

/** Other words for a message that waits; what was written is never lost. */
export function QueueEdit({ room, editing, isTaken, onDone, onAsNew }: QueueEditProps): ReactNode {
  const { taskId, was, isAsked } = editing;
  const draft = useDraft(editDraft(room.roomId, taskId), was);
  const { value: text } = draft;
  const body = text.trim();
  const save = useMutation({
    mutationFn: () =>
      call("editMessage", { params: { room: room.name, message: taskId }, body: { body } }),
    onSuccess: () => {
      draft.sent(text);
      toast(`Edited ${taskId}.`);
      onDone();
    },
  });
  const submit = (): void => {
    if (body !== "" && !isTaken && !save.isPending) save.mutate();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onDone();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <form
      className="queue-edit"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        value={text}
        rows={4}
        maxLength={20_000}
        aria-label={`Text of ${taskId}`}
        onChange={(event) => draft.set(event.target.value)}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this form
        autoFocus={isAsked}
      />
      {isTaken && (
        <Note tone="warn">{`${taskId} was taken in the meantime. Your text is still here.`}</Note>
      )}
      {save.isError && !isTaken && <Note tone="bad">{explain(save.error).message}</Note>}
      <DraftKept of={draft} />
      <div className="row">
        {isTaken ? (
          <Button
            kind="primary"
            onClick={() => {
              draft.discard();
              onAsNew(text);
            }}
          >
            Send as a new message
          </Button>
        ) : (
          <Button kind="primary" type="submit">
            Save
          </Button>
        )}
        <Button kind="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
