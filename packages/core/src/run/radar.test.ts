import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoomView } from "../kernel/view.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { overlaps, overlapsIn, type RunTouches } from "./radar.ts";
import type { RunState } from "./run.ts";

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
          const runs = all.flatMap((ranges, run) => (ranges.some(([from, to]) => from <= n && n <= to) ? [run] : []));
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

describe("the radar of a room", () => {
  type Seen = { tree: string | null; runner?: string; state?: RunState; told?: string };

  /** Runs 1, 2 … of agents that hold nothing, each of which told that its tree changes `a.ts`. */
  function seen(...runs: Seen[]) {
    const runners = { here: "checkout", there: "checkout", else: "billing" };
    const view = {
      tasks: [],
      runs: {
        runners: Object.fromEntries(Object.entries(runners).map(([id, name]) => [id, { id, project: { name } }])),
        live: runs.map(({ tree, runner = "here", state = "active" }, at) => ({
          id: at + 1,
          tree,
          state,
          runnerId: runner,
          agentId: `agent-${at + 1}`,
        })),
      },
    } as unknown as RoomView;
    const touches = runs.map(
      ({ tree, told = tree }): RunTouches => ({ tree: told ?? "", files: [file("a.ts", [1, 2])] }),
    );
    return overlapsIn(view, (id) => touches[id - 1]).map(({ path, runs }) => [path, ...runs]);
  }

  it("names those at work in trees of their own, on whatever machine", () => {
    expect(seen({ tree: "DEV-001" }, { tree: "DEV-002", runner: "there" })).toEqual([["a.ts", 1, 2]]);
  });

  it.each<[string, Seen]>([
    ["waits for a task", { tree: "DEV-002", state: "idle" }],
    ["works in the same tree", { tree: "DEV-001" }],
    ["told of the tree that it left", { tree: "DEV-002", told: "DEV-003" }],
    ["has no tree", { tree: null }],
    ["works on another project", { tree: "DEV-002", runner: "else" }],
  ])("leaves out who %s", (_, other) => {
    expect(seen({ tree: "DEV-001" }, other)).toEqual([]);
  });
});
