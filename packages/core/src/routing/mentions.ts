import type { RoleName } from "../kernel/ids.ts";
import type { Team } from "../team/team.ts";

/** Roles named with `@`, whole words in any script; an e-mail address names nobody. */
export function mentionsIn(team: Team, body: string): RoleName[] {
  if (!body.includes("@")) return [];
  const names = body.matchAll(
    /(?<![\p{L}\p{M}\p{N}_@./+-])@([a-z][a-z0-9-]*)(?![\p{L}\p{M}\p{N}_@-])/giu,
  );
  const found = [...names].map((match) => (match[1] ?? "").toLowerCase());
  return team.roles.map((role) => role.name).filter((name) => found.includes(name));
}
