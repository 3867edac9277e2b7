import type { ReducersOf } from "../kernel/event.ts";
import type { RoomEvent } from "../log/event.ts";
import type { RoomView } from "../log/view.ts";
import { addUsage, NO_USAGE } from "../usage/usage.ts";
import type { RunEventData } from "./events.ts";
import { lineageAfter } from "./lineage.ts";
import {
  ENDED_RUNS_KEPT,
  type EndedRun,
  isNearlyFull,
  NO_RUNS,
  type Run,
  type RunId,
  type Runner,
  type RunnerId,
  type Runs,
} from "./run.ts";

const HERE = { online: true, offlineSince: null, offlineReason: null };

export const RUN_REDUCERS: ReducersOf<RunEventData> = {
  "runner.connected": (next, { data, at }) => {
    const { runnerId: id, ...said } = data;
    const runner = { ...said, id, isDraining: false, connectedAt: at, seenAt: at, ...HERE };
    setRunners(next, { ...runsOf(next).runners, [id]: runner });
  },
  "runner.changed": (next, { data: { runnerId, slots, isDraining, harnesses } }) =>
    setRunner(next, runnerId, (runner) => ({
      ...runner,
      slots: slots ?? runner.slots,
      isDraining: isDraining ?? runner.isDraining,
      harnesses: harnesses ?? runner.harnesses,
    })),
  "runner.left": (next, { data: { runnerId }, at }) =>
    setRunner(next, runnerId, (runner) => ({ ...runner, ...gone(at, "left"), seenAt: at })),
  "runner.went_offline": (next, { data: { runnerId, seenAt }, at }) =>
    setRunner(next, runnerId, (runner) => ({ ...runner, ...gone(at, "silent"), seenAt })),
  "runner.came_online": (next, { data: { runnerId }, at }) =>
    setRunner(next, runnerId, (runner) => ({ ...runner, ...HERE, seenAt: at })),
  "runner.forgotten": (next, { data: { runnerId } }) => {
    const { [runnerId]: _, ...runners } = runsOf(next).runners;
    setRunners(next, runners);
  },
  "run.requested": (next, { data, at }) => {
    const { live, ended } = runsOf(next);
    const {
      runId: id,
      runnerId,
      role,
      harness,
      model,
      modelBy,
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
      ...modelOf({ model, modelBy }),
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
  },
  "run.assigned": (next, { data: { runId, runnerId, harness, deadlineAt, model, modelBy }, at }) =>
    setRun(next, runId, ({ modelBy: before, ...run }) => ({
      ...run,
      ...modelOf(model === undefined ? { ...run, modelBy: before } : { model, modelBy }),
      runnerId,
      harness,
      deadlineAt,
      state: "creating",
      stateSince: at,
    })),
  "run.seated": (next, { data: { runId, agentId, name } }) =>
    setRun(next, runId, (run) => ({ ...run, agentId, name })),
  "run.started": (next, { data, at }) =>
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
      state: "idle",
      stateSince: at,
      startedAt: run.startedAt ?? at,
      deadlineAt: null,
      problem: null,
      limitedUntil: null,
    })),
  "run.turn_began": (next, { data, at }) =>
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
  "run.turn_ended": (next, { data, at }) =>
    setRun(next, data.runId, (run) => ({
      ...withContext(run, data.context),
      state: "idle",
      stateSince: at,
      turnSince: null,
      tools: run.tools + data.tools,
      empties: data.isEmpty ? run.empties + 1 : 0,
      problem: data.why === "failed" ? data.reason : run.problem,
      usage: data.usage ? addUsage(run.usage, data.usage) : run.usage,
    })),
  "run.changed": (next, { data, at }) =>
    setRun(next, data.runId, (run) => ({
      ...withContext(run, data.context ?? null),
      ...(data.state ? { state: data.state, stateSince: at } : {}),
      ...(data.problem === undefined ? {} : { problem: data.problem }),
      ...(data.limitedUntil === undefined ? {} : { limitedUntil: data.limitedUntil }),
      model: data.model ?? run.model,
      ref: data.ref ?? run.ref,
      compactions: data.compactions ?? run.compactions,
    })),
  "run.examined": (next, { data, at }) =>
    setRun(next, data.runId, (run) => ({ ...run, evidence: { ...data.evidence, at } })),
  "run.ordered": (next, { data, at }) =>
    setRun(next, data.runId, (run) => ({
      ...run,
      orders: [...run.orders, { ...data.order, at }],
    })),
  "run.order_settled": (next, { data }) =>
    setRun(next, data.runId, (run) => ({
      ...run,
      orders: run.orders.filter(({ id }) => id !== data.orderId),
    })),
  "run.ended": (next, { data: { runId, why, reason }, at }) => {
    const { live, ended } = runsOf(next);
    const run = live.find(({ id }) => id === runId);
    if (!run) throw new Error(`run ${runId} is not live in ${next.roomId}`);
    const last = { ...endedOf(run), endedAt: at, why, reason };
    next.runs = {
      ...runsOf(next),
      live: live.filter((other) => other !== run),
      ended: [last, ...ended].slice(0, ENDED_RUNS_KEPT),
    };
  },
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
  return runs ?? NO_RUNS;
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

function modelOf({ model, modelBy }: Pick<Run, "model"> & { modelBy: Run["modelBy"] }) {
  return { model, ...(modelBy ? { modelBy } : {}) };
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
  const { turns, usage, startedAt, modelBy } = run;
  return {
    ...(modelBy ? { modelBy } : {}),
    ...{ id, runnerId, agentId, name, role, harness, model, ref, taskId, tree },
    ...{ turns, usage, startedAt },
  };
}
