import { roleName } from "../kernel/ids.ts";
import { listedUpTo } from "../kernel/words.ts";
import { type Block, plain, readMarkdown } from "./markdown.ts";
import { memberNamed, membersNamed, nearestMember, slugOf } from "./member-name.ts";
import { itemsOf } from "./phrases.ts";
import type { Report } from "./report.ts";
import type { Roster } from "./roster.ts";
import type { FolderRule } from "./rule.ts";
import { type Member, RULES_MAX, type SquadFile } from "./squad.ts";

const FILE = "routing.md";

const COLUMNS = {
  example: /\b(examples?|e\.?g|such as|description)\b/i,
  second: /\b(secondary|backup|fallback|support\w*|reviewers?)\b/i,
  target: /\b(route[ds]?|routing|agents?|who|owners?|primary|members?|assigne\w*|handler|to)\b/i,
  pattern:
    /\b(work|domain|pattern|modules?|path|area|task|topic|when|keywords?|triggers?|signals?|requests?|types?|if)\b/i,
} as const;
type Column = keyof typeof COLUMNS;

const ARROW = /\s*(?:→|⇒|➜|➡\ufe0f?|⟶|-{1,2}>|=+>|—>)\s*/u;

/** Which work goes to whom, from `routing.md`. Anything that names no member is a note. */
export function readRules(
  text: string,
  { members, gone }: Pick<Roster, "members" | "gone">,
  report: Report,
  inside: readonly SquadFile[] = [],
): FolderRule[] {
  const rules: FolderRule[] = [];
  const others = new Set<string>();
  let prose = 0;
  for (const block of readMarkdown(text).blocks) {
    const named = block.kind === "code" ? [] : block.text.matchAll(FILE_NAME);
    for (const [other] of named) {
      if (others.has(other) || !isTable(other, block.text, inside, members)) continue;
      others.add(other);
      report.warn(FILE, block.line, `Rules in ${other} aren't read. Write them here.`);
    }
    if (block.kind === "heading") report.mark(FILE, block.line, block.level === 1 ? "title" : "");
    else if (block.kind === "divider") report.mark(FILE, block.line, "");
    else if (block.kind === "header") report.mark(FILE, block.line, "column names");
    else {
      const said = isGuidance(block) ? null : saidOf(block, members);
      if (said && addRules(rules, said, block, { members, gone }, report)) continue;
      report.note(FILE, block);
      if (block.kind !== "text" || isGuidance(block)) continue;
      if (block.line !== prose + 1) report.warn(FILE, block.line, proseText(block, members));
      prose = block.line;
    }
  }
  return rules;
}

const FILE_NAME = /(?<![\w/.-])[\w/.-]*[\w-]\.(?:json|ya?ml|toml|csv|md)\b/gi;
const ABOUT_RULES = /rout(?:e|es|ing)|dispatch|assign|triage/i;

/** Whether rules are kept in this file beside the one that names it. */
function isTable(path: string, line: string, inside: readonly SquadFile[], members: readonly Member[]): boolean {
  const name = (path.split("/").at(-1) ?? "").toLowerCase();
  if (KNOWN.test(name)) return false;
  if (ABOUT_RULES.test(name)) return true;
  if (!ABOUT_RULES.test(line) && !/\brules?\b|\btables?\b/i.test(line)) return false;
  const file = inside.find((one) => one.path.toLowerCase().split("/").at(-1) === name);
  return file !== undefined && namedIn(file.content, members).length > 0;
}
const KNOWN = /^(?:routing|team|decisions|charter|history|skill)\.md$|^config\.json$/;

/** The members whose names are in a text. */
function namedIn(text: string, members: readonly Member[]): Member[] {
  const words = new Set(slugsOf(text));
  return members.filter(({ role, title }) => words.has(role) || words.has(slugOf(title)));
}

function slugsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).map(slugOf);
}

/** A paragraph may mean a rule; only a person can say which. */
function proseText({ text }: Block, members: readonly Member[]): string {
  const named = namedIn(text, members);
  const names =
    named.length === 0
      ? ""
      : ` that names ${listedUpTo(
          3,
          named.map(({ title }) => title),
        )}`;
  return `This is prose${names}, and no rule. Write it as a line such as “work → name” to make it one. Kept as a note.`;
}

/** Columns of tables that are not about work. */
const OTHER_TABLE = /\b(?:models?|tiers?|costs?|prices?|budgets?|tokens?|versions?|status)\b/i;

interface Said {
  pattern: string;
  to: string;
  examples: string;
  second: string;
  /** A rule is meant, even if it names nobody. */
  isRule: boolean;
}

function isGuidance({ under, columns }: Block): boolean {
  const near = under.at(-1)?.text ?? "";
  return (
    /^notes$|\bissues?\b|\blabels?\b/i.test(near) || columns?.some((column) => /\blabels?\b/i.test(column)) === true
  );
}

/** The purpose of a label, such as "`squad:ann`: picked up by Ann", is not work. */
const LABEL = /^\W*[\w-]+:[\w-]+\W*(?:\s|$)/;

function saidOf(block: Block, members: readonly Member[]): Said | null {
  if (block.kind === "row") return rowOf(block, members);
  if (block.kind !== "item" && block.kind !== "text") return null;
  const flat = block.text;
  if (LABEL.test(flat)) return null;
  const [left = "", right, ...more] = flat.split(ARROW);
  if (right !== undefined && more.length === 0 && left.trim() !== "") {
    const swapped = membersNamed(members, plain(right)).named.length === 0 && memberNamed(members, left);
    const [pattern, to] = swapped ? [right, left] : [left, right];
    const aside = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(to);
    const isExample = aside && !/primary|secondary|backup/i.test(aside[2] ?? "");
    return {
      pattern,
      to: isExample ? (aside[1] ?? "") : to,
      examples: isExample ? (aside[2] ?? "") : "",
      second: "",
      isRule: block.kind === "item",
    };
  }
  if (block.kind !== "item") return null;
  const pair = /^(.{1,200}?)(?:\s*[:：]\s*|\s+[—–-]\s+)(.+)$/.exec(plain(flat));
  if (pair) {
    const [, before = "", after = ""] = pair;
    if (memberNamed(members, before)) return { pattern: after, to: before, examples: "", second: "", isRule: true };
    const { named, unknown } = membersNamed(members, after);
    if (named.length > 0 && unknown.length === 0)
      return { pattern: before, to: after, examples: "", second: "", isRule: true };
  }
  const above = block.under.filter(({ level }) => level > 1).at(-1);
  const owner = above && memberNamed(members, above.text);
  return owner ? { pattern: flat, to: owner.role, examples: "", second: "", isRule: true } : null;
}

function rowOf({ cells, columns }: Block, members: readonly Member[]): Said | null {
  const at: Partial<Record<Column, number>> = {};
  const taken = new Set<number>();
  for (const [name, pattern] of Object.entries(COLUMNS) as [Column, RegExp][]) {
    const i = (columns ?? []).findIndex((column, j) => !taken.has(j) && pattern.test(column));
    if (i < 0) continue;
    at[name] = i;
    taken.add(i);
  }
  const isByName = at.pattern !== undefined && at.target !== undefined;
  if (!isByName && OTHER_TABLE.test((columns ?? []).join(" | "))) return null;
  const first = cells[0] ?? "";
  const isSwapped = !isByName && memberNamed(members, first) && !memberNamed(members, cells[1] ?? "");
  const [p, to, e] = isByName ? [at.pattern, at.target, at.example] : isSwapped ? [1, 0, 2] : [0, 1, 2];
  const cell = (i: number | undefined) => (i === undefined ? "" : (cells[i] ?? ""));
  if (cell(p) === "" && cell(to) === "") return null;
  return {
    pattern: cell(p),
    to: cell(to),
    examples: cell(e),
    second: cell(at.second),
    isRule: true,
  };
}

function isNamedIn(gone: Roster["gone"], words: string): boolean {
  const slug = slugOf(words);
  return [...gone].some(([role, title]) => role === slug || slugOf(title) === slug);
}

/** Whether the line became rules. */
function addRules(
  rules: FolderRule[],
  said: Said,
  block: Block,
  { members, gone }: Pick<Roster, "members" | "gone">,
  report: Report,
): boolean {
  const { line } = block;
  const pattern = plain(said.pattern);
  const { named, unknown } = membersNamed(members, said.to);
  const choice = unknown.length === 0 ? undefined : report.choiceOf(FILE, line);
  const chosen = choice ? members.find(({ role }) => role === choice) : undefined;
  const targets = chosen && !named.includes(chosen) ? [...named, chosen] : named;
  if (!said.isRule && targets.length === 0) return false;
  if (unknown.length > 0 && choice === undefined) {
    const wanted = unknown.join(", ").slice(0, 100);
    const isName = unknown.length === 1 && /^[^/]+$/.test(wanted) && wanted.split(/\s+/).length <= 3;
    const nearest = isName ? nearestMember(members, wanted) : null;
    const hint = nearest ? ` Closest is ${nearest}.` : "";
    const done = targets.length === 0 ? "Kept as a note." : "The others get the rule.";
    const isGone = unknown.length === 1 && isNamedIn(gone, wanted);
    const why = isGone ? `${wanted} is not active in the squad.` : `No “${wanted}” in the squad.`;
    report.warn(FILE, line, `${why}${hint} ${done}`, { wanted, nearest });
  }
  if (pattern === "" && targets.length > 0) report.warn(FILE, line, "Names an agent but no work. Kept as a note.");
  if (plain(said.to) === "") report.warn(FILE, line, "Names nobody, so it can't be a rule. Kept as a note.");
  if (pattern === "" || targets.length === 0) return false;
  if (rules.length + targets.length > RULES_MAX) {
    report.warn(FILE, line, `Only ${RULES_MAX} rules are read. Kept as a note.`);
    return false;
  }
  if (targets.length > 1) report.warn(FILE, line, `${targets.length} targets. Each gets a rule of its own.`);
  if (plain(said.second) !== "" && !/^[-—–]+$/.test(plain(said.second)))
    report.warn(FILE, line, `A rule has one target. “${plain(said.second)}” is kept as a note.`);
  const examples = itemsOf(plain(said.examples)).filter((one) => !/^[-—–]+$/.test(one));
  const numbers = targets.map(({ role }) => {
    const id = `rule-${rules.length + 1}`;
    rules.push({
      id,
      pattern,
      target: roleName(role),
      ...(examples.length > 0 ? { examples } : {}),
      source: { file: FILE, line },
    });
    return rules.length;
  });
  report.mark(FILE, line, numbers.length > 1 ? `rules ${numbers.join(", ")}` : `rule ${numbers[0]}`);
  if (plain(said.second) !== "" && !/^[-—–]+$/.test(plain(said.second)))
    report.keep({ file: FILE, text: `${pattern}: ${plain(said.second)} helps` });
  return true;
}
