import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { taskId } from "../kernel/ids.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { type MergeCandidate, mergeOrder } from "./merge-order.ts";

const candidate = (id: string, more: { requires?: string[]; files?: string[]; at?: number } = {}): MergeCandidate => ({
  taskId: taskId(id),
  requires: (more.requires ?? []).map(taskId),
  files: (more.files ?? []).map((path) => ({ path, ranges: [] })),
  completedAt: more.at ?? 0,
});

const said = (...all: MergeCandidate[]) => mergeOrder(all).map(({ taskId, why }) => `${taskId}: ${why}`);

describe("the order of merges", () => {
  it("is by what is required, then by files shared, then by age, and says so", () => {
    expect(
      said(
        candidate("A-001", { requires: ["D-001"], files: ["x"] }),
        candidate("B-001", { files: ["x", "y"], at: 1 }),
        candidate("C-001", { files: ["y"], at: 9 }),
        candidate("D-001", { files: ["z"], at: 5 }),
        candidate("E-001", { files: ["y"], at: 8, requires: ["GONE-001", "E-001"] }),
      ),
    ).toEqual([
      "D-001: It requires none of the others; no other branch changes its files.",
      "A-001: It requires D-001, merged before it; it shares 1 file with others, as with E-001, and it was done first.",
      "E-001: It requires none of the others; it shares 1 file with others, as with C-001, and it was done first.",
      "C-001: It requires none of the others; it shares 1 file with others, the fewest of what could be next.",
      "B-001: It requires none of the others; it shares 2 files with others.",
    ]);
    expect(mergeOrder([])).toEqual([]);
  });

  it("breaks a circle, and says that it did", () => {
    expect(
      said(candidate("A-001", { requires: ["B-001"], at: 2 }), candidate("B-001", { requires: ["A-001"], at: 1 })),
    ).toEqual([
      "B-001: It and A-001 wait for each other, so one of them goes first; no other branch changes its files.",
      "A-001: It requires B-001, merged before it; no other branch changes its files.",
    ]);
  });

  it("has each once, the same from any list, and after what it requires wherever that can be", () => {
    const one = fc.record({
      requires: fc.array(fc.nat(11), { maxLength: 3 }),
      files: fc.array(fc.constantFrom("a", "b", "c", "d", "e")),
      at: fc.nat(3),
    });
    const plans = fc.array(one, { maxLength: 12 }).chain((rows) => {
      const all = rows.map(({ requires, ...more }, at) =>
        candidate(`T-${at}`, { ...more, requires: requires.map((n) => `T-${n}`) }),
      );
      return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }));
    });
    fc.assert(
      fc.property(plans, ([all, shuffled]) => {
        const order = mergeOrder(all).map((step) => step.taskId);
        expect([...order].sort()).toEqual(all.map((one) => one.taskId).sort());
        expect(mergeOrder(shuffled)).toEqual(mergeOrder(all));
        const byId = new Map(all.map((one) => [one.taskId as string, one]));
        const isBehind = (id: string, other: string, seen = new Set<string>()): boolean =>
          (byId.get(id)?.requires ?? []).some(
            (next) => next === other || (!seen.has(next) && isBehind(next, other, seen.add(next))),
          );
        for (const { taskId, requires } of all)
          for (const before of requires)
            if (byId.has(before) && !isBehind(before, taskId))
              expect(order.indexOf(before)).toBeLessThan(order.indexOf(taskId));
      }),
      { numRuns: shareOf(300) },
    );
  });
});
