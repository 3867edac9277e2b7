import { linesOf, plain, readMarkdown } from "./markdown.ts";
import { LINE_MAX, LINES_MAX } from "./squad.ts";

export interface Learning {
  text: string;
  /** As in the file: a day. */
  date: string | null;
  line: number;
}

const DATED = /^\W{0,4}(\d{4}-\d{2}-\d{2})\W{0,6}(?:\s|$)/;
const ABOUT = /learn|lesson/i;
const ELSE = /context|identity|project|about|team|core/i;

/**
 * What an agent learned, from its history: the items under "Learnings", or all items if nothing has that name, and
 * paragraphs under headings of their own. Other lines are in `others`.
 */
export function readLearnings(history: string): { learnings: Learning[]; others: number[] } {
  const lines = linesOf(history).slice(0, LINES_MAX);
  const { blocks } = readMarkdown(history);
  const byLine = new Map(blocks.map((block) => [block.line, block]));
  const isNamed = blocks.some(({ kind, text }) => kind === "heading" && ABOUT.test(text));
  const learnings: Learning[] = [];
  const others: number[] = [];
  let open: { learning: Learning; lines: string[] } | null = null;
  let group: { title: string; date: string | null } | null = null;
  const close = (): void => {
    if (open) open.learning.text = open.lines.join("\n").trim();
    open = null;
  };
  const begin = (said: string, line: number): void => {
    close();
    const date = DATED.exec(said)?.[1] ?? group?.date ?? null;
    const learning = { text: "", date, line };
    learnings.push(learning);
    open = { learning, lines: [said.replace(DATED, "")] };
  };
  for (const [i, whole] of lines.entries()) {
    const raw = whole.slice(0, LINE_MAX);
    const block = byLine.get(i + 1);
    if (!block) {
      if (open) (open as { lines: string[] }).lines.push("");
      continue;
    }
    const above = block.under.map(({ text }) => text);
    const isIn = isNamed
      ? above.some((text) => ABOUT.test(text))
      : !above.some((text, at) => (block.under[at]?.level ?? 1) > 1 && ELSE.test(text));
    if (block.kind === "heading") {
      close();
      const title = plain(block.text);
      group =
        isIn && block.level > 1 ? { title: title.replace(DATED, ""), date: DATED.exec(title)?.[1] ?? null } : null;
    } else if (!isIn) {
      close();
      others.push(i + 1);
    } else if (block.kind === "item" && /^\s?\S/.test(raw)) begin(block.text, i + 1);
    else if (open) (open as { lines: string[] }).lines.push(raw.replace(/^ {1,2}/, "").trimEnd());
    else if (group && group.title !== "" && block.kind !== "divider") {
      begin(group.title, i + 1);
      if (open) (open as { lines: string[] }).lines.push(raw.replace(/^ {1,2}/, "").trimEnd());
    } else if (block.kind !== "divider" && block.kind !== "comment") others.push(i + 1);
  }
  close();
  return { learnings: learnings.filter(({ text }) => text !== ""), others };
}
