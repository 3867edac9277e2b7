import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { trimRoom } from "../../live/room.ts";
import type { FeedHandle } from "./feed-view.tsx";
import { foldWith } from "./folded.ts";
import type { Find } from "./use-find.ts";
import type { GoesTo, Sought } from "./use-sought.ts";

const NONE: ReadonlySet<string> = new Set();

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const others = [...keys].filter((known) => known !== key);
  return new Set(others.length < keys.size ? others : [...others, key]);
}

/** Brings lines into sight, found ones and jump targets, and opens the folds that contain them. */
export function useInSight({
  room,
  items,
  find,
  goesTo,
  handle,
  onShow,
}: {
  room: string;
  items: Parameters<typeof foldWith>[0];
  find: Find;
  goesTo: GoesTo | undefined;
  handle: Ref<FeedHandle>;
  /** The target may be filtered out. */
  onShow: (seq: number) => void;
}) {
  const [unfolded, setUnfolded] = useState(NONE);
  const [goal, setGoal] = useState<{ seq: number } | null>(null);
  const list = useRef<FeedHandle | null>(null);
  const line = goesTo?.sought ?? null;
  const isOnTheWay = goesTo?.isOnTheWay ?? false;
  const reached = useRef(new WeakSet<Sought>());

  // While somebody types, the newest match comes into sight. A match in a fold opens it for as long as the search is at
  // it.
  const foundAt = find.at;
  useEffect(() => {
    if (foundAt !== null) list.current?.toSeq(foundAt);
  }, [foundAt]);
  useEffect(() => {
    if (!goal) return;
    list.current?.toSeq(goal.seq);
    reached.current.add(goal);
  }, [goal]);
  useEffect(() => {
    if (!line) return;
    onShow(line.seq);
    setGoal(line);
  }, [line, onShow]);
  const markedAt = find.query === null ? (line?.seq ?? null) : foundAt;
  const shownFold = markedAt === null ? undefined : foldWith(items, markedAt)?.key;
  const open = useMemo(
    () => (shownFold === undefined ? unfolded : new Set([...unfolded, shownFold])),
    [unfolded, shownFold],
  );
  const shown = useRef(items);
  shown.current = items;
  useImperativeHandle(
    handle,
    () => ({
      toNewest: () => list.current?.toNewest(),
      step: (by) => list.current?.step(by),
      toSeq(seq) {
        const fold = foldWith(shown.current, seq);
        if (fold) setUnfolded((now) => new Set([...now, fold.key]));
        setGoal({ seq });
      },
    }),
    [],
  );
  const onFollow = useCallback(
    (follows: boolean) => {
      const isThere = !isOnTheWay && (line === null || reached.current.has(line));
      if (follows && isThere) trimRoom(room);
    },
    [room, line, isOnTheWay],
  );
  return {
    list,
    open,
    markedAt,
    onFold: useCallback((key: string) => setUnfolded((now) => toggled(now, key)), []),
    onFollow,
  };
}
