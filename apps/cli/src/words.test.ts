import { expect, it } from "vitest";
import { modeWords } from "./words.ts";

it.each([
  ["normal", false, null],
  ["normal", true, null],
  ["backlog_clearing", false, "clearing the backlog"],
  ["backlog_clearing", true, "clearing paused"],
] as const)("says of a room in mode %s, paused %s: %s", (workflowMode, isClearingPaused, said) => {
  expect(modeWords({ workflowMode, isClearingPaused })).toBe(said);
});
