import type { RoomView } from "../kernel/view.ts";
import {
  type EndedRun,
  type HarnessLimit,
  isNearlyFull,
  type Run,
  type RunId,
  type Runner,
  type RunnerId,
  type Runs,
} from "./run.ts";

export function runsOf({ runs }: RoomView): Runs {
  return runs;
}

export function setRunners(next: RoomView, runners: Runs["runners"]): void {
  next.runs = { ...runsOf(next), runners };
}

export function setRunner(next: RoomView, id: RunnerId, update: (runner: Runner) => Runner): void {
  const { runners } = runsOf(next);
  const runner = runners[id];
  if (!runner) throw new Error(`runner ${id} is not known in ${next.roomId}`);
  setRunners(next, { ...runners, [id]: update(runner) });
}

export function setRun(next: RoomView, id: RunId, update: (run: Run) => Run): void {
  const { live } = runsOf(next);
  const at = live.findIndex((run) => run.id === id);
  const run = live[at];
  if (!run) throw new Error(`run ${id} is not live in ${next.roomId}`);
  next.runs = { ...runsOf(next), live: live.with(at, update(run)) };
}

/** What the provider of a run's harness says holds for all runs of its runner there. */
export function setLimit(next: RoomView, runId: RunId, limit: HarnessLimit | null): void {
  const { runnerId, harness } = runsOf(next).live.find(({ id }) => id === runId) ?? {};
  const runner = runnerId == null ? undefined : runsOf(next).runners[runnerId];
  if (!runner || harness == null) return;
  const { [harness]: before, ...others } = runner.limits ?? {};
  if (!limit && !before) return;
  const limits = limit ? { ...others, [harness]: limit } : others;
  setRunner(next, runner.id, (one) => ({ ...one, limits }));
}

/** The clock of the task it holds is paused so long, ms. A branch of a fan-out still has to be done in time. */
export function keepWaiting(next: RoomView, runId: RunId, ms: number): void {
  const { taskId, fence } = runsOf(next).live.find(({ id }) => id === runId) ?? {};
  const at = next.tasks.findIndex(({ id }) => id === taskId);
  const task = next.tasks[at];
  if (!task?.lease || task.lease.fence !== fence || task.branchOf !== undefined) return;
  const { lease } = task;
  const pausedMs = lease.pausedMs + Math.max(0, ms);
  next.tasks = next.tasks.with(at, { ...task, lease: { ...lease, pausedMs } } as typeof task);
}

export function modelOf(said: {
  model?: Run["model"];
  modelBy?: Run["modelBy"] | undefined;
  modelHow?: Run["modelHow"] | undefined;
}) {
  const { model = null, modelBy, modelHow } = said;
  return { model, ...(modelBy ? { modelBy } : {}), ...(modelHow ? { modelHow } : {}) };
}

/** What its provider refused is not a failure, and does not end a series of failures. */
export function failuresAfter({ failures = 0 }: Run, why: string): Pick<Run, "failures"> {
  if (why === "failed") return { failures: failures + 1 };
  return failures > 0 && why !== "limited" ? { failures: 0 } : {};
}

export function withContext(run: Run, context: Run["context"]): Run {
  if (!context) return run;
  return { ...run, context, isContextWarned: run.isContextWarned || isNearlyFull(context) };
}

export function gone(at: number, offlineReason: "left" | "silent") {
  return { online: false, offlineSince: at, offlineReason } as const;
}

export function endedOf(run: Run): Omit<EndedRun, "endedAt" | "why" | "reason"> {
  const { id, runnerId, agentId, name, role, harness, model, ref, taskId, tree } = run;
  const { turns, failures, usage, startedAt, modelBy, modelHow } = run;
  return {
    ...(failures ? { failures } : {}),
    ...(modelBy ? { modelBy } : {}),
    ...(modelHow ? { modelHow } : {}),
    id,
    runnerId,
    agentId,
    name,
    role,
    harness,
    model,
    ref,
    taskId,
    tree,
    turns,
    usage,
    startedAt,
  };
}
