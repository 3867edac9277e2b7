import type { ProposalStep, SessionStep } from "../../flow/steps.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { cancelled } from "../../task/cancel.ts";
import { closedGate } from "../brainstorm/gates.ts";
import type { At } from "../record/at.ts";
import type { BrainstormSession } from "../record/session.ts";
import { staleAfter } from "../record/stale.ts";
import { cancelWork } from "./ask-agent.ts";

type Ending = Omit<At, "context">;

/** A person ends it for good before it is done: it is stopped, and what belongs to it ends with it. */
export function stopFacts(at: Ending, note: string): ActedFact[] {
  return endFacts(at, "stopped", note.trim() === "" ? "Stopped by a person." : note);
}

/** A person gives it up after a step or a review that failed: so the session has failed. */
export function abortFacts(at: Ending, note: string): ActedFact[] {
  return endFacts(at, "failed", note.trim() === "" ? "Aborted by a person." : note);
}

function endFacts(
  { room, session: { id: sessionId }, actor }: Ending,
  end: "stopped" | "failed",
  reason: string,
): ActedFact[] {
  const tasks = room.tasks.filter((task) => task.sessionId === sessionId).map((task) => task.id);
  const ended: ActedFact = {
    type: "session.ended",
    data: { sessionId, end, reason },
    actor,
  };
  return [...cancelled(tasks, reason, actor), ended];
}

/**
 * Leaves one step for another: what was under way there is no longer needed. No phase starts before the previous gate
 * is through: whoever leads there checks that first.
 */
export function goTo(
  session: BrainstormSession,
  step: SessionStep,
  why: "forward" | "back" | "skipped" | "undone",
  actor: ActedFact["actor"],
): ActedFact[] {
  const gate = closedGate(session, step, why);
  if (gate) throw new Error(`session ${session.id} at ${step}: the gate behind ${gate.phase} is ${gate.state}`);
  const stale = why === "back" ? staleAfter(session, step as ProposalStep) : [];
  return [
    ...cancelWork(session, `“${session.title}” went on elsewhere.`, actor),
    { type: "session.step_entered", data: { sessionId: session.id, step, why, stale }, actor },
  ];
}
