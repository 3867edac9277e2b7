import { clsx } from "clsx";
import { Search } from "lucide-react";
import {
  type ReactNode,
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { useKeys } from "../../keys/keys.ts";
import type { Names } from "../../live/names.ts";
import { trimRoom, useOlderEvents } from "../../live/room.ts";
import type { RoomState } from "../../live/room-state.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { late, preloadLater } from "../../ui/late.tsx";
import { Segments } from "../../ui/segments.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { type FeedHandle, FeedView } from "./feed-view.tsx";
import { FindBar } from "./find-bar.tsx";
import { foldWith, rowsOf } from "./folded.ts";
import { filterFeed } from "./line.ts";
import type { EventItem } from "./row.tsx";
import { findIn } from "./search.ts";
import { FEED_FILTERS, type FeedFilter } from "./told.ts";
import type { GoesTo, Sought } from "./use-sought.ts";
import "./conversation.css";

const EventSheet = late(() => import("./event-sheet.tsx").then((module) => module.EventSheet));

type ConversationProps = {
  room: string;
  state: RoomState;
  names: Names;
  tail: ReactNode;
  handle: Ref<FeedHandle>;
  /** On a phone the filters come when they are asked for. */
  showsFilters: boolean;
  /** A line that is to be in sight. */
  goesTo?: GoesTo;
};

const NONE: ReadonlySet<string> = new Set();

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const others = [...keys].filter((known) => known !== key);
  return new Set(others.length < keys.size ? others : [...others, key]);
}

/** The feed with its filters, search and event details. */
export function Conversation({
  room,
  state,
  names,
  tail,
  handle,
  showsFilters,
  goesTo,
}: ConversationProps): ReactNode {
  const { t } = wordsOf("log");
  const { feed, view } = state;
  const [filter, setFilter] = useState<FeedFilter>("all");
  const [opened, setOpened] = useState<EventItem | null>(null);
  const [query, setQuery] = useState<string | null>(null);
  const [match, setMatch] = useState<number | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(NONE);
  const [goal, setGoal] = useState<{ seq: number } | null>(null);
  const list = useRef<FeedHandle | null>(null);
  const loadOlder = useOlderEvents(room);
  const line = goesTo?.sought ?? null;
  const isOnTheWay = goesTo?.isOnTheWay ?? false;
  const reached = useRef(new WeakSet<Sought>());

  const items = useMemo(() => filterFeed(feed.items, filter), [feed.items, filter]);
  const sought = useDeferredValue(query ?? "");
  const found = useMemo(() => findIn(items, sought, names), [items, sought, names]);
  const foundSet = useMemo(() => new Set(found), [found]);
  const openQuestions = useMemo(
    () => new Set<string>(view.questions.map((question) => question.messageId)),
    [view.questions],
  );
  const position = match === null ? found.length - 1 : Math.max(0, found.indexOf(match));

  useEffect(() => preloadLater(EventSheet), []);
  // While one types, the newest match comes into sight. A match in a fold opens it for as long as the search is at it.
  const foundAt = query === null ? null : (found[position] ?? null);
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
    setFilter("all");
    setGoal(line);
  }, [line]);
  const markedAt = query === null ? (line?.seq ?? null) : foundAt;
  const shownFold = markedAt === null ? undefined : foldWith(items, markedAt)?.key;
  const open = useMemo(
    () => (shownFold === undefined ? unfolded : new Set([...unfolded, shownFold])),
    [unfolded, shownFold],
  );
  const rows = useMemo(() => rowsOf(items, open), [items, open]);
  const onFold = useCallback((key: string) => setUnfolded((now) => toggled(now, key)), []);
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
  const step = (by: 1 | -1): void => {
    if (found.length === 0) return;
    const next = found[(position + by + found.length) % found.length];
    if (next === undefined) return;
    setMatch(next);
  };
  const closeFind = (): void => {
    setQuery(null);
    setMatch(null);
  };

  useKeys([
    { keys: "j", group: "list", label: t("keys.next"), run: () => list.current?.step(1) },
    { keys: "k", group: "list", label: t("keys.previous"), run: () => list.current?.step(-1) },
    { keys: "n", group: "room", label: t("keys.newest"), run: () => list.current?.toNewest() },
    { keys: "/", group: "room", label: t("keys.find"), run: () => setQuery("") },
  ]);

  return (
    <>
      <div
        className={clsx(
          "filters",
          !showsFilters && filter === "all" && query === null && "filters-folded",
        )}
      >
        {query === null ? (
          <>
            <Segments
              label={t("filters.label")}
              value={filter}
              onChange={setFilter}
              options={FEED_FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
            />
            <span className="end small muted wide">
              {feed.events === 0
                ? t("noEvents")
                : feed.firstSeq <= 1
                  ? t("allEvents", { count: feed.lastSeq, n: feed.lastSeq.toLocaleString("en") })
                  : t("newestEvents", {
                      n: feed.events.toLocaleString("en"),
                      of: feed.lastSeq.toLocaleString("en"),
                    })}
            </span>
            <IconButton icon={Search} label={t("find.open")} onClick={() => setQuery("")} />
          </>
        ) : (
          <FindBar
            query={query}
            at={position}
            count={found.length}
            onQuery={(text) => {
              setQuery(text);
              setMatch(null);
            }}
            onStep={step}
            onClose={closeFind}
          />
        )}
      </div>
      <FeedView
        key={`${state.generation} ${filter}`}
        items={rows}
        unfolded={open}
        onFold={onFold}
        lastSeq={feed.lastSeq}
        names={names}
        openQuestions={openQuestions}
        found={foundSet}
        foundAt={markedAt}
        hasOlder={feed.firstSeq > 1}
        onOlder={loadOlder}
        onOpen={setOpened}
        onFollow={onFollow}
        onNewest={goesTo?.leave}
        empty={<p className="feed-more">{t(`nothing.${filter}`)}</p>}
        tail={tail}
        handle={list}
      />
      {opened && <EventSheet item={opened} names={names} onClose={() => setOpened(null)} />}
    </>
  );
}
