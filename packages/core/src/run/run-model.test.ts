import { expect, it } from "vitest";
import { type AgentId, roleName } from "../kernel/ids.ts";
import { anId, LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import type { RunnerCaller } from "./command.ts";
import { NO_MODELS, type RoomModels } from "./model.ts";

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
    ...{ type: "connectRunner", by, platform: "linux", version: "1.0.0", slots },
    offers: [
      { role: builder, harness: "scripted", model },
      { role: roleName("planner"), harness: "scripted" },
    ],
    ...{ harnesses: [], project: { name: "checkout", branch: "main", hasRemote: false } },
  });
}

const setModels = (room: Driver, models: Partial<RoomModels>) =>
  room.run({ type: "setOptions", by: LEAD, models: { ...NO_MODELS, ...models } });

/** The model of the run that a runner starts for a message, with who decided it. */
function startedFor(room: Driver) {
  room.run({
    ...{ type: "sendUserMessage", by: LEAD, body: "Refunds.", repliesTo: null },
    priority: "medium",
  });
  room.run({ type: "takeStarts", by: RUNNER, free: 4 });
  const { model, modelBy } = room.view.runs?.live.at(-1) ?? {};
  return [model, modelBy];
}

/** The same of a run that somebody starts, once a runner took it. */
function asked(room: Driver, model: string | null = null, by = RUNNER) {
  const wanted = { role: builder, harness: null, model, runnerId: null, resumes: null };
  room.run({ type: "requestRun", by: LEAD, ...wanted });
  room.run({ type: "takeStarts", by, free: 9 });
  const run = room.view.runs?.live.at(-1);
  return [run?.model, run?.modelBy];
}

it("says whose word a run's model was", () => {
  const room = offered();
  expect(asked(room)).toEqual(["offered", "runner"]);
  setModels(room, { roles: [{ role: builder, model: "own", economy: "small" }], team: "default" });
  expect(asked(room)).toEqual(["own", "role"]);
  expect(startedFor(room)).toEqual(["default", "team"]);
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
  expect(room.view.runs?.live.at(-1)).toMatchObject({ state: "queued", model: null });
  connect(room, other, "other", 4);
  setModels(room, { team: "default" });
  room.run({ type: "takeStarts", by: other, free: 4 });
  expect(room.view.runs?.live.at(-1)).toMatchObject({ model: "other", modelBy: "runner" });
  expect(asked(room, null, other)).toEqual(["other", "runner"]);
  expect(asked(room, "mine", other)).toEqual(["mine", "asked"]);
});

it("names nobody where the harness takes its own", () => {
  expect(startedFor(offered())).toEqual([null, undefined]);
});

it("keeps one option where the other changes, and sets the same again without an event", () => {
  const room = offered();
  room.run({ type: "setOptions", by: LEAD, askBeforeNext: true });
  setModels(room, { team: "default" });
  expect(room.view.options).toMatchObject({ askBeforeNext: true, models: { team: "default" } });
  const events = room.log.length;
  setModels(room, { team: "default" });
  expect(room.log).toHaveLength(events);
  room.run({ type: "setOptions", by: LEAD, askBeforeNext: false });
  expect(room.view.options.models?.team).toBe("default");
});
