import type { RoleName, Word } from "../kernel/ids.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";
import type { FolderFile } from "./folder.ts";
import type { Lockout } from "./lockout.ts";
import type { Perspective } from "./perspectives.ts";
import type { Routing } from "./routing.ts";

/** For what a team says who may pass to whom: finished work, a question, findings about work, or the user's result. */
export const PASS_INTENTS = ["work", "question", "findings", "deliver"] as const;
export type PassIntent = (typeof PASS_INTENTS)[number];

/** What a handoff carries. An answer goes back to whoever asked: it follows from the question and needs no pass. */
export const INTENTS = ["work", "question", "answer", "findings", "deliver"] as const;
export type Intent = (typeof INTENTS)[number];

/**
 * What a role does in sessions: presents the steps, does the work of a plan, reviews the work as a whole,
 * judges each task of a plan.
 */
export const DUTIES = ["present", "work", "review", "judge"] as const;
export type Duty = (typeof DUTIES)[number];

/** `user` is everybody who reads the room; it is always available. */
export type Target = RoleName | "user";

export interface Role {
  name: RoleName;
  /** As shown: "Planner". */
  title: string;
  /** Task ids of this role start with it: `DEV` in `DEV-004`. */
  prefix: Word;
  /** 0 comes first: planner 0, coordinator and manager 1, architect, reviewer, builder, the rest. */
  priority: number;
  /** One clause for the others' prompts: what this role is good at. */
  specialty: Word;
  /** What it does in sessions; left out: what follows from its name. */
  duties?: readonly Duty[];
  /** How this role works: markdown with front matter. Custom teams and `lifecycle` have it. */
  spec?: Word;
  /** Where its finished work goes while everybody is present; only in teams whose variants are derived. */
  handsTo?: readonly Target[];
}

/** One permitted pass of the ball in a variant. */
export interface Pass {
  from: RoleName;
  to: Target;
  intents: readonly PassIntent[];
  /** Unavailable roles whose handoffs take this pass instead (a reroute). */
  standsInFor?: readonly RoleName[];
  /** Nobody reviewed work that takes this pass, and it is marked so. */
  unreviewed?: boolean;
}

/** The workflow that is in force while all of `needs` are available (and no earlier variant applies). */
export interface Variant {
  name: Word;
  needs: readonly RoleName[];
  /** The way of a message with everybody present, for people: user, planner, builder, … */
  chain: readonly Target[];
  /** How it differs from the full chain, in a clause: "planner reviews". */
  note: string;
  passes: readonly Pass[];
}

export interface Team {
  preset: "solo" | "duo" | "pair" | "squad" | "lifecycle" | "custom";
  roles: readonly Role[];
  entryPoint: RoleName;
  /** While nobody fills the entry point, the first role present acts as it, by priority. */
  entryFallback?: boolean;
  /**
   * Each role does only its own work: nobody stands in for an absent one, and all except the entry point write only to
   * the entry point and create tasks only for themselves.
   *
   * @source domain.md § 10
   */
  isolated?: boolean;
  /** When an author whose work was rejected may not revise it; left out: never. */
  lockout?: Lockout;
  /** Who gets people's messages besides the entry point; left out: nobody. */
  routing?: Routing;
  /** The perspectives from which finished work is discussed; left out: product, technical, quality, risk, coverage. */
  perspectives?: readonly Perspective[];
  /** What its entry point asks a person about, in the team's words; left out: what every team asks about. */
  involve?: Word;
  /** Its own pipelines, before those that every team has; left out: none. */
  pipelines?: readonly Pipeline[];
  /** What the squad folder that it came from says besides the team, for exporting it again; left out: nothing. */
  folder?: readonly FolderFile[];
  /**
   * As written: from the fullest to the barest; the last one needs nobody but the entry point. Empty: derived from who
   * hands to whom, for whoever is present.
   */
  variants: readonly Variant[];
}

declare module "../kernel/view.ts" {
  interface RoomView {
    team: Team | null;
    /** Counts the team's changes, from 1. */
    teamVersion: number;
    /** Since when it has been this team; its roles have not been missed for longer. */
    teamSince: number;
  }
}

export type TeamPreset = Exclude<Team["preset"], "custom">;

export const TEAM_PRESETS = ["solo", "duo", "pair", "squad", "lifecycle"] as const satisfies readonly TeamPreset[];

export function findRole(team: Team, name: string): Role | undefined {
  return team.roles.find((role) => role.name === name);
}
