import type { Team, Variant } from "./team.ts";
import { fullVariant, resolveVariant } from "./variants.ts";

/** Variants for people to read: the written ones; of derived ones, everybody present, each role away, and all away. */
export function shownVariants(team: Team): readonly Variant[] {
  if (team.variants.length > 0) return team.variants;
  const others = team.roles.map(({ name }) => name).filter((name) => name !== team.entryPoint);
  const without = others.map((away) =>
    resolveVariant(team, [team.entryPoint, ...others.filter((name) => name !== away)]),
  );
  const all = [fullVariant(team), ...without, resolveVariant(team, [team.entryPoint])];
  return all.filter(({ name }, i) => all.findIndex((one) => one.name === name) === i);
}
