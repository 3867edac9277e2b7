import { expect, it } from "vitest";
import type { RunnerCaller } from "../kernel/actor.ts";
import { type AgentId, roleName } from "../kernel/ids.ts";
import { nextTask } from "../task/order.ts";
import { anId, LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import type { RunReport } from "./command.ts";
import { NO_MODELS, type RoomModels } from "./model.ts";
import type { RunId } from "./run.ts";

const RUNNER: RunnerCaller = { id: anId(701) as AgentId, name: "studio", connection: null };
const builder = roleName("builder");

/** A room whose runner has a model for builders, and none for planners. */
function offered(): Driver {
  const room = Driver.room("duo");
  connect(room, RUNNER, "offered", 9);
  return room;
}

function connect(room: Driver, by: RunnerCaller, model: string, slots: number): void {
  room.run({
    type: "connectRunner",
    by,
    platform: "linux",
    version: "1.0.0",
    slots,
    offers: [
      { role: builder, harness: "scripted", model },
      { role: roleName("planner"), harness: "scripted" },
    ],
    harnesses: [],
    project: { name: "checkout", branch: "main", hasRemote: false },
  });
}

const setModels = (room: Driver, models: Partial<RoomModels>) =>
  room.run({ type: "setRoomOptions", by: LEAD, models: { ...NO_MODELS, ...models } });

/** The model of the run that a runner starts for a message, with who decided it. */
function startedFor(room: Driver) {
  room.run({
    type: "sendUserMessage",
    by: LEAD,
    body: "Refunds.",
    repliesTo: null,
    priority: "medium",
  });
  room.run({ type: "takeStarts", by: RUNNER, free: 4 });
  const { model, modelBy } = room.view.runs.live.at(-1) ?? {};
  return [model, modelBy];
}

/** The same of a run that somebody starts, once a runner took it. */
function asked(room: Driver, model: string | null = null, by = RUNNER) {
  const wanted = { role: builder, harness: null, model, runnerId: null, resumes: null };
  room.run({ type: "requestRun", by: LEAD, ...wanted });
  room.run({ type: "takeStarts", by, free: 9 });
  const run = room.view.runs.live.at(-1);
  return [run?.model, run?.modelBy];
}

it("says whose word a run's model was", () => {
  const room = offered();
  expect(asked(room)).toEqual(["offered", "runner"]);
  setModels(room, { roles: [{ role: builder, model: "own", economy: "small" }], team: "usual" });
  expect(asked(room)).toEqual(["own", "role"]);
  expect(startedFor(room)).toEqual(["usual", "team"]);
  setModels(room, { ...room.view.options.models, isEconomy: true });
  expect(asked(room)).toEqual(["small", "economy"]);
  setModels(room, { ...room.view.options.models, all: "room" });
  expect(asked(room)).toEqual(["room", "room"]);
  expect(asked(room, "mine")).toEqual(["mine", "asked"]);
});

it("has the model of the runner that takes the run, also where another could have", () => {
  const room = Driver.room("duo");
  const other: RunnerCaller = { ...RUNNER, id: anId(702) as AgentId, name: "attic" };
  connect(room, RUNNER, "offered", 1);
  expect(asked(room)).toEqual(["offered", "runner"]);
  const wanted = { role: builder, harness: null, model: null, runnerId: null, resumes: null };
  room.run({ type: "requestRun", by: LEAD, ...wanted });
  expect(room.view.runs.live.at(-1)).toMatchObject({ state: "queued", model: null });
  connect(room, other, "other", 4);
  setModels(room, { team: "default" });
  room.run({ type: "takeStarts", by: other, free: 4 });
  expect(room.view.runs.live.at(-1)).toMatchObject({ model: "other", modelBy: "runner" });
  expect(asked(room, null, other)).toEqual(["other", "runner"]);
  expect(asked(room, "mine", other)).toEqual(["mine", "asked"]);
});

it("names nobody where the harness takes its own", () => {
  const room = offered();
  expect(startedFor(room)).toEqual([null, "default"]);
  // What such a role takes is no model of this harness.
  expect(room.view.runs.live.at(-1)?.modelHow).toEqual({ wanted: "premium" });
});

const KNOWN = [
  { model: "big", provider: "anthropic", class: "premium", contextSize: null },
  { model: "middle", provider: "anthropic", class: "standard", contextSize: 1 },
  { model: "small", provider: "anthropic", class: "fast", contextSize: null },
];

/** A room whose runner offers Claude for both roles. */
function known(slots = 4): Driver {
  const room = Driver.room("duo");
  const offers = [builder, roleName("planner")].map((role) => ({ role, harness: "claude" }));
  room.run({
    type: "connectRunner",
    by: RUNNER,
    platform: "linux",
    version: "1.0.0",
    slots,
    offers,
    harnesses: [],
    project: { name: "checkout", branch: "main", hasRemote: false },
  });
  return room;
}

const say = (room: Driver, model?: string) =>
  room.run({
    type: "sendUserMessage",
    by: LEAD,
    body: "Refunds.",
    repliesTo: null,
    model,
    priority: "medium",
  });
const take = (room: Driver) => room.run({ type: "takeStarts", by: RUNNER, free: 4, known: KNOWN });

it("takes the model that a message names for what the message causes, before all that the room says", () => {
  const room = known();
  setModels(room, { all: "big" });
  say(room, "fast");
  take(room);
  expect(room.view.runs.live.at(-1)).toMatchObject({
    model: "small",
    modelBy: "message",
    modelHow: { wanted: "fast" },
  });
  const planner = room.join("Ada", "planner");
  room.claim(planner);
  room.run(room.handOff(planner, builder, "work"));
  take(room);
  expect(room.view.runs.live.at(-1)).toMatchObject({ role: "builder", modelBy: "message" });
});

it("says of a run which model it left, and why", () => {
  const room = known();
  say(room, "standard");
  take(room);
  const { id } = room.view.runs.live.at(-1) ?? {};
  const fellBackFrom = { model: "middle", why: "Overloaded." };
  room.run({
    type: "reportRun",
    by: RUNNER,
    runId: id as RunId,
    report: { kind: "changed", model: "big", fellBackFrom },
  });
  const how = { wanted: "standard", fallbacks: [], fellBackFrom: [fellBackFrom] };
  expect(room.view.runs.live.at(-1)).toMatchObject({ model: "big", modelHow: how });
  room.run({
    type: "reportRun",
    by: RUNNER,
    runId: id as RunId,
    report: { kind: "ended", why: "finished", reason: "" },
  });
  expect(room.view.runs.ended[0]).toMatchObject({ model: "big", modelHow: how });
});

const WHERE = { folder: "/work", branch: null, tree: null };

/** The agent of the newest run, which a runner started for what was said. */
function up(room: Driver) {
  const { id, model = null } = room.view.runs.live.at(-1) ?? {};
  const ada = room.join("Ada", "planner", "managed");
  const run = { by: RUNNER, runId: id as RunId };
  const tell = (report: RunReport) => room.run({ type: "reportRun", ...run, report });
  const said = { harness: "claude", model, ...WHERE, ref: null, isResumed: false };
  room.run({ type: "seatRun", ...run, agentId: ada.id, name: "Ada" });
  tell({ kind: "started", agentId: ada.id, ...said });
  return { ada, tell, said };
}

it("leaves work for which a message names a model to a run that has it", () => {
  const room = known();
  const planner = roleName("planner");
  const wanted = { harness: null, model: "middle", runnerId: null, resumes: null };
  room.run({ type: "requestRun", by: LEAD, role: planner, ...wanted });
  take(room);
  const { ada } = up(room);
  say(room, "small");
  expect(room.run({ type: "claim", by: ada }).taskId).toBeNull();
  take(room);
  expect(room.view.runs.live.at(-1)).toMatchObject({ model: "small", modelBy: "message" });
  say(room, "middle");
  expect(room.claim(ada).wish).toEqual({ model: "middle" });
});

it("leaves what names no model to another run than one that a message named its model for", () => {
  const room = known();
  say(room, "Fast");
  take(room);
  expect(room.view.runs.live.at(-1)).toMatchObject({
    model: "small",
    modelHow: { wanted: "Fast" },
  });
  const { ada } = up(room);
  say(room, "fast");
  expect(room.claim(ada).wish).toEqual({ model: "Fast" });
  const next = (agentId = ada.id) => nextTask(room.view, agentId, roleName("planner"));
  expect(next()?.wish).toEqual({ model: "fast" });
  const other = known();
  say(other, "fast");
  take(other);
  const { ada: eve } = up(other);
  other.claim(eve);
  say(other);
  expect(nextTask(other.view, eve.id, roleName("planner"))).toBeUndefined();
});

it("ends the turn in which a run went on with another model, with what it used", () => {
  const room = known();
  say(room, "standard");
  take(room);
  const { ada, tell, said } = up(room);
  const { id: taskId, lease } = room.claim(ada);
  tell({ kind: "turn_began", taskId, fence: lease?.fence ?? null, ...WHERE });
  const fellBackFrom = { model: "middle", why: "Overloaded." };
  tell({ kind: "changed", model: "big", fellBackFrom });
  tell({ kind: "started", agentId: ada.id, ...said, model: "big" });
  expect(room.view.runs.live.at(-1)).toMatchObject({ state: "active", model: "big" });
  const tokens = { inputTokens: 7, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const none = { costUsdMicros: null, model: "big", basis: "unknown" as const };
  tell({
    kind: "turn_ended",
    why: "done",
    reason: "",
    durationMs: 1,
    tools: 0,
    context: null,
    usage: { ...tokens, ...none, runs: 1, durationMs: null } as never,
  });
  const run = room.view.runs.live.at(-1);
  expect(run).toMatchObject({ state: "idle", empties: 1, usage: { inputTokens: 7 } });
});

it("has its whole chain before it again once it is back at its first model", () => {
  const room = known();
  say(room, "standard");
  take(room);
  const { tell } = up(room);
  const how = () => room.view.runs.live.at(-1)?.modelHow;
  expect(how()?.fallbacks).toEqual(["big"]);
  tell({ kind: "changed", model: "big", fellBackFrom: { model: "middle", why: "Overloaded." } });
  expect(how()?.fallbacks).toEqual([]);
  tell({ kind: "changed", model: "middle", fellBackFrom: { model: "big", why: "It is back." } });
  expect(how()).toMatchObject({ fallbacks: ["big"], fellBackFrom: [] });
});

it("keeps one option where the other changes, and sets the same again without an event", () => {
  const room = offered();
  room.run({ type: "setRoomOptions", by: LEAD, askBeforeNext: true });
  setModels(room, { team: "default" });
  expect(room.view.options).toMatchObject({ askBeforeNext: true, models: { team: "default" } });
  const events = room.log.length;
  setModels(room, { team: "default" });
  expect(room.log).toHaveLength(events);
  room.run({ type: "setRoomOptions", by: LEAD, askBeforeNext: false });
  expect(room.view.options.models?.team).toBe("default");
});
