import { describe, expect, it } from "vitest";
import { ACTS } from "./hostile.ts";
import { hostileOnly, PLANTED_IN_RUNNERS, runPlantedInRunner } from "./plant-runs.ts";
import { RUNNER_PLANTS } from "./planted-runners.ts";
import { runFaults } from "./run.ts";

describe("a runner whose agents do harm", () => {
  it("stays, keeps rooms apart and all work, and says why each run ended", async () => {
    const [red, blue] = [0, 1].map((nth) => ACTS.filter((_, at) => at % 2 === nth)) as [string[], string[]];
    const { counts, violations } = await runFaults(hostileOnly({ acts: { red, blue } }));
    const found = violations.map(({ invariant, what }) => `${invariant}: ${what}`);
    expect(found, found.slice(0, 20).join("\n")).toEqual([]);
    for (const act of ACTS) expect(counts[`hostile: ${act}`], act).toBe(1);
    expect(counts["hostile: submodule commit"]).toBeGreaterThan(0);
    expect(counts["hostile: failures with a cause"]).toBeGreaterThan(0);
  });
});

describe("the checker of runners", () => {
  it("is shown each planted bug", () => {
    expect(PLANTED_IN_RUNNERS.flat().toSorted()).toEqual(Object.keys(RUNNER_PLANTS).toSorted());
  });

  it.concurrent.each(PLANTED_IN_RUNNERS.map((names) => ({ names })))(
    "finds what is planted: $names",
    async ({ names }) => {
      const { missing, found } = await runPlantedInRunner(names);
      expect(missing, `${missing.join(", ")} is not among\n${found.join("\n")}`).toEqual([]);
    },
  );
});
