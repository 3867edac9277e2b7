import type { Task } from "@squadroom/core/task/task";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { wordsOf } from "../../words/words-of.ts";

type AllowFormProps = { task: Task; room: string; onCancel: () => void; onDone: () => void };

/** A lead lets one task change files beyond its boundaries, and says why. */
export function AllowForm({ task, room, onCancel, onDone }: AllowFormProps): ReactNode {
  const { t } = wordsOf("task");
  const draft = useDraft(`task:${room}:${task.id}:allow`, { files: "", reason: "" });
  const { files, reason } = draft.value;
  const [tried, setTried] = useState(false);
  const paths = files
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const isWhole = paths.length > 0 && reason.trim() !== "";
  const send = useMutation({
    mutationFn: () =>
      call("allowPaths", {
        params: { room, taskId: task.id },
        body: { paths, reason: reason.trim() },
      }),
    onSuccess: () => {
      draft.sent({ files, reason });
      toast(t("act.done.allow", { task: task.id }));
      onDone();
    },
  });
  return (
    <form
      className="ta-form"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isWhole) send.mutate();
      }}
    >
      <label className="fl">
        <span className="strong">{t("act.files")}</span>
        <textarea
          className="ta-area mono"
          value={files}
          onChange={(event) => draft.edit({ files: event.target.value })}
          aria-invalid={tried && paths.length === 0}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this form
          autoFocus
        />
      </label>
      <label className="fl">
        <span className="strong">{t("act.why")}</span>
        <textarea
          className="ta-area"
          value={reason}
          onChange={(event) => draft.edit({ reason: event.target.value })}
          aria-invalid={tried && reason.trim() === ""}
        />
      </label>
      {tried && !isWhole && (
        <p className="small c-bad" role="alert">
          {t("act.allowMissing")}
        </p>
      )}
      <DraftKept of={draft} />
      {send.isError && <Note tone="bad">{explain(send.error).message}</Note>}
      <div className="row">
        <Button kind="primary" type="submit">
          {t("act.confirmAllow")}
        </Button>
        <Button kind="ghost" onClick={onCancel}>
          {t("act.keep")}
        </Button>
      </div>
    </form>
  );
}
