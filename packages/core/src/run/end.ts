import { SERVER } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../room/ruling.ts";
import { leaveFacts } from "../task/leave.ts";
import type { Run, RunEnd } from "./run.ts";

/** A run that ended by its own fault, or by a person's word, made an attempt at its task. */
const IS_ATTEMPT: readonly RunEnd[] = ["crashed", "stopped"];

/** What the end of a run means: its agent leaves, and the task in its hand waits again. */
export function endFacts(room: Room, run: Run, why: RunEnd, reason: string): ActedFact[] {
  const facts: ActedFact[] = [];
  const agent = run.agentId === null ? undefined : room.agents[run.agentId];
  if (agent && agent.offlineReason !== "left" && run.startedAt !== null)
    facts.push(...leaveFacts(room, agent.id, reason, SERVER, IS_ATTEMPT.includes(why)));
  return [...facts, { type: "run.ended", data: { runId: run.id, why, reason }, actor: SERVER }];
}
