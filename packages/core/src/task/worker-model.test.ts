import { expect, it } from "vitest";
import { type AgentId, roleName } from "../kernel/ids.ts";
import type { RoomView } from "../log/view.ts";
import type { Run } from "../run/run.ts";
import { draftOf, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import { anId } from "../testing/builders.fixture.ts";
import type { Wish } from "./task.ts";
import { isOtherModel } from "./worker-model.ts";

const AGENT = anId(1) as AgentId;
const tiers = {
  lightweight: { model: "fast" },
  standard: { model: "standard" },
} as const;
const { team } = teamOf({ ...draftOf(presetTeam("squad")), routing: { rules: [], tiers } });

type Has = Pick<Run, "model" | "modelBy" | "modelHow">;
const OF_TIER: Has = { model: "small", modelBy: "tier", modelHow: { wanted: "fast" } };
const OF_MESSAGE: Has = { model: "small", modelBy: "message" };

it.each<[string, Has | null, Wish, boolean]>([
  ["nobody's run", null, { model: "big" }, false],
  ["the model wanted", OF_MESSAGE, { model: "Small" }, false],
  ["another model", OF_MESSAGE, { model: "big" }, true],
  ["a message's, for work that names none", OF_MESSAGE, {}, true],
  ["the same tier's", OF_TIER, { tier: "lightweight" }, false],
  ["another tier's", OF_TIER, { tier: "standard" }, true],
  ["a tier's, for work without one", OF_TIER, {}, false],
  [
    "a tier's that the harness couldn't meet",
    { ...OF_TIER, model: null },
    { tier: "standard" },
    false,
  ],
  ["a role's, whatever the tier", { model: "small", modelBy: "role" }, { tier: "standard" }, false],
])("knows whether work waits for another model: %s", (_, has, wish, isOther) => {
  const live = has ? [{ agentId: AGENT, ...has } as Run] : [];
  const room = { team, runs: { live } } as unknown as Pick<RoomView, "runs" | "team">;
  const task = { wish, said: null, agentId: null, role: roleName("builder") };
  expect(isOtherModel(room, task, AGENT)).toBe(isOther);
  expect(isOtherModel(room, { ...task, agentId: AGENT }, AGENT)).toBe(false);
});
