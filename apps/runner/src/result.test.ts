import { expect, test } from "vitest";
import { withFound } from "./result.ts";

const PROJECT = { checkNames: ["tests"] };
const RAN = { checks: [{ name: "tests", passed: true }] };

test("of checks that the runner runs, only what it saw counts; others are the agent's to report", () => {
  const coverage = { name: "coverage", passed: true, value: 82 };
  const given = { summary: "Done.", checks: [{ name: "tests", passed: false }, coverage] };
  expect(withFound(given, RAN, PROJECT)).toEqual({
    summary: "Done.",
    checks: [{ name: "tests", passed: true }, coverage],
  });
  // It changed nothing, and nothing was run.
  expect(withFound({ checks: [{ name: "tests", passed: true }] }, {}, PROJECT)).toEqual({});
  expect(withFound(undefined, {}, PROJECT)).toEqual({});
});

test("checks that are no list stay, to be refused with what they should be", () => {
  expect(withFound({ checks: "all green" }, RAN, { checkNames: [] })).toMatchObject(RAN);
  expect(withFound({ checks: "all green" }, {}, PROJECT)).toEqual({ checks: "all green" });
});
