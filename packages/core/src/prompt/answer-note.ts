import type { Agent } from "../agent/agent.ts";
import { delivers, owesAnswer } from "../handoff/completion.ts";
import { type HandoffTargets, stoodInFor } from "../handoff/targets.ts";
import type { Room } from "../room/room.ts";
import type { HeldTask } from "./deliver.ts";
import { listed } from "./markdown.ts";

/** Who acts as the entry point answers the user in its place. */
export function standIn(room: Room, task: HeldTask, agent: Agent): string {
  const { entryPoint, entryFallback } = room.team;
  const isActing = entryFallback === true && task.reassignedFrom === entryPoint;
  return isActing && agent.role !== entryPoint
    ? ` You act as the ${entryPoint}: split it, pass it on, and bring the result to the user yourself.`
    : "";
}

/** A handoff that came here because somebody was away: the variant of now may say nothing of it any more. */
export function standsInLine(
  room: Room,
  { createdBy, role, intent, reassignedFrom }: HeldTask,
): string[] {
  if (!createdBy.role || intent === null || reassignedFrom !== null) return [];
  const roles = stoodInFor(room.team, createdBy.role, role, intent);
  if (roles.length === 0) return [];
  return [
    `You stand in for the ${listed(roles)}, whom nobody filled: that part of the work is yours.`,
  ];
}

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
