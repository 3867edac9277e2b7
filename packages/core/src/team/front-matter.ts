import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { unclosedIn } from "./unclosed.ts";

/** A scalar as text, a list or a map of such, nested at most `DEPTH_MAX` deep. */
export type Value = string | readonly Value[] | { map: readonly { key: string; value: Value }[] };

/** The pairs of a map; `null`: it isn't one. */
export function pairsOf(value: Value): readonly { key: string; value: Value }[] | null {
  return typeof value === "object" && !Array.isArray(value)
    ? (value as { map: readonly { key: string; value: Value }[] }).map
    : null;
}

export interface FrontMatter {
  entries: { key: string; value: Value; line: number }[];
  /** What follows the front matter. */
  body: string;
  /** Lines that could not be read, or not as they were meant, from 1; the others are read all the same. */
  problems: { level: "error" | "warning"; line: number; message: string }[];
}

/** Most lines of front matter; anything longer isn't front matter. */
const LINES_MAX = 200;
const DEPTH_MAX = 4;
const KEY = /^([A-Za-z_][A-Za-z0-9_-]{0,63}|"[^"]{1,64}"|'[^']{1,64}')[ \t]*:(?:[ \t]+(.*))?$/;

/**
 * Reads the front matter of a markdown text as YAML whose scalars are all text. Each key is read by itself, so one that
 * can't be read affects no other; a line of text with a colon in it is text. Total: every text has a reading.
 */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  if (lines[0]?.trimEnd() !== "---") return { entries: [], body: text, problems: [] };
  const end = lines.findIndex((line, i) => i > 0 && /^(---|\.\.\.)\s*$/.test(line));
  if (end < 0 || end > LINES_MAX) {
    const message = `The front matter has no closing \`---\` within ${LINES_MAX} lines.`;
    const problems = [{ level: "error" as const, line: 1, message }];
    return { entries: [], body: lines.slice(1).join("\n"), problems };
  }
  const problems: FrontMatter["problems"] = [];
  const entries: FrontMatter["entries"] = [];
  for (let i = 1; i < end; ) {
    const line = i + 1;
    const first = lines[i] ?? "";
    i += 1;
    if (isBlank(first)) continue;
    const [, key, rest = ""] = KEY.exec(first) ?? [];
    if (key === undefined) {
      const message = /^\s/.test(first) ? "This is indented and belongs to no key above." : "This isn't `key: value`.";
      problems.push({ level: "error", line, message });
      continue;
    }
    const from = i;
    while (i < end && (isBlank(lines[i] ?? "") || /^(\s|[-\]}](\s|$|,))/.test(lines[i] ?? ""))) i += 1;
    const more = lines.slice(from, i);
    const read = readEntry([first, ...more], line);
    const isOneLine = more.every(isBlank);
    if (read.value !== null) entries.push({ key: bare(key), value: read.value, line });
    else if (isOneLine && isPlain(rest)) {
      entries.push({ key: bare(key), value: rest.trim(), line });
      problems.push({ level: "warning", line, message: "Read as text; put it in quotes." });
      continue;
    }
    problems.push(...read.problems);
  }
  return { entries, body: lines.slice(end + 1).join("\n"), problems };
}

function isBlank(line: string): boolean {
  return /^\s*(#.*)?$/.test(line);
}

/** Text with a colon or a mark that YAML stumbles over, rather than a broken list, map or reference. */
function isPlain(text: string): boolean {
  return /^[^\s[{&*!|>"'#]/.test(text);
}

function bare(key: string): string {
  return key.replace(/^(["'])(.*)\1$/, "$2");
}

/** `null`: it can't be read, and the problems say why. */
function readEntry(lines: readonly string[], at: number): { value: Value | null; problems: FrontMatter["problems"] } {
  const counter = new LineCounter();
  // Indentation with tabs means the same as with spaces.
  const tabs = lines.findIndex((line) => /^ *\t/.test(line));
  const text = lines.map((line) => line.replace(/^[ \t]+/, (space) => space.replaceAll("\t", "  ")));
  const document = parseDocument(text.join("\n"), {
    schema: "failsafe",
    lineCounter: counter,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
    keepSourceTokens: false,
  });
  const problems: FrontMatter["problems"] = [];
  const say = (level: "error" | "warning", offset: number, message: string) => {
    const { line } = counter.linePos(offset);
    problems.push({ level, line: at + Math.min(Math.max(line, 1), lines.length) - 1, message });
  };
  if (tabs >= 0)
    problems.push({
      level: "warning",
      line: at + tabs,
      message: "Indent with spaces, not with tabs.",
    });
  const [bad] = document.errors;
  if (bad) {
    const open = unclosedIn(text.join("\n"));
    if (open) say("error", open.offset, `This ${nameOf(open.mark)} isn't closed.`);
    else say("error", bad.pos[0], meaningOf(bad.code, bad.message));
    return { value: null, problems };
  }
  const pair = isMap(document.contents) ? document.contents.items[0] : undefined;
  const node = (pair?.value ?? null) as Node | null;
  const value = readValue(node, 0, say);
  return { value, problems };
}

function nameOf(mark: string): string {
  return mark === "[" || mark === "{" ? `\`${mark}\`` : "quote";
}

type Say = (level: "error" | "warning", offset: number, message: string) => void;

function readValue(node: Node | null, depth: number, say: Say): Value | null {
  if (node === null) return "";
  const at = node.range?.[0] ?? 0;
  if (isAlias(node) || (node as { anchor?: string }).anchor || node.tag?.startsWith("!")) {
    say("error", at, "Write the value itself: references and tags have no meaning here.");
    return null;
  }
  if (isScalar(node)) {
    const text = String(node.value ?? "");
    const isQuoted = node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE";
    const list = isQuoted ? /^\s*\[([^[\]]*)\]\s*$/.exec(text)?.[1] : undefined;
    if (list !== undefined) {
      say("warning", at, "Read as a list; take it out of its quotes.");
      return list
        .split(",")
        .map((item) => item.trim().replace(/^(["'])(.*)\1$/, "$2"))
        .filter((item) => item !== "");
    }
    return !isQuoted && (text === "null" || text === "~") ? "" : text;
  }
  if (depth >= DEPTH_MAX) {
    say("error", at, `Lists and maps can be nested ${DEPTH_MAX} deep.`);
    return null;
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => readValue(item as Node | null, depth + 1, say));
    const whole = items.filter((item) => item !== null);
    return whole.length < items.length ? null : whole.filter((item) => item !== "");
  }
  if (!isMap(node)) return null;
  const map: { key: string; value: Value }[] = [];
  for (const { key, value } of node.items) {
    const name = readValue(key as Node | null, DEPTH_MAX, say);
    const read = readValue(value as Node | null, depth + 1, say);
    if (typeof name !== "string" || read === null) return null;
    const offset = (key as Node | null)?.range?.[0] ?? at;
    if (map.some((one) => one.key === name)) {
      say("error", offset, `${name} appears twice.`);
      return null;
    }
    map.push({ key: name, value: read });
  }
  return { map };
}

/** For errors that people make; any other in the library's words, without its place. */
export function meaningOf(code: string, message: string): string {
  const indent = "This is indented differently from the lines around it, or a `]` or `}` is missing.";
  const known: Readonly<Record<string, string>> = {
    BAD_INDENT: indent,
    BLOCK_AS_IMPLICIT_KEY: indent,
    BLOCK_IN_FLOW: indent,
    MISSING_CHAR: "A quote, `]` or `}` is missing.",
    MULTIPLE_ANCHORS: "Write the value itself: references and tags have no meaning here.",
  };
  return known[code] ?? `${message.replace(/ at line \d+.*$/s, "").replace(/[.:]*$/, "")}.`;
}
