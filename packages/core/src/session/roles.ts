import type { RoleName } from "../kernel/ids.ts";
import { findRole, type Team } from "../team/team.ts";

/** A role of this name presents the steps of sessions; without one the entry point does. */
const BRAINSTORMER = "brainstormer";

/** Who presents a session's steps. */
export function presenterOf(team: Team): RoleName {
  return findRole(team, BRAINSTORMER)?.name ?? team.entryPoint;
}

/** Roles that do the work of a plan which names none, or one that the team has not. */
const WORKERS = ["builder", "executor", "developer"];
const REVIEWERS = ["reviewer", "tester", "qa"];

export function workerOf(team: Team): RoleName {
  return firstOf(team, WORKERS) ?? team.entryPoint;
}

/** Who judges the work of a plan; alone, the entry point does, and nobody else looks at it. */
export function reviewerOf(team: Team): RoleName {
  return firstOf(team, REVIEWERS) ?? team.entryPoint;
}

function firstOf(team: Team, names: readonly string[]): RoleName | undefined {
  for (const name of names) {
    const role = findRole(team, name);
    if (role) return role.name;
  }
  return undefined;
}
