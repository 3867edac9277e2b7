import { delivers, owesAnswer } from "../handoff/completion.ts";
import type { HandoffTargets } from "../handoff/targets.ts";
import type { Room } from "../room/room.ts";
import type { HeldTask } from "./deliver.ts";

/** What `done` does where the task comes of a user's message. */
export function answerNote(
  room: Room,
  task: HeldTask,
  targets: HandoffTargets["targets"],
): string | null {
  if (task.origin.messageId === null) return null;
  const isLast = owesAnswer(room, task);
  if (delivers(targets))
    return isLast
      ? "The user waits for an answer: `done` delivers its summary, unless a task that you create goes on with the message."
      : "`done` tells the user nothing while another task of the message is open.";
  return isLast
    ? "The user waits for an answer, and nobody else is at it: pass it on, `done` is refused."
    : null;
}
