import type { Touch } from "./touch.ts";

/** What happens if a rule matches. `change`: the call runs differently from how it is written. */
export const EFFECTS = ["deny", "change", "ask", "allow"] as const;
export type Effect = (typeof EFFECTS)[number];

/**
 * How strict a room is. `safe`: what can't be undone is denied, what leaves the project's folder or the machine is
 * asked. `strict`: everything but reading is asked. `open`: only what is denied in every room.
 */
export const PRESETS = ["safe", "strict", "open"] as const;
export type Preset = (typeof PRESETS)[number];

/**
 * Who asks for a role. `ask`: the room, for everything but reading. `harness`: the harness, by its own rules; the room
 * only denies. `room`: the room, by its preset.
 */
export const MODES = ["room", "harness", "ask"] as const;
export type Mode = (typeof MODES)[number];

interface Rule {
  title: string;
  effects: readonly [safe: Effect, strict: Effect, open: Effect];
}

const ALWAYS = ["deny", "deny", "deny"] as const;
const ASKS = ["ask", "ask", "allow"] as const;

/** In the order in which they are read: what is denied comes before what is asked, so that no answer can lift it. */
const TABLE = {
  stopped: { title: "A stopped agent does nothing until a person decides.", effects: ALWAYS },
  unreadable: { title: "Nobody runs a command that can't be read.", effects: ALWAYS },
  tools: { title: "Each role keeps to its lists of tools and commands.", effects: ALWAYS },
  spawn: { title: "No agent starts another agent.", effects: ALWAYS },
  outside: { title: "Nobody leaves the project's folder.", effects: ALWAYS },
  secrets: { title: "Nobody touches files with secrets.", effects: ALWAYS },
  settings: {
    title: "Nobody changes what guards the agents: hooks, permissions, git's own files.",
    effects: ALWAYS,
  },
  files: { title: "Nobody writes the files that the room protects.", effects: ALWAYS },
  boundaries: { title: "A task changes only files inside its boundaries.", effects: ALWAYS },
  locks: { title: "Nobody writes what somebody else has locked.", effects: ALWAYS },
  destroy: { title: "Nobody destroys what can't be brought back.", effects: ALWAYS },
  force_push: { title: "Nobody force-pushes or deletes a branch on the remote.", effects: ALWAYS },
  protected_branch: {
    title: "Nobody pushes to a protected branch.",
    effects: ["deny", "deny", "ask"],
  },
  privileges: {
    title: "Nobody gains rights that the agent doesn't have.",
    effects: ["deny", "deny", "ask"],
  },
  install_scripts: {
    title: "npm installs without running the packages' scripts.",
    effects: ["change", "change", "allow"],
  },
  lease_push: { title: "A force-push with lease asks a person.", effects: ["ask", "ask", "ask"] },
  autorun: {
    title: "A file whose commands run by themselves later asks a person.",
    effects: ["ask", "ask", "ask"],
  },
  push: { title: "A push asks a person.", effects: ASKS },
  dependency: { title: "A new dependency asks a person.", effects: ASKS },
  discard: { title: "Throwing work away asks a person.", effects: ASKS },
  inline_code: { title: "Code inside a command asks a person.", effects: ASKS },
  outward: { title: "What reaches other people or machines asks a person.", effects: ASKS },
  system: { title: "What changes the machine asks a person.", effects: ASKS },
  unknown_path: {
    title: "A file that is only known when it is opened asks a person.",
    effects: ASKS,
  },
  unknown_program: {
    title: "A program that nobody knows asks a person.",
    effects: ASKS,
  },
  unknown_tool: {
    title: "A tool that nobody knows, and that may write, asks a person.",
    effects: ["ask", "deny", "ask"],
  },
  everything: {
    title: "Everything but reading asks a person.",
    effects: ["allow", "ask", "allow"],
  },
  ask_limit: { title: "An agent has only so many permissions open at once.", effects: ALWAYS },
} as const satisfies Record<string, Rule>;
export type RuleId = keyof typeof TABLE;
export const RULE_IDS = Object.keys(TABLE) as RuleId[];
/** Before what no rule is about, and what a person allowed before. */
export const REST = "rest";

export function titleOfRule(rule: string): string {
  return Object.hasOwn(TABLE, rule) ? TABLE[rule as RuleId].title : "Anything else is allowed.";
}

/** What a rule says if it has this effect. */
export function titleAs(effect: Effect, rule: string): string {
  if (effect === "allow" && rule === "everything") return titleOfRule(REST);
  const title = titleOfRule(rule);
  if (effect === "ask") return title.startsWith("Nobody") ? title.replace(/\.$/, " unless a person allows it.") : title;
  return title.replace("asks a person", effect === "deny" ? "is denied" : "is allowed");
}

/** The number of a rule in the list, from 1. */
export function numberOfRule(rule: string): number {
  return RULE_IDS.indexOf(rule as RuleId) + 1;
}

export function effectOf(rule: RuleId, preset: Preset): Effect {
  return TABLE[rule].effects[PRESETS.indexOf(preset)] as Effect;
}

/** A rule that matches a call, and why. */
export interface Finding {
  rule: RuleId;
  /** What the call would do, in a sentence. */
  what: string;
  /** What is possible instead: commands, and advice. */
  allowed?: readonly string[];
  /** What a person allows for a task: these words. For a role: the first of them. */
  words?: readonly string[];
  touches?: readonly Touch[];
}
