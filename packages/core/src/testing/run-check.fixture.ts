import type { EventsOf } from "../kernel/event.ts";
import type { ChecksOf, LogReading } from "./log-reading.fixture.ts";

type State = LogReading["runs"]["states"] extends Map<number, infer S> ? S : never;

function move(log: LogReading, id: number, from: readonly State[], to: State): void {
  const state = log.runs.states.get(id);
  if (!state || !from.includes(state)) log.say(`run ${id} is ${state ?? "not there"}`);
  log.runs.states.set(id, to);
}

function isKnown(log: LogReading, id: string): void {
  if (!log.runs.runners.has(id)) log.say(`no runner ${id} ever connected`);
}

type Reach = "online" | "silent" | "left";

function turn(log: LogReading, id: string, from: readonly Reach[], to: Reach): void {
  const runner = log.runs.runners.get(id);
  if (!runner || !from.includes(runner.state)) log.say(`the runner is ${runner?.state ?? "not there"}`);
  else log.runs.runners.set(id, { ...runner, state: to });
}

/** Runs start once, by runners that are there; what is over stays so. */
export const RUN_CHECKS: ChecksOf<EventsOf<"run" | "runner">> = {
  "runner.connected": (log, { data: { runnerId, connection } }) => {
    const before = log.runs.runners.get(runnerId)?.connection ?? 0;
    if (connection !== before + 1) log.say(`connection ${connection} follows ${before}`);
    log.runs.runners.set(runnerId, { connection, state: "online" });
  },
  "runner.changed": (log, { data }) => isKnown(log, data.runnerId),
  "runner.left": (log, { data }) => turn(log, data.runnerId, ["online", "silent"], "left"),
  "runner.went_offline": (log, { data }) => turn(log, data.runnerId, ["online"], "silent"),
  "runner.came_online": (log, { data }) => turn(log, data.runnerId, ["silent"], "online"),
  "runner.forgotten": (log, { data }) => {
    isKnown(log, data.runnerId);
    log.runs.runners.delete(data.runnerId);
  },
  "run.requested": (log, { data: { runId, runnerId } }) => {
    if (log.runs.states.has(runId)) log.say(`run ${runId} was there before`);
    log.runs.states.set(runId, runnerId === null ? "queued" : "creating");
    if (runnerId !== null) turn(log, runnerId, ["online"], "online");
  },
  "run.assigned": (log, { data: { runId, runnerId } }) => {
    turn(log, runnerId, ["online"], "online");
    move(log, runId, ["queued"], "creating");
  },
  "run.seated": (log, { data }) => {
    if (log.runs.states.get(data.runId) === "over") log.say("the run is over");
  },
  "run.started": (log, { data: { runId, agentId } }) => {
    if (log.agents.get(agentId)?.state === undefined) log.say("its agent never joined");
    move(log, runId, ["creating", "error", "idle"], "idle");
  },
  "run.turn_began": (log, { data }) => move(log, data.runId, ["idle"], "active"),
  "run.turn_ended": (log, { data }) => move(log, data.runId, ["active"], "idle"),
  "run.changed": (log, { data: { runId, state } }) => {
    const any: State[] = ["creating", "active", "idle", "error"];
    move(log, runId, any, state ?? log.runs.states.get(runId) ?? "over");
  },
  "run.examined": (log, { data }) => {
    if (log.runs.states.get(data.runId) === "over") log.say("the run is over");
    if (data.evidence.branch) log.branches.workedOn.add(data.evidence.branch);
  },
  "run.ordered": (log, { data: { runId, order } }) => {
    log.once(order.id);
    log.runs.orders.set(order.id, runId);
  },
  "run.order_settled": (log, { data: { runId, orderId } }) => {
    if (log.runs.orders.get(orderId) !== runId) log.say("nobody ordered it, or it is settled");
    log.runs.orders.delete(orderId);
  },
  "run.ended": (log, { data }) => move(log, data.runId, ["queued", "creating", "active", "idle", "error"], "over"),
};
