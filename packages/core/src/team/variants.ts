import type { RoleName } from "../kernel/ids.ts";
import { oncePer, oncePerBoth } from "../kernel/once-per.ts";
import { narrowed } from "./delegates.ts";
import { deriveVariant, rolesNamedBy } from "./derive.ts";
import { PASS_INTENTS, type Pass, type Target, type Team, type Variant } from "./team.ts";

/** The variant in force for these available roles, also while another role acts as the entry point. */
export function resolveVariant(team: Team, available: readonly RoleName[]): Variant {
  return variantFor(available, team);
}

const variantFor = oncePerBoth((available: readonly RoleName[], team: Team): Variant => {
  const variant = team.variants.length > 0 ? written(team, available) : derived(team, available);
  const acting = actingEntryPoint(team, available);
  return acting === team.entryPoint ? variant : actedBy(variant, team.entryPoint, acting);
});

/** The variant with everybody present. */
export function fullVariant(team: Team): Variant {
  const names = team.roles.map(({ name }) => name);
  return resolveVariant(team, names);
}

/** A variant by its name in the log. */
export function findVariant(team: Team, name: string): Variant | undefined {
  if (team.variants.length > 0) return writtenVariants(team).find((one) => one.name === name);
  const here = rolesNamedBy(team, name);
  return here === null ? undefined : derived(team, here);
}

/**
 * The variants that show everything that ever passes from or to this role, fullest first. Of derived ones a few are
 * enough: what goes from one role to another in any of them also does while nobody else is present.
 */
export function variantsAbout(team: Team, role: RoleName): readonly Variant[] {
  if (team.variants.length > 0) return writtenVariants(team);
  const withEach = team.roles.map(({ name }) => derived(team, [role, name]));
  return [...new Set([fullVariant(team), ...withEach])];
}

/** The variants that show everything that ever passes from one role to another, and in whose place. */
export function variantsBetween(team: Team, from: RoleName, to: RoleName): readonly Variant[] {
  if (team.variants.length > 0) return writtenVariants(team);
  const barest = derived(team, [from, to]);
  const pass = barest.passes.find((one) => one.from === from && one.to === to);
  // What also comes there while all of these are present comes in nobody's place.
  const choices: RoleName[][] = [[]];
  for (const role of (pass?.standsInFor ?? []).slice(0, STOOD_IN_MAX))
    choices.push(...choices.map((some) => [...some, role]));
  return [fullVariant(team), ...choices.map((some) => derived(team, [from, to, ...some]))];
}

/** Every choice of them is checked. */
const STOOD_IN_MAX = 4;

function written(team: Team, available: readonly RoleName[]): Variant {
  const variants = writtenVariants(team);
  const found = variants.find(({ needs }) => needs.every((role) => available.includes(role)));
  const variant = found ?? variants.at(-1);
  if (!variant) throw new Error(`team ${team.preset} has no variants`);
  return variant;
}

/** The variants of a team that a person wrote, as narrowed by its specs. */
export const writtenVariants = oncePer((team: Team): readonly Variant[] =>
  team.variants.map((one) => narrowed(team, one)),
);

/** A room asks for the same few again and again. */
const KEPT_MAX = 64;
const kept = new WeakMap<Team, Map<string, Variant>>();

function derived(team: Team, available: readonly RoleName[]): Variant {
  const known = kept.get(team) ?? new Map<string, Variant>();
  kept.set(team, known);
  const key = team.roles.map(({ name }) => Number(available.includes(name))).join("");
  const variant = known.get(key) ?? narrowed(team, deriveVariant(team, available));
  if (known.size >= KEPT_MAX) known.clear();
  known.set(key, variant);
  return variant;
}

/**
 * The role that does the entry point's part: the entry point itself or, if the team says so and nobody fills it, the
 * available role that comes first.
 *
 * @source domain.md § 4, role priority
 */
export function actingEntryPoint(team: Team, available: readonly RoleName[]): RoleName {
  if (!team.entryFallback || available.includes(team.entryPoint)) return team.entryPoint;
  const [first] = team.roles.filter(({ name }) => available.includes(name)).sort((a, b) => a.priority - b.priority);
  return first?.name ?? team.entryPoint;
}

/** A variant in which `acting` does the entry point's part besides its own. */
export function actedBy(variant: Variant, entryPoint: RoleName, acting: RoleName): Variant {
  const stand = <T extends Target>(target: T) => (target === entryPoint ? acting : target);
  const passes: Pass[] = [];
  for (const pass of variant.passes) {
    const [from, to] = [stand(pass.from), stand(pass.to)];
    if (from === to) continue;
    const absent = pass.to === entryPoint ? [entryPoint] : [];
    const standsInFor = [...(pass.standsInFor ?? []), ...absent].filter((role) => role !== acting);
    const at = passes.findIndex((other) => other.from === from && other.to === to);
    const same = passes[at];
    const absentOnes = [...new Set([...(same?.standsInFor ?? []), ...standsInFor])];
    const merged: Pass = {
      from,
      to,
      intents: PASS_INTENTS.filter((i) => pass.intents.includes(i) || same?.intents.includes(i)),
      ...(absentOnes.length > 0 ? { standsInFor: absentOnes } : {}),
      ...(pass.unreviewed && (!same || same.unreviewed) ? { unreviewed: true } : {}),
    };
    if (same) passes[at] = merged;
    else passes.push(merged);
  }
  const chain = variant.chain.map(stand).filter((target, i, all) => target !== all[i - 1]);
  const note = [variant.note, `${acting} acts as ${entryPoint}`].filter(Boolean).join("; ");
  return { ...variant, chain, passes, note };
}
