import type { RoleName } from "../kernel/ids.ts";
import { type HandoffTargets, handoffTargets } from "../team/targets.ts";
import {
  INTENTS,
  type Intent,
  resolveVariant,
  type Target,
  type Team,
  type Variant,
} from "../team/team.ts";

/** A variant as one role meets it. */
export interface RoleVariant {
  variant: Variant;
  /** Where this role may pass the ball in it, and what stands in for whom. */
  targets: HandoffTargets;
}

/** The variants that can be in force while this role and the entry point are there, fullest first. */
export function variantsOf(team: Team, role: RoleName): RoleVariant[] {
  return team.variants.flatMap((variant) => {
    const available = rolesHere(team, [...variant.needs, role, team.entryPoint]);
    if (resolveVariant(team, available).name !== variant.name) return [];
    return [{ variant, targets: handoffTargets(team, role, null, available) }];
  });
}

/** What this role can ever pass on, in the order of the intents. */
export function intentsOf(team: Team, role: RoleName): Intent[] {
  const all = variantsOf(team, role).flatMap(({ targets }) =>
    targets.targets.flatMap((target) => target.intents),
  );
  return INTENTS.filter((intent) => all.includes(intent));
}

/** Whether a role judges others' work: it may send findings. */
export function isChecker(team: Team, role: RoleName): boolean {
  return intentsOf(team, role).includes("findings");
}

/** Roles that bring results to the user while everyone is there, in the team's order. */
export function deliverersOf(team: Team): RoleName[] {
  const [fullest] = team.variants;
  return team.roles
    .map((role) => role.name)
    .filter((name) =>
      fullest?.passes.some(
        (pass) => pass.from === name && pass.to === "user" && pass.intents.includes("deliver"),
      ),
    );
}

/** "user -> planner -> builder": ASCII, as most of a delivery, which then takes half the memory and time. */
export function chainText(chain: readonly Target[]): string {
  return chain.join(" -> ");
}

function rolesHere(team: Team, names: readonly RoleName[]): RoleName[] {
  return team.roles.map((role) => role.name).filter((name) => names.includes(name));
}
