import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AgentId, roleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { RoomView } from "../kernel/view.ts";
import type { KnownModel } from "../run/known-models.ts";
import { NO_MODELS, type RoomModels, resolveModel } from "../run/model.ts";
import { saidHere } from "../run/model-words.ts";
import type { Offer, Run } from "../run/run.ts";
import { draftOf, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import { anId } from "../testing/builders.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import type { Task, Wish } from "./task.ts";
import { isOtherModel, isOutdated } from "./worker-model.ts";

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
  ["a tier's that the harness couldn't meet", { ...OF_TIER, model: null }, { tier: "standard" }, false],
  ["a role's, whatever the tier", { model: "small", modelBy: "role" }, { tier: "standard" }, false],
])("knows whether work waits for another model: %s", (_, has, wish, isOther) => {
  const live = has ? [{ agentId: AGENT, role: roleName("builder"), ...has } as Run] : [];
  const roles = has?.modelBy === "role" ? [{ role: roleName("builder"), model: "small" }] : [];
  const options = { models: { ...NO_MODELS, roles } };
  const room = { team, options, runs: { live } } as unknown as Pick<RoomView, "options" | "runs" | "team">;
  const task = { wish, said: null, agentId: null, role: roleName("builder") };
  expect(isOtherModel(room, task, AGENT)).toBe(isOther);
  expect(isOtherModel(room, { ...task, agentId: AGENT }, AGENT)).toBe(false);
});

describe("a run that is there while the room's models change", () => {
  const word = fc.constantFrom("small", "big", "fast", "standard", "premium");
  const maybe = fc.option(word);
  const role = roleName("builder");
  const models = fc.record({
    all: maybe,
    team: maybe,
    isEconomy: fc.boolean(),
    roles: fc.oneof(
      fc.constant([]),
      word.map((model) => [{ role, model }]),
      fc.tuple(word, word).map(([model, economy]) => [{ role, model, economy }]),
    ),
    keepClass: fc.constantFrom([], [role]),
  });
  const known: KnownModel[] = ["small", "big"].map((model, i) => ({
    model,
    provider: "Anthropic",
    class: i === 0 ? "fast" : "premium",
  })) as never;
  const offers = fc.constantFrom<Offer>(
    { role, harness: "claude" },
    { role, harness: "claude", model: "big" },
    { role, harness: "acp", models: ["small"] },
    { role, harness: "acp" },
  );
  const tier = fc.constantFrom("lightweight", "standard", undefined);
  const room = (said: RoomModels) => ({ team, options: { models: said } }) as unknown as Room;

  it("is used for what it would begin with now, however it came to its model", () => {
    fc.assert(
      fc.property(models, offers, tier, (said, offer, ofTier) => {
        const task = { wish: ofTier ? { tier: ofTier } : {}, said: null } as unknown as Task;
        const has = resolveModel(saidHere(room(said as never), { offer, task, known }));
        expect(isOutdated(room(said as never), { role, ...has } as Run)).toBe(false);
      }),
      { numRuns: shareOf(1_000) },
    );
  });

  it("takes nothing new with a model that the room took back", () => {
    fc.assert(
      fc.property(models, offers, (said, offer) => {
        const has = resolveModel(saidHere(room(said as never), { offer, task: undefined, known }));
        const now = room({ ...said, all: "another" } as never);
        expect(isOutdated(now, { role, ...has } as Run)).toBe(true);
        for (const modelBy of ["asked", "message", "resumed"] as const)
          expect(isOutdated(now, { role, model: "small", modelBy } as Run)).toBe(false);
      }),
      { numRuns: shareOf(300) },
    );
    const gone = { role, model: "small", modelBy: "room" } as Run;
    expect(isOutdated(room(NO_MODELS), gone)).toBe(true);
  });
});
