import {
  ANYTHING,
  type EventsOf,
  type FactsOf,
  fact,
  NOTHING,
  type RoomEvent,
} from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { addUsage, NO_USAGE } from "../usage/usage.ts";
import { fellBackTo } from "./fell-back.ts";
import { lineageAfter } from "./lineage.ts";
import {
  ENDED_RUNS_KEPT,
  type EndedRun,
  type HarnessLimit,
  isNearlyFull,
  type Run,
  type RunId,
  type Runner,
  type RunnerId,
  type Runs,
} from "./run.ts";

const HERE = { online: true, offlineSince: null, offlineReason: null };

export const RUN_FACTS: FactsOf<EventsOf<"run" | "runner">> = {
  // A role that is offered is a role that is there.
  "runner.connected": fact({ asks: true, touches: "all" }, (next, { data, at }) => {
    const { runnerId: id, ...said } = data;
    // A provider's limit outlasts the runner.
    const { limits } = runsOf(next).runners[id] ?? {};
    const first = { ...said, id, isDraining: false, connectedAt: at, seenAt: at, ...HERE };
    const runner = { ...first, ...(limits ? { limits } : {}) };
    setRunners(next, { ...runsOf(next).runners, [id]: runner });
  }),
  "runner.changed": fact(ANYTHING, (next, { data: { runnerId, slots, isDraining, harnesses } }) =>
    setRunner(next, runnerId, (runner) => ({
      ...runner,
      slots: slots ?? runner.slots,
      isDraining: isDraining ?? runner.isDraining,
      harnesses: harnesses ?? runner.harnesses,
    })),
  ),
  "runner.left": fact(ANYTHING, (next, { data: { runnerId }, at }) =>
    setRunner(next, runnerId, (runner) => ({ ...runner, ...gone(at, "left"), seenAt: at })),
  ),
  "runner.went_offline": fact(ANYTHING, (next, { data: { runnerId, seenAt }, at }) =>
    setRunner(next, runnerId, (runner) => ({ ...runner, ...gone(at, "silent"), seenAt })),
  ),
  "runner.came_online": fact(ANYTHING, (next, { data: { runnerId }, at }) =>
    setRunner(next, runnerId, (runner) => ({ ...runner, ...HERE, seenAt: at })),
  ),
  "runner.forgotten": fact(ANYTHING, (next, { data: { runnerId } }) => {
    const { [runnerId]: _, ...runners } = runsOf(next).runners;
    setRunners(next, runners);
  }),
  "run.requested": fact(NOTHING, (next, { data, at }) => {
    const { live, ended } = runsOf(next);
    const {
      runId: id,
      runnerId,
      role,
      harness,
      model,
      modelBy,
      modelHow,
      taskId,
      agentId,
      resumes,
      ref,
    } = data;
    const before = ended.find((run) => run.id === resumes);
    const run: Run = {
      id,
      runnerId,
      agentId,
      name: next.agents[agentId ?? ("" as RunnerId)]?.name ?? before?.name ?? role,
      role,
      harness,
      ...modelOf({ model, modelBy, modelHow }),
      state: runnerId === null ? "queued" : "creating",
      stateSince: at,
      requestedAt: at,
      requestedBy: data.requestedBy,
      deadlineAt: data.deadlineAt,
      startedAt: null,
      resumes,
      ref,
      taskId,
      fence: null,
      sessionId: null,
      folder: null,
      branch: null,
      tree: null,
      turns: 0,
      turnSince: null,
      hasActed: false,
      empties: 0,
      turnsOnTask: 0,
      tools: 0,
      usage: NO_USAGE,
      context: null,
      isContextWarned: false,
      compactions: 0,
      problem: null,
      limitedUntil: null,
      orders: [],
      evidence: null,
    };
    next.runs = { ...runsOf(next), live: [...live, run], number: id };
  }),
  "run.assigned": fact(NOTHING, (next, { data, at }) =>
    setRun(next, data.runId, ({ modelBy, modelHow, ...run }) => ({
      ...run,
      ...modelOf(data.model === undefined ? { model: run.model, modelBy, modelHow } : data),
      runnerId: data.runnerId,
      harness: data.harness,
      deadlineAt: data.deadlineAt,
      state: "creating",
      stateSince: at,
    })),
  ),
  "run.seated": fact(NOTHING, (next, { data: { runId, agentId, name } }) =>
    setRun(next, runId, (run) => ({ ...run, agentId, name })),
  ),
  "run.started": fact(NOTHING, (next, { data, at }) =>
    setRun(next, data.runId, (run) => ({
      ...run,
      agentId: data.agentId,
      name: data.name,
      harness: data.harness,
      model: data.model,
      ref: data.ref,
      folder: data.folder,
      branch: data.branch,
      tree: data.tree,
      // One that starts with another model goes on with its turn.
      ...(run.turnSince === null ? { state: "idle" as const, stateSince: at } : {}),
      startedAt: run.startedAt ?? at,
      deadlineAt: null,
      problem: null,
      limitedUntil: null,
    })),
  ),
  "run.turn_began": fact(NOTHING, (next, { data, at }) =>
    setRun(next, data.runId, (run) => {
      const isSame = data.taskId !== null && run.taskId === data.taskId && run.fence === data.fence;
      return {
        ...run,
        state: "active",
        stateSince: at,
        turns: data.turn,
        turnSince: at,
        hasActed: false,
        taskId: data.taskId ?? run.taskId,
        fence: data.fence,
        sessionId: data.sessionId,
        folder: data.folder,
        branch: data.branch,
        tree: data.tree,
        turnsOnTask: isSame ? run.turnsOnTask + 1 : 1,
        empties: isSame ? run.empties : 0,
        evidence: isSame ? run.evidence : null,
        problem: null,
        limitedUntil: null,
      };
    }),
  ),
  "run.turn_ended": fact(NOTHING, (next, { data, at }) => {
    const { why, reason, limitedUntil = null } = data;
    const hasFailed = why === "failed" || why === "limited";
    if (limitedUntil !== null) keepWaiting(next, data.runId, limitedUntil - at);
    // An answer shows that the provider takes something.
    if (limitedUntil !== null || why === "done")
      setLimit(next, data.runId, limitedUntil === null ? null : { until: limitedUntil, reason });
    setRun(next, data.runId, (run) => ({
      ...withContext(run, data.context),
      ...failuresAfter(run, why),
      state: "idle",
      stateSince: at,
      turnSince: null,
      tools: run.tools + data.tools,
      empties: data.isEmpty ? run.empties + 1 : 0,
      // What the provider didn't take was no turn.
      turnsOnTask: run.turnsOnTask - Number(why === "limited"),
      problem: hasFailed ? reason : run.problem,
      limitedUntil,
      usage: data.usage ? addUsage(run.usage, data.usage) : run.usage,
    }));
  }),
  "run.changed": fact(NOTHING, (next, { data, at }) => {
    const { problem, limitedUntil } = data;
    if (limitedUntil) setLimit(next, data.runId, { until: limitedUntil, reason: problem ?? "" });
    setRun(next, data.runId, (run) => ({
      ...withContext(run, data.context ?? null),
      ...(data.state ? { state: data.state, stateSince: at } : {}),
      ...(problem === undefined ? {} : { problem }),
      ...(limitedUntil === undefined ? {} : { limitedUntil }),
      model: data.model === undefined ? run.model : data.model,
      ...(data.fellBackFrom && data.model !== undefined
        ? fellBackTo(run, data.model, data.fellBackFrom)
        : {}),
      ref: data.ref ?? run.ref,
      compactions: data.compactions ?? run.compactions,
    }));
  }),
  "run.examined": fact(NOTHING, (next, { data, at }) =>
    setRun(next, data.runId, (run) => ({ ...run, evidence: { ...data.evidence, at } })),
  ),
  "run.ordered": fact(NOTHING, (next, { data, at }) =>
    setRun(next, data.runId, (run) => ({
      ...run,
      orders: [...run.orders, { ...data.order, at }],
    })),
  ),
  "run.order_settled": fact(NOTHING, (next, { data }) =>
    setRun(next, data.runId, (run) => ({
      ...run,
      orders: run.orders.filter(({ id }) => id !== data.orderId),
    })),
  ),
  "run.ended": fact(NOTHING, (next, { data: { runId, why, reason }, at }) => {
    const { live, ended } = runsOf(next);
    const run = live.find(({ id }) => id === runId);
    if (!run) throw new Error(`run ${runId} is not live in ${next.roomId}`);
    const last = { ...endedOf(run), endedAt: at, why, reason };
    next.runs = {
      ...runsOf(next),
      live: live.filter((other) => other !== run),
      ended: [last, ...ended].slice(0, ENDED_RUNS_KEPT),
    };
  }),
};

/** Of what ends a turn its agent's acts are seen, whatever door they come by; and whose work a new task goes on with. */
export function followRuns(before: RoomView, next: RoomView, event: RoomEvent): void {
  const { runs } = next;
  if (!runs) return;
  if (before.tasks !== next.tasks) {
    const lineage = lineageAfter(before, next, event);
    if (lineage !== runs.lineage) next.runs = { ...runs, lineage };
  }
  const { actor } = event;
  if (actor.kind !== "agent" || IDLE.has(event.type)) return;
  const run = runs.live.find((one) => one.agentId === actor.id && one.turnSince !== null);
  if (run && !run.hasActed) setRun(next, run.id, (one) => ({ ...one, hasActed: true }));
}

/** What is seen of an agent without anything that it did for its task. */
const IDLE: ReadonlySet<RoomEvent["type"]> = new Set([
  "agent.joined",
  "agent.left",
  "agent.came_online",
  "message.delivered",
  "task.claimed",
  "task.resumed",
  "task.started",
  "usage.reported",
  "run.turn_began",
  "run.turn_ended",
]);

function runsOf({ runs }: RoomView): Runs {
  return runs;
}

function setRunners(next: RoomView, runners: Runs["runners"]): void {
  next.runs = { ...runsOf(next), runners };
}

function setRunner(next: RoomView, id: RunnerId, update: (runner: Runner) => Runner): void {
  const { runners } = runsOf(next);
  const runner = runners[id];
  if (!runner) throw new Error(`runner ${id} is not known in ${next.roomId}`);
  setRunners(next, { ...runners, [id]: update(runner) });
}

function setRun(next: RoomView, id: RunId, update: (run: Run) => Run): void {
  const { live } = runsOf(next);
  const at = live.findIndex((run) => run.id === id);
  const run = live[at];
  if (!run) throw new Error(`run ${id} is not live in ${next.roomId}`);
  next.runs = { ...runsOf(next), live: live.with(at, update(run)) };
}

/** What the provider of a run's harness says holds for all runs of its runner there. */
function setLimit(next: RoomView, runId: RunId, limit: HarnessLimit | null): void {
  const { runnerId, harness } = runsOf(next).live.find(({ id }) => id === runId) ?? {};
  const runner = runnerId == null ? undefined : runsOf(next).runners[runnerId];
  if (!runner || harness == null) return;
  const { [harness]: before, ...others } = runner.limits ?? {};
  if (!limit && !before) return;
  const limits = limit ? { ...others, [harness]: limit } : others;
  setRunner(next, runner.id, (one) => ({ ...one, limits }));
}

/** The task in its hand stands still for so long, ms. A branch of a fan-out has to be there in time all the same. */
function keepWaiting(next: RoomView, runId: RunId, ms: number): void {
  const { taskId, fence } = runsOf(next).live.find(({ id }) => id === runId) ?? {};
  const at = next.tasks.findIndex(({ id }) => id === taskId);
  const task = next.tasks[at];
  if (!task?.lease || task.lease.fence !== fence || task.branchOf !== undefined) return;
  const { lease } = task;
  const pausedMs = lease.pausedMs + Math.max(0, ms);
  next.tasks = next.tasks.with(at, { ...task, lease: { ...lease, pausedMs } } as typeof task);
}

function modelOf(said: {
  model?: Run["model"];
  modelBy?: Run["modelBy"] | undefined;
  modelHow?: Run["modelHow"] | undefined;
}) {
  const { model = null, modelBy, modelHow } = said;
  return { model, ...(modelBy ? { modelBy } : {}), ...(modelHow ? { modelHow } : {}) };
}

/** What its provider didn't take is no failure, and ends none. */
function failuresAfter({ failures = 0 }: Run, why: string): Pick<Run, "failures"> {
  if (why === "failed") return { failures: failures + 1 };
  return failures > 0 && why !== "limited" ? { failures: 0 } : {};
}

function withContext(run: Run, context: Run["context"]): Run {
  if (!context) return run;
  return { ...run, context, isContextWarned: run.isContextWarned || isNearlyFull(context) };
}

function gone(at: number, offlineReason: "left" | "silent") {
  return { online: false, offlineSince: at, offlineReason } as const;
}

function endedOf(run: Run): Omit<EndedRun, "endedAt" | "why" | "reason"> {
  const { id, runnerId, agentId, name, role, harness, model, ref, taskId, tree } = run;
  const { turns, failures, usage, startedAt, modelBy, modelHow } = run;
  return {
    ...(failures ? { failures } : {}),
    ...(modelBy ? { modelBy } : {}),
    ...(modelHow ? { modelHow } : {}),
    ...{ id, runnerId, agentId, name, role, harness, model, ref, taskId, tree },
    ...{ turns, usage, startedAt },
  };
}
