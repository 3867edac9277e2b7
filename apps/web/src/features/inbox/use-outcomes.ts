import type { InboxItem } from "@squadroom/core/inbox/contract";
import { useEffect, useRef, useState } from "react";
import { idOf } from "../../live/inbox.ts";
import type { Became } from "./aside.ts";

/** What became of a row, and its height: the row below must not come under the pointer. */
type Done = { outcome: Became; height: number | null };

export interface Outcomes {
  of: (item: InboxItem) => Became | undefined;
  heightOf: (item: InboxItem) => number | undefined;
  note: (item: InboxItem, done: Done) => void;
  forget: (ids: readonly string[]) => void;
}

/** What became of the rows while they were on the screen. `live`: those still asked. */
export function useOutcomes(live: ReadonlySet<string>): Outcomes {
  const [done, setDone] = useState<ReadonlyMap<string, Done>>(new Map());
  const forget = (ids: readonly string[]): void =>
    setDone((known) => new Map([...known].filter(([id]) => !ids.includes(id))));
  useReturned(
    [...done].flatMap(([id, { outcome }]) => (outcome.kind === "aside" ? [id] : [])),
    live,
    forget,
  );
  return {
    of: (item) => done.get(idOf(item))?.outcome ?? (live.has(idOf(item)) ? undefined : { kind: "moot", reason: "" }),
    heightOf: (item) => done.get(idOf(item))?.height ?? undefined,
    note: (item, what) => setDone((known) => new Map(known).set(idOf(item), what)),
    forget,
  };
}

/**
 * A row that was put aside, left the list and is in it again has come back by itself: from then on it is like any
 * other.
 *
 * @param aside what is shown as put aside
 * @param live what is asked now
 */
function useReturned(
  aside: readonly string[],
  live: ReadonlySet<string>,
  onReturned: (ids: readonly string[]) => void,
): void {
  const left = useRef(new Set<string>());
  useEffect(() => {
    const back = aside.filter((id) => left.current.has(id) && live.has(id));
    left.current = new Set(aside.filter((id) => !live.has(id)));
    if (back.length > 0) onReturned(back);
  });
}
