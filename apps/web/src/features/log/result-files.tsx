import type { TaskResult } from "@squadroom/core/task/result";
import type { ReactNode } from "react";
import { ChangedFiles } from "../diff/index.ts";
import { openTask } from "../task/index.ts";
import "./feed.css";

/** Most files that are named; the task's sheet has all. */
const NAMED = 4;

/** The files of a result in the feed, with the way to its task. */
export function ResultFiles({
  roomId,
  taskId,
  result,
}: {
  roomId: string;
  taskId: string | null;
  result: TaskResult;
}): ReactNode {
  return (
    <ChangedFiles room={roomId} taskId={taskId} result={result} most={NAMED}>
      {taskId !== null && (
        <button type="button" className="ev-show" onClick={() => openTask(taskId)}>
          {`Open ${taskId}`}
        </button>
      )}
    </ChangedFiles>
  );
}
