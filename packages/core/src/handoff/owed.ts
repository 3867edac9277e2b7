import type { Room } from "../kernel/room.ts";
import type { Task } from "../task/task.ts";
import type { HandoffTargets } from "../team/targets.ts";

/** Nobody else works on the user's message behind this task, and it has no answer: the task's end is the message's. */
export function owesAnswer(
  { tasks, answeredMessages }: Pick<Room, "tasks" | "answeredMessages">,
  { id, origin, sessionId }: Pick<Task, "id" | "origin" | "sessionId">,
): boolean {
  const { messageId } = origin;
  if (messageId === null || sessionId !== null) return false;
  if (answeredMessages.includes(messageId)) return false;
  return !tasks.some((task) => task.id !== id && task.origin.messageId === messageId);
}

/** Other open tasks of the user's message that this one came from. */
export function othersOfMessage(
  { tasks }: Pick<Room, "tasks">,
  { id, origin, sessionId }: Pick<Task, "id" | "origin" | "sessionId">,
): Task[] {
  const { messageId } = origin;
  if (messageId === null || sessionId !== null) return [];
  return tasks.filter((task) => task.id !== id && task.origin.messageId === messageId);
}

/** Whether a result may go to the user from here. */
export function delivers(targets: HandoffTargets["targets"]): boolean {
  return targets.some(({ to, intents }) => to === "user" && intents.includes("deliver"));
}
