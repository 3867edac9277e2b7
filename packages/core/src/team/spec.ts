import { lettersApart } from "../kernel/nearest.ts";
import { clientWordText, isInherit } from "./client-words.ts";
import { pairsOf, readFrontMatter, type Value } from "./front-matter.ts";
import { MODEL_MAX } from "./tiers.ts";

/** A round of discussion that a role holds about its own work before it is done. */
export interface DiscussRound {
  id: string;
  /** Names of points of view; empty: the room's. */
  perspectives: string[];
  /** Prefixes or ids of the steps for which it is held; empty: spread over the role's steps. */
  steps: string[];
}

/** A role's spec as understood; what is not given is `null` or empty. */
export interface RoleSpec {
  role: string | null;
  prefix: string | null;
  additionalPrefixes: string[];
  /** What it works with, unless its room says otherwise. */
  model: string | null;
  innerLoop: boolean | "dynamic" | null;
  /** Empty: it was said that there are none. */
  discussRounds: DiscussRound[] | null;
  subagents: string[];
  cliTools: string[];
  additionalMembers: string[];
  inputArtifactTypes: string[];
  delegatesTo: string[];
  /** What it reports: the type, its meaning and, if given by a map, what it is for (`success`). */
  messageTypes: { type: string; meaning: string; on: string | null }[];
  /** Keys without a meaning here, kept as they are. */
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

const KEYS = ["role", "prefix", "model", "inner_loop", "discuss_rounds", "message_types"] as const;
/** Keys that front matter may have. */
export const SPEC_KEYS = [...(Object.keys(LISTS) as ListKey[]), ...KEYS];
const ROUNDS_MAX = 20;
/** Words that say whether there are rounds; a number has to say how many. */
const NO_ROUNDS = new Set(["false", "no", "none", "off"]);
const SOME_ROUNDS = new Set(["true", "yes", "on"]);
const NUMBERED = /^[A-Za-z][A-Za-z_-]*-\d+$/;
const ROUND_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;
/** What the ids of tasks begin with: `DEV`, `DEV-FE`. */
export const PREFIX = /^[A-Z][A-Z0-9]*(-[A-Z][A-Z0-9]*)*$/;
const TYPE = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
/** The keys that a map of message types can have. */
const OUTCOMES = new Set([
  "success",
  "progress",
  "error",
  "failure",
  "fix",
  "blocked",
  "warning",
  "done",
  "complete",
  "start",
  "started",
  "ready",
  "passed",
  "failed",
  "result",
]);

/** Reads a role spec: markdown with front matter. Total; every problem names its line. */
export function readRoleSpec(text: string): { spec: RoleSpec; problems: SpecProblem[] } {
  const { entries, body, problems: syntax } = readFrontMatter(text);
  const problems: SpecProblem[] = [...syntax];
  const spec: RoleSpec = {
    role: null,
    prefix: null,
    additionalPrefixes: [],
    model: null,
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
  const seen = new Map<string, number>();
  for (const { key: written, value, line } of entries) {
    const say: Tell = (level, message) => void problems.push({ level, line, message });
    const key = snake(written);
    if (seen.has(key)) {
      say("error", `${written} appears twice.`);
      continue;
    }
    seen.set(key, line);
    if (Object.hasOwn(LISTS, key)) spec[LISTS[key as ListKey]] = namesIn(key, value, say);
    else if (key === "role" || key === "prefix") spec[key] = wordOf(key, value, say);
    else if (key === "model") spec.model = modelOf(wordOf(key, value, say), say);
    else if (key === "inner_loop") spec.innerLoop = loopOf(value, say);
    else if (key === "discuss_rounds") spec.discussRounds = roundsOf(value, say);
    else if (key === "message_types") spec.messageTypes = messageTypesOf(value, say);
    else {
      const own = { value, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(spec.unknown, written, own);
      const meant = SPEC_KEYS.find((known) => isClose(known, key));
      const advice = meant ? ` Did you mean ${meant}?` : "";
      say("warning", `Unknown key, kept as it is.${advice}`);
    }
  }
  readPrefixes(spec, (key, level, message) => problems.push({ level, line: seen.get(key) ?? 1, message }));
  if (body.trim() === "") {
    const line = Math.max(1, text.split(/\r\n?|\n/).length);
    const message = "Nothing says how the role works; write it below the front matter.";
    problems.push({ level: "warning", line, message });
  }
  return { spec, problems: problems.sort((a, b) => a.line - b.line) };
}

/** `innerLoop` and `inner-loop` are `inner_loop`. */
export function snake(key: string): string {
  return key
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

/** Prefixes as tasks have them, whatever was added to mark them as the beginning of an id; each once. */
function readPrefixes(spec: RoleSpec, say: (key: string, level: SpecProblem["level"], message: string) => void): void {
  const asPrefix = (key: string, written: string): string => {
    const prefix = written.replace(/-\*?$/, "").toUpperCase();
    if (PREFIX.test(prefix)) return prefix;
    say(key, "error", `${written} can't begin a task's id: use capital letters, such as DRAFT.`);
    return "";
  };
  if (spec.prefix !== null) spec.prefix = asPrefix("prefix", spec.prefix) || null;
  const all = spec.additionalPrefixes.map((one) => asPrefix("additional_prefixes", one));
  const unique = [...new Set(all)].filter((one) => one !== "" && one !== spec.prefix);
  const { prefix } = spec;
  if (prefix !== null && all.includes(prefix))
    say("additional_prefixes", "warning", `${prefix} is already the prefix. It is kept once.`);
  else if (unique.length < all.filter((one) => one !== "").length)
    say("additional_prefixes", "warning", "A prefix appears twice; it is kept once.");
  spec.additionalPrefixes = unique;
}

type Tell = (level: SpecProblem["level"], message: string) => void;

function wordOf(key: string, value: Value, say: Tell): string | null {
  const [only, ...more] = Array.isArray(value) ? (value as readonly Value[]) : [value];
  if (typeof only === "string" && only !== "" && more.length === 0) return only;
  say("error", `${key} must be one word.`);
  return null;
}

/** Anything that may be named in place of a model. */
function modelOf(word: string | null, say: Tell): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  const isBad = word !== null && (word.length > MODEL_MAX || /[\u0000-\u001f\u007f]/.test(word));
  if (word !== null && !isBad) {
    const remark = clientWordText(word);
    if (remark) say("warning", remark);
    return isInherit(word) ? null : word;
  }
  if (word !== null) say("error", `model must be a name of up to ${MODEL_MAX} letters, on one line.`);
  return null;
}

/** Keys of a map that name its subject. */
const NAMES = ["name", "id", "type", "round", "tool", "role", "agent", "prefix"];

/** A list of words, of maps that have a name each, or a map by name; one word is a list of one. */
function namesIn(key: string, value: Value, say: Tell): string[] {
  if (typeof value === "string") return wordsIn(value);
  const pairs = pairsOf(value);
  if (pairs) return pairs.map((one) => one.key);
  const names = listIn(value).map(nameOf);
  if (names.includes(null)) say("error", `Each of ${key} needs a name.`);
  return names.filter((name) => name !== null);
}

function listIn(value: Value): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}

function wordsIn(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** The name from a word, from a map with a name, or from `- name: what it is for`. */
function nameOf(item: Value): string | null {
  if (typeof item === "string") return item;
  const pairs = pairsOf(item) ?? [];
  const named = pairs.find(({ key, value }) => NAMES.includes(key) && typeof value === "string");
  if (named) return named.value as string;
  const [only, ...more] = pairs;
  return only && more.length === 0 ? only.key : null;
}

function loopOf(value: Value, say: Tell): RoleSpec["innerLoop"] {
  const word = typeof value === "string" ? value.toLowerCase() : "";
  if (["true", "yes", "on"].includes(word)) return true;
  if (["false", "no", "off"].includes(word)) return false;
  if (word === "dynamic") return "dynamic";
  const close = ["true", "false", "dynamic"].find((one) => isClose(one, word));
  say("error", `Use true, false or dynamic.${close ? ` Did you mean ${close}?` : ""}`);
  return null;
}

/** Ids of rounds, maps with an id and points of view, points of view by id, or how many rounds there are. */
function roundsOf(value: Value, say: Tell): DiscussRound[] | null {
  const rounds = roundsIn(value);
  const isTooMany = (rounds?.length ?? 0) > ROUNDS_MAX;
  const isTwice = new Set(rounds?.map(({ id }) => id)).size < (rounds?.length ?? 0);
  if (rounds && !isTooMany && !isTwice) return rounds;
  say(
    "error",
    isTwice
      ? "A round appears twice."
      : `Use ids of rounds, such as [DISCUSS-001], or their number; ${ROUNDS_MAX} at most.`,
  );
  return null;
}

function roundsIn(value: Value): DiscussRound[] | null {
  if (typeof value === "string") {
    if (/^\d{1,3}$/.test(value)) {
      const count = Math.min(Number(value), ROUNDS_MAX + 1);
      return Array.from({ length: count }, (_, i) => roundOf(`DISCUSS-${String(i + 1).padStart(3, "0")}`));
    }
    const word = value.toLowerCase();
    if (NO_ROUNDS.has(word)) return [];
    if (SOME_ROUNDS.has(word)) return null;
    const ids = wordsIn(value);
    return ids.every((id) => ROUND_ID.test(id)) ? ids.map((id) => roundOf(id)) : null;
  }
  const items = pairsOf(value)?.map((one): Value => ({ map: [one] })) ?? listIn(value);
  const rounds = items.map((item) => {
    const named = nameOf(item);
    if (named === null || !ROUND_ID.test(named)) return null;
    const [only, ...more] = pairsOf(item) ?? [];
    // `before: DISCUSS-001` names the round after the colon.
    const isLabel = only?.key === named && more.length === 0 && !NUMBERED.test(named);
    if (isLabel && typeof only.value === "string" && NUMBERED.test(only.value)) return roundOf(only.value);
    const id = named;
    const said = pairsOf(item) ?? [];
    const views = said.find(({ key }) => key === id || key === "perspectives");
    const steps = valueIn(item, "steps") ?? valueIn(views?.value, "steps");
    return {
      ...roundOf(id, views === undefined || isRemark(views) ? [] : viewsIn(views.value)),
      steps: steps === null ? [] : namesIn("", steps, () => undefined),
    };
  });
  return rounds.some((round) => round === null) ? null : rounds.filter((round) => round !== null);
}

/** `DISCUSS-001: before the draft`, where `DISCUSS-001: product, risk` would name points of view. */
function isRemark({ key, value }: { key: string; value: Value }): boolean {
  if (typeof value !== "string" || key === "perspectives") return false;
  const words = wordsIn(value);
  return words.length < 2 || !words.every((word) => TYPE.test(word));
}

function roundOf(id: string, perspectives: string[] = []): DiscussRound {
  return { id, perspectives, steps: [] };
}

/** The value of a map under a key; `null`: none, or it isn't a map. */
function valueIn(value: Value | undefined, key: string): Value | null {
  const pairs = value === undefined ? null : pairsOf(value);
  return pairs?.find((one) => one.key === key)?.value ?? null;
}

/** Under a round: a list, or a map that has one. */
function viewsIn(value: Value): string[] {
  const pairs = pairsOf(value);
  const own = pairs?.find(({ key }) => key === "perspectives");
  if (pairs) return own ? viewsIn(own.value) : [];
  return namesIn("", value, () => undefined);
}

/** A list of types, or a map: from purpose to type (`success: research_ready`), or from type to meaning. */
function messageTypesOf(value: Value, say: Tell): RoleSpec["messageTypes"] {
  if (typeof value === "string") return wordsIn(value).map((type) => ({ type, meaning: "", on: null }));
  const pairs = pairsOf(value) ?? listIn(value).flatMap((item) => typesIn(item, say));
  return pairs.flatMap(({ key, value: said }): RoleSpec["messageTypes"] => {
    if (typeof said !== "string") {
      const types = listIn(said).filter((one) => typeof one === "string");
      if (types.length === 0) say("error", `${key} must name a type.`);
      return types.map((type) => ({ type, meaning: "", on: key }));
    }
    return OUTCOMES.has(key) && TYPE.test(said)
      ? [{ type: said, meaning: "", on: key }]
      : [{ type: key, meaning: said, on: null }];
  });
}

function typesIn(item: Value, say: Tell): { key: string; value: Value }[] {
  if (typeof item === "string") return [{ key: item, value: "" }];
  const type = nameOf(item);
  if (type === null) {
    say("error", "Each of message_types needs a type.");
    return [];
  }
  const pairs = pairsOf(item) ?? [];
  const [only, ...more] = pairs;
  if (only && more.length === 0 && !NAMES.includes(only.key)) return [only];
  const meaning = pairs.find(({ key }) => ["meaning", "description", "when"].includes(key));
  return [{ key: type, value: typeof meaning?.value === "string" ? meaning.value : "" }];
}

/** At most two letters apart, and fewer than it has. */
function isClose(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2 || a.length < 4 || b.length > 64) return false;
  return lettersApart(a, b) <= 2;
}
