import { useMutation } from "@tanstack/react-query";
import type { KeyboardEvent, ReactNode } from "react";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { wordsOf } from "../../words/words-of.ts";

export interface Editing {
  taskId: string;
  text: string;
}

type QueueEditProps = {
  room: string;
  editing: Editing;
  /** Somebody took the message while its words were being changed. */
  isTaken: boolean;
  onChange: (text: string) => void;
  onDone: () => void;
  onAsNew: () => void;
};

/** Other words for a message that waits; what was written is never lost. */
export function QueueEdit({
  room,
  editing,
  isTaken,
  onChange,
  onDone,
  onAsNew,
}: QueueEditProps): ReactNode {
  const { t } = wordsOf("message");
  const { taskId, text } = editing;
  const body = text.trim();
  const save = useMutation({
    mutationFn: () => call("editMessage", { params: { room, message: taskId }, body: { body } }),
    onSuccess: () => {
      toast(t("queue.edited", { task: taskId }));
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
        aria-label={t("queue.words", { task: taskId })}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this form
        autoFocus
      />
      {isTaken && <Note tone="warn">{t("queue.taken", { task: taskId })}</Note>}
      {save.isError && !isTaken && <Note tone="bad">{explain(save.error).message}</Note>}
      <div className="row">
        {isTaken ? (
          <Button kind="primary" onClick={onAsNew}>
            {t("queue.asNew")}
          </Button>
        ) : (
          <Button kind="primary" type="submit">
            {t("queue.save")}
          </Button>
        )}
        <Button kind="ghost" onClick={onDone}>
          {t("queue.leave")}
        </Button>
      </div>
    </form>
  );
}
