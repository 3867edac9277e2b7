import { seat } from "../agent/seat.ts";
import { type Actor, type AgentCaller, actorOf, isAgent, type PersonCaller, SERVER } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { AgentId, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import { counted } from "../kernel/words.ts";
import { endAttempt } from "../task/attempt.ts";
import { heldTask, liveTask } from "../task/order.ts";
import { findRole } from "../team/team.ts";
import { byModel, type ReportedUsage } from "../usage/usage.ts";
import type { RunReport } from "./command.ts";
import { endFacts } from "./end.ts";
import {
  EMPTIES_MAX,
  FAILURES_MAX,
  findRun,
  isNearlyFull,
  LIMIT_MAX_MS,
  ORDERS_MAX,
  RUN_MOVES,
  type Run,
  type RunId,
  type RunState,
  TURNS_ON_TASK_MAX,
} from "./run.ts";
import { runnerOf, unknownRunner } from "./runner.ts";

/** What a runner says about a run of its own; about an ended one, it is told that, and nothing more happens. */
export function decideReportRun(
  room: Room,
  { by, runId, report: said }: CommandOf<"reportRun">,
  { now }: Context,
): RulingOn<"reportRun"> {
  const found = runnerOf(room, by);
  if (!found.ok) return found;
  const run = findRun(room, runId);
  if (!run || run.runnerId !== by.id) {
    const isKnown = runId <= (room.runs.number ?? 0);
    if (!isKnown) return unknownRun(runId);
    return accept(found.events, { runId, turn: 0, isEmpty: false, isOver: true });
  }
  const report = believed(said, now);
  const told = tell(room, run, report);
  if (!told.ok) return told;
  return accept([...found.events, ...told.facts], {
    runId,
    turn: run.turns,
    isEmpty: told.isEmpty ?? false,
    isOver: report.kind === "ended",
  });
}

/** A run that comes up gets its agent, which no other run has. */
export function decideSeatRun(room: Room, { by, runId, agentId, name }: CommandOf<"seatRun">): RulingOn<"seatRun"> {
  const found = runnerOf(room, by);
  if (!found.ok) return found;
  const run = findRun(room, runId);
  if (run?.runnerId !== by.id) return unknownRun(runId);
  if (run.agentId === agentId && run.startedAt !== null) return accept(found.events, {});
  if (room.runs.live.some((one) => one.agentId === agentId && one.id !== runId))
    return refused("run_state", `${name} works in another run.`, { runId }, []);
  const data = { runId, agentId, name };
  return accept([...found.events, { type: "run.seated", data, actor: SERVER }], {});
}

/** A limit too far in the future ends earlier: otherwise nothing would be started there for years. */
function believed(report: RunReport, now: number): RunReport {
  if (!("limitedUntil" in report) || typeof report.limitedUntil !== "number") return report;
  return { ...report, limitedUntil: Math.min(report.limitedUntil, now + LIMIT_MAX_MS) };
}

type Told = { ok: true; facts: ActedFact[]; isEmpty?: boolean };

function tell(room: Room, run: Run, report: RunReport): Told | Refused {
  const { id: runId } = run;
  const actor = actorIn(room, run);
  switch (report.kind) {
    case "started": {
      const { kind: _, ...said } = report;
      const agent = room.agents[said.agentId];
      if (!agent || agent.offlineReason === "left")
        return refused("not_joined", "The agent of this run has not joined.", {});
      const { name } = agent;
      const isAgain = run.state !== "creating" && run.agentId === said.agentId;
      const wrong = isAgain ? null : refuseMove(run, "idle");
      if (wrong) return wrong;
      return facts({ type: "run.started", data: { runId, name, ...said }, actor: SERVER });
    }
    case "turn_began": {
      const wrong = refuseMove(run, "active");
      if (wrong) return wrong;
      const { kind: _, ...said } = report;
      const sessionId = (said.taskId && liveTask(room, said.taskId)?.sessionId) ?? null;
      const data = { runId, turn: run.turns + 1, sessionId, ...said };
      return facts({ type: "run.turn_began", data, actor });
    }
    case "turn_ended":
      return endTurn(room, run, report, actor);
    case "changed": {
      const { kind: _, ...said } = report;
      const wrong = said.state && said.state !== run.state ? refuseMove(run, said.state) : null;
      return wrong ?? facts({ type: "run.changed", data: { runId, ...said }, actor: SERVER });
    }
    case "examined": {
      const { evidence } = report;
      return facts({ type: "run.examined", data: { runId, evidence }, actor: SERVER });
    }
    case "settled": {
      const { orderId, isDone, note } = report;
      if (!run.orders.some(({ id }) => id === orderId)) return { ok: true, facts: [] };
      const data = { runId, orderId, isDone, note };
      return facts({ type: "run.order_settled", data, actor: SERVER });
    }
    case "ended":
      return {
        ok: true,
        facts: endFacts(room, run, report.why, report.reason, report.isFinal === true),
      };
  }
}

/**
 * Handles the end of a turn. One in which the agent neither passed its task on nor said anything about it is empty:
 * it is tried once more, then a person decides, as when turn after turn changes nothing.
 *
 * @source domain.md § 5
 */
function endTurn(
  room: Room,
  run: Run,
  report: Extract<RunReport, { kind: "turn_ended" }>,
  actor: Actor,
): Told | Refused {
  if (run.state !== "active") return { ok: true, facts: [] };
  const { why, limitedUntil, reason, durationMs, tools, usage, context } = report;
  const until = why === "limited" && limitedUntil !== undefined ? { limitedUntil } : {};
  const held = run.agentId === null ? undefined : heldTask(room, run.agentId);
  const isHeld = held !== undefined && held.id === run.taskId && held.lease?.fence === run.fence;
  const isEmpty = isHeld && why === "done" && !run.hasActed;
  const said = {
    runId: run.id,
    turn: run.turns,
    why,
    ...until,
    isEmpty,
    reason,
    durationMs,
    tools,
  };
  const ended: ActedFact = {
    type: "run.turn_ended",
    data: { ...said, usage, context },
    actor,
  };
  const isFull = context !== null && !run.isContextWarned && isNearlyFull(context);
  const warned: ActedFact[] = isFull ? [{ type: "run.changed", data: { runId: run.id, context }, actor: SERVER }] : [];
  const used: ActedFact[] =
    usage && run.taskId !== null && run.agentId !== null
      ? usedBy(run, { taskId: run.taskId, agentId: run.agentId }, usage, actor)
      : [];
  const given = isHeld && why !== "limited" ? givenUp(run, report, isEmpty) : null;
  const failed =
    held && given !== null
      ? endAttempt(held, why === "failed" ? "failed" : "empty", given, {
          countsAsAttempt: true,
          isFinal: true,
        })
      : [];
  return {
    ok: true,
    facts: [...used, ended, ...warned, ...failed.map((fact) => ({ ...fact, actor: SERVER }))],
    isEmpty,
  };
}

/** Why a person decides what becomes of the task after this turn; `null`: it continues. */
function givenUp(run: Run, { why, reason }: { why: string; reason: string }, isEmpty: boolean) {
  if (why === "failed" && (run.failures ?? 0) + 1 >= FAILURES_MAX)
    return `${counted(FAILURES_MAX, "turn")} of ${run.name} in a row failed. ${reason}`;
  if (isEmpty && run.empties + 1 >= EMPTIES_MAX)
    return `${counted(EMPTIES_MAX, "turn")} of ${run.name} ended without a result, a question or progress.`;
  if (run.turnsOnTask < TURNS_ON_TASK_MAX) return null;
  return `${run.name} took ${counted(TURNS_ON_TASK_MAX, "turn")} and didn't finish.`;
}

function usedBy(
  { id, sessionId }: Run,
  of: { taskId: TaskId; agentId: AgentId },
  usage: ReportedUsage,
  actor: Actor,
): ActedFact[] {
  return byModel(usage).map((one) => {
    const data = { ...of, sessionId, usage: { ...one, runId: String(id) } };
    return { type: "usage.reported", data, actor };
  });
}

function actorIn(room: Room, { agentId }: Run): Actor {
  const agent = agentId === null ? undefined : room.agents[agentId];
  if (!agent?.online) return SERVER;
  return { kind: "agent", id: agent.id, name: agent.name, role: agent.role };
}

function facts(fact: ActedFact): Told {
  return { ok: true, facts: [fact] };
}

function refuseMove(run: Run, to: RunState): Refused | null {
  const moves = RUN_MOVES[run.state];
  if (moves.includes(to)) return null;
  const message = `Run ${run.id} is ${run.state} and can't become ${to}.`;
  return refused("run_state", message, { runId: run.id, state: run.state }, [...moves]);
}

/** Stops a run, ends its turn, or says a line into it. What has not begun is withdrawn at once. */
export function decideOrderRun(
  room: Room,
  { by, run: runId, act, text: said }: CommandOf<"orderRun">,
  { newId }: Context,
): RulingOn<"orderRun"> {
  const text = said ?? "";
  if (act === "steer" && text.trim() === "")
    return refused("bad_request", "Say what to tell it.", { field: "body.text" });
  const actor = steering(room, by);
  if (!actor.ok) return actor;
  const run = findRun(room, runId);
  if (!run) {
    const isKnown = runId <= (room.runs.number ?? 0);
    if (!isKnown || act !== "stop") return isKnown ? overRun(runId) : unknownRun(runId);
    return accept(actor.events, { runId, orderId: null, isOver: true });
  }
  if (run.state === "queued") {
    if (act !== "stop" && act !== "finish") return refuseOrder(run, act);
    const reason = `${by.name} withdrew it.`;
    const data = { runId, why: "withdrawn" as const, reason };
    return accept([...actor.events, { type: "run.ended", data, actor: actor.actor }], {
      runId,
      orderId: null,
      isOver: true,
    });
  }
  const ends = act === "stop" || act === "finish";
  if (!ends && run.state !== "active") return refuseOrder(run, act);
  const same = run.orders.find((order) => order.act === act && act !== "steer");
  if (same) return accept(actor.events, { runId, orderId: same.id, isOver: false });
  if (run.orders.length >= ORDERS_MAX)
    return refused("limit_reached", `Run ${runId} has ${ORDERS_MAX} orders that wait.`, {
      limit: ORDERS_MAX,
    });
  const order = { id: newId(), act, text, by: by.name };
  return accept([...actor.events, { type: "run.ordered", data: { runId, order }, actor: actor.actor }], {
    runId,
    orderId: order.id,
    isOver: false,
  });
}

/** Every run stops, and nothing is started before somebody resumes the runners. */
export function decideStopRuns(
  room: Room,
  { by, runner: runnerId = null }: CommandOf<"stopRuns">,
  { newId }: Context,
): RulingOn<"stopRuns"> {
  const actor = steering(room, by);
  if (!actor.ok) return actor;
  const { runners } = room.runs;
  if (runnerId !== null && !runners[runnerId]) return unknownRunner(room, runnerId);
  const isMeant = (id: string | null) => runnerId === null || id === runnerId;
  const paused = Object.values(runners).filter(({ id, isDraining }) => isMeant(id) && !isDraining);
  const pausing = paused.map(({ id }): ActedFact => {
    const data = { runnerId: id, isDraining: true };
    return { type: "runner.changed", data, actor: actor.actor };
  });
  const { stopped, facts } = stopLive(room, by.name, actor.actor, newId, ({ runnerId: id }) => isMeant(id));
  return accept([...actor.events, ...pausing, ...facts], { stopped, paused: paused.length });
}

/** Ends what has not started, and tells the rest to stop. */
export function stopLive(
  room: Room,
  by: string,
  actor: Actor,
  newId: () => string,
  isMeant: (run: Run) => boolean = () => true,
): { stopped: RunId[]; facts: ActedFact[] } {
  const live = room.runs.live.filter(isMeant);
  const facts = live.flatMap((run): ActedFact[] => {
    if (run.state === "queued") {
      const data = { runId: run.id, why: "withdrawn" as const, reason: `${by} stopped all.` };
      return [{ type: "run.ended", data, actor }];
    }
    if (run.orders.some(({ act }) => act === "stop")) return [];
    const order = { id: newId(), act: "stop" as const, text: "", by };
    return [{ type: "run.ordered", data: { runId: run.id, order }, actor }];
  });
  return { stopped: live.map(({ id }) => id), facts };
}

/** People, and the entry point's agent. */
export function steering(
  room: Room,
  by: AgentCaller | PersonCaller,
): { ok: true; actor: Actor; events: ActedFact[] } | Refused {
  if (!isAgent(by)) return { ok: true, actor: actorOf(by), events: [] };
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  const { entryPoint } = room.team;
  if (seated.agent.role !== entryPoint) {
    const title = findRole(room.team, entryPoint)?.title ?? entryPoint;
    const message = `Only the ${title} and people start, steer and stop runs.`;
    return refused("entry_point_only", message, { role: seated.agent.role, entryPoint });
  }
  return { ok: true, actor: seated.actor, events: seated.events };
}

function refuseOrder(run: Run, act: string): Refused {
  const message =
    run.state === "idle"
      ? `Run ${run.id} is between two turns: there is nothing to ${act}. Send ${run.name} a message instead.`
      : `Run ${run.id} is ${run.state}; it can only be stopped.`;
  return refused("run_state", message, { runId: run.id, state: run.state }, ["stop"]);
}

function overRun(runId: RunId): Refused {
  return refused("run_state", `Run ${runId} is over.`, { runId, state: "destroyed" }, []);
}

export function unknownRun(runId: RunId): Refused {
  return refused("run_unknown", `This room has no run ${runId}.`, { runId });
}
