import { DELIVERY_BYTES } from "@squadroom/core/prompt/context/budget";
import type { Command } from "commander";
import { number } from "./answer.ts";

/** How much every common client shows its model in full. */
const PAGE_BYTES = DELIVERY_BYTES;
/** Of a long delivery: its beginning, and its end from how it ends onwards. */
const BEGINNING_BYTES = 3_500;
const END_BYTES = 4_000;

export function addPage(command: Command): Command {
  return command.option("--page <n>", "agents read long texts in pages; 1 is the first", number(1, 1e6));
}

/**
 * A page of what an agent reads: a client silently cuts the middle out of longer texts. People get all of it.
 *
 * @param command prints it; the next page has `--page`
 */
export function paged(
  text: string,
  { kind, page, command }: { kind: "agent" | "person"; page: unknown; command: string },
): string {
  if (page === undefined && kind === "person") return text;
  const pages = pagesOf(text);
  const at = Math.min(typeof page === "number" ? page : 1, pages.length);
  const shown = pages[at - 1] ?? "";
  if (pages.length === 1) return shown;
  const next = at < pages.length ? ` The next: \`${command} --page ${at + 1}\`` : "";
  return `${shown.trimEnd()}\n\nPage ${at} of ${pages.length}.${next}\n`;
}

/**
 * Whole lines per page; a line longer than a page continues on the next. Others' text stays in its fence: one open at
 * the end of a page is closed there, and opened again.
 */
function pagesOf(text: string): string[] {
  const pages: string[] = [];
  let lines: string[] = [];
  let bytes = 0;
  let fence: string | null = null;
  const turn = () => {
    pages.push([...lines, ...(fence ? [closing(fence)] : [])].join("\n"));
    lines = fence ? [fence] : [];
    bytes = 0;
  };
  for (const line of text.split("\n").flatMap(piecesOf)) {
    const more = Buffer.byteLength(line) + 1;
    if (bytes > 0 && bytes + more > PAGE_BYTES) turn();
    lines.push(line);
    bytes += more;
    fence = fenceAfter(fence, line);
  }
  turn();
  return pages;
}

/** The fence that is open after this line: what opened it, with its indent. */
function fenceAfter(open: string | null, line: string): string | null {
  const found = /^(\s*)(`{3,})(\w*)\s*$/.exec(line);
  if (!found) return open;
  const [, , ticks = "", word = ""] = found;
  if (open === null) return line;
  const isEnd = word === "" && ticks.length >= closing(open).trim().length;
  return isEnd ? null : open;
}

function closing(fence: string): string {
  return fence.replace(/\w+\s*$/, "");
}

function piecesOf(line: string): string[] {
  if (Buffer.byteLength(line) <= PAGE_BYTES) return [line];
  const pieces: string[] = [];
  let piece = "";
  let bytes = 0;
  for (const letter of line) {
    const more = Buffer.byteLength(letter);
    if (bytes + more > PAGE_BYTES) {
      pieces.push(piece);
      piece = "";
      bytes = 0;
    }
    piece += letter;
    bytes += more;
  }
  return [...pieces, piece];
}

/** Whether a client may cut it. */
export function isLong(text: string): boolean {
  return Buffer.byteLength(text) > PAGE_BYTES + 500;
}

/** A text that is in a file: its beginning, its end, and how to read what is in between. */
export function abridged(text: string, path: string): string {
  const lines = text.trimEnd().split("\n");
  const ends = lines.lastIndexOf("## How to end it");
  let from = 0;
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > BEGINNING_BYTES) break;
    from += 1;
  }
  let to = lines.length;
  let rest = 0;
  while (to > Math.max(from, ends)) {
    rest += Buffer.byteLength(lines[to - 1] ?? "") + 1;
    if (rest > END_BYTES) break;
    to -= 1;
  }
  if (to <= from) return text;
  const openAt = (line: number) => lines.slice(0, line).reduce<string | null>(fenceAfter, null);
  const [open, again] = [openAt(from), openAt(to)];
  const left = [
    ...(open ? [closing(open), ""] : []),
    `**Left out here: lines ${from + 1} to ${to} of ${lines.length}. Read them before you begin**, in pieces that your client shows whole:`,
    "```sh",
    `sed -n '${from + 1},${Math.min(to, from + 120)}p' '${path}'`,
    "```",
    "`squadroom context --task` prints the same in pages.",
    ...(again ? ["", again] : []),
  ];
  return `${[...lines.slice(0, from), "", ...left, "", ...lines.slice(to)].join("\n")}\n`;
}
