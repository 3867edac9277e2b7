import type { AskingPlace } from "../decision/question.ts";
import { isProposalStep, type SessionStep, stepAfter } from "../flow/steps.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { LIVE_TASKS_MAX } from "../task/crowd.ts";
import { heldBy } from "./gate/gates.ts";
import { followPipeline } from "./pipeline/follow.ts";
import type { At } from "./record/at.ts";
import { isReviewed, type Session } from "./record/session.ts";
import { askRescout, dropFailed } from "./scout/ask-rescout.ts";
import { isScouting } from "./scout/rescout.ts";
import { serveScout } from "./scout/serve.ts";
import { askAgent } from "./steps/ask-agent.ts";
import { goTo } from "./steps/effect.ts";
import { isScopeSettled } from "./triage/scope.ts";

/** What a step does; what it is stands in `flow/brainstorm.ts`. */
interface StepWork {
  /** What takes the place of asking an agent to present it; `null`: it waits. */
  instead?: (at: At) => ActedFact[] | null;
  /** What follows by itself once it was presented, or done. */
  follows?: (at: At) => ActedFact[];
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

/**
 * Where a session stands that asks something of people: what it asks is derived from it, so that none is forgotten and none
 * outlives its reason. Nowhere while an agent is at it.
 */
export function askingPlace(session: Session): AskingPlace | null {
  if (session.state === "paused") return "paused";
  if (session.state !== "running" || session.work !== null) return null;
  if (heldBy(session)) return "gate";
  return session.pipeline ? "pipeline" : session.step;
}

/** What follows by itself from where a running session stands: an agent is asked, or it goes on to another step. */
export function goOn(at: At): ActedFact[] {
  const { room, session } = at;
  const { step, work, proposals, pipeline } = session;
  if (work !== null) return [];
  if (pipeline) return followPipeline(at, pipeline);
  const { instead, follows } = STEPS[step] ?? {};
  if (!isProposalStep(step) || proposals[step] !== undefined) return follows?.(at) ?? [];
  const other = instead ? instead(at) : [];
  if (other === null) return [];
  if (other.length > 0) return other;
  const failed = dropFailed(room, session);
  if (failed.length > 0) return failed;
  return room.tasks.length < LIVE_TASKS_MAX ? askAgent(at, step, "present", null) : [];
}

function leaveTriage({ session, actor }: At): ActedFact[] {
  const { complexity } = session;
  if (!complexity || !isScopeSettled(session)) return [];
  const why = complexity.how === "skipped" ? "skipped" : "forward";
  return goTo(session, stepAfter("triage", complexity), why, actor);
}

function leaveWork({ session, actor }: At): ActedFact[] {
  const isOver = session.execution?.open.length === 0 && heldBy(session) === null;
  return isOver ? goTo(session, "review", "forward", actor) : [];
}

/** With batches left a person looks at the checkpoint first, and a scout at the project; else it is done. */
function leaveReview(at: At): ActedFact[] {
  const { session, actor } = at;
  if (!isReviewed(session)) return [];
  const { batches, batch } = session;
  const isLast = batches === null || batch === null || batch >= batches.length - 1;
  if (!isLast) return askRescout(at);
  return heldBy(session) === null ? goTo(session, "done", "forward", actor) : [];
}
