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

/** Passes that limit themselves: a part is left out, open, or was not tried. */
const RESERVATIONS = [
  "All tests pass but coverage is 40 %.",
  "Everything works, apart from the login page, which returns 500.",
  "LGTM, except that it drops the table on start.",
  "tests_passed: 38 of 40, 2 flaky",
  "tests_passed, but I had to skip 12 tests",
  "tests_passed: unit only; integration tests could not run",
  "tests_passed: the suite hangs after 10 minutes",
  "tests_fixed: 3 of 5 defects; two remain",
  "Unit tests pass, the end-to-end tests time out.",
  "38 passed, 2 errored",
  "Requirement 3 isn't met. The rest passes.",
  "The build doesn't start, tests_passed",
  "This is far from passing.",
  "Hardly any test passes.",
  "It passes none of the criteria.",
  "Approved, provided that the injection is mended first.",
  "Passes review; however the migration deletes data.",
  "Green, minus two reds.",
  "- [ ] passes",
  "passed: nope",
  "Alle Tests bestanden bis auf zwei.",
  "Tests teilweise bestanden.",
  "Tous les tests passent sauf deux.",
  "Tutti i test superati tranne due.",
  "Тесты прошли, кроме двух.",
  "部分测试通过",
  "검사 통과하지 못함",
];

describe("a report's verdict", () => {
  it.each(RESERVATIONS)("is no pass by its words where these limit it: %j", (text) => {
    expect(verdictOf(undefined, text)).not.toBe("passed");
  });
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
  it.each(["impl_ready: retries what failed", "as asked", "Handled what failed before."])("doesn't: %j", (text) => {
    expect(beginsFailed(text, ["impl_failed"])).toBe(false);
  });
});
