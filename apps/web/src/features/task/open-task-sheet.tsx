import { type ReactNode, useEffect } from "react";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { late, preloadLater } from "../../ui/late.tsx";
import { openTask, useOpenTask } from "./open-task.ts";

const TaskSheet = late(() => import("./task-sheet.tsx").then((module) => module.TaskSheet));

const close = (): void => openTask(null);

/** The task that the address names, beside a page or in front of it. */
export function OpenTaskSheet({ state, names }: { state: RoomState; names: Names }): ReactNode {
  const taskId = useOpenTask();
  useEffect(() => preloadLater(TaskSheet), []);
  return taskId && <TaskSheet taskId={taskId} state={state} names={names} onClose={close} />;
}
