import { SERVER } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { leaveFacts } from "../task/leave.ts";
import type { Run, RunEnd } from "./run.ts";

/** A run that ended by its own fault, or by a person's word, was an attempt at its task. */
const IS_ATTEMPT: readonly RunEnd[] = ["crashed", "stopped"];

/**
 * What the end of a run means: its agent leaves, and the task that it holds waits again, or waits for a person if it
 * can't end any other way.
 */
export function endFacts(room: Room, run: Run, why: RunEnd, reason: string, isFinal = false): ActedFact[] {
  const facts: ActedFact[] = [];
  const agent = run.agentId === null ? undefined : room.agents[run.agentId];
  // An agent whose harness doesn't come up has joined before, and takes nothing.
  const isThere = run.startedAt !== null || (agent?.joinedAt ?? 0) >= run.stateSince;
  if (agent && agent.offlineReason !== "left" && isThere) {
    const countsAsAttempt = isFinal || IS_ATTEMPT.includes(why);
    facts.push(...leaveFacts(room, agent.id, reason, SERVER, { countsAsAttempt, isFinal }));
  }
  return [...facts, { type: "run.ended", data: { runId: run.id, why, reason }, actor: SERVER }];
}
