import type { InboxItem } from "@squadroom/core/inbox/contract";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { rest, useRest } from "../../keys/rest.ts";
import { idOf } from "../../live/inbox.ts";
import { useStore } from "../../store/store.ts";
import { focusAsked } from "./place.ts";

export interface OpenRow {
  id: string | null;
  open: (id: string | null) => void;
  /** The person opens it. */
  choose: (id: string | null) => void;
  /** Opens a row and gives it the focus. */
  focus: (id: string) => void;
  /** Gives a row the focus, without opening it. */
  point: (id: string) => void;
  step: (by: 1 | -1) => void;
  elementOf: (id: string) => HTMLElement | null;
  hasFocus: () => boolean;
}

/** Which row is open: the first one until the person chooses. `wantedId`: the one that they came for. */
export function useOpenRow(
  box: RefObject<HTMLElement | null>,
  pending: readonly InboxItem[],
  wantedId: string | undefined,
): OpenRow {
  const [chosen, open] = useState<string | null | undefined>(
    pending.some((item) => idOf(item) === wantedId) ? wantedId : undefined,
  );
  /** The one that the person opened: all others opened by themselves. */
  const own = useRef<string | null>(null);
  const [focused, setFocused] = useState<{ id: string } | null>(null);
  const id = chosen === undefined ? (pending[0] ? idOf(pending[0]) : null) : chosen;
  useLayoutEffect(() => {
    rest(id !== null && id !== own.current ? "key" : "pointer");
    own.current = null;
  }, [id]);
  // An answered row takes less room, and rows come and go.
  useRest("pointer", `${pending.map(idOf)}`);
  const choose = (to: string | null): void => {
    own.current = to === id ? null : to;
    open(to);
  };
  const elementOf = (of: string): HTMLElement | null =>
    box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(of)}"]`) ?? null;
  const hasFocus = (): boolean => box.current?.contains(document.activeElement) ?? false;
  const focus = (on: string): void => {
    open(on);
    setFocused({ id: on });
  };
  // With the same commit that draws the row: a key pressed after it has to find the focus there.
  useLayoutEffect(() => {
    if (focused === null) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused.id)}"]`);
    const title = row?.querySelector<HTMLElement>("[data-inbox-row]");
    (title ?? row)?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  }, [focused, box]);
  const came = useRef(false);
  useEffect(() => {
    if (came.current || wantedId === undefined || chosen !== wantedId) return;
    came.current = true;
    focus(wantedId);
  });
  const asked = useStore(focusAsked);
  const heard = useRef(0);
  // A key leads to the open row; the list may have to be read first.
  useEffect(() => {
    if (asked === heard.current) return;
    heard.current = asked;
    if (wantedId === undefined && id !== null) focus(id);
  });
  const step = (by: 1 | -1): void => {
    const ids = pending.map(idOf);
    const at = id === null ? -1 : ids.indexOf(id);
    const next = !hasFocus() && at >= 0 ? at : Math.max(0, Math.min(ids.length - 1, at + by));
    const to = ids[next];
    if (to === undefined) return;
    if (to !== id) own.current = to;
    focus(to);
  };
  return {
    id,
    open,
    choose,
    focus,
    point: (on) => setFocused({ id: on }),
    step,
    elementOf,
    hasFocus,
  };
}
