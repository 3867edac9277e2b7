import { SERVER } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../room/ruling.ts";
import { endAttempt } from "../task/attempt.ts";
import { heldTask } from "../task/order.ts";
import type { Run, RunEnd } from "./run.ts";

/** A run that ended by its own fault, or by a person's word, made an attempt at its task. */
const IS_ATTEMPT: readonly RunEnd[] = ["crashed", "stopped"];

/** What the end of a run means: its agent leaves, and the task in its hand waits again. */
export function endFacts(room: Room, run: Run, why: RunEnd, reason: string): ActedFact[] {
  const facts: ActedFact[] = [];
  const agent = run.agentId === null ? undefined : room.agents[run.agentId];
  if (agent && agent.offlineReason !== "left" && run.startedAt !== null) {
    const held = heldTask(room, agent.id);
    const countsAsAttempt = IS_ATTEMPT.includes(why);
    if (held)
      facts.push(
        ...endAttempt(held, "left", reason, { countsAsAttempt }).map((fact) => ({
          ...fact,
          actor: SERVER,
        })),
      );
    facts.push({ type: "agent.left", data: { agentId: agent.id, reason }, actor: SERVER });
  }
  return [...facts, { type: "run.ended", data: { runId: run.id, why, reason }, actor: SERVER }];
}
