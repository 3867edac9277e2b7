import { expect, it } from "vitest";
import { checkedIn } from "./result.ts";

it("says passed only where a check or a verdict says so", () => {
  const tests = { name: "tests", passed: true };
  expect(checkedIn({})).toBeNull();
  expect(checkedIn({ checks: [] })).toBeNull();
  expect(checkedIn({ checks: [tests] })).toBe("passed");
  expect(checkedIn({ verdict: "passed" })).toBe("passed");
  expect(checkedIn({ verdict: "unclear", checks: [tests] })).toBe("unclear");
  expect(checkedIn({ verdict: "passed", checks: [tests, { ...tests, passed: false }] })).toBe("failed");
});
