import type { TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { Session, SessionWork } from "../session/record/session.ts";
import type { Task } from "../task/task.ts";
import { discussedBy } from "./discussed.ts";

/** What an agent was asked for with this task: the step's work, or the scout beside it. */
export function workOf({ work, rescout }: Pick<Session, "work" | "rescout">, taskId: TaskId): SessionWork | null {
  if (work?.taskId === taskId) return work;
  return rescout?.work.taskId === taskId && rescout.state !== "reported" ? rescout.work : null;
}

/** Whether this task is the repeated scout, beside the step. */
export function isRescout({ rescout }: Pick<Session, "rescout">, taskId: TaskId): boolean {
  return rescout?.work.taskId === taskId;
}

/** The session that waits for this task, if it asks for a reply. */
export function askingSession(room: Room, task: Pick<Task, "id">): Session | undefined {
  return room.sessions.live.find((session) => workOf(session, task.id) !== null);
}

/** A session waits for this task's reply, or it judges something. */
export function wantsReply(
  { sessions }: Pick<Room, "sessions">,
  task: Pick<Task, "id" | "reviewOf" | "branchOf" | "sessionId">,
): boolean {
  if (task.reviewOf !== null || discussedBy({ sessions }, task) !== null) return true;
  return sessions.live.some((session) => workOf(session, task.id) !== null);
}

/**
 * Whether an agent of this role can continue it. Only its own role gives what a session waits for; only its reviewer
 * gives a review.
 */
export function mayPassTo(
  room: Pick<Room, "sessions">,
  task: Pick<Task, "id" | "reviewOf" | "branchOf" | "sessionId" | "role">,
  role: string,
): boolean {
  if (!wantsReply(room, task)) return true;
  return role === task.role && task.reviewOf === null && discussedBy(room, task) === null;
}
