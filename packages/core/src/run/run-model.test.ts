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
  room.run({
    ...{ type: "connectRunner", by: RUNNER, platform: "linux", version: "1.0.0", slots: 4 },
    offers: [
      { role: builder, harness: "scripted", model: "offered" },
      { role: roleName("planner"), harness: "scripted" },
    ],
    ...{ harnesses: [], project: { name: "checkout", branch: "main", hasRemote: false } },
  });
  return room;
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

/** The same of a run that somebody starts. */
function asked(room: Driver, model: string | null = null) {
  const wanted = { role: builder, harness: null, model, runnerId: null, resumes: null };
  room.run({ type: "requestRun", by: LEAD, ...wanted });
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
