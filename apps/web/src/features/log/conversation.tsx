import { clsx } from "clsx";
import { Search } from "lucide-react";
import {
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from "react";
import { useKeys } from "../../keys/keys.ts";
import type { Names } from "../../live/names.ts";
import { trimRoom, useOlderEvents } from "../../live/room.ts";
import type { RoomState } from "../../live/room-state.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Segments } from "../../ui/segments.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { type FeedHandle, FeedView } from "./feed-view.tsx";
import { FEED_FILTERS, type FeedFilter, filterFeed } from "./filter.ts";
import { FindBar } from "./find-bar.tsx";
import type { EventItem } from "./row.tsx";
import { findIn } from "./search.ts";
import "./conversation.css";

const EventSheet = lazy(() =>
  import("./event-sheet.tsx").then((module) => ({ default: module.EventSheet })),
);

type ConversationProps = {
  room: string;
  state: RoomState;
  names: Names;
  tail: ReactNode;
  handle: Ref<FeedHandle>;
  /** On a phone the filters come when they are asked for. */
  showsFilters: boolean;
};

/** The feed with its filters, search and event details. */
export function Conversation({
  room,
  state,
  names,
  tail,
  handle,
  showsFilters,
}: ConversationProps): ReactNode {
  const { t } = wordsOf("log");
  const { feed, view } = state;
  const [filter, setFilter] = useState<FeedFilter>("all");
  const [opened, setOpened] = useState<EventItem | null>(null);
  const [query, setQuery] = useState<string | null>(null);
  const [match, setMatch] = useState<number | null>(null);
  const ownHandle = useRef<FeedHandle | null>(null);
  const loadOlder = useOlderEvents(room);

  const items = useMemo(() => filterFeed(feed.items, filter), [feed.items, filter]);
  const sought = useDeferredValue(query ?? "");
  const found = useMemo(() => findIn(items, sought, names), [items, sought, names]);
  const foundSet = useMemo(() => new Set(found), [found]);
  const openQuestions = useMemo(
    () => new Set<string>(view.questions.map((question) => question.messageId)),
    [view.questions],
  );
  const position = match === null ? found.length - 1 : Math.max(0, found.indexOf(match));

  const setHandle = useCallback(
    (value: FeedHandle | null) => {
      ownHandle.current = value;
      if (typeof handle === "function") handle(value);
      else if (handle) handle.current = value;
    },
    [handle],
  );
  const onFollow = useCallback(
    (follows: boolean) => {
      if (follows) trimRoom(room);
    },
    [room],
  );
  const step = (by: 1 | -1): void => {
    if (found.length === 0) return;
    const next =
      found[
        (match === null ? (by === -1 ? found.length - 1 : 0) : position + by + found.length) %
          found.length
      ];
    if (next === undefined) return;
    setMatch(next);
    ownHandle.current?.toSeq(next);
  };
  const closeFind = (): void => {
    setQuery(null);
    setMatch(null);
  };

  useKeys([
    { keys: "j", group: "list", label: t("keys.next"), run: () => ownHandle.current?.step(1) },
    { keys: "k", group: "list", label: t("keys.previous"), run: () => ownHandle.current?.step(-1) },
    { keys: "n", group: "room", label: t("keys.newest"), run: () => ownHandle.current?.toNewest() },
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
                : t("range", {
                    from: feed.firstSeq.toLocaleString("en"),
                    to: feed.lastSeq.toLocaleString("en"),
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
        items={items}
        names={names}
        openQuestions={openQuestions}
        found={foundSet}
        foundAt={query === null ? null : (found[position] ?? null)}
        hasOlder={feed.firstSeq > 1}
        onOlder={loadOlder}
        onOpen={setOpened}
        onFollow={onFollow}
        empty={<p className="feed-more">{t(`nothing.${filter}`)}</p>}
        tail={tail}
        handle={setHandle}
      />
      {opened && (
        <Suspense>
          <EventSheet item={opened} names={names} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
