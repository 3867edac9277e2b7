import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextSlots, type Slot } from "./feed-view.tsx";

const keysFrom = (first: number, length: number): string[] => Array.from({ length }, (_, n) => `e${first + n}`);
const slotsOf = (slots: readonly Slot[]): number[] => slots.map(({ slot }) => slot);

describe("elements of the list", () => {
  it("show each row once, and the held one never another", () => {
    const windows = fc.array(
      fc.record({
        first: fc.integer({ min: 0, max: 60 }),
        length: fc.integer({ min: 0, max: 30 }),
        holds: fc.option(fc.integer({ min: 0, max: 29 })),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(windows, (all) => {
        let before: Slot[] = [];
        for (const { first, length, holds } of all) {
          const keys = keysFrom(first, length);
          const held = holds === null ? undefined : before[holds];
          const next = nextSlots(before, keys, held?.slot ?? null);
          expect(next.map(({ key }) => key)).toEqual(keys);
          expect(new Set(slotsOf(next)).size).toBe(keys.length);
          // Asked again, it answers the same: a drawing may be done twice.
          expect(nextSlots(next, keys, held?.slot ?? null)).toEqual(next);
          const holder = next.find(({ slot }) => slot === held?.slot);
          if (holder) expect(holder.key).toBe(held?.key);
          if (held && keys.includes(held.key)) expect(holder).toBeDefined();
          before = next;
        }
      }),
    );
  });

  it("go on with other rows where most are new, each at its place", () => {
    const before = nextSlots([], keysFrom(0, 30), null);
    const next = nextSlots(before, keysFrom(28, 30), null);
    expect(slotsOf(next)).toEqual(slotsOf(before));
  });

  it("stay with their rows where most stay, and those of the gone ones take the new", () => {
    const before = nextSlots([], keysFrom(0, 10), null);
    const next = nextSlots(before, keysFrom(2, 10), null);
    expect(slotsOf(next)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 0, 1]);
  });
});
