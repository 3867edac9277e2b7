import type { RoomCard } from "@squadroom/core/room/card";
import { compareBalls } from "../features/room/ball-words.ts";

export type CommandGroup = "yours" | "do" | "go" | "found";

/** One line of the palette: what it does, and its effect. */
export interface PaletteCommand {
  id: string;
  group: CommandGroup;
  icon:
    | "you"
    | "plus"
    | "play"
    | "plug"
    | "theme"
    | "keys"
    | "inbox"
    | "room"
    | "rooms"
    | "task"
    | "layout"
    | "page"
    | "why"
    | "message"
    | "item"
    | "session"
    | "decision"
    | "wisdom"
    | "run"
    | "out"
    | "settings";
  title: string;
  effect: string;
  /** What else somebody may call it; never shown. */
  words?: string | undefined;
  keys?: string | undefined;
  run: () => void;
}

/** Where a query's words were found in a title, as [start, end) pairs; `null` if one is missing. */
export function matchTitle(title: string, query: string): [number, number][] | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = title.toLowerCase();
  const found: [number, number][] = [];
  for (const word of words) {
    const at = wordStart(lower, word) ?? lower.indexOf(word);
    if (at < 0) return null;
    found.push([at, at + word.length]);
  }
  return found.sort((a, b) => a[0] - b[0]);
}

function wordStart(text: string, word: string): number | null {
  const match = new RegExp(`(?:^|[^a-z0-9])(${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")})`).exec(text);
  return match ? match.index + match[0].length - word.length : null;
}

/** The title, split where the query matched it. */
export function markTitle(title: string, found: readonly [number, number][]): { text: string; hit: boolean }[] {
  const pieces: { text: string; hit: boolean }[] = [];
  let last = 0;
  for (const [start, end] of found) {
    if (start < last) continue;
    if (start > last) pieces.push({ text: title.slice(last, start), hit: false });
    pieces.push({ text: title.slice(start, end), hit: true });
    last = end;
  }
  if (last < title.length) pieces.push({ text: title.slice(last), hit: false });
  return pieces;
}

/** Whether each of a query's words begins one of the title's, or one of those that mean the same. */
function isMeant({ title, words = "" }: PaletteCommand, query: string): boolean {
  const known = `${title} ${words}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => word === "" || wordStart(known, word) !== null);
}

/** The matching lines, matches at the start of a title first; within a group the given order is kept. */
export function rank(commands: readonly PaletteCommand[], query: string): PaletteCommand[] {
  const hits = commands.flatMap((command) => {
    const found = matchTitle(command.title, query);
    if (found) return [{ command, score: found[0]?.[0] === 0 ? 0 : 1 }];
    if (isMeant(command, query)) return [{ command, score: 2 }];
    return matchTitle(`${command.title} ${command.effect}`, query) ? [{ command, score: 3 }] : [];
  });
  return hits.sort((a, b) => a.score - b.score).map((hit) => hit.command);
}

/** Rooms where the person has the ball, the longest wait first. */
export function yours(cards: readonly RoomCard[]): RoomCard[] {
  return cards.filter((card) => card.ball.holder === "you").sort((a, b) => compareBalls(a.ball, b.ball));
}
