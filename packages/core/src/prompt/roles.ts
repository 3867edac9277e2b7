import type { RoleName } from "../kernel/ids.ts";
import { oncePer } from "../kernel/once-per.ts";
import { chainText as textOfChain } from "../team/legs.ts";
import { type HandoffTargets, handoffTargets } from "../team/targets.ts";
import { INTENTS, type Intent, type Target, type Team, type Variant } from "../team/team.ts";
import { fullVariant, resolveVariant, variantsAbout } from "../team/variants.ts";

/** The variants about this role that can be in force while it and the entry point are present, fullest first. */
export function variantsOf(team: Team, role: RoleName): Variant[] {
  return variantsAbout(team, role).filter(
    (variant) => resolveVariant(team, hereIn(team, role, variant)).name === variant.name,
  );
}

/** Where this role may pass the ball in a variant, and what stands in for whom. */
export function targetsIn(team: Team, role: RoleName, variant: Variant): HandoffTargets {
  return handoffTargets(team, role, null, hereIn(team, role, variant));
}

function hereIn(team: Team, role: RoleName, { needs }: Variant): RoleName[] {
  const names = [...needs, role, team.entryPoint];
  return team.roles.map(({ name }) => name).filter((name) => names.includes(name));
}

/** What this role can ever pass on, in the order of the intents. */
export function intentsOf(team: Team, role: RoleName): Intent[] {
  const all = variantsOf(team, role).flatMap((variant) => {
    const here: Target[] = ["user", ...hereIn(team, role, variant)];
    return variant.passes
      .filter(({ from, to }) => from === role && here.includes(to))
      .flatMap(({ intents }) => intents);
  });
  return INTENTS.filter((intent) => all.some((one) => one === intent));
}

/** Whether a role judges others' work: it may send findings. */
export function isChecker(team: Team, role: RoleName): boolean {
  return checkersIn(team).has(role);
}

const checkersIn = oncePer(
  (team: Team) =>
    new Set(team.roles.map(({ name }) => name).filter((name) => intentsOf(team, name).includes("findings"))),
);

/** Roles that bring results to the user while everybody is present, in the team's order. */
export function deliverersOf(team: Team): RoleName[] {
  const { passes } = fullVariant(team);
  return team.roles
    .map((role) => role.name)
    .filter((name) =>
      passes.some((pass) => pass.from === name && pass.to === "user" && pass.intents.includes("deliver")),
    );
}

/** "user -> planner -> builder": ASCII, like most of a delivery, which then takes half the memory and time. */
export function chainText(chain: readonly Target[]): string {
  return textOfChain(chain, " -> ");
}

/** "the planner"; members of a squad go by their names: "keaton". */
export function theRole({ folder }: Team, name: RoleName): string {
  return folder ? name : `the ${name}`;
}
