import { expect, test } from "vitest";
import { committedTwice } from "./runners.ts";

const commit = (subject: string, ...files: string[]) => ({ subject, files });
const line = commit("Bring in squadroom/plan-001");
const half = commit("DEV-001: Half", "shared.txt", "made/DEV-001.txt");
const fit = commit("FIX-002: Fit", "shared.txt", "made/FIX-002.txt");

test("work has one commit, and one more only where its line moved before it was done", () => {
  expect(committedTwice([fit, line, half])).toBe(undefined);
  expect(committedTwice([fit, line, fit, line, half])).toBe(undefined);
  expect(committedTwice([fit, fit, line, half])).toBe("FIX-002: Fit");
  const merge = commit("Merge FIX-002: Half");
  expect(committedTwice([merge, merge, half])).toBe(undefined);
});

test("an attempt that is cut leaves a commit, and the next one has the rest", () => {
  const begun = commit("DEV-001: Half", "shared.txt");
  const rest = commit("DEV-001: Half", "made/DEV-001.txt");
  expect(committedTwice([rest, begun])).toBe(undefined);
  expect(committedTwice([rest, half])).toBe("DEV-001: Half");
});
