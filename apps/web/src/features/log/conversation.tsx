import { clsx } from "clsx";
import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { type ReactNode, type Ref, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import type { Names } from "../../live/names.ts";
import { useOlderEvents } from "../../live/room.ts";
import { RoomHere } from "../../live/room-here.ts";
import type { RoomState } from "../../live/room-state.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { late, preloadLater } from "../../ui/late.tsx";
import { Segments } from "../../ui/segments.tsx";
import { type FeedHandle, FeedView } from "./feed-view.tsx";
import { rowsOf } from "./folded.ts";
import { filterFeed, filterWith } from "./line.ts";
import type { EventItem } from "./row.tsx";
import { FEED_FILTERS, type FeedFilter } from "./told.ts";
import { useFind } from "./use-find.ts";
import { useInSight } from "./use-in-sight.ts";
import type { GoesTo } from "./use-sought.ts";
import "./conversation.css";
import "../../ui/field.css";
import "./find-bar.css";

const FILTERS = {
  all: "All",
  messages: "Messages",
  handoffs: "Handoffs",
  tasks: "Tasks",
  machinery: "Machinery",
};

const NOTHING = {
  all: "Nothing has happened yet.",
  messages: "No messages here yet.",
  handoffs: "No handoffs here yet.",
  tasks: "No tasks here yet.",
  machinery: "No machinery here yet.",
};

/** Beyond this many, older events come when somebody scrolls: fewer than are kept while the newest are in sight. */
const FILL_EVENTS = 2_000;

const EventSheet = late(() => import("./event-sheet.tsx").then((module) => module.EventSheet));

type ConversationProps = {
  room: string;
  state: RoomState;
  names: Names;
  tail: ReactNode;
  handle: Ref<FeedHandle>;
  /** On a phone the filters are shown on request. */
  showsFilters: boolean;
  /** A line to bring into sight. */
  goesTo?: GoesTo;
  /** Seq up to which somebody had looked before this visit; `null`: unknown. */
  looked?: number | null;
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
  looked = null,
}: ConversationProps): ReactNode {
  const { feed, view } = state;
  const [filter, setFilter] = useState<FeedFilter>("all");
  const [opened, setOpened] = useState<EventItem | null>(null);
  const loadOlder = useOlderEvents(room);
  const items = useMemo(() => filterFeed(feed.items, filter), [feed.items, filter]);
  const shown = useRef(feed.items);
  shown.current = feed.items;
  const find = useFind(items, names);
  const { list, open, markedAt, onFold, onFollow } = useInSight({
    room,
    items,
    find,
    goesTo,
    handle,
    onShow: useCallback((seq: number) => setFilter(filterWith(shown.current, seq)), []),
  });
  const openQuestions = useMemo(
    () => new Set<string>(view.questions.map((question) => question.messageId)),
    [view.questions],
  );
  useEffect(() => preloadLater(EventSheet), []);
  const rows = useMemo(() => rowsOf(items, open, looked), [items, open, looked]);

  useKeys([
    { keys: "j", group: "list", label: "Next event", run: () => list.current?.step(1) },
    { keys: "k", group: "list", label: "Previous event", run: () => list.current?.step(-1) },
    { keys: "n", group: "room", label: "To the newest", run: () => list.current?.toNewest() },
    { keys: "/", group: "room", label: "Find in the conversation", run: () => find.search("") },
  ]);

  return (
    <>
      <div className={clsx("filters", !showsFilters && filter === "all" && find.query === null && "filters-folded")}>
        {find.query === null ? (
          <>
            <Segments
              label="Show"
              value={filter}
              onChange={setFilter}
              options={FEED_FILTERS.map((value) => ({ value, label: FILTERS[value] }))}
            />
            <span className="end small muted wide">{shownWords(feed)}</span>
            <IconButton icon={Search} label="Find" onClick={() => find.search("")} />
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
          fillsUp={feed.events < FILL_EVENTS}
          onOlder={loadOlder}
          onOpen={setOpened}
          onFollow={onFollow}
          onNewest={goesTo?.leave}
          empty={<p className="feed-more">{NOTHING[filter]}</p>}
          tail={tail}
          handle={list}
        />
      </RoomHere>
      {opened && <EventSheet item={opened} names={names} team={view.team} onClose={() => setOpened(null)} />}
    </>
  );
}

/** How much of the log is here. */
function shownWords({ events, firstSeq, lastSeq }: RoomState["feed"]): string {
  if (events === 0) return "no events";
  const of = lastSeq.toLocaleString("en");
  return firstSeq <= 1
    ? lastSeq === 1
      ? `${lastSeq} event`
      : `${of} events`
    : `the newest ${events.toLocaleString("en")} of ${of} events`;
}

type FindBarProps = {
  query: string;
  at: number;
  count: number;
  onQuery: (query: string) => void;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
};

/** Searches what is loaded: Enter goes to the next older match, Shift+Enter to the next newer one. */
function FindBar({ query, at, count, onQuery, onStep, onClose }: FindBarProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <search className="findbar">
      <input
        ref={field}
        className="field"
        value={query}
        placeholder="Find in the conversation"
        aria-label="Find in the conversation"
        title="Searches what is loaded. Scroll up for older events."
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? 1 : -1);
          if (event.key === "Escape") onClose();
        }}
      />
      <span className="small muted nowrap" role="status">
        {query.trim() === "" ? "" : count === 0 ? "no match" : `${at + 1} of ${count}`}
      </span>
      <IconButton icon={ChevronUp} label="Previous match" onClick={() => onStep(-1)} />
      <IconButton icon={ChevronDown} label="Next match" onClick={() => onStep(1)} />
      <IconButton icon={X} label="Close the search" onClick={onClose} />
    </search>
  );
}
