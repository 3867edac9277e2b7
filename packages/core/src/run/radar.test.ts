import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { overlaps } from "./radar.ts";

const file = (path: string, ...ranges: [number, number][]) => ({
  path,
  ranges: ranges.map(([from, to]) => ({ from, to })),
});

describe("the radar", () => {
  it("shows files that two touch, with the lines where they meet", () => {
    expect(
      overlaps([
        {
          run: "one",
          files: [file("b.ts", [1, 5], [20, 20]), file("a.ts", [1, 1]), file("own.ts", [1, 9])],
        },
        { run: "two", files: [file("b.ts", [4, 8]), file("a.ts", [2, 3])] },
        { run: "three", files: [file("b.ts", [5, 20])] },
      ]),
    ).toEqual([
      { path: "a.ts", runs: ["one", "two"], lines: [] },
      {
        path: "b.ts",
        runs: ["one", "two", "three"],
        lines: [
          { from: 4, to: 4, runs: ["one", "two"] },
          { from: 5, to: 5, runs: ["one", "two", "three"] },
          { from: 6, to: 8, runs: ["two", "three"] },
          { from: 20, to: 20, runs: ["one", "three"] },
        ],
      },
    ]);
  });

  it("names each line with all that touch it, and no other", () => {
    const range = fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.nat(5))
      .map(([from, more]) => [from, from + more] as [number, number]);
    const touches = fc.array(fc.array(range, { maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(touches, (all) => {
        const found = overlaps(all.map((ranges, run) => ({ run, files: [file("f", ...ranges)] })));
        const lines = found[0]?.lines ?? [];
        for (let n = 1; n <= 18; n++) {
          const runs = all.flatMap((ranges, run) =>
            ranges.some(([from, to]) => from <= n && n <= to) ? [run] : [],
          );
          const shown = lines.filter(({ from, to }) => from <= n && n <= to).map((one) => one.runs);
          expect(shown).toEqual(runs.length > 1 ? [runs] : []);
        }
        // Neighbours say different things, or they would be one.
        for (const [at, line] of lines.entries()) {
          const before = lines[at - 1];
          if (before && before.to === line.from - 1) expect(before.runs).not.toEqual(line.runs);
        }
      }),
      { numRuns: shareOf(300) },
    );
  });
});
