import { describe, expect, it } from "vitest";
import { FAILURES } from "../testing/failures.fixture.ts";
import { beginsFailed, verdictOf } from "./verdict.ts";

const SUCCESSES = [
  "tests_passed: 40.",
  "**tests_passed**: 40 of 40",
  "TESTS_PASSED",
  "tests_failed_before are green",
  "No tests_failed.",
  "All 40 tests pass.",
  "40 passed, 0 failed",
  "Tests pass, no failures.",
  "40 of 40 tests pass",
  "tests_fixed: 2 defects, each with its test.",
  "review_passed: it pays once.",
  "review_passed: no critical findings",
  "review_passed: I tried what happens when the upload fails",
  "improved: all three findings.",
  "Approved.",
  "LGTM",
  "✅ all of it",
  "The specification is ready to plan from.",
  "Alle Tests bestanden.",
  "Keine Fehler.",
  "Tous les tests passent.",
  "Todas las pruebas pasan.",
  "测试通过",
  "Тесты прошли успешно.",
  "failures: 0",
  "No findings, all tests pass.",
];

const UNCLEAR = [
  "did",
  "as asked",
  "Done.",
  "I looked at it.",
  "It would pass if the server ran.",
  "It should pass.",
  "tests_passed: 37, and 3 tests fail",
  "src/refund.ts:3 pays twice.",
  "I could not run the tests.",
  "",
];

describe("a report's verdict", () => {
  it.each(FAILURES)("fails: %j", (text) => {
    expect(verdictOf(undefined, text)).not.toBe("passed");
    expect(verdictOf("passed", text)).toBe("unclear");
  });
  it("is told of nearly all that fail, without asking", () => {
    const asked = FAILURES.filter((text) => verdictOf(undefined, text) !== "failed");
    expect(asked).toEqual(["40 tests, 3 failed, 37 passed"]);
  });
  it.each(SUCCESSES)("passes: %j", (text) => {
    expect(verdictOf(undefined, text)).toBe("passed");
    expect(verdictOf("passed", text)).toBe("passed");
    expect(verdictOf("failed", text)).toBe("failed");
  });
  it.each(UNCLEAR)("can't be told: %j", (text) => {
    expect(verdictOf(undefined, text)).toBe("unclear");
  });
});

describe("a report on one's own work", () => {
  it.each([
    "impl_failed: does not compile, 14 errors",
    "**impl_failed**: no",
    "# impl_failed",
    "Type: impl_failed",
    "IMPL_FAILED - 2",
    "implementation failed: no",
    "[executor] impl_failed",
    "Failed.",
  ])("says that it failed: %j", (text) => {
    expect(beginsFailed(text, ["impl_failed"])).toBe(true);
  });
  it.each(["impl_ready: retries what failed", "as asked", "Handled what failed before."])(
    "doesn't: %j",
    (text) => {
      expect(beginsFailed(text, ["impl_failed"])).toBe(false);
    },
  );
});
