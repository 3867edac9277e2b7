import { ANYTHING, type EventsOf, type FactsOf, fact, NOTHING, NOTHING_DONE } from "../kernel/event.ts";
import type { AgentId, Fence, RoleName, SessionId, TaskId, Word } from "../kernel/ids.ts";
import { addUsage, NO_USAGE, type ReportedUsage } from "../usage/usage.ts";
import { fellBackTo } from "./fell-back.ts";
import type { FellBack, ModelHow, ModelLayer } from "./model.ts";
import {
  ENDED_RUNS_KEPT,
  type FoundHarness,
  type Offer,
  type Order,
  type Run,
  type RunContext,
  type RunEnd,
  type RunEvidence,
  type RunId,
  type RunnerId,
  type RunnerProject,
  type TurnWhy,
} from "./run.ts";
import {
  endedOf,
  failuresAfter,
  gone,
  keepWaiting,
  modelOf,
  runsOf,
  setLimit,
  setRun,
  setRunner,
  setRunners,
  withContext,
} from "./set.ts";

/** Payloads of the events about runners and the runs of agents that they start. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** A runner offers to start agents for these roles, for the first time or again. */
    "runner.connected": {
      runnerId: RunnerId;
      name: Word;
      connection: number;
      platform: Word;
      version: Word;
      slots: number;
      offers: Offer[];
      harnesses: FoundHarness[];
      project: RunnerProject;
    };
    /** A runner's offer changed: its slots, whether it drains, what it found on its machine. */
    "runner.changed": {
      runnerId: RunnerId;
      slots?: number;
      isDraining?: boolean;
      harnesses?: FoundHarness[];
    };
    /** A runner stopped, and no longer starts anything. */
    "runner.left": { runnerId: RunnerId; reason: string };
    /** A runner gave no sign of life for its lease. `seenAt`: the last one, the evidence. */
    "runner.went_offline": { runnerId: RunnerId; seenAt: number; afterS: number };
    /** A runner gave a sign of life after it had counted as offline. */
    "runner.came_online": { runnerId: RunnerId };
    /** A lead took a runner off the list; its credential ends. */
    "runner.forgotten": { runnerId: RunnerId };
    /** A run is to be started: by a runner that has a slot for it, or by the first to get one (`null`). */
    "run.requested": {
      runId: RunId;
      runnerId: RunnerId | null;
      role: RoleName;
      harness: Word | null;
      model: Word | null;
      /** Who decided the model; left out: nobody named one. */
      modelBy?: ModelLayer;
      /** What was wanted, what it would have been, and what is tried next, if there is any. */
      modelHow?: ModelHow;
      /** The task for which it is started, if there is one. */
      taskId: TaskId | null;
      /** Who does it, if known. */
      agentId: AgentId | null;
      resumes: RunId | null;
      ref: Word | null;
      deadlineAt: number | null;
      requestedBy: Word;
    };
    /** A waiting run got a slot, and with it a model; left out: as requested. */
    "run.assigned": {
      runId: RunId;
      runnerId: RunnerId;
      harness: Word | null;
      deadlineAt: number;
      model?: Word | null;
      modelBy?: ModelLayer;
      modelHow?: ModelHow;
    };
    /** An agent was found for it. */
    "run.seated": { runId: RunId; agentId: AgentId; name: Word };
    /** Its harness is up, and its agent is there. */
    "run.started": {
      runId: RunId;
      agentId: AgentId;
      name: Word;
      harness: Word;
      model: Word | null;
      ref: Word | null;
      folder: Word;
      branch: string | null;
      tree: Word | null;
      /** The conversation before continues. */
      isResumed: boolean;
    };
    /** A turn began, over this task. */
    "run.turn_began": {
      runId: RunId;
      turn: number;
      taskId: TaskId | null;
      fence: Fence | null;
      sessionId: SessionId | null;
      folder: Word;
      branch: string | null;
      tree: Word | null;
    };
    /** A turn is over. `isEmpty`: its agent did nothing that ends one. */
    "run.turn_ended": {
      runId: RunId;
      turn: number;
      why: TurnWhy;
      /** With `limited`: when the run tries again, epoch ms. */
      limitedUntil?: number;
      isEmpty: boolean;
      reason: string;
      durationMs: number;
      tools: number;
      usage: ReportedUsage | null;
      context: RunContext | null;
    };
    /** Something about a run changed: what it waits for, its model, how full its window is. */
    "run.changed": {
      runId: RunId;
      state?: "error" | "idle";
      problem?: string | null;
      limitedUntil?: number | null;
      /** `null`: the harness's own. */
      model?: Word | null;
      /** The model before it was refused. */
      fellBackFrom?: FellBack;
      ref?: Word;
      context?: RunContext;
      compactions?: number;
    };
    /** What a run made in its task's tree, and the checks that its runner ran there. */
    "run.examined": { runId: RunId; evidence: Omit<RunEvidence, "at"> };
    /** Somebody ordered something of a run. */
    "run.ordered": { runId: RunId; order: Omit<Order, "at"> };
    /** The runner carried out the order, or says why not. */
    "run.order_settled": { runId: RunId; orderId: Word; isDone: boolean; note: string };
    /** A run is over. Its agent leaves in the same commit, and a task that it holds goes back. */
    "run.ended": { runId: RunId; why: RunEnd; reason: string };
  }
}

const HERE = { online: true, offlineSince: null, offlineReason: null };

export const RUN_FACTS: FactsOf<EventsOf<"run" | "runner">> = {
  // A role that is offered counts as filled.
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
    const { runId: id, runnerId, role, harness, model, modelBy, modelHow, taskId, agentId, resumes, ref } = data;
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
      // A run that starts with another model continues its turn.
      ...(run.turnSince === null ? { state: "idle" as const, stateSince: at } : {}),
      startedAt: run.startedAt ?? at,
      deadlineAt: null,
      problem: null,
      limitedUntil: null,
    })),
  ),
  "run.turn_began": fact(NOTHING_DONE, (next, { data, at }) =>
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
  "run.turn_ended": fact(NOTHING_DONE, (next, { data, at }) => {
    const { why, reason, limitedUntil = null } = data;
    const hasFailed = why === "failed" || why === "limited";
    if (limitedUntil !== null) keepWaiting(next, data.runId, limitedUntil - at);
    // An answer shows that the provider accepts calls.
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
      // What the provider refused was not a turn.
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
      ...(data.fellBackFrom && data.model !== undefined ? fellBackTo(run, data.model, data.fellBackFrom) : {}),
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
