import type { Task } from "@squadroom/core/task/task";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useDraft } from "../../drafts/use-draft.ts";
import { call } from "../../live/api.ts";
import { Area } from "../../ui/area.tsx";
import { toast } from "../../ui/toasts.ts";
import { ActForm } from "./act-form.tsx";

type AllowFormProps = { task: Task; room: string; onCancel: () => void; onDone: () => void };

/** A lead lets one task change files beyond its boundaries, and says why. */
export function AllowForm({ task, room, onCancel, onDone }: AllowFormProps): ReactNode {
  const draft = useDraft(`task:${room}:${task.id}:allow`, { files: "", reason: "" });
  const { files, reason } = draft.value;
  const paths = files
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const send = useMutation({
    mutationFn: () =>
      call("allowPaths", {
        params: { room, taskId: task.id },
        body: { paths, reason: reason.trim() },
      }),
    onSuccess: () => {
      draft.sent({ files, reason });
      toast(`${task.id} may change these files.`);
      onDone();
    },
  });
  return (
    <ActForm
      draft={draft}
      send={send}
      missing={
        paths.length > 0 && reason.trim() !== ""
          ? null
          : "Name a file and the reason: both go in the log with your name."
      }
      confirm="Allow files"
      onCancel={onCancel}
    >
      {(tried) => (
        <>
          <Area
            label="Files or patterns, one per line"
            className="mono"
            value={files}
            onChange={(text) => draft.edit({ files: text })}
            isWrong={tried && paths.length === 0}
            autoFocus
          />
          <Area
            label="Why"
            value={reason}
            onChange={(text) => draft.edit({ reason: text })}
            isWrong={tried && reason.trim() === ""}
          />
        </>
      )}
    </ActForm>
  );
}
