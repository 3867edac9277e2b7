import { expect, test } from "vitest";
import { nearestName } from "./nearest.ts";

const NAMES = ["ref", "role", "requires", "blocks", "timeoutS", "successCriteria", "title"];

test.each([
  ["require", "requires"],
  ["success_criteria", "successCriteria"],
  ["timeout", "timeoutS"],
  ["Blocks", "blocks"],
  ["titel", "title"],
  ["roles", "role"],
])("%s was meant to be %s", (given, meant) => {
  expect(nearestName(NAMES, given)).toBe(meant);
});

test.each(["dependsOn", "x", ""])("for %s there is no name like it", (given) => {
  expect(nearestName(NAMES, given)).toBeNull();
});
