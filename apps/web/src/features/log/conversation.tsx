import { clsx } from "clsx";
import { Search } from "lucide-react";
import { type ReactNode, type Ref, useCallback, useEffect, useMemo, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import type { Names } from "../../live/names.ts";
import { useOlderEvents } from "../../live/room.ts";
import { RoomHere } from "../../live/room-here.ts";
import type { RoomState } from "../../live/room-state.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { late, preloadLater } from "../../ui/late.tsx";
import { Segments } from "../../ui/segments.tsx";
import { type FeedHandle, FeedView } from "./feed-view.tsx";
import { FindBar } from "./find-bar.tsx";
import { rowsOf } from "./folded.ts";
import { filterFeed } from "./line.ts";
import type { EventItem } from "./row.tsx";
import { FEED_FILTERS, type FeedFilter } from "./told.ts";
import { useFind } from "./use-find.ts";
import { useInSight } from "./use-in-sight.ts";
import type { GoesTo } from "./use-sought.ts";
import { t } from "./words.ts";
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
  const { feed, view } = state;
  const [filter, setFilter] = useState<FeedFilter>("all");
  const [opened, setOpened] = useState<EventItem | null>(null);
  const loadOlder = useOlderEvents(room);
  const items = useMemo(() => filterFeed(feed.items, filter), [feed.items, filter]);
  const find = useFind(items, names);
  const { list, open, markedAt, onFold, onFollow } = useInSight({
    room,
    items,
    find,
    goesTo,
    handle,
    onAll: useCallback(() => setFilter("all"), []),
  });
  const openQuestions = useMemo(
    () => new Set<string>(view.questions.map((question) => question.messageId)),
    [view.questions],
  );
  useEffect(() => preloadLater(EventSheet), []);
  const rows = useMemo(() => rowsOf(items, open), [items, open]);

  useKeys([
    { keys: "j", group: "list", label: t("keys.next"), run: () => list.current?.step(1) },
    { keys: "k", group: "list", label: t("keys.previous"), run: () => list.current?.step(-1) },
    { keys: "n", group: "room", label: t("keys.newest"), run: () => list.current?.toNewest() },
    { keys: "/", group: "room", label: t("keys.find"), run: () => find.search("") },
  ]);

  return (
    <>
      <div
        className={clsx(
          "filters",
          !showsFilters && filter === "all" && find.query === null && "filters-folded",
        )}
      >
        {find.query === null ? (
          <>
            <Segments
              label={t("filters.label")}
              value={filter}
              onChange={setFilter}
              options={FEED_FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
            />
            <span className="end small muted wide">{shownWords(feed)}</span>
            <IconButton icon={Search} label={t("find.open")} onClick={() => find.search("")} />
          </>
        ) : (
          <FindBar
            query={find.query}
            at={find.position}
            count={find.count}
            onQuery={find.search}
            onStep={find.step}
            onClose={() => find.search(null)}
          />
        )}
      </div>
      <RoomHere value={state}>
        <FeedView
          key={`${state.generation} ${filter}`}
          items={rows}
          unfolded={open}
          onFold={onFold}
          lastSeq={feed.lastSeq}
          names={names}
          openQuestions={openQuestions}
          found={find.found}
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
      </RoomHere>
      {opened && (
        <EventSheet item={opened} names={names} team={view.team} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

/** How much of the log is here. */
function shownWords({ events, firstSeq, lastSeq }: RoomState["feed"]): string {
  if (events === 0) return t("noEvents");
  const of = lastSeq.toLocaleString("en");
  return firstSeq <= 1
    ? t("allEvents", { count: lastSeq, n: of })
    : t("newestEvents", { n: events.toLocaleString("en"), of });
}
