/** A scalar as text, a list of them, or a map of one level. */
export type Value = string | string[] | { map: { key: string; value: string }[] };

export interface FrontMatter {
  entries: { key: string; value: Value; line: number }[];
  /** What follows it. */
  body: string;
  /** Lines that could not be read, from 1; the others are read all the same. */
  problems: { line: number; message: string }[];
}

/** Lines that front matter may have; what is longer is no front matter. */
const LINES_MAX = 200;
const ENTRY = /^([A-Za-z_][A-Za-z0-9_-]{0,63})[ \t]*:(?:[ \t]+(.*))?$/;

/**
 * Reads the front matter of a markdown text: the part of YAML that role specs use. Keys with a scalar, an
 * inline list, a block list or a block map of one level; comments and quotes. Anything else is a problem of
 * its line. Total: every text has a reading.
 */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  if (lines[0]?.trimEnd() !== "---") return { entries: [], body: text, problems: [] };
  const end = lines.findIndex((line, i) => i > 0 && /^(---|\.\.\.)\s*$/.test(line));
  if (end < 0 || end > LINES_MAX) {
    const message = `The front matter has no closing \`---\` within ${LINES_MAX} lines.`;
    return { entries: [], body: lines.slice(1).join("\n"), problems: [{ line: 1, message }] };
  }
  const problems: FrontMatter["problems"] = [];
  const entries: FrontMatter["entries"] = [];
  for (let i = 1; i < end; ) {
    const line = lines[i] ?? "";
    const at = i + 1;
    i += 1;
    if (isBlank(line)) continue;
    if (line.includes("\t") && /^\s*\t/.test(line)) {
      problems.push({ line: at, message: "Indent with spaces, not with tabs." });
      continue;
    }
    const match = ENTRY.exec(line);
    if (!match) {
      const message = /^\s/.test(line)
        ? "This is indented and belongs to no key above."
        : "This isn't `key: value`.";
      problems.push({ line: at, message });
      continue;
    }
    const [, key = "", rest = ""] = match;
    const inline = withoutComment(rest).trim();
    if (inline !== "") {
      const read = readInline(inline);
      if (typeof read === "object" && "problem" in read)
        problems.push({ line: at, message: read.problem });
      else entries.push({ key, value: read, line: at });
      continue;
    }
    const block: { text: string; line: number }[] = [];
    while (i < end && (isBlank(lines[i] ?? "") || /^(\s|-(\s|$))/.test(lines[i] ?? ""))) {
      if (!isBlank(lines[i] ?? "")) block.push({ text: lines[i] ?? "", line: i + 1 });
      i += 1;
    }
    entries.push({ key, value: readBlock(block, problems), line: at });
  }
  const body = lines.slice(end + 1).join("\n");
  return { entries, body, problems };
}

function isBlank(line: string): boolean {
  return /^\s*(#.*)?$/.test(line);
}

/** A comment begins with a `#` behind a space, outside of quotes. */
function withoutComment(text: string): string {
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] ?? "";
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if ((letter === '"' || letter === "'") && !/[\w]/.test(text[i - 1] ?? "")) quote = letter;
    else if (letter === "#" && (i === 0 || /\s/.test(text[i - 1] ?? ""))) return text.slice(0, i);
  }
  return text;
}

function readInline(text: string): string | string[] | { problem: string } {
  if (text.startsWith("[")) {
    if (!text.endsWith("]")) return { problem: "The list has no closing `]` on this line." };
    const items = splitItems(text.slice(1, -1));
    return items.some((item) => /[[\]{}]/.test(item))
      ? { problem: "A list can contain words, but no lists or maps." }
      : items;
  }
  if (text.startsWith("{")) return { problem: "Write a map as lines of `key: value` below it." };
  if (/^[|>]/.test(text)) return { problem: "Put text of several lines below the front matter." };
  if (/^[&*!%@`]/.test(text))
    return { problem: `\`${text[0]}\` has no meaning here; quote the text.` };
  return scalar(text);
}

/** Parts between commas outside of quotes. */
function splitItems(text: string): string[] {
  const items: string[] = [];
  let quote = "";
  let item = "";
  for (const letter of text) {
    if (quote === "" && letter === ",") {
      items.push(item);
      item = "";
      continue;
    }
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if ((letter === '"' || letter === "'") && item.trim() === "") quote = letter;
    item += letter;
  }
  return [...items, item].map(scalar).filter((one) => one !== "");
}

function scalar(text: string): string {
  const flat = text.trim();
  const quote = flat[0];
  if ((quote === '"' || quote === "'") && flat.length > 1 && flat.endsWith(quote))
    return flat.slice(1, -1);
  return flat === "null" || flat === "~" ? "" : flat;
}

/** A list of `- item`, or a map of `key: value`; the first line says which. */
function readBlock(
  block: readonly { text: string; line: number }[],
  problems: FrontMatter["problems"],
): Value {
  const [first] = block;
  if (!first) return "";
  const isList = first.text.trimStart().startsWith("-");
  const indent = indentOf(first.text);
  const list: string[] = [];
  const map: { key: string; value: string }[] = [];
  for (const { text, line } of block) {
    const inner = withoutComment(text).trim();
    if (indentOf(text) !== indent) {
      problems.push({ line, message: "This is indented differently from the line above." });
    } else if (isList) {
      const item = /^-(?:\s+(.*))?$/.exec(inner)?.[1];
      if (item === undefined || item === "")
        problems.push({ line, message: "A list needs lines of `- item`." });
      else list.push(scalar(item));
    } else {
      const match = ENTRY.exec(inner);
      if (!match) problems.push({ line, message: "A map needs lines of `key: value`." });
      else if (map.some(({ key }) => key === match[1]))
        problems.push({ line, message: `${match[1]} appears twice.` });
      else map.push({ key: match[1] ?? "", value: scalar(match[2] ?? "") });
    }
  }
  return isList ? list : { map };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
