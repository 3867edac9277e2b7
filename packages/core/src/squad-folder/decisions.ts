import { fieldOf, linesOf, plain, readMarkdown } from "./markdown.ts";
import type { Report } from "./report.ts";
import { type FolderDecision, LINES_MAX } from "./squad.ts";

const DAY = /\b(\d{4}-\d{2}-\d{2})\b/;

/** The squad's decisions; anything before the first one is a note. */
export function readDecisions(file: string, text: string, report: Report): FolderDecision[] {
  const { blocks } = readMarkdown(text);
  const lines = linesOf(text).slice(0, LINES_MAX);
  const heads = blocks.filter(
    (block, i) =>
      block.kind === "heading" &&
      block.level > 1 &&
      (blocks[i + 1]?.kind !== "heading" || (blocks[i + 1]?.level ?? 0) <= block.level),
  );
  const level = heads[0]?.level ?? 0;
  const isHead = (line: number) => heads.find((head) => head.line === line && head.level === level);
  const decisions: FolderDecision[] = [];
  const starts: number[] = [];
  let open: { at: number; decision: FolderDecision; text: string[] } | null = null;
  const close = () => {
    if (open) open.decision.text = open.text.join("\n").trim();
    open = null;
  };
  const add = (title: string, line: number) => {
    const said = plain(title);
    const date = DAY.exec(said)?.[1] ?? null;
    const bare = said.replace(/^\[?\d{4}-\d{2}-\d{2}\]?\s*[:—–-]?\s*/, "");
    const source = { file, line };
    const decision: FolderDecision = { title: bare || said, date, by: null, text: "", source };
    decisions.push(decision);
    starts.push(line);
    report.mark(file, line, `decision ${decisions.length}`);
    return decision;
  };
  const byLine = new Map(blocks.map((block) => [block.line, block]));
  for (const [i, raw] of lines.entries()) {
    const block = byLine.get(i + 1);
    const head = isHead(i + 1);
    const isAbove = block?.kind === "heading" && block.level <= level && !head;
    const isNotes = block?.under.some(({ text: said }) => /^notes$/i.test(said)) ?? false;
    if ((head && /^notes$/i.test(head.text)) || isAbove || (level > 0 && block?.kind === "divider")) {
      if (head || isAbove) close();
      if (block) report.mark(file, block.line, block.level === 1 ? "title" : "");
    } else if (head) {
      close();
      const decision = add(head.text, i + 1);
      open = { at: i, decision, text: [] };
    } else if (open !== null && !isNotes) {
      const { decision, text: own }: { decision: FolderDecision; text: string[] } = open;
      const field = block && block.kind !== "code" ? fieldOf(block.text) : null;
      if (field && ["by", "author", "decided by", "owner"].includes(field.key) && decision.by === null)
        decision.by = field.value || null;
      else if (field?.key === "date" && decision.date === null && DAY.test(field.value))
        decision.date = DAY.exec(field.value)?.[1] ?? null;
      else own.push(raw);
      if (block) report.mark(file, block.line, `decision ${decisions.length}`);
    } else if (block?.kind === "item" && level === 0 && !isNotes) add(block.text, block.line);
    else if (block?.kind === "heading") report.mark(file, block.line, "title");
    else if (block) report.note("decisions.md", block);
  }
  close();
  for (const [i, { date }] of decisions.entries())
    if (date === null) report.warn(file, starts[i] ?? null, "The decision has no date. It is kept without one.");
  return decisions;
}
