import type { InboxItem } from "@squadroom/core/inbox/contract";
import { type RefObject, useCallback, useEffect, useReducer, useRef } from "react";
import { idOf } from "../../live/inbox.ts";
import { append, replace, stand } from "./standing.ts";

export interface Standing {
  items: InboxItem[];
  /** Those still asked. */
  live: ReadonlySet<string>;
  fresh: number;
  /** Shows what is wanted now. */
  settle: () => void;
  /** Checks again whether somebody is at the list. */
  look: () => void;
  extend: (ids: readonly string[]) => void;
  replace: (was: string, again: string) => void;
  /** Nothing moves from the moment an answer is sent until its outcome could be read. */
  hold: () => void;
}

/** How long the outcome of a row stays to be read, and taken back, ms; shorter for an answer. */
const HOLD_MS = 10_000;

/** The items as they are on the screen: in place while somebody is at the list. */
export function useStanding(wanted: readonly InboxItem[], box: RefObject<HTMLElement | null>): Standing {
  const known = useRef(new Map<string, InboxItem>());
  const shown = useRef<readonly string[]>([]);
  const [, look] = useReducer((n: number) => n + 1, 0);
  const heldUntil = useRef<ReturnType<typeof setTimeout> | null>(null);
  const letGo = useCallback(() => {
    if (heldUntil.current) clearTimeout(heldUntil.current);
    heldUntil.current = null;
  }, []);
  useEffect(() => letGo, [letGo]);
  const ids = wanted.map(idOf);
  for (const item of wanted) known.current.set(idOf(item), item);
  const isHeld =
    heldUntil.current !== null ||
    (box.current?.matches(":hover") ?? false) ||
    (box.current?.contains(document.activeElement) ?? false);
  const standing = stand(shown.current, ids, isHeld);
  shown.current = standing.shown;
  return {
    items: standing.shown.flatMap((id) => known.current.get(id) ?? []),
    live: new Set(ids),
    fresh: standing.fresh,
    hold: () => {
      letGo();
      heldUntil.current = setTimeout(() => {
        heldUntil.current = null;
        look();
      }, HOLD_MS);
    },
    settle: () => {
      letGo();
      shown.current = ids;
      look();
    },
    look,
    replace: (was, again) => {
      shown.current = replace(shown.current, was, again);
      look();
    },
    extend: (more) => {
      shown.current = append(shown.current, more);
      look();
    },
  };
}
