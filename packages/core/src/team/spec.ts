import { lettersApart } from "../kernel/nearest.ts";
import { readFrontMatter, type Value } from "./front-matter.ts";

/** A role's spec as it is understood; what is not said is `null` or empty. */
export interface RoleSpec {
  role: string | null;
  prefix: string | null;
  additionalPrefixes: string[];
  innerLoop: boolean | "dynamic" | null;
  discussRounds: number | null;
  subagents: string[];
  cliTools: string[];
  additionalMembers: string[];
  inputArtifactTypes: string[];
  delegatesTo: string[];
  /** Of a map its values are the meanings; of a list there are none. */
  messageTypes: { type: string; meaning: string }[];
  /** Keys that mean nothing here, kept as they are. */
  unknown: Record<string, Value>;
  /** What follows the front matter: markdown. */
  body: string;
}

export interface SpecProblem {
  level: "error" | "warning";
  /** From 1. */
  line: number;
  message: string;
}

const LISTS = {
  additional_prefixes: "additionalPrefixes",
  subagents: "subagents",
  cli_tools: "cliTools",
  additional_members: "additionalMembers",
  input_artifact_types: "inputArtifactTypes",
  delegates_to: "delegatesTo",
} as const;
type ListKey = keyof typeof LISTS;

const KEYS = ["role", "prefix", "inner_loop", "discuss_rounds", "message_types"] as const;
const ROUNDS_MAX = 20;

/** Reads a role spec: markdown with front matter. Total; every problem names its line. */
export function readRoleSpec(text: string): { spec: RoleSpec; problems: SpecProblem[] } {
  const { entries, body, problems: syntax } = readFrontMatter(text);
  const problems: SpecProblem[] = syntax.map((problem) => ({ level: "error", ...problem }));
  const spec: RoleSpec = {
    role: null,
    prefix: null,
    additionalPrefixes: [],
    innerLoop: null,
    discussRounds: null,
    subagents: [],
    cliTools: [],
    additionalMembers: [],
    inputArtifactTypes: [],
    delegatesTo: [],
    messageTypes: [],
    unknown: {},
    body,
  };
  const seen = new Set<string>();
  for (const { key, value, line } of entries) {
    const say = (level: SpecProblem["level"], message: string) =>
      void problems.push({ level, line, message });
    if (seen.has(key)) {
      say("error", `${key} appears twice.`);
      continue;
    }
    seen.add(key);
    if (Object.hasOwn(LISTS, key)) spec[LISTS[key as ListKey]] = listOf(key, value, say);
    else if (key === "role" || key === "prefix") spec[key] = wordOf(key, value, say);
    else if (key === "inner_loop") spec.innerLoop = loopOf(value, say);
    else if (key === "discuss_rounds") spec.discussRounds = roundsOf(value, say);
    else if (key === "message_types") spec.messageTypes = messageTypesOf(value, say);
    else {
      Object.defineProperty(spec.unknown, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      const meant = [...Object.keys(LISTS), ...KEYS].find((known) => isClose(known, key));
      say(
        "warning",
        meant
          ? `Unknown key, kept as it is. Did you mean ${meant}?`
          : "Unknown key, kept as it is.",
      );
    }
  }
  const { prefix } = spec;
  const at = entries.find((entry) => entry.key === "additional_prefixes")?.line ?? 1;
  const unique = [...new Set(spec.additionalPrefixes)].filter((other) => other !== prefix);
  if (prefix !== null && spec.additionalPrefixes.includes(prefix))
    problems.push({
      level: "warning",
      line: at,
      message: `${prefix} is already the prefix above. It is kept once.`,
    });
  else if (unique.length < spec.additionalPrefixes.length)
    problems.push({
      level: "warning",
      line: at,
      message: "A prefix appears twice; it is kept once.",
    });
  spec.additionalPrefixes = unique;
  if (body.trim() === "")
    problems.push({
      level: "warning",
      line: Math.max(1, text.split(/\r\n?|\n/).length),
      message: "Nothing says how the role works; write it below the front matter.",
    });
  return { spec, problems: problems.sort((a, b) => a.line - b.line) };
}

type Tell = (level: SpecProblem["level"], message: string) => void;

function wordOf(key: string, value: Value, say: Tell): string | null {
  if (typeof value === "string" && value !== "") return value;
  say("error", `${key} must be one word.`);
  return null;
}

function listOf(key: string, value: Value, say: Tell): string[] {
  if (value === "") return [];
  if (typeof value === "string") {
    say("warning", `${key} must be a list; this is read as a list of one.`);
    return [value];
  }
  if (Array.isArray(value)) return value;
  say("error", `${key} must be a list, not a map.`);
  return [];
}

function loopOf(value: Value, say: Tell): RoleSpec["innerLoop"] {
  const word = typeof value === "string" ? value.toLowerCase() : "";
  if (word === "true" || word === "false") return word === "true";
  if (word === "dynamic") return "dynamic";
  const close = ["true", "false", "dynamic"].find((one) => isClose(one, word)) ?? "dynamic";
  say("error", `Use true, false or dynamic. Did you mean ${close}?`);
  return null;
}

function roundsOf(value: Value, say: Tell): number | null {
  const rounds = typeof value === "string" && /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
  if (rounds >= 0 && rounds <= ROUNDS_MAX) return rounds;
  say("error", `Use a number of rounds from 0 to ${ROUNDS_MAX}.`);
  return null;
}

function messageTypesOf(value: Value, say: Tell): RoleSpec["messageTypes"] {
  if (value === "") return [];
  if (Array.isArray(value)) return value.map((type) => ({ type, meaning: "" }));
  if (typeof value === "string") {
    say("warning", "message_types must be a list or a map; this is read as a list of one.");
    return [{ type: value, meaning: "" }];
  }
  return value.map.map(({ key, value: meaning }) => ({ type: key, meaning }));
}

/** At most two letters apart, and not as many as it has. */
function isClose(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2 || a.length < 4 || b.length > 64) return false;
  return lettersApart(a, b) <= 2;
}
