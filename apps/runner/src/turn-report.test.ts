import { UsageBody } from "@squadroom/core/usage/contract";
import { expect, test } from "vitest";
import { createTally, evidenceOf } from "./turn-report.ts";

const NOW = 1_000_000;

test("a turn that failed at a limit is tried again when the provider says, else later each time", () => {
  const tally = createTally();
  const fail = (untilAt: number | null) => {
    tally.beginTurn();
    tally.hear({ kind: "limited", untilAt, text: "Too many requests." });
    return tally.retryAt("failed", NOW);
  };
  expect(fail(NOW + 5)).toBe(NOW + 5);
  expect([fail(null), fail(NOW - 1), fail(null)]).toEqual([NOW + 60_000, NOW + 120_000, NOW + 240_000]);
  for (let n = 0; n < 10; n++) fail(null);
  expect(fail(null)).toBe(NOW + 600_000);
  tally.retryAt("done", NOW);
  expect(fail(null)).toBe(NOW + 30_000);
  // What isn't over after all that is no limit of time: the turn failed.
  for (let n = 0; n < 16; n++) fail(null);
  expect(fail(null)).toBeNull();
  expect(fail(NOW + 5)).toBe(NOW + 5);
});

test("a time that a provider said stands when it only says again that there is a limit, unless it is years away", () => {
  const tally = createTally();
  const now = Date.now();
  const hear = (untilAt: number | null) =>
    tally.hear({ kind: "limited", untilAt, text: "Your session limit is reached." });
  tally.beginTurn();
  hear(now + 3_600_000);
  expect(hear(null)).toMatchObject({ limitedUntil: now + 3_600_000 });
  expect(tally.retryAt("failed", now)).toBe(now + 3_600_000);
  tally.beginTurn();
  expect(hear(now + 30 * 86_400_000)).toMatchObject({ limitedUntil: null });
});

test("a limit that a turn got past is not why it failed", () => {
  const tally = createTally();
  tally.beginTurn();
  tally.hear({ kind: "limited", untilAt: NOW + 5, text: "Too many requests." });
  tally.hear({ kind: "text", text: "And on." } as never);
  expect(tally.retryAt("failed", NOW)).toBeNull();
});

test("a tool that was started is something that was done, though it isn't over", () => {
  const tally = createTally();
  tally.beginTurn();
  expect(tally.hasActed()).toBe(false);
  tally.hear({ kind: "tool", state: "start" } as never);
  expect([tally.hasActed(), tally.turn().tools]).toEqual([true, 0]);
  tally.beginTurn();
  expect(tally.hasActed()).toBe(false);
});

test("what a refused attempt used is part of the turn, its limit isn't", () => {
  const tally = createTally();
  tally.beginTurn();
  const used = { input: 5, output: 1, cacheRead: 0, cacheWrite: 0, costUsd: null, model: "a" };
  tally.hear({ kind: "usage", ...used } as never);
  tally.hear({ kind: "limited", untilAt: NOW + 5, text: "Overloaded." });
  tally.again();
  expect(tally.turn().usage).toMatchObject({ inputTokens: 5 });
  expect(tally.retryAt("failed", NOW)).toBeNull();
});

test("a turn says what it used model by model, and keeps what has no price apart from what has", () => {
  const tally = createTally();
  tally.beginTurn();
  const use = (model: string | null, input: number, costUsd: number | null, more = {}) =>
    tally.hear({
      kind: "usage",
      model,
      input,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      costUsd,
      basis: costUsd === null ? "unknown" : "estimated",
      ...more,
    });
  use("large", 100, 0.5);
  use("small", 7, null, { cacheWrite: 60, cacheWrite1h: 50 });
  use("large", 10, 0.25);
  use("large", 1, null);
  expect(tally.turn().usage).toMatchObject({
    model: "large",
    inputTokens: 110,
    costUsd: 0.75,
    basis: "estimated",
    others: [
      { model: "small", inputTokens: 7, cacheWriteTokens: 60, cacheWrite1hTokens: 50 },
      { model: "large", inputTokens: 1 },
    ],
  });
  expect(tally.turn().usage?.others?.map((one) => "costUsd" in one)).toEqual([false, false]);
});

test("figures that are none don't cost a turn its report", () => {
  const tally = createTally();
  tally.beginTurn();
  const odd = { input: -5, output: 1.4, cacheRead: Number.NaN, cacheWrite: 1e15, costUsd: -1 };
  tally.hear({ kind: "usage", model: "m".repeat(200), basis: "billed", ...odd });
  expect(UsageBody.safeParse(tally.turn().usage).error).toBeUndefined();
});

test("of a check's output the end is told: more of one that failed", () => {
  const tail = `${"x".repeat(5_000)}end`;
  const check = (passed: boolean) => ({
    name: "test",
    passed,
    run: "npm test",
    durationMs: 1.5,
    tail,
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
