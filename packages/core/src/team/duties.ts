import { DUTIES, type Duty, type Role, type Team } from "./team.ts";

/**
 * Names whose roles have a duty unless they declare others, the first choice first. Whoever writes tests is an author
 * too: a tester judges if a plan adds it, or if nobody else does.
 */
const BY_NAME: Record<Duty, readonly string[]> = {
  present: ["brainstormer"],
  work: ["builder", "executor", "developer"],
  review: ["reviewer", "tester", "qa"],
  judge: ["reviewer", "security", "qa"],
};

/** What a role of this name does if it declares nothing. */
export function defaultDuties(name: string): Duty[] {
  return DUTIES.filter((duty) => BY_NAME[duty].includes(name));
}

/** Every role with this duty, in the team's order. */
export function rolesWith(team: Team, duty: Duty): Role[] {
  return team.roles.filter(({ name, duties }) => (duties ?? defaultDuties(name)).includes(duty));
}

/** The role with the duty: the first that declares it, otherwise the first choice by name. */
export function firstWith(team: Team, duty: Duty): Role | undefined {
  const rank = ({ name, duties }: Role) => (duties ? -1 : BY_NAME[duty].indexOf(name));
  return rolesWith(team, duty).sort((a, b) => rank(a) - rank(b))[0];
}
