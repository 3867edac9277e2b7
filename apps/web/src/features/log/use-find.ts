import type { RoomEvent } from "@squadroom/core/kernel/event";
import { messageIn } from "@squadroom/core/message/message";
import { useDeferredValue, useMemo, useState } from "react";
import type { FeedItem } from "../../live/feed-item.ts";
import type { Names } from "../../live/names.ts";
import { plain } from "../../words/say.tsx";
import { lineOf } from "./line.ts";
import { linesOf } from "./lines.ts";

export interface Find {
  /** `null`: there is no search. */
  query: string | null;
  found: ReadonlySet<number>;
  count: number;
  position: number;
  /** The line that the search is at. */
  at: number | null;
  /** With another query the newest match is first again. */
  search: (query: string | null) => void;
  step: (by: 1 | -1) => void;
}

/** The search in what is shown. */
export function useFind(items: Parameters<typeof findIn>[0], names: Names): Find {
  const [query, setQuery] = useState<string | null>(null);
  const [match, setMatch] = useState<number | null>(null);
  const sought = useDeferredValue(query ?? "");
  const seqs = useMemo(() => findIn(items, sought, names), [items, sought, names]);
  const found = useMemo(() => new Set(seqs), [seqs]);
  const count = seqs.length;
  const position = match === null ? count - 1 : Math.max(0, seqs.indexOf(match));
  return {
    query,
    found,
    count,
    position,
    at: query === null ? null : (seqs[position] ?? null),
    search: (text) => {
      setQuery(text);
      setMatch(null);
    },
    step: (by) => setMatch((now) => seqs[(position + by + count) % count] ?? now),
  };
}

/** Everything a person can read about an event, in one string. */
export function textOf(event: RoomEvent, names: Names): string {
  const line = lineOf(event, names);
  const sentence = plain(line.sentence, line.values);
  const body = messageIn(event)?.body ?? line.because ?? "";
  return `${sentence} ${body}`;
}

/** Sequence numbers of the lines that have all the words, oldest first. */
export function findIn(items: readonly FeedItem[], query: string, names: Names): number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: number[] = [];
  for (const item of items) {
    if (item.kind === "day") continue;
    for (const { event, seq } of item.kind === "row" ? linesOf(item) : [item]) {
      const text = textOf(event, names).toLowerCase();
      if (words.every((word) => text.includes(word))) found.push(seq);
    }
  }
  // What happened at the same time is grouped by its cause.
  return found.sort((a, b) => a - b);
}
