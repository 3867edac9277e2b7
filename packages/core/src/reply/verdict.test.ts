import { describe, expect, it } from "vitest";
import { beginsFailed, verdictOf } from "./verdict.ts";

/** Reports that say that the work fails, each as somebody might write it. */
export const FAILURES = [
  "tests_failed: 2 defects",
  "tests_failed",
  "[tester] tests_failed: 2",
  " tests_failed\nThe list.",
  "**tests_failed**: 2 defects",
  "`tests_failed`: 2",
  "# tests_failed",
  "## tests_failed\n\n- refund.test.ts:12",
  "> tests_failed",
  "- tests_failed: 3",
  "1. tests_failed: 3",
  '"tests_failed": 3',
  "***tests_failed***",
  "```\ntests_failed\n```",
  "Type: tests_failed",
  "**Type:** `tests_failed`",
  "type = tests_failed",
  "TESTS_FAILED - 2",
  "Tests_Failed",
  "TestsFailed: 3",
  "tests-failed: 2",
  "tests failed: 2",
  "test_failed: 2",
  "test failed",
  "tests_fail: 3",
  "tests_faild: 3",
  "tests_failled",
  "Verdict: failed",
  "Verdict: fail",
  "Result: FAILED",
  "Status: failing",
  "FAIL",
  "FAILED (failures=3)",
  "3 tests fail, the build is broken",
  "3 tests are failing.",
  "The build is broken.",
  "The suite is red.",
  "It does not pass.",
  "It doesn't pass: three tests are red.",
  "The tests don’t pass.",
  "Not passed.",
  "Tests: not passed",
  "passed: false",
  '{"passed": false, "findings": 3}',
  "tests_passed: false",
  "Passed: no",
  "37 of 40 tests pass.",
  "37/40 passed",
  "Only 37 tests pass.",
  "Most tests pass.",
  "Not all tests pass.",
  "0 of 40 tests pass",
  "No tests pass.",
  "None of the tests pass.",
  "I ran the whole suite. 3 of 40 tests fail.",
  "Here is my report:\n\n**Result**: 2 tests failed",
  "Summary\n=======\ntests_failed",
  "I looked at everything, and sadly the tests failed.",
  "review_failed: src/refund.ts:3 pays twice.",
  "**review_failed**: critical: SQL injection in src/a.ts",
  "Review failed.",
  "REVIEW FAILED: pays twice",
  "review_faild",
  "The review does not pass: pays twice.",
  "Rejected: pays twice.",
  "Changes requested.",
  "Needs rework: pays twice",
  "Critical finding: SQL injection in src/a.ts",
  "Not approved.",
  "I can't approve this.",
  "It is not ready to plan from.",
  "Not ready.",
  "NO-GO",
  "qa_failed: the dialog overflows",
  "❌ 3 tests",
  "❌",
  "🔴 build",
  "👎",
  "It crashes at start.",
  "Does not compile, 14 errors.",
  "Die Tests schlagen fehl.",
  "Drei Tests sind fehlgeschlagen.",
  "Nicht bestanden.",
  "Durchgefallen: drei Fehler.",
  "Abgelehnt.",
  "Der Build ist kaputt.",
  "Les tests échouent.",
  "Trois tests ont échoué.",
  "Échec : trois tests.",
  "Les tests ne passent pas.",
  "Refusé.",
  "Tres pruebas fallan.",
  "Las pruebas fallaron.",
  "Rechazado.",
  "No aprobado.",
  "Três testes falharam.",
  "Reprovado.",
  "I test sono falliti.",
  "Rifiutato.",
  "De tests zijn mislukt.",
  "Afgekeurd.",
  "测试失败:3个",
  "未通过",
  "テストが失敗しました",
  "不合格",
  "테스트 실패",
  "Тесты провалены.",
  "Тесты не прошли.",
  "failed tests: 3",
  "3 failures",
  "40 tests, 3 failed, 37 passed",
];

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
