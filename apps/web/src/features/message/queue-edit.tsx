import type { ReactNode } from "react";
import { keysOf, useActForm } from "../../act/use-act-form.ts";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { Area } from "../../ui/area.tsx";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";

export interface Editing {
  taskId: string;
  /** Its present text. */
  was: string;
  /** The person has just asked for it. */
  isAsked: boolean;
}

/** Where a new text for a message is kept while it is written. */
export function editDraft(roomId: string, taskId: string): string {
  return `queue:${roomId}:${taskId}`;
}

type QueueEditProps = {
  room: { name: string; roomId: string };
  editing: Editing;
  /** Somebody took the message while its text was being changed. */
  isTaken: boolean;
  onDone: () => void;
  onAsNew: (text: string) => void;
};

/** A new text for a waiting message; what was written is never lost. */
export function QueueEdit({ room, editing, isTaken, onDone, onAsNew }: QueueEditProps): ReactNode {
  const { taskId, was, isAsked } = editing;
  const form = useActForm("editMessage", {
    draft: editDraft(room.roomId, taskId),
    start: { body: was },
    gives: ({ body }) => ({
      params: { room: room.name, message: taskId },
      body: { body: body.trim() },
    }),
    said: () => `Edited ${taskId}.`,
    onDone,
  });
  const { body } = form.value;
  const isOff = isTaken || body.trim() === "";
  return (
    <form
      {...form.binding}
      className="queue-edit"
      onSubmit={(event) => (isOff ? event.preventDefault() : form.binding.onSubmit(event))}
      onKeyDown={keysOf(() => isOff || form.submit(), "Mod+Enter", onDone)}
    >
      <Area
        {...form.at("body")}
        label={`Text of ${taskId}`}
        hideLabel
        rows={4}
        className=""
        // The person has just asked for this form.
        autoFocus={isAsked}
      />
      {isTaken && <Note tone="warn">{`${taskId} was taken in the meantime. Your text is still here.`}</Note>}
      {form.problem && !isTaken && <Note tone="bad">{form.problem}</Note>}
      <DraftKept of={form} />
      <div className="row">
        {isTaken ? (
          <Button
            kind="primary"
            onClick={() => {
              form.discard();
              onAsNew(body);
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
