import { createHash } from "node:crypto";
import { stopOf } from "@squadroom/core/agent/stopped";
import type { Branch } from "@squadroom/core/branch/branch";
import { mergeQueue, type QueuedMerge, takesIn } from "@squadroom/core/branch/queue";
import type { RunnerCaller } from "@squadroom/core/kernel/actor";
import type { AgentId, RoleName } from "@squadroom/core/kernel/ids";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import { isThere, type Room } from "@squadroom/core/kernel/room";
import { mailAtOnce } from "@squadroom/core/message/mail";
import { redactBy } from "@squadroom/core/redaction/addresses";
import type { RunReport } from "@squadroom/core/run/command";
import { lineageOf } from "@squadroom/core/run/lineage";
import { lostBecause } from "@squadroom/core/run/lost";
import { offerOf, spareRuns, unservedTasks } from "@squadroom/core/run/offers";
import { restOf } from "@squadroom/core/run/rest";
import { findRun, RUNNER_LEASE_S, type Run, type RunId, type Runner } from "@squadroom/core/run/run";
import { hasWork, runnerOf, runsOn } from "@squadroom/core/run/runner";
import { heldTask } from "@squadroom/core/task/order";
import type { CallOf, FeatureRoutes } from "../../platform/http/route.ts";
import { readRoom, roomOf, run, runnerCaller } from "../agent/index.ts";
import { knownModels, pricedUsage } from "../price/index.ts";
import type { RunOutput } from "./output.ts";
import { unknownRun } from "./queries.ts";
import { newSeatToken, seatFor } from "./seats.ts";

/** Runs of one role that come up at once on one runner; in each round at least one gets its seat. */
const SEAT_TRIES = 64;

/** What runners call. */
export const runnerRoutes =
  (output: RunOutput): FeatureRoutes =>
  (tools) => {
    connectionRoutes(tools);
    workRoutes(tools);
    reportRoutes(output)(tools);
  };

const connectionRoutes: FeatureRoutes = ({ route, rooms, observations }) => {
  route("connectRunner", async (call) => {
    const by = runnerCaller(call);
    const reply = await run(rooms, call, { type: "connectRunner", by, ...call.body });
    const view = await readRoom(rooms, call);
    const { roomId, name: roomName } = view;
    return { ...reply, name: by.name, roomId, roomName, leaseS: RUNNER_LEASE_S };
  });

  route("renewRunner", async (call) => {
    const by = runnerCaller(call);
    const { seenAt } = await observations.renew(roomOf(call), by.id);
    const found = runnerOf(await readRoom(rooms, call), by);
    if (!found.ok) throw new RefusalError(found.refusal);
    if (found.events.length > 0) await run(rooms, { ...call, key: null }, { type: "returnRunner", by });
    return { seenAt, leaseS: RUNNER_LEASE_S };
  });
};

/** Until the next of its offers has rested, ms. */
function restLeftMs(room: Room, runner: Runner, now: number): number {
  const rests = runner.offers.map((offer) => restOf(room, runner, offer, now));
  return Math.min(...rests.flatMap((rest) => (rest ? rest.until - now : [])));
}

/** A runner waits for what there is to do, as an agent waits for a task. */
const workRoutes: FeatureRoutes = ({ clock, route, rooms, waiters, auth, observations, sql, newId }) => {
  type Work = CallOf<"takeWork">;

  route("takeWork", async (call) => {
    observations.touch(roomOf(call), runnerCaller(call).id);
    const first = await workNow(call);
    const { seen, waitS } = call.body;
    if (waitS === 0 || first.state !== seen) return first;
    await changed(call, first.state, waitS * 1000);
    return workNow(call);
  });

  async function workNow(call: Work) {
    const by = runnerCaller(call);
    const { free, warm } = call.body;
    let view = await readRoom(rooms, call);
    const found = runnerOf(view, by);
    if (!found.ok) throw new RefusalError(found.refusal);
    if (found.events.length > 0 || hasWork(view, found.runner, call.body, clock.now())) {
      const known = await knownModels(sql);
      const command = { type: "takeStarts" as const, by, free, warm, known };
      await run(rooms, { ...call, key: null }, command);
      view = await readRoom(rooms, call);
    }
    const runner = runnerOf(view, by);
    if (!runner.ok) throw new RefusalError(runner.refusal);
    return workOf(view, runner.runner);
  }

  /** Until there is something else to do, or the time is up. */
  function changed(call: Work, seen: string, waitMs: number): Promise<void> {
    const { raw } = call.reply;
    const by = runnerCaller(call);
    const { principal } = call;
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        clearTimeout(rested);
        stop();
        raw.off("close", onClose);
        settle();
      };
      const look = (): void => {
        if (principal && !auth.isCurrent(principal.credential)) {
          finish(() => reject(refuse("unauthorized", "This credential ended.", {})));
          return;
        }
        // A waiting poll is a sign of life.
        observations.touch(roomOf(call), by.id);
        const view = rooms.known(roomOf(call))?.view;
        if (!view || !isThere(view)) return;
        const found = runnerOf(view, by);
        if (!found.ok) finish(() => reject(new RefusalError(found.refusal)));
        else if (workOf(view, found.runner).state !== seen || hasWork(view, found.runner, call.body, clock.now()))
          finish(() => resolve());
        else {
          // Nothing happens in the room when an offer has rested.
          clearTimeout(rested);
          const restMs = restLeftMs(view, found.runner, clock.now());
          if (restMs < waitMs) rested = setTimeout(look, restMs);
        }
      };
      let rested: NodeJS.Timeout | undefined;
      const onClose = () => finish(() => resolve());
      const timer = setTimeout(() => finish(() => resolve()), waitMs);
      const stop = waiters.watch(roomOf(call), look);
      raw.on("close", onClose);
      // Between the answer and this line something may have happened.
      look();
    });
  }

  route("getPlace", async (call) => {
    const view = await readRoom(rooms, call);
    return placeOf(view, ownRun(view, runnerCaller(call), call.params.run));
  });

  route("seatAgent", async (call) => {
    const by = runnerCaller(call);
    const { run: runId } = call.params;
    const roomId = roomOf(call);
    const seat = async (tries = 1): Promise<{ agentId: AgentId; name: string; role: RoleName }> => {
      const view = await readRoom(rooms, call);
      const mine = ownRun(view, by, runId);
      const busy = busyIn(view, runId);
      const { role, agentId: wanted } = mine;
      const { agentId, name } = await seatFor(sql, newId, {
        roomId,
        runnerId: by.id,
        role,
        wanted,
        busy,
      });
      try {
        await run(rooms, { ...call, key: null }, { type: "seatRun", by, runId, agentId, name });
        return { agentId, name, role };
      } catch (error) {
        // Another run that comes up at the same moment has taken it.
        const isTaken = error instanceof RefusalError && error.code === "run_state";
        if (isTaken && tries < SEAT_TRIES) return seat(tries + 1);
        throw error;
      }
    };
    // The room says whose seat it is before there is a token for it: of two that want one, none loses its own.
    const { agentId, name, role } = await seat();
    const { token, changed } = await newSeatToken(sql, roomId, agentId);
    auth.noteChanged(changed);
    return { agentId, name, role, token };
  });
};

/** Agents that another run has, or that were stopped by their errors. */
function busyIn({ runs, errors, tasks }: Room, runId: RunId): Set<string> {
  const others = runs.live.filter(({ id }) => id !== runId);
  const known = Object.keys(errors.workers) as AgentId[];
  return new Set([
    ...others.flatMap(({ agentId }) => (agentId === null ? [] : [agentId])),
    ...known.filter((id) => stopOf({ errors, tasks }, id)),
  ]);
}

/** The run, if the calling runner has it. */
function ownRun(view: Room, by: RunnerCaller, runId: RunId): Run {
  const found = runnerOf(view, by);
  if (!found.ok) throw new RefusalError(found.refusal);
  const mine = findRun(view, runId);
  if (mine?.runnerId !== by.id) throw unknownRun(runId);
  return mine;
}

/** What a runner has to do; `state` says whether it is unchanged. */
function workOf(view: Room, runner: Runner) {
  const runs = runsOn(view, runner.id).map((one) => workRun(view, one));
  const merges = mergeQueue(view, runner.id).map(workMerge);
  const branches = Object.values(view.branches)
    .filter(({ runnerId }) => runnerId === runner.id)
    .flatMap((branch) => workBranches(view, branch));
  const queued = (view.runs.live ?? []).filter(({ state }) => state === "queued");
  const waiting = [
    ...unservedTasks(view).map(({ role }) => ({ role, harness: null })),
    // What a person starts may also use an idle run's slot.
    ...queued,
  ].filter(({ role, harness }) => offerOf(view, runner, role, harness)).length;
  const { slots, isDraining } = runner;
  const work = {
    slots,
    isDraining,
    runs,
    merges,
    branches,
    waiting,
    spare: spareRuns(view, runner),
  };
  const state = createHash("sha256").update(JSON.stringify(work)).digest("base64url").slice(0, 22);
  return { ...work, state, seq: view.seq };
}

function workRun(view: Room, one: Run) {
  const { id, state, role, harness, model, agentId, taskId, ref, orders } = one;
  const { fallbacks = [] } = one.modelHow ?? {};
  const task = view.tasks.find((live) => live.id === taskId);
  return {
    id,
    state,
    role,
    harness,
    model,
    fallbacks,
    agentId,
    taskId,
    ref,
    lineage: task ? lineageOf(view, task) : null,
    orders: [...orders.map((order) => ({ id: order.id, act: order.act, text: order.text })), ...lostOrder(view, one)],
    mail: agentId !== null && heldTask(view, agentId) ? mailAtOnce(view, agentId) : [],
  };
}

/** Its task was taken from it in the middle of a turn: the turn ends, and its slot is free for others. */
function lostOrder(view: Room, run: Run) {
  const why = lostBecause(view, run);
  if (why === null) return [];
  return [{ id: `lost-${run.taskId}-${run.fence}`, act: "interrupt" as const, text: why }];
}

function workMerge({ branch }: QueuedMerge) {
  const { key, title, name, head, line, lineTitle, by, merge } = branch;
  const author = by?.name ?? "Squadroom";
  return { key, taskId: merge.taskId, title, name, head, line, lineTitle, author };
}

function workBranches(view: Room, { key, title, name, head, orders, by }: Branch) {
  const parts = Object.values(view.branches).flatMap((one) => (one.line === key ? one.key : []));
  return orders.map(({ id, act, into, anyway }) => ({
    key,
    title,
    name,
    orderId: id,
    act,
    into,
    parts,
    head: anyway ? null : head,
    author: by?.name ?? "Squadroom",
  }));
}

/** Where the held task is worked on, and what has to be there before. */
function placeOf(view: Room, one: Run) {
  const held = one.agentId === null ? undefined : heldTask(view, one.agentId);
  if (!held) return { taskId: null, lineage: null, merges: [], takesIn: null };
  const lineage = lineageOf(view, held);
  const merges = mergeQueue(view, one.runnerId)
    .filter(({ branch }) => branch.line === lineage.line)
    .map(workMerge);
  return { taskId: held.id, lineage, merges, takesIn: takesIn(view, held) };
}

const reportRoutes =
  (output: RunOutput): FeatureRoutes =>
  ({ route, rooms, clock, sql, tellOutput, observations }) => {
    route("reportRun", async (call) => {
      const { report } = call.body;
      const runId = call.params.run;
      const by = runnerCaller(call);
      const said = report.kind === "turn_ended" ? await priced(call, report) : reportOf(report);
      const command = { type: "reportRun" as const, by, runId, report: said };
      const reply = await run(rooms, call, command);
      if (report.kind === "examined" && report.diff !== undefined && !reply.isOver) {
        const { diff, note = null } = report;
        await output.setChanges(roomOf(call), runId, { at: clock.now(), diff, note });
      }
      return reply;
    });

    /** Usage of a model that it doesn't name has the price of the run's model. */
    async function priced(
      call: CallOf<"reportRun">,
      report: Extract<Report, { kind: "turn_ended" }>,
    ): Promise<RunReport> {
      const { usage } = report;
      if (usage === null) return { ...report, usage };
      const model = findRun(await readRoom(rooms, call), call.params.run)?.model ?? undefined;
      const named = <U extends { model?: string | undefined }>(one: U) => ({
        ...one,
        model: one.model ?? model,
      });
      const known = { ...named(usage), others: usage.others?.map(named) };
      return { ...report, usage: (await pricedUsage(sql, known)) ?? null };
    }

    route("setRunTouches", async (call) => {
      const view = await readRoom(rooms, call);
      const { id } = ownRun(view, runnerCaller(call), call.params.run);
      return {
        at: await observations.touches.set(view.roomId, id, redactBy(view.options)(call.body)),
      };
    });

    route("addRunOutput", async (call) => {
      const view = await readRoom(rooms, call);
      const by = runnerCaller(call);
      const found = runnerOf(view, by);
      if (!found.ok) throw new RefusalError(found.refusal);
      const runId = call.params.run;
      const { live, ended } = view.runs;
      const mine = live.find(({ id }) => id === runId) ?? ended.find(({ id }) => id === runId);
      if (mine?.runnerId !== by.id) throw unknownRun(runId);
      const last = await output.add(view.roomId, runId, redactBy(view.options)(call.body.chunks));
      tellOutput(view.roomId, runId);
      return { last };
    });
  };

type Report = CallOf<"reportRun">["body"]["report"];

function reportOf(report: Exclude<Report, { kind: "turn_ended" }>): RunReport {
  if (report.kind !== "examined") return report;
  const { kind, evidence } = report;
  return { kind, evidence };
}
