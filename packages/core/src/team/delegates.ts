import type { RoleName } from "../kernel/ids.ts";
import { specOf } from "./role-spec.ts";
import type { Pass, Role, Team, Variant } from "./team.ts";

/** Roles of the team among the names in a spec. */
function rolesAmong({ roles }: Pick<Team, "roles">, names: readonly string[]): RoleName[] {
  return roles.map(({ name }) => name).filter((name) => names.includes(name));
}

/** Whom a role's spec lets it hand work to; `null`: it names no role of the team, so only the team decides. */
export function delegatesOf(team: Pick<Team, "roles">, role: Role): RoleName[] | null {
  const named = rolesAmong(team, specOf(role).delegatesTo);
  return named.length === 0 ? null : named;
}

/** Roles that a role works with by its spec: if roles are kept apart, it may still write to them. */
export function membersOf(team: Pick<Team, "roles">, role: Role): RoleName[] {
  return rolesAmong(team, specOf(role).additionalMembers);
}

/**
 * A variant as narrowed by the specs: a role with `delegates_to` hands work only to those, back to whoever coordinates,
 * and to the user. If somebody's work could then never get back to the user, the team's own way holds.
 */
export function narrowed(team: Pick<Team, "roles" | "entryPoint">, variant: Variant): Variant {
  let { passes } = variant;
  for (const role of team.roles) {
    const allowed = delegatesOf(team, role);
    if (allowed === null) continue;
    const fewer = passes.flatMap((pass) => keptOf(pass, role.name, [...allowed, team.entryPoint]));
    if (leadingHome(fewer).size === leadingHome(passes).size) passes = fewer;
  }
  return passes === variant.passes ? variant : { ...variant, passes };
}

function keptOf(pass: Pass, from: RoleName, allowed: readonly RoleName[]): Pass[] {
  if (pass.from !== from || pass.to === "user" || allowed.includes(pass.to)) return [pass];
  const intents = pass.intents.filter((intent) => intent !== "work");
  return intents.length === 0 ? [] : [{ ...pass, intents }];
}

/** Roles whose finished work gets to the user. */
function leadingHome(passes: readonly Pass[]): Set<RoleName> {
  const found = new Set<RoleName>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { from, to, intents } of passes)
      if (to === "user" ? intents.includes("deliver") : intents.includes("work") && found.has(to)) found.add(from);
  }
  return found;
}
