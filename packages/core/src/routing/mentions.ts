import type { RoleName } from "../kernel/ids.ts";
import type { Team } from "../team/team.ts";
import { bareOf } from "./words.ts";

/**
 * Roles named with `@`, whole words in any script. An e-mail address, a package such as `@builder/x`, code and quotes
 * name nobody.
 */
export function mentionsIn(team: Team, body: string): RoleName[] {
  if (!body.includes("@")) return [];
  const names = bareOf(body).matchAll(
    /(?<![\p{L}\p{M}\p{N}_@./+-])@([a-z][a-z0-9-]*)(?![\p{L}\p{M}\p{N}_@/-])/giu,
  );
  const found = [...names].map((match) => (match[1] ?? "").toLowerCase());
  return team.roles.map((role) => role.name).filter((name) => found.includes(name));
}
