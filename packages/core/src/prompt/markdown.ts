/** Pieces of the markdown that agents read. Others' text never leaves its fence or its line. */

/** Others' text as a block that it cannot end: the fence is longer than any run of backticks in it. */
export function fenced(text: string, language = "text"): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").replace(/\n+$/, "")}\n${fence}`;
}

/** Words that are a line already, and that markdown leaves as they are. */
const PLAIN = /^[A-Za-z][A-Za-z0-9'"(),.:;?/-]*(?: [A-Za-z0-9'"(),.:;?/-]+)*$/;

/** Others' text within a line: one line, and a code span if it has anything that markdown would interpret. */
export function inline(text: string): string {
  if (PLAIN.test(text)) return text;
  const flat = text.replace(/[\s\u0085\p{Cc}]+/gu, " ").trim();
  if (!/[`*_#<>[\]|\\~!]/.test(flat) && !/^([-+]|\d+[.)]|={3,})(\s|$)/.test(flat)) return flat;
  return code(flat);
}

/** Others' text that is read character by character, such as a path or a pattern, on one line. */
export function code(text: string): string {
  const flat = text.replace(/[\s\u0085\p{Cc}]+/gu, " ").trim();
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map((run) => run[0].length));
  const ticks = "`".repeat(longest + 1);
  const pad = flat.startsWith("`") || flat.endsWith("`") ? " " : "";
  return `${ticks}${pad}${flat}${pad}${ticks}`;
}

/** Others' text as an item of a list: what is said about it follows its first line, the other lines are indented. */
export function itemLines(text: string, behind: string): string {
  const [first = "", ...rest] = text
    .split(/[\r\n]+/)
    .map((line) => inline(line.replaceAll("**", "").trim()))
    .filter((line) => line !== "");
  return [`${first} ${behind}`, ...rest].join("\n  ");
}

export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

/** A section, or nothing if it has no content. */
export function section(title: string, ...blocks: (string | null)[]): string | null {
  const content = blocks.filter((block) => block !== null && block !== "");
  return content.length === 0 ? null : [`## ${title}`, ...content].join("\n\n");
}

/** Blocks with an empty line between them; what is `null` is left out. */
export function document(blocks: readonly (string | null)[]): string {
  return `${blocks.filter((block) => block !== null && block !== "").join("\n\n")}\n`;
}

/** "a", "a and b", "a, b and c". */
/** UTC, to the minute: `2026-11-21T22:03Z`. */
export function isoMinute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`;
}

/** The same to the second, if a minute is too coarse: an answer may be due in seconds. */
export function isoSecond(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
