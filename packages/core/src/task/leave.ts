import type { Actor } from "../kernel/actor.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { endAttempt } from "./attempt.ts";
import { heldTask } from "./order.ts";

/**
 * An agent is gone: the task that it holds waits again, without an attempt unless it counts as one. `isFinal`: it can't
 * end any other way, and a person is asked.
 */
export function leaveFacts(
  room: Room,
  agentId: AgentId,
  reason: string,
  actor: Actor,
  { countsAsAttempt = false, isFinal = false } = {},
): ActedFact[] {
  const held = heldTask(room, agentId);
  const how = isFinal ? "failed" : "left";
  const ended = held ? endAttempt(held, how, reason, { countsAsAttempt, isFinal }) : [];
  return [...ended.map((fact) => ({ ...fact, actor })), { type: "agent.left", data: { agentId, reason }, actor }];
}
