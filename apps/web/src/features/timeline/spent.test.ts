import type { Timeline } from "@squadroom/core/timeline/timeline";
import { expect, it } from "vitest";
import { spentUntil } from "./waits.tsx";

const SPENT = { work: 6, discussion: 1, person: 2, rest: 2 };
const timeline = (more: object) =>
  ({ spent: SPENT, rows: [], waits: [], to: null, now: 100, ...more }) as unknown as Timeline;
const bars = (...all: [kind: string, to: number | null][]) => [{ bars: all.map(([kind, to]) => ({ kind, to })) }];
const ASKED = [{ kind: "person", to: null }];

it("adds what passed since it was fetched to what went on then", () => {
  const working = bars(["discussion", null], ["work", null]);
  expect(spentUntil(timeline({ rows: working, waits: ASKED }), 150).work).toBe(56);
  const talking = bars(["discussion", null], ["work", 50]);
  expect(spentUntil(timeline({ rows: talking, waits: ASKED }), 150).discussion).toBe(51);
  expect(spentUntil(timeline({ rows: bars(["work", 50]), waits: ASKED }), 150).person).toBe(52);
  expect(spentUntil(timeline({ waits: [{ kind: "person", to: 90 }] }), 150).rest).toBe(52);
});

it("leaves a session that has ended, and one fetched a moment later, as it is", () => {
  expect(spentUntil(timeline({ to: 90 }), 150)).toEqual(SPENT);
  expect(spentUntil(timeline({}), 99)).toEqual(SPENT);
});
