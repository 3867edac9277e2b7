import { expect, test } from "vitest";
import { createTally, evidenceOf } from "./turn-report.ts";

const NOW = 1_000_000;

test("a turn that failed at a limit is tried again when the provider says, else later each time", () => {
  const tally = createTally();
  const fail = (untilAt: number | null) => {
    tally.beginTurn();
    tally.hear({ kind: "limited", untilAt, text: "Too many requests." });
    return tally.retryAt(NOW);
  };
  expect(fail(NOW + 5)).toBe(NOW + 5);
  expect([fail(null), fail(NOW - 1), fail(null)]).toEqual([
    NOW + 60_000,
    NOW + 120_000,
    NOW + 240_000,
  ]);
  for (let n = 0; n < 20; n++) fail(null);
  expect(fail(null)).toBe(NOW + 600_000);
});

test("a limit that a turn got past is not why it failed", () => {
  const tally = createTally();
  tally.beginTurn();
  tally.hear({ kind: "limited", untilAt: NOW + 5, text: "Too many requests." });
  tally.hear({ kind: "text", text: "And on." } as never);
  expect(tally.retryAt(NOW)).toBeNull();
});

test("of a check's output the end is told: more of one that failed", () => {
  const tail = `${"x".repeat(5_000)}end`;
  const check = (passed: boolean) => ({
    ...{ name: "test", passed, run: "npm test", durationMs: 1.5, tail },
  });
  const found = { base: "a1", head: "b2", files: [], added: 0, removed: 0 };
  const { checks } = evidenceOf("DEV-001", null, {
    ...found,
    checks: [check(true), check(false)],
  } as never);
  expect(checks.map(({ output }) => [output.length, output.slice(-3)])).toEqual([
    [1_000, "end"],
    [4_000, "end"],
  ]);
});
