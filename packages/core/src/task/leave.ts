import type { Actor } from "../kernel/actor.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../room/ruling.ts";
import { endAttempt } from "./attempt.ts";
import { heldTask } from "./order.ts";

/** An agent is gone: the task in its hand waits again, without an attempt unless it counts as one. */
export function leaveFacts(
  room: Room,
  agentId: AgentId,
  reason: string,
  actor: Actor,
  countsAsAttempt = false,
): ActedFact[] {
  const held = heldTask(room, agentId);
  const ended = held ? endAttempt(held, "left", reason, { countsAsAttempt }) : [];
  return [
    ...ended.map((fact) => ({ ...fact, actor })),
    { type: "agent.left", data: { agentId, reason }, actor },
  ];
}
