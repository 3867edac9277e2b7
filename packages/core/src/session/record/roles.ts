import type { RoleName } from "../../kernel/ids.ts";
import { firstWith, rolesWith } from "../../team/duties.ts";
import { type Duty, findRole, type Team } from "../../team/team.ts";

/** Who has a duty that one role has at a time; if nobody has it, the entry point. */
export function dutyOf(team: Team, duty: Exclude<Duty, "judge">): RoleName {
  return firstWith(team, duty)?.name ?? team.entryPoint;
}

/** Who presents a session's steps. */
export const presenterOf = (team: Team): RoleName => dutyOf(team, "present");

/** Who does the work of a plan that names no role, or one that the team doesn't have. */
export const workerOf = (team: Team): RoleName => dutyOf(team, "work");

/** The role that a plan means; the worker's if the team has no such role. */
export function roleOf(team: Team, { role }: { role?: string | undefined }): RoleName {
  return findRole(team, role ?? "")?.name ?? workerOf(team);
}

/** Every role that judges a task of a plan, in the team's order. */
export function judgesOf(team: Team): RoleName[] {
  return rolesWith(team, "judge").map(({ name }) => name);
}

/** Roles of the team that a plan adds to those who judge a task anyway. */
export function addedReviewers(
  team: Team,
  { reviewers = [] }: { reviewers?: readonly string[] | undefined },
): RoleName[] {
  const anyway = judgesOf(team);
  return team.roles.map(({ name }) => name).filter((name) => reviewers.includes(name) && !anyway.includes(name));
}
