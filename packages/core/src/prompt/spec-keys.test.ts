import { expect, it } from "vitest";
import { presetTeam } from "../team/presets.ts";
import { findRole } from "../team/team.ts";
import { specKeyLines } from "./spec-keys.ts";

it("a worker reads which tasks are its own, that it keeps them, and what judges them", () => {
  const team = presetTeam("lifecycle");
  const lines = (name: string) => {
    const role = findRole(team, name);
    return role ? specKeyLines(team, role).slice(0, 2) : [];
  };
  expect(lines("writer")).toEqual([
    "Your tasks in a pipeline: DRAFT. Whoever does one goes on with the next.",
    "Rounds that judge your work: DISCUSS-002, DISCUSS-003, DISCUSS-004 and DISCUSS-005.",
  ]);
  expect(lines("tester")[0]).toBe("Your tasks in a pipeline: TEST.");
  expect(lines("coordinator").join()).not.toContain("Your tasks");
  // Nobody makes the plan that the others would need.
  const roles = team.roles.filter(({ name }) => !["analyst", "planner"].includes(name));
  const tester = findRole(team, "tester");
  expect(tester && specKeyLines({ ...team, roles }, tester).join()).not.toContain("Your tasks");
});
