import { REWORK_PREFIX } from "./rework.ts";
import { type Specified, specOf } from "./role-spec.ts";
import type { Role, Team } from "./team.ts";

/** What the ids of a role's tasks may begin with, its own first. */
export function prefixesOf(role: Specified): readonly string[] {
  const more = specOf(role).additionalPrefixes.filter((prefix) => prefix !== REWORK_PREFIX);
  const own = role.prefix === undefined ? [] : [role.prefix];
  return [...own, ...more.filter((prefix) => prefix !== role.prefix)];
}

/**
 * Who owns the tasks of a prefix: the longest prefix wins over all roles, so `DEV-FE` is not `DEV`'s; if two roles have
 * the same one, a role's own wins, then the team's order.
 *
 * @source domain.md § 5
 */
export function ownerOf({ roles }: Pick<Team, "roles">, prefix: string): Role | undefined {
  let best: { role: Role; length: number; isOwn: boolean } | undefined;
  for (const role of roles)
    for (const [i, owned] of prefixesOf(role).entries()) {
      if (prefix !== owned && !prefix.startsWith(`${owned}-`)) continue;
      const { length } = owned;
      const isOwn = i === 0;
      const isBetter = !best || length > best.length || (length === best.length && isOwn && !best.isOwn);
      if (isBetter) best = { role, length, isOwn };
    }
  return best?.role;
}
