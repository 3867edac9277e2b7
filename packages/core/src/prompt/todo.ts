import { heldIn } from "../flow/dispatch.ts";
import type { Room } from "../kernel/room.ts";
import { unreachable } from "../kernel/unreachable.ts";
import { requestSubject } from "../message/blockers.ts";
import type { Message } from "../message/message.ts";
import { openBlockers } from "../task/blockers.ts";
import { closeBlockerCommand, dispatchCommand, showRoundCommand } from "./commands.ts";

/** What a message by the room itself asks its reader to do. */
export type Todo =
  | { act: "close_blocker"; taskId: string; blockerId: number }
  | { act: "dispatch"; sessionId: number }
  | { act: "read_round"; sessionId: number; round: string };

/** For a message as the room is now: whatever has been answered meanwhile asks for nothing more. */
export function todoOf(
  { sessions, tasks }: Pick<Room, "sessions" | "tasks">,
  { from, taskId, subject = "" }: Pick<Message, "from" | "taskId" | "subject">,
): Todo | undefined {
  if (from.kind !== "server" || taskId === null) return undefined;
  const blocked = tasks.find(({ id }) => id === taskId);
  const blocker = blocked && openBlockers(blocked).find((one) => requestSubject(taskId, one) === subject);
  if (blocker) return { act: "close_blocker", taskId, blockerId: blocker.id };
  for (const session of sessions.live) {
    if (heldIn(session).some((one) => one.taskId === taskId && one.askedAt !== null))
      return { act: "dispatch", sessionId: session.id };
    const found = session.discussions?.findLast(
      (one) => one.taskId === taskId && /^[\w-]+$/.test(one.round) && subject.startsWith(`${one.round} `),
    );
    if (found) return { act: "read_round", sessionId: session.id, round: found.round };
  }
  return undefined;
}

/** How to do it; empty if nothing is asked for. */
export function todoText(todo: Todo | undefined): string {
  if (!todo) return "";
  switch (todo.act) {
    case "close_blocker":
      return `Close it with \`${closeBlockerCommand(todo.taskId, todo.blockerId)}\`.`;
    case "dispatch":
      return `\`${dispatchCommand(todo.sessionId)}\` starts all. Name tasks to start only those; with \`--in-order\`, one after the other.`;
    case "read_round":
      return `The whole discussion: \`${showRoundCommand(todo.sessionId, todo.round)}\``;
    default:
      return unreachable(todo);
  }
}
