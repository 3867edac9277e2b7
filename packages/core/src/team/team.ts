import type { RoleName } from "../kernel/ids.ts";

/** What a handoff carries: finished work, a question, findings about work, or the result for the user. */
export const INTENTS = ["work", "question", "findings", "deliver"] as const;
export type Intent = (typeof INTENTS)[number];

/** `user` is everyone who reads the room; it is always available. */
export type Target = RoleName | "user";

export interface Role {
  name: RoleName;
  /** As shown: "Planner". */
  title: string;
  /** Task ids of this role start with it: `DEV` in `DEV-004`. */
  prefix: string;
  /** 0 comes first: planner 0, coordinator and manager 1, architect, reviewer, builder, the rest. */
  priority: number;
  /** One clause for the others' prompts: what to bring to this role. */
  specialty: string;
  /** How this role works, as its team wrote it: markdown with front matter. Only custom teams have it. */
  spec?: string;
}

/** One permitted pass of the ball in a variant. */
export interface Pass {
  from: RoleName;
  to: Target;
  intents: readonly Intent[];
  /** Unavailable roles whose handoffs take this pass instead (a reroute). */
  standsInFor?: readonly RoleName[];
  /** Work that takes this pass was reviewed by nobody, and is marked so. */
  unreviewed?: boolean;
}

/** The workflow that is in force while all of `needs` are available (and no earlier variant applies). */
export interface Variant {
  name: string;
  needs: readonly RoleName[];
  /** The way of a message with everyone there, for people: user, planner, builder, … */
  chain: readonly Target[];
  /** What differs from the full chain, in a clause: "planner reviews". */
  note: string;
  passes: readonly Pass[];
}

export interface Team {
  preset: "solo" | "duo" | "pair" | "squad" | "custom";
  roles: readonly Role[];
  entryPoint: RoleName;
  /** From the fullest to the barest; the last one needs nobody but the entry point. */
  variants: readonly Variant[];
}

export type TeamPreset = Exclude<Team["preset"], "custom">;

export function findRole(team: Team, name: string): Role | undefined {
  return team.roles.find((role) => role.name === name);
}

/** The variant in force for these available roles. */
export function resolveVariant(team: Team, available: readonly RoleName[]): Variant {
  const found = team.variants.find((variant) =>
    variant.needs.every((role) => available.includes(role)),
  );
  const barest = team.variants.at(-1);
  if (found) return found;
  if (barest) return barest;
  throw new Error(`team ${team.preset} has no variants`);
}
