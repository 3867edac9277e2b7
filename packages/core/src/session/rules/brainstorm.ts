import { isProposalStep, type SessionStep, stepAfter } from "../../flow/steps.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { LIVE_TASKS_MAX } from "../../task/crowd.ts";
import { stepGate } from "../brainstorm/gates.ts";
import type { At } from "../record/at.ts";
import { type BrainstormSession, isReviewed } from "../record/session.ts";
import { askRescout, dropFailed } from "../scout/ask-rescout.ts";
import { isScouting } from "../scout/rescout.ts";
import { serveScout } from "../scout/serve.ts";
import { askAgent } from "../steps/ask-agent.ts";
import { goTo } from "../steps/effect.ts";
import { redoPlanned } from "../steps/redo.ts";
import { isScopeSettled } from "../triage/scope.ts";
import { type FlowRules, NO_ROUNDS } from "./flow-rules.ts";

/** What a step does; `flow/brainstorm.ts` says what it is. */
interface StepWork {
  /** Takes the place of asking an agent to present it; `null`: it waits. */
  instead?: (at: At<BrainstormSession>) => ActedFact[] | null;
  /** What follows by itself once it was presented, or done. */
  follows?: (at: At<BrainstormSession>) => ActedFact[];
}

/** The flow `brainstorm`, step by step. */
const STEPS: { [S in SessionStep]?: StepWork } = {
  scout: {
    instead: ({ room, session }) => serveScout(room, session),
    follows: ({ session, actor }) => goTo(session, "triage", "forward", actor),
  },
  triage: { follows: leaveTriage },
  // What the batch changed comes before what is built on it.
  plan: { instead: ({ session }) => (isScouting(session) ? null : []) },
  execute: { follows: leaveWork },
  review: { follows: leaveReview },
  done: {
    follows: ({ session: { id: sessionId }, actor }) => [
      { type: "session.ended", data: { sessionId, end: "completed", reason: "" }, actor },
    ],
  },
};

/** What a brainstorm does next: it asks an agent, or moves on to another step. */
export const BRAINSTORM_RULES: FlowRules<BrainstormSession> = { ...NO_ROUNDS, goesOn, redo: redoPlanned };

function goesOn(at: At<BrainstormSession>): ActedFact[] {
  const { room, session } = at;
  const { step, work, proposals } = session;
  if (work !== null) return [];
  const { instead, follows } = STEPS[step] ?? {};
  if (!isProposalStep(step) || proposals[step] !== undefined) return follows?.(at) ?? [];
  const other = instead ? instead(at) : [];
  if (other === null) return [];
  if (other.length > 0) return other;
  const failed = dropFailed(room, session);
  if (failed.length > 0) return failed;
  return room.tasks.length < LIVE_TASKS_MAX ? askAgent(at, step, "present", null) : [];
}

function leaveTriage({ session, actor }: At<BrainstormSession>): ActedFact[] {
  const { complexity } = session;
  if (!complexity || !isScopeSettled(session)) return [];
  const why = complexity.how === "skipped" ? "skipped" : "forward";
  return goTo(session, stepAfter("triage", complexity), why, actor);
}

function leaveWork({ session, actor }: At<BrainstormSession>): ActedFact[] {
  const isOver = session.execution?.open.length === 0 && stepGate(session) === null;
  return isOver ? goTo(session, "review", "forward", actor) : [];
}

/** With batches left a person first looks at the checkpoint, and a scout at the project; otherwise it is done. */
function leaveReview(at: At<BrainstormSession>): ActedFact[] {
  const { session, actor } = at;
  if (!isReviewed(session)) return [];
  const { batches, batch } = session;
  const isLast = batches === null || batch === null || batch >= batches.length - 1;
  if (!isLast) return askRescout(at);
  return stepGate(session) === null ? goTo(session, "done", "forward", actor) : [];
}
