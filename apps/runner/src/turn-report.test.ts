import { expect, test } from "vitest";
import { evidenceOf } from "./turn-report.ts";

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
