import type { TaskId } from "@squadroom/core/kernel/ids";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "../../live/allowed.ts";
import { call, explain } from "../../live/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { say } from "../../words/say.tsx";
import type { Subject } from "./commenting.ts";
import { StoredDiff } from "./stored-diff.tsx";

/** The changes of a result, above the element that names them. */
export function DiffDialog({
  room,
  taskId,
  fileId,
  onClose,
}: {
  room: string;
  taskId: string | null;
  /** `null`: that of the task's result. */
  fileId: string | null;
  onClose: () => void;
}): ReactNode {
  const canComment = useMay("commentLines");
  const subject = canComment && taskId !== null ? { task: taskId } : undefined;
  const title = taskId === null ? "What changed" : `What ${taskId} changed`;
  return (
    <Dialog onClose={onClose} title={title} width={960}>
      {fileId !== null ? (
        <StoredDiff room={room} fileId={fileId} subject={subject} />
      ) : (
        taskId !== null && <TaskDiff room={room} taskId={taskId as TaskId} subject={subject} />
      )}
    </Dialog>
  );
}

function TaskDiff({
  room,
  taskId,
  subject,
}: {
  room: string;
  taskId: TaskId;
  subject: Subject | undefined;
}): ReactNode {
  const query = useQuery({
    queryKey: ["room", room, "task", taskId, "diff"],
    queryFn: () => call("getTask", { params: { room, taskId } }),
  });
  if (query.isPending) return <SkeletonRows rows={6} />;
  if (query.isError) return <Note tone="bad">{say`Couldn't load the changes: ${explain(query.error).message}`}</Note>;
  const { diff } = query.data.task.result ?? {};
  if (!diff) return <Note>The task's result has no diff.</Note>;
  return <StoredDiff room={room} fileId={diff.id} subject={subject} />;
}
