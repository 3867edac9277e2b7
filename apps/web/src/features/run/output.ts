import { titleOf } from "@squadroom/core/kernel/title";
import type { RunChunk } from "@squadroom/core/run/output";

export type SaidEntry = {
  kind: "text" | "prompt" | "steer" | "notice";
  key: number;
  at: number;
  text: string;
};
type Tool = Extract<RunChunk, { kind: "tool" }>["tool"];
export type ToolEntry = { kind: "tool"; key: number; at: number } & Tool;
/** Chunks that were left out, or are no longer kept. */
type GapEntry = { kind: "gap"; key: number; at: number; count: number };
export type Entry = SaidEntry | ToolEntry | GapEntry;

/** What was said and done in one turn. */
export interface Turn {
  turn: number;
  /** The agent's first words in it. */
  title: string | null;
  entries: Entry[];
  calls: number;
  failed: number;
  denied: number;
  fromAt: number;
  toAt: number;
}

/** A run's chunks in order, as turns: text that belongs together is one entry, and so are the chunks of a call. */
export function turnsOf(chunks: readonly RunChunk[]): Turn[] {
  const turns: Turn[] = [];
  /** The place of a call; its id may come again in another turn. */
  const calls = new Map<string, ToolEntry>();
  let before: number | null = null;
  for (const chunk of chunks) {
    const { n, at } = chunk;
    let turn = turns.at(-1);
    if (turn?.turn !== chunk.turn) {
      turn = { ...NO_TURN, turn: chunk.turn, entries: [], fromAt: at, toAt: at };
      turns.push(turn);
    }
    turn.toAt = at;
    if (before !== null && n > before + 1) turn.entries.push({ kind: "gap", key: n - 0.5, at, count: n - before - 1 });
    before = n;
    if (chunk.kind === "tool") takeTool(turn, calls, chunk);
    else takeSaid(turn, chunk);
  }
  for (const turn of turns) sumUp(turn);
  return turns;
}

const NO_TURN = { title: null, calls: 0, failed: 0, denied: 0 };

function takeTool(
  turn: Turn,
  calls: Map<string, ToolEntry>,
  { n, at, tool }: Extract<RunChunk, { kind: "tool" }>,
): void {
  const id = `${turn.turn} ${tool.id}`;
  const known = calls.get(id);
  if (known) {
    Object.assign(known, tool, { input: tool.input ?? known.input });
    return;
  }
  const entry: ToolEntry = { kind: "tool", key: n, at, ...tool };
  calls.set(id, entry);
  turn.entries.push(entry);
}

function takeSaid(turn: Turn, { n, at, kind, text }: Extract<RunChunk, { text: string }>): void {
  const last = turn.entries.at(-1);
  if (kind === "text" && last?.kind === "text") last.text += text;
  else turn.entries.push({ kind, key: n, at, text });
}

function sumUp(turn: Turn): void {
  for (const entry of turn.entries) {
    if (entry.kind !== "tool") continue;
    turn.calls++;
    if (entry.state === "failed") turn.failed++;
    if (entry.state === "denied") turn.denied++;
  }
  const said = turn.entries.find(({ kind }) => kind === "text") as SaidEntry | undefined;
  turn.title = said && said.text.trim() !== "" ? titleOf(said.text.slice(0, 500)) : null;
}

export const SHOWN = ["all", "text", "tools", "look"] as const;
export type Shown = (typeof SHOWN)[number];

/** Entries of one kind that contain the searched words. */
export function isShown(entry: Entry, shown: Shown, query: string): boolean {
  return isOfKind(entry, shown) && (query === "" || wordsIn(entry).includes(query.toLowerCase()));
}

function isOfKind(entry: Entry, shown: Shown): boolean {
  switch (shown) {
    case "all":
      return true;
    case "text":
      return entry.kind === "text" || entry.kind === "steer" || entry.kind === "notice";
    case "tools":
      return entry.kind === "tool";
    case "look":
      return entry.kind === "tool" && (entry.state === "failed" || entry.state === "denied");
  }
}

function wordsIn(entry: Entry): string {
  if (entry.kind === "gap") return "";
  if (entry.kind !== "tool") return entry.text.toLowerCase();
  return [entry.name, entry.input, entry.output, entry.rule].join("\n").toLowerCase();
}

/** A run's chunks as far as the page has them. */
export interface Output {
  chunks: readonly RunChunk[];
  /** Cursor of the page before the first of them; `null`: there is none. */
  older: string | null;
  /** The first chunk that is kept. */
  keptFrom: number;
  epoch: number;
}

/** As many as the server keeps. */
const KEPT = 4_000;
const KEPT_SLACK = 400;

/** With what came after; chunks that are already there, or out of order, are left out. */
export function withNewer(output: Output, chunks: readonly RunChunk[]): Output {
  const last = output.chunks.at(-1)?.n ?? 0;
  const fresh = chunks.filter(({ n }) => n > last);
  if (fresh.length === 0) return output;
  const all = [...output.chunks, ...fresh];
  if (all.length <= KEPT + KEPT_SLACK) return { ...output, chunks: all };
  return { ...output, chunks: all.slice(-KEPT), older: null, keptFrom: all.at(-KEPT)?.n ?? 0 };
}

/** With the page before it. */
export function withOlder(output: Output, page: { data: readonly RunChunk[]; next: string | null }): Output {
  const first = output.chunks[0]?.n ?? Number.POSITIVE_INFINITY;
  const older = [...page.data].reverse().filter(({ n }) => n < first);
  return { ...output, chunks: [...older, ...output.chunks], older: page.next };
}
