import type { RoleName } from "../../kernel/ids.ts";
import { findRole, type Team } from "../../team/team.ts";

/** A role of this name presents the steps of sessions; without one the entry point does. */
const BRAINSTORMER = "brainstormer";

/** Who presents a session's steps. */
export function presenterOf(team: Team): RoleName {
  return findRole(team, BRAINSTORMER)?.name ?? team.entryPoint;
}

/** Roles that do the work of a plan which names none, or one that the team has not. */
const WORKERS = ["builder", "executor", "developer"];
const REVIEWERS = ["reviewer", "tester", "qa"];
/** Who writes tests is an author too: it judges where a plan adds it, or where nobody else does. */
const JUDGES = ["reviewer", "security", "qa"];

export function workerOf(team: Team): RoleName {
  return firstOf(team, WORKERS) ?? team.entryPoint;
}

/** The role that a plan means; the worker's where the team has no such role. */
export function roleOf(team: Team, { role }: { role?: string | undefined }): RoleName {
  return findRole(team, role ?? "")?.name ?? workerOf(team);
}

/** Who judges the work of a plan; alone, the entry point does, and nobody else looks at it. */
export function reviewerOf(team: Team): RoleName {
  return firstOf(team, REVIEWERS) ?? team.entryPoint;
}

/** Every role that judges a task of a plan, in the team's order. */
export function reviewersOf(team: Team): RoleName[] {
  return team.roles.map(({ name }) => name).filter((name) => JUDGES.includes(name));
}

/** Roles of the team that a plan adds to those who judge a task anyway. */
export function addedReviewers(
  team: Team,
  { reviewers = [] }: { reviewers?: readonly string[] | undefined },
): RoleName[] {
  const anyway = reviewersOf(team);
  return team.roles
    .map(({ name }) => name)
    .filter((name) => reviewers.includes(name) && !anyway.includes(name));
}

function firstOf(team: Team, names: readonly string[]): RoleName | undefined {
  for (const name of names) {
    const role = findRole(team, name);
    if (role) return role.name;
  }
  return undefined;
}
