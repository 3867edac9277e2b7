import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chainText, legsOf } from "./legs.ts";
import { presetTeam } from "./presets.ts";
import type { TeamPreset } from "./team.ts";
import { fullVariant } from "./variants.ts";

describe("the legs of a chain", () => {
  it("name each role of a team around a coordinator once", () => {
    const textOf = (preset: TeamPreset) => chainText(fullVariant(presetTeam(preset)).chain);
    expect(textOf("squad")).toBe("user → planner → builder → reviewer → planner → user");
    expect(textOf("lifecycle")).toBe(
      "user → coordinator → analyst, writer, planner, architect, executor, fe-developer, tester, fe-qa, reviewer → coordinator → user",
    );
  });

  it("lose no stop and keep their order", () => {
    const chains = fc.array(fc.constantFrom("user", "a", "b", "c", "d"), { maxLength: 14 });
    fc.assert(
      fc.property(chains, (chain) => {
        const again = legsOf(chain).flatMap(({ stops, at }, i, legs) => {
          const hub = legs[i - 1]?.stops[0];
          expect(chain[at]).toBe(stops[0]);
          return stops.flatMap((stop, j) => (j === 0 ? [stop] : [hub, stop]));
        });
        expect(again).toEqual(chain);
      }),
    );
  });
});
