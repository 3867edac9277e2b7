import { LINE_MAX, LINES_MAX } from "./squad.ts";

/** A line of markdown that is not blank. */
export interface Block {
  line: number;
  kind: "heading" | "header" | "row" | "item" | "text" | "code" | "comment" | "divider";
  /** Level of a heading, from 1. */
  level: number;
  /** Without the marks of its kind. */
  text: string;
  /** For a row of a table, with the names of its columns. */
  cells: string[];
  columns: string[] | null;
  /** Headings above it, the nearest last; a heading is not above itself. */
  under: { level: number; text: string }[];
}

export interface Markdown {
  blocks: Block[];
  lineCount: number;
  /** Lines that are too long, and are read only up to `LINE_MAX`. */
  cut: number[];
}

/** The lines of a text, with any line ending. */
export function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
}

/** Where the entries of a list of decisions begin: at headings of one level, whatever is above, otherwise at items. */
export function decisionStarts(lines: readonly string[]): number[] {
  let fence = "";
  const heads: { at: number; level: number }[] = [];
  for (const [at, line] of lines.entries()) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === "" || mark.startsWith(fence))) fence = fence ? "" : mark;
    const level = fence === "" ? (/^#{2,6}(?=\s)/.exec(line)?.[0].length ?? 0) : 0;
    if (level > 0) heads.push({ at, level });
  }
  const isGroup = ({ at, level }: { at: number; level: number }, next?: (typeof heads)[number]) =>
    next !== undefined && next.level > level && lines.slice(at + 1, next.at).every((line) => line.trim() === "");
  const first = heads.find((head, i) => !isGroup(head, heads[i + 1]));
  if (first) return heads.flatMap(({ at, level }) => (level === first.level ? [at] : []));
  return lines.flatMap((line, i) => (/^[-*+]\s/.test(line) ? [i] : []));
}

/** Reads the parts of markdown that squads use, line by line. Total: each line that is not blank is one block. */
export function readMarkdown(text: string): Markdown {
  const all = linesOf(text);
  const lines = all.slice(0, LINES_MAX);
  const blocks: Block[] = [];
  const cut: number[] = [];
  let under: Block["under"] = [];
  let columns: string[] | null = null;
  let inTable = false;
  let fence = "";
  let inComment = false;
  for (const [i, whole] of lines.entries()) {
    if (whole.length > LINE_MAX) cut.push(i + 1);
    const raw = whole.slice(0, LINE_MAX);
    const flat = raw.trim();
    const isRow = flat.startsWith("|") || (inTable && flat.includes("|"));
    if (!isRow) [columns, inTable] = [null, false];
    if (flat === "") continue;
    const add = (kind: Block["kind"], said: string, more: Partial<Block> = {}) =>
      void blocks.push({
        line: i + 1,
        kind,
        level: 0,
        text: said.trim(),
        cells: [],
        columns: null,
        under,
        ...more,
      });
    if (inComment || (fence === "" && flat.startsWith("<!--"))) {
      inComment = !flat.includes("-->");
      add("comment", flat);
      continue;
    }
    const mark = /^(```+|~~~+)/.exec(flat)?.[1];
    if (mark !== undefined || fence !== "") {
      if (fence === "") fence = mark ?? "";
      else if (mark?.startsWith(fence)) fence = "";
      add("code", flat);
      continue;
    }
    const heading = /^(#{1,6})\s+(.*)$/.exec(flat);
    if (heading) {
      const level = heading[1]?.length ?? 1;
      under = under.filter((above) => above.level < level);
      const said = (heading[2] ?? "").replace(/\s#+$/, "");
      add("heading", said, { level });
      under = [...under, { level, text: said.trim() }];
      continue;
    }
    if (isDivider(flat)) {
      if (flat.includes("|")) inTable = true;
      add("divider", flat);
      continue;
    }
    const isHeader = flat.includes("|") && !inTable && isTableLine(lines[i + 1]);
    if (isHeader) {
      columns = cellsOf(flat);
      inTable = true;
      add("header", flat, { cells: columns });
      continue;
    }
    if (isRow) {
      inTable = true;
      add("row", flat, { cells: cellsOf(flat), columns });
      continue;
    }
    const item = /^(?:[-*+]|\d{1,4}[.)])\s+(.*)$/.exec(flat);
    add(item ? "item" : "text", item?.[1] ?? flat);
  }
  return { blocks, lineCount: all.length, cut };
}

function isDivider(flat: string): boolean {
  return /^[|:\-\s]+$/.test(flat) && flat.includes("-") && !/^-\s/.test(flat)
    ? true
    : /^(\*\s*){3,}$|^(_\s*){3,}$/.test(flat);
}

function isTableLine(line: string | undefined): boolean {
  const flat = line?.trim() ?? "";
  return flat.includes("|") && flat.length <= LINE_MAX && isDivider(flat);
}

function cellsOf(flat: string): string[] {
  const inner = flat.replace(/^\|/, "");
  const cells: string[] = [];
  let cell = "";
  for (let i = 0; i < inner.length; i++) {
    const letter = inner[i] ?? "";
    if (letter === "\\" && inner[i + 1] === "|") {
      cell += "|";
      i += 1;
    } else if (letter === "|") {
      cells.push(cell.trim());
      cell = "";
    } else cell += letter;
  }
  if (cell.trim() !== "" || !inner.endsWith("|")) cells.push(cell.trim());
  return cells;
}

/** As a cell that `cellsOf` can read back. */
export function cellText(text: string): string {
  return text.replaceAll("|", "\\|");
}

const EMOJI = /\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]|\u200d|\ufe0f|\u20e3/gu;
const BOLD = /(^|[\s(,])(\*\*|__)(?=\S)([^*_]+?)\2(?=$|[\s),.:;])/g;

/** The words of a line: without emoji, emphasis, links and code marks. Idempotent. */
export function plain(text: string): string {
  let said = text;
  for (let round = 0; round < 6; round++) {
    const before = said;
    said = said
      .replace(EMOJI, "")
      .replaceAll("`", "")
      .replace(/\[([^[\]]{1,200})\]\([^()\s]{0,400}\)/g, "$1")
      .replace(BOLD, "$1$3")
      .replace(/^\*\*([^/*].*)\*\*$/, "$1")
      .replace(/^\*([^*]+)\*$/, "$1")
      .replace(/^_([^_]+)_$/, "$1")
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
      .trim();
    if (said === before) break;
  }
  return said;
}

/** A line such as `**Role:** Lead` or `Role: Lead`. */
export function fieldOf(text: string): { key: string; value: string } | null {
  const said = plain(text.replace(/^([^:：]{1,40})[:：]\s*\*\*/, "$1:** ").replace(/^\*\*([^*:]{1,40}):\*\*/, "$1:"));
  const match = /^([\p{L}][\p{L} _-]{0,38}?)\s*[:：]\s*(.*)$/u.exec(said);
  return match ? { key: (match[1] ?? "").toLowerCase(), value: match[2] ?? "" } : null;
}
