import { expect, test } from "vitest";
import { waitingAdvice } from "./waiting-advice.ts";

const said = (harness: string | undefined, isHooked = false) => waitingAdvice(harness, isHooked);

test.each([
  ["claude", "in the background"],
  ["copilot", "end your turn"],
  ["codex", "300000 ms"],
  ["opencode", "600000 ms"],
])("tells %s how its shell waits best", (harness, words) => {
  expect(said(harness)).toContain(words);
  expect(said(harness)).toMatch(/`squadroom wait --timeout \d+`/);
});

test("whoever gets its tasks by hooks is told not to wait, and an unknown client nothing", () => {
  expect(said("claude", true)).toContain("End your turn");
  expect(said("claude", true)).not.toContain("squadroom wait");
  expect(said("script")).toBe("");
  expect(said(undefined)).toBe("");
});
