import type { RoleName } from "../kernel/ids.ts";
import type { TeamProblem } from "./problem.ts";
import { handoffTargets } from "./targets.ts";
import type { Team } from "./team.ts";

/**
 * Roles that cannot bring a result to the user while some others are away, in variants that a person wrote. Checked for
 * every choice of available roles that includes the entry point: without it a team pauses and a person is asked, unless
 * another role acts as it.
 */
export function wayBackProblems(team: Team): TeamProblem[] {
  const problems: TeamProblem[] = [];
  for (const role of team.roles) {
    const stuck = availabilities(team).find(
      (available) => available.includes(role.name) && !canBringBack(team, role.name, available),
    );
    if (!stuck) continue;
    const away = team.roles.map((other) => other.name).filter((name) => !stuck.includes(name));
    const when = away.length === 0 ? "with everyone there" : `without ${away.join(" and ")}`;
    problems.push({
      level: "error",
      path: "variants",
      message: `${role.name} cannot bring a result back to the user ${when}.`,
    });
  }
  return problems;
}

/** Whether finished work of this role reaches the user, through whichever roles are present. */
export function canBringBack(team: Team, from: RoleName, available: readonly RoleName[]): boolean {
  const seen = new Set<RoleName>([from]);
  for (const at of seen) {
    for (const { to, intents } of handoffTargets(team, at, null, available).targets) {
      if (to === "user" && intents.includes("deliver")) return true;
      if (to !== "user" && intents.includes("work")) seen.add(to);
    }
  }
  return false;
}

/** Every choice of roles with an entry point, or with one that acts as it; the fullest first. */
export function availabilities(team: Team): RoleName[][] {
  const fixed = team.entryFallback ? null : team.entryPoint;
  const others = team.roles.map((role) => role.name).filter((name) => name !== fixed);
  return Array.from({ length: 2 ** others.length }, (_, bits) =>
    team.roles.map((role) => role.name).filter((name) => name === fixed || (bits & (1 << others.indexOf(name))) === 0),
  )
    .filter((available) => available.length > 0)
    .sort((a, b) => b.length - a.length);
}
