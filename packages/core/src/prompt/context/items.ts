import { listed } from "../../kernel/words.ts";
import { bullets, section } from "../markdown.ts";
import { isWorthIt, type Part, sizeOf } from "./budget.ts";

/** What a list consists of, so that what is left out can be counted. */
const KINDS = {
  criterion: ["criterion", "criteria"],
  limit: ["limit", "limits"],
  warning: ["warning", "warnings"],
  decision: ["decision", "decisions"],
  file: ["file", "files"],
  finding: ["finding", "findings"],
  check: ["check", "checks"],
  task: ["task", "tasks"],
  step: ["step", "steps"],
  entry: ["entry", "entries"],
  blocker: ["blocker", "blockers"],
  lock: ["lock", "locks"],
  error: ["error", "errors"],
  line: ["line", "lines"],
} as const;
export type Kind = keyof typeof KINDS;

export interface Item {
  kind: Kind;
  text: string;
}

interface Items {
  weight: number;
  floor?: number;
  /** Set if it has a section of its own; without it the list continues the section before. */
  title?: string;
  lead?: string | null;
  /** What matters most comes first and is cut last. */
  items: readonly Item[];
  /** How items are marked; by default with bullets. */
  write?: (lines: readonly string[]) => string;
  /** Prints all of them. */
  command: string;
}

/** A part that can say which of its items fit a size. */
export interface ItemsPart extends Part {
  shown(size: number): readonly Item[];
}

/** A list that loses its last items first, and says how many of which kind. */
export function items(given: Items): ItemsPart {
  const { weight, floor = 0 } = given;
  return {
    weight,
    floor,
    write: (size) => fitted(given, size).text,
    shown: (size) => fitted(given, size).shown,
  };
}

function fitted(given: Items, size: number): { text: string | null; shown: readonly Item[] } {
  const { items: all, command } = given;
  const full = framed(given, all, null);
  if (full === null || sizeOf(full) <= size) return { text: full, shown: all };
  const worth = Math.min(size, sizeOf(full) - sizeOf(noteOf(all, command)));
  let kept: Item[] = [];
  let used = sizeOf(framed(given, [], noteOf(all, command)) ?? "");
  for (const item of all) {
    const more = sizeOf(`${item.text}\n\n- `);
    if (used + more > worth) continue;
    kept.push(item);
    used += more;
  }
  for (;;) {
    const left = all.filter((item) => !kept.includes(item));
    const note = noteOf(left, command);
    const cut = framed(given, kept, note);
    if (kept.length === 0 || sizeOf(cut ?? "") <= worth)
      return isWorthIt(full, cut, note) ? { text: cut, shown: kept } : { text: full, shown: all };
    kept = kept.slice(0, -1);
  }
}

function noteOf(left: readonly Item[], command: string): string {
  return `Left out: ${countedKinds(left)}. \`${command}\` prints them.`;
}

/** "2 criteria, 1 warning and 12 files". */
export function countedKinds(left: readonly Item[]): string {
  const counts = new Map<Kind, number>();
  for (const { kind } of left) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return listed([...counts].map(([kind, n]) => `${n} ${KINDS[kind][n === 1 ? 0 : 1]}`));
}

function framed(
  { title, lead = null, write = bullets }: Items,
  kept: readonly Item[],
  note: string | null,
): string | null {
  if (kept.length === 0 && note === null) return null;
  const list = kept.length > 0 ? write(kept.map(({ text }) => text)) : null;
  if (title !== undefined) return section(title, lead, list, note);
  return [lead, list, note].filter((block) => block !== null && block !== "").join("\n\n");
}
