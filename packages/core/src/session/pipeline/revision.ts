import type { TaskId } from "../../kernel/ids.ts";
import type { RoomView } from "../../kernel/view.ts";
import { criticalPath } from "../../pipeline/graph.ts";
import { prefixOf, revisedAs, revisionOf } from "../../pipeline/pipeline.ts";
import { type Revision, reviseSteps, type StepProgress } from "../../pipeline/revise.ts";
import { dependantsOf, waitersByTask } from "../../task/dependants.ts";
import type { Task } from "../../task/task.ts";
import { NO_USAGE, sumUsage, type Usage } from "../../usage/usage.ts";
import type { PipelineSession } from "../record/session.ts";
import { tookByPrefix } from "./estimate.ts";

/** The revision of a step from which on a person decides. @source domain.md § 10 (revisions) */
const DECIDED_FROM = 3;

/** A task in the cost of a revision. */
export interface RevisionTask {
  taskId: TaskId;
  title: string;
  /** The agent that has it; `null`: nobody. */
  by: string | null;
}

/** What redoing steps costs, before it is done. */
export interface RevisionCost {
  /** Steps that are redone, in order: the tasks that they were, and those that they become. */
  again: { step: string; title: string; taskId: TaskId; as: string; revision: number }[];
  /** Passed checkpoints that ask again. */
  asks: { step: string; title: string }[];
  /** Work on an older version: it is taken away. */
  stops: RevisionTask[];
  /** Other work of the same pipeline, not concerned: it continues. */
  goesOn: RevisionTask[];
  /** Along the longest chain of what is redone, ms; `null`: nothing to judge by. */
  longestMs: number | null;
  /** Steps of a kind for which nothing has ended here: the time leaves them out. */
  unknown: number;
  /** What those steps have taken so far. */
  took: { workMs: number; usage: Usage };
}

export interface RevisionPlan extends RevisionCost {
  revision: Revision;
  /** Steps of the chain that are being discussed: that ends first. */
  discussed: TaskId[];
  /** Tasks that somebody has to decide about: a finished step is revised once too often. */
  decided: string[];
}

type Of = Pick<RoomView, "tasks" | "fanouts" | "sessions" | "agents">;

/** What redoing steps would cost. @param ids of steps that are over and the last of their revisions */
export function planRevision(view: Of, session: PipelineSession, ids: ReadonlySet<string>, note = ""): RevisionPlan {
  const { steps } = session.pipeline;
  const made: Readonly<Record<string, TaskId>> = session.execution?.tasks ?? {};
  const tasks = new Map(view.tasks.map((task) => [task.id, task]));
  const waiters = waitersByTask(view);
  let stopped = new Set<TaskId>();
  let revision = reviseSteps(steps, ids, progressIn(view, session), note);
  // What waits for something that is taken away could never start.
  for (;;) {
    const open = Object.keys(revision.instead).flatMap((id) => tasks.get(made[id] as TaskId) ?? []);
    const first = open.map(({ id }) => id);
    const all = new Set([...first, ...dependantsOf(waiters, first)]);
    if (all.size === stopped.size) break;
    stopped = all;
    revision = reviseSteps(steps, ids, progressIn(view, session, stopped), note);
  }
  const stops = [...stopped].flatMap((id) => tasks.get(id) ?? []);
  const atWork = view.tasks.filter(
    ({ id, sessionId, lease }) => sessionId === session.id && lease !== null && !stopped.has(id),
  );
  const cost = costOf(session, revision, view.sessions.taken);
  return {
    revision,
    ...cost,
    decided: cost.again.flatMap((one) => (one.revision >= DECIDED_FROM && !stopped.has(one.taskId) ? [one.as] : [])),
    stops: stops.map((task) => briefly(view, task)),
    goesOn: atWork.map((task) => briefly(view, task)),
    discussed: stops.flatMap(({ id, state }) => (state === "in_review" ? [id] : [])),
  };
}

/** How far each step of a pipeline is. @param stopped tasks that are taken away count as begun */
export function progressIn(
  { tasks }: Pick<RoomView, "tasks">,
  { execution, passed }: PipelineSession,
  stopped: ReadonlySet<TaskId> = new Set(),
): (id: string) => StepProgress {
  const open = new Set(execution?.open);
  const waiting = new Set(
    tasks.flatMap(({ id, state, waitsFor }) =>
      state === "pending" && waitsFor.length > 0 && !stopped.has(id) ? [id] : [],
    ),
  );
  return (id) => {
    const taskId = execution?.tasks[id];
    if (taskId === undefined) return passed[id] ? "over" : "none";
    if (!open.has(taskId)) return "over";
    return waiting.has(taskId) ? "waiting" : "started";
  };
}

function costOf(
  { execution }: PipelineSession,
  { steps, instead }: Revision,
  taken: RoomView["sessions"]["taken"],
): Omit<RevisionCost, "stops" | "goesOn"> {
  const before = new Map(Object.entries(instead).map(([id, next]) => [next, id]));
  const asks = steps.filter(({ isCheckpoint }) => isCheckpoint);
  const tasks = steps.filter(({ isCheckpoint }) => !isCheckpoint);
  const outcomeOf = (id: string) => {
    const taskId = execution?.tasks[before.get(id) ?? ""];
    return taskId === undefined ? undefined : execution?.outcomes[taskId];
  };
  const median = tookByPrefix(taken);
  const takes = new Map(
    tasks.flatMap((step) => {
      const outcome = outcomeOf(step.id);
      const own = outcome && outcome.state !== "open" && outcome.workMs > 0 ? outcome.workMs : null;
      const ms = own ?? median.get(prefixOf(step));
      return ms === undefined ? [] : [[step.id, ms] as const];
    }),
  );
  const { total } = criticalPath(steps, ({ id }) => takes.get(id) ?? 0);
  const outcomes = tasks.flatMap(({ id }) => outcomeOf(id) ?? []);
  return {
    again: tasks.flatMap((step) => {
      const old = before.get(step.id) ?? "";
      const taskId = execution?.tasks[old];
      const { first, revision } = revisionOf(step.id);
      const as = revisedAs(execution?.tasks[first] ?? first, step.id);
      return taskId === undefined ? [] : { step: old, title: step.title, taskId, as, revision };
    }),
    asks: asks.map(({ id, title }) => ({ step: before.get(id) ?? id, title })),
    longestMs: takes.size === 0 ? null : total,
    unknown: tasks.length - takes.size,
    took: {
      workMs: outcomes.reduce((sum, one) => sum + one.workMs, 0),
      usage: outcomes.reduce((sum, one) => sumUsage(sum, one.usage), NO_USAGE),
    },
  };
}

function briefly({ agents }: Pick<RoomView, "agents">, { id, title, lease }: Task): RevisionTask {
  return { taskId: id, title, by: (lease && agents[lease.agentId]?.name) ?? null };
}
