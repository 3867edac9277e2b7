import type { RoleName } from "../kernel/ids.ts";
import { oncePerBoth } from "../kernel/once-per.ts";
import type { Task } from "../task/task.ts";
import type { Intent, Pass, PassIntent, Target, Team } from "./team.ts";
import {
  actedBy,
  actingEntryPoint,
  findVariant,
  resolveVariant,
  variantsBetween,
  writtenVariants,
} from "./variants.ts";

export interface HandoffTargets {
  /** Name of the variant in force. */
  variant: string;
  /** Where the ball may go now, in the chain's order. */
  targets: { to: Target; intents: Intent[]; unreviewed: boolean }[];
  /** For a requested role that is not available: the target that stands in for it. */
  reroutes: { wanted: RoleName; got: Target; unreviewed: boolean }[];
  /** Roles that this one could hand to if they were present. */
  unavailable: RoleName[];
}

/**
 * Where `from` may pass the ball, with this intent, while these roles are available.
 * The one answer for prompts, deliveries, `allowedActions`, the screen and the ruling that enforces it.
 *
 * @param intent one intent, or `null` for all of them
 * @param available the available roles; `user` is always available
 * @source domain.md § 4, document 000 (D5)
 */
export function handoffTargets(
  team: Team,
  from: RoleName,
  intent: Intent | null,
  available: readonly RoleName[],
): HandoffTargets {
  const known = targetsOf(available, team);
  const key = `${from} ${intent}`;
  const targets = known.get(key) ?? findTargets(team, from, intent, available);
  known.set(key, targets);
  return targets;
}

const targetsOf = oncePerBoth((_available: readonly RoleName[], _team: Team) => new Map<string, HandoffTargets>());

function findTargets(
  team: Team,
  from: RoleName,
  intent: Intent | null,
  available: readonly RoleName[],
): HandoffTargets {
  const isAvailable = (to: Target) => to === "user" || available.includes(to);
  const fits = (intents: readonly Intent[]) => intent === null || intents.includes(intent);
  const variant = resolveVariant(team, available);
  const passes = variant.passes.filter((pass) => pass.from === from && fits(pass.intents));
  const open = passes.filter((pass) => isAvailable(pass.to));
  const passesToAbsent = absentTargets(team, from, available, fits);
  return {
    variant: variant.name,
    targets: open.map((pass) => ({
      to: pass.to,
      intents: pass.intents.filter((i) => intent === null || i === intent),
      unreviewed: pass.unreviewed === true,
    })),
    reroutes: variant.passes
      .filter((pass) => pass.from === from && isAvailable(pass.to))
      .flatMap((pass) =>
        (pass.standsInFor ?? [])
          .filter((role) => passesToAbsent.has(role))
          .map((role) => ({ wanted: role, got: pass.to, unreviewed: pass.unreviewed === true })),
      ),
    unavailable: [...passesToAbsent],
  };
}

/**
 * The roles for whose part `to` stands in here: no variant brings this to it while they are present. Read from the
 * workflow, so that it stays true if they are back before the task is taken.
 */
export function stoodInFor(team: Team, from: RoleName, to: RoleName, intent: Intent): RoleName[] {
  const ways = variantsBetween(team, from, to).flatMap(({ passes }) =>
    passes.filter((pass) => pass.from === from && pass.to === to && hasIntent(pass, intent)),
  );
  if (ways.some(({ standsInFor = [] }) => standsInFor.length === 0)) return [];
  return [...new Set(ways.flatMap(({ standsInFor = [] }) => standsInFor))];
}

function hasIntent({ intents }: { intents: readonly Intent[] }, intent: Intent): boolean {
  return intents.includes(intent);
}

/** Roles to which `from` could pass if they were present: in any written variant or the one derived. */
function absentTargets(
  team: Team,
  from: RoleName,
  available: readonly RoleName[],
  fits: (intents: readonly PassIntent[]) => boolean,
): Set<RoleName> {
  const absent = team.roles.map(({ name }) => name).filter((name) => !available.includes(name));
  const isWritten = team.variants.length > 0;
  const variantsWith = (to: RoleName) =>
    isWritten ? writtenVariants(team) : [resolveVariant(team, [...available, to])];
  return new Set(
    absent.filter((to) =>
      variantsWith(to).some(({ passes }) =>
        passes.some((pass) => pass.from === from && pass.to === to && fits(pass.intents)),
      ),
    ),
  );
}

/**
 * The present targets, and what the delivery promised: a delivered target stays allowed, with the intents of the
 * variant it was delivered with, while it is available.
 */
export function allowedTargets(
  team: Team,
  from: RoleName,
  available: readonly RoleName[],
  promise: { variant: string; targets: readonly Target[] },
): HandoffTargets {
  const now = handoffTargets(team, from, null, available);
  const delivered = promisedPasses(team, from, promise);
  const kept = delivered
    .filter((pass) => pass.from === from && promise.targets.includes(pass.to))
    .filter((pass) => pass.to === "user" || available.includes(pass.to))
    .map((pass) => ({
      to: pass.to,
      intents: pass.intents.filter(
        (intent) => !now.targets.some((target) => target.to === pass.to && target.intents.includes(intent)),
      ),
      unreviewed: pass.unreviewed === true,
    }))
    .filter((target) => target.intents.length > 0);
  return { ...now, targets: [...now.targets, ...kept] };
}

/**
 * Where this task's finished work goes in the chain in force, for everybody who says what comes next. The entry point
 * is in the chain twice: what comes in is at its start, what comes back at its end.
 */
export function nextInChain(
  team: Team,
  { role, origin }: Pick<Task, "role" | "origin">,
  available: readonly RoleName[],
): Target | null {
  const { chain } = resolveVariant(team, available);
  const { targets } = handoffTargets(team, role, null, available);
  const comesIn = origin.kind === "user_message" || origin.kind === "backlog";
  const at = role === actingEntryPoint(team, available) && !comesIn ? chain.lastIndexOf(role) : chain.indexOf(role);
  const following = at >= 0 ? chain[at + 1] : undefined;
  if (following && targets.some(({ to }) => to === following)) return following;
  return targets[0]?.to ?? null;
}

/** The passes of a delivery's variant; whoever acted as the entry point then keeps its part of it. */
function promisedPasses(
  team: Team,
  from: RoleName,
  { variant: name, targets }: { variant: string; targets: readonly Target[] },
): readonly Pass[] {
  const variant = findVariant(team, name);
  if (!variant) return [];
  const isOwn = (to: Target) => variant.passes.some((pass) => pass.from === from && pass.to === to);
  const hasActed = team.entryFallback && from !== team.entryPoint && !targets.every(isOwn);
  return hasActed ? actedBy(variant, team.entryPoint, from).passes : variant.passes;
}
