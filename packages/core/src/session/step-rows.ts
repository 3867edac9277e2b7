import type { DecisionId } from "../decision/decision.ts";
import type { TaskId } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RoomView } from "../kernel/view.ts";
import { listedUpTo } from "../kernel/words.ts";
import { downstreamOf, taskRequires } from "../pipeline/graph.ts";
import { inPlace, type PipelineStep } from "../pipeline/pipeline.ts";
import { type BlockedReason, blockedReasonsIn } from "../task/blocked.ts";
import type { Task } from "../task/task.ts";
import { heldAgainst } from "./discussion/held.ts";
import { type FailingCheck, failingChecks } from "./pipeline/failing.ts";
import {
  DISCUSSION_ASKED,
  isBlockedAgain,
  type StepKind,
  type StepStanding,
  standingsOf,
} from "./pipeline/standing.ts";
import { isDone, stepName } from "./pipeline/steps.ts";
import type { PipelineSession } from "./record/session.ts";

/** The state of a pipeline's step, for readers of text. */
export interface StepRow {
  id: string;
  title: string;
  /** `null`: a checkpoint, or nothing that has begun. */
  taskId: TaskId | null;
  isCheckpoint: boolean;
  kind: StepKind;
  /** Why it is in that state, in sentences: what it waits for, what its discussion held against it, who passed it. */
  why: string[];
  /** What a person is asked about it. */
  decisionId: DecisionId | null;
}

type Known = {
  view: RoomView;
  session: PipelineSession;
  reasonsOf: (task: Task) => BlockedReason[];
  failing: readonly FailingCheck[];
  isLive: boolean;
  /** Open checkpoints, in the graph's order, each with the steps after it. */
  closed: readonly { id: string; behind: ReadonlySet<string> }[];
};

/** Every step of a pipeline in the graph's order, each revision after what it revises. */
export function stepRows(view: RoomView, session: PipelineSession): StepRow[] {
  const standings = standingsOf(view, session);
  const { steps } = session.pipeline;
  const known: Known = {
    view,
    session,
    reasonsOf: blockedReasonsIn(view),
    failing: failingChecks(session),
    isLive: view.sessions.live.some(({ id }) => id === session.id),
    closed: steps.flatMap((step) =>
      step.isCheckpoint && !isDone(session, step)
        ? [{ id: step.id, behind: new Set(downstreamOf(steps, step.id)) }]
        : [],
    ),
  };
  return inPlace(steps).map((step): StepRow => {
    const { id, title, isCheckpoint = false } = step;
    const standing = standings.get(id) ?? { kind: "blocked", revisedAs: null, task: undefined };
    const taskId = session.execution?.tasks[id] ?? null;
    const why = (isCheckpoint ? ofCheckpoint : ofWork)(known, step, standing);
    const isKept = standing.kind === "ready" && why.length > 0;
    return {
      id,
      title,
      isCheckpoint,
      taskId,
      kind: isKept ? "blocked" : standing.kind,
      why,
      decisionId: askedAbout(known, isCheckpoint ? id : taskId),
    };
  });
}

function askedAbout({ view, session }: Known, part: string | null): DecisionId | null {
  if (part === null) return null;
  const asked = Object.values(view.decisions).find(({ subject }) =>
    subject.kind === "session"
      ? subject.sessionId === session.id && subject.part === part
      : subject.kind === "task" && subject.taskId === part,
  );
  return asked?.id ?? null;
}

const ENDED = "The session ended before it.";

function ofCheckpoint({ session, isLive }: Known, step: PipelineStep, { kind }: StepStanding): string[] {
  const passed = session.passed[step.id];
  if (passed) return [`Passed by ${passed.by}.`];
  if (kind === "waiting") return ["Waiting for a person's answer."];
  if (!isLive) return [ENDED];
  const { steps } = session.pipeline;
  const open = taskRequires(steps, step).filter((id) => !isDone(session, { id, title: "", requires: [] }));
  return [
    `Its turn comes after ${listedUpTo(
      5,
      open.map((id) => stepName(session, id)),
    )}.`,
  ];
}

function ofWork(known: Known, step: PipelineStep, standing: StepStanding): string[] {
  const { session } = known;
  const { revisedAs, task } = standing;
  const held = heldAgainst(session, step.id);
  if (revisedAs) return [...held, `Replaced by ${stepName(session, revisedAs)}.`];
  const taskId = session.execution?.tasks[step.id];
  if (taskId === undefined) return known.isLive ? behind(known, step) : [ENDED];
  const failing = known.failing.flatMap((one) => (one.step.id === step.id ? one.text : []));
  const isPassed = session.execution?.outcomes[taskId]?.state === "passed";
  if (!task) return isPassed ? [...held, ...failing] : [`It was ${endOf(session, taskId)}, not passed.`];
  const round = session.discussions?.findLast((one) => one.taskId === taskId);
  if (round && round.verdict === null) {
    const said = round.perspectives.filter(({ reply }) => reply !== null).length;
    return [`${round.round}: ${said} of ${round.perspectives.length} points of view are in.`];
  }
  if (isBlockedAgain(session, taskId)) return [...held, DISCUSSION_ASKED];
  const reasons = known.reasonsOf(task).map(({ text }) => text);
  if (reasons.length > 0) return reasons;
  const holder = task.lease && known.view.agents[task.lease.agentId]?.name;
  return holder ? [`${holder} is working on it.`] : [];
}

function endOf({ execution }: PipelineSession, taskId: TaskId): string {
  const state = execution?.outcomes[taskId]?.state ?? "open";
  switch (state) {
    case "open":
      return "handed on";
    case "passed":
    case "skipped":
    case "cancelled":
      return state;
    case "rolled_back":
      return "rolled back";
    default:
      return unreachable(state);
  }
}

/** No task yet: a checkpoint before it is open. */
function behind({ closed }: Known, { id: step }: PipelineStep): string[] {
  const open = closed.flatMap(({ id, behind: after }) => (after.has(step) ? [id] : []));
  return open.length === 0 ? [] : [`Behind ${listedUpTo(3, open)}.`];
}
