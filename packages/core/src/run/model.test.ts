import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoleName } from "../kernel/ids.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { MODEL_LAYERS, type ModelLayer, NO_MODELS, resolveModel } from "./model.ts";

const role = "builder" as RoleName;

/** Each of these layers names a model that is called like it. */
function resolved(layers: readonly ModelLayer[], isEconomy = true) {
  const named = (layer: ModelLayer) => (layers.includes(layer) ? layer : null);
  const economy = named("economy");
  const own = { role, model: named("role") ?? "", ...(economy ? { economy } : {}) };
  return resolveModel({
    ...{ asked: named("asked"), resumed: named("resumed"), offered: named("runner"), role },
    models: { all: named("room"), roles: [own], team: named("team"), isEconomy },
  });
}

describe("the model of a run", () => {
  it.each([
    [["team"], "team"],
    [["runner", "team"], "runner"],
    [["role", "runner", "team"], "role"],
    [["economy", "role", "runner"], "economy"],
    [["room", "economy", "role", "runner", "team"], "room"],
    [["resumed", "room", "role"], "resumed"],
    [["asked", "resumed", "room", "role", "runner", "team"], "asked"],
  ] as const)("of %s is that of %s", (layers, by) => {
    expect(resolved(layers)).toEqual({ model: by, modelBy: by });
  });

  it("is the harness's own where nobody names one", () => {
    expect(resolved([])).toEqual({ model: null });
    expect(resolveModel({ models: undefined, role })).toEqual({ model: null });
  });

  it("is that of other roles never, and the cheaper one only while the room saves money", () => {
    const models = { ...NO_MODELS, roles: [{ role: "planner" as RoleName, model: "large" }] };
    expect(resolveModel({ models, role })).toEqual({ model: null });
    expect(resolved(["economy", "role"], false)).toEqual({ model: "role", modelBy: "role" });
  });

  it("is always that of the strongest layer that names one", () => {
    fc.assert(
      fc.property(fc.subarray([...MODEL_LAYERS]), (layers) => {
        const [first] = MODEL_LAYERS.filter((layer) => layers.includes(layer));
        expect(resolved(layers).modelBy).toBe(first);
      }),
      { numRuns: shareOf(150) },
    );
  });
});
