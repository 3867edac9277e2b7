import type { RoomView } from "@squadroom/core/kernel/view";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { call, explain } from "../../live/api.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Note } from "../../ui/note.tsx";
import { RecordGroup } from "../../ui/record-list.tsx";
import { Segments } from "../../ui/segments.tsx";
import type { EndedRow } from "./send.ts";
import { TitleLink } from "./title-link.tsx";
import { ENDED, STEPS } from "./words.ts";

const FILTER = {
  completed: "Done",
  stopped: "Stopped",
  failed: "Failed",
  archived: "Archived",
};

/** More than two screens of rows. */
const PAGE = 50;
const CALM_MS = 300;
const ROW_PX = 56;
/** The next page is requested this many rows before the end. */
const MORE_ROWS = 20;

const ENDS = ["completed", "stopped", "failed", "archived"] as const;
type End = (typeof ENDS)[number];

/** Ended sessions, the latest first: pages of the tables, read again when one ends. */
function useEndedSessions(room: string, view: RoomView, text: string, status: End | null) {
  const { ended } = view.sessions;
  const query = useInfiniteQuery({
    queryKey: ["room", room, "sessions", "ended", text, status],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      call("listSessions", {
        params: { room },
        query: {
          limit: PAGE,
          status: status ?? "ended",
          ...(pageParam ? { cursor: pageParam } : {}),
          ...(text ? { text } : {}),
        },
      }),
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  const mark = ended[0] ? `${ended[0].id} ${ended[0].at}` : "";
  const seen = useRef(mark);
  const { refetch } = query;
  useEffect(() => {
    if (seen.current === mark) return;
    seen.current = mark;
    void refetch();
  }, [mark, refetch]);
  return query;
}

export function EndedList({
  room,
  view,
  page,
}: {
  room: string;
  view: RoomView;
  /** What scrolls. */
  page: HTMLElement | null;
}): ReactNode {
  const [text, setText] = useState("");
  const [end, setEnd] = useState<End | null>(null);
  const wanted = useCalm(text.trim(), CALM_MS);
  const query = useEndedSessions(room, view, wanted, end);
  const rows = (query.data?.pages ?? []).flatMap(({ data }) => data);
  // Archived ones are found with their filter.
  if (rows.length === 0 && view.sessions.ended.length === 0 && !query.isError) return null;
  const more = (): void => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  return (
    <RecordGroup title="Ended">
      <div className="ss-filter">
        <input
          type="search"
          className="field ss-find"
          placeholder="Find an ended session"
          aria-label="Find an ended session"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Segments
          label="How it ended"
          value={end ?? "all"}
          onChange={(value) => setEnd(value === "all" ? null : value)}
          options={[{ value: "all" as const, label: "All" }, ...ENDS.map((value) => ({ value, label: FILTER[value] }))]}
        />
      </div>
      {query.isError && <Note tone="bad">{explain(query.error).message}</Note>}
      {rows.length === 0 && !query.isFetching && <p className="ss-none muted">No ended sessions match.</p>}
      <EndedRows room={room} rows={rows} page={page} onEnd={more} />
    </RecordGroup>
  );
}

/** Only rows in sight are drawn; they scroll with the groups before them. */
function EndedRows({
  room,
  rows,
  page,
  onEnd,
}: {
  room: string;
  rows: readonly EndedRow[];
  page: HTMLElement | null;
  onEnd: () => void;
}): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // What comes before it may grow with every change of the room.
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => page,
    getItemKey: (index) => rows[index]?.id ?? index,
    estimateSize: () => ROW_PX,
    scrollMargin: top,
    overscan: 10,
  });
  const drawn = virtual.getVirtualItems();
  const isNearEnd = (drawn.at(-1)?.index ?? 0) >= rows.length - MORE_ROWS;
  const end = useRef(onEnd);
  end.current = onEnd;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that came may not be the last one wanted
  useEffect(() => {
    if (isNearEnd) end.current();
  }, [isNearEnd, rows.length]);
  return (
    <ul ref={list} className="ss-rows" style={{ height: virtual.getTotalSize() }}>
      {drawn.map(({ key, index, start }) => {
        const row = rows[index];
        return (
          row && (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="rec-row ss-row ss-ended"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <Row room={room} row={row} />
            </li>
          )
        );
      })}
    </ul>
  );
}

function Row({ room, row }: { room: string; row: EndedRow }): ReactNode {
  const end = row.status as "completed" | "failed" | "stopped";
  const tone = { completed: "c-ok", failed: "c-bad", stopped: "muted" }[end];
  return (
    <>
      <div className="rec-what">
        <TitleLink room={room} session={row} />
        <span className="small muted dots ell" title={row.endReason ?? undefined}>
          <span className={tone}>{ENDED[end]}</span>
          {end !== "completed" && <span>{STEPS[row.step]}</span>}
          {row.archivedAt !== null && <span>archived</span>}
          {row.endReason && <span>{row.endReason}</span>}
        </span>
      </div>
      {row.endedAt !== null && <Since at={row.endedAt} short className="small muted ss-age" />}
    </>
  );
}
