import { expect, it } from "vitest";
import { ballWords, modeWords } from "./words.ts";

it.each([
  ["normal", false, null],
  ["normal", true, null],
  ["backlog_clearing", false, "working through the backlog"],
  ["backlog_clearing", true, "working through the backlog, paused"],
] as const)("says of a room in mode %s, paused %s: %s", (workflowMode, isClearingPaused, said) => {
  expect(modeWords({ workflowMode, isClearingPaused })).toBe(said);
});

it("says that a decision waits beside the ball of somebody else", () => {
  const none = { agentId: null, role: null, name: null, next: null, sinceAt: null };
  const quiet = { ...none, alsoWorking: 0, why: { kind: "quiet" } } as const;
  expect(ballWords({ ...quiet, holder: "nobody" }, 0, 1)).toMatch(/; a decision waits for a person$/);
  expect(ballWords({ ...quiet, holder: "nobody" }, 0, 0)).not.toContain("decision");
  expect(ballWords({ ...quiet, holder: "you" }, 0, 1)).not.toContain("decision");
});
