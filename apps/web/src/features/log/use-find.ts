import { useDeferredValue, useMemo, useState } from "react";
import type { Names } from "../../live/names.ts";
import { findIn } from "./search.ts";

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
