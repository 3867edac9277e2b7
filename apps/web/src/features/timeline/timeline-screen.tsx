import { counted } from "@squadroom/core/kernel/words";
import type { TimelineBar } from "@squadroom/core/timeline/read";
import type { Timeline } from "@squadroom/core/timeline/timeline";
import { Minus, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNow } from "../../clock/now.ts";
import { durationText } from "../../clock/time.tsx";
import { useKeys } from "../../keys/keys.ts";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { CrumbTop } from "../../shell/crumb-top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { Segments } from "../../ui/segments.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { SessionTabs } from "../session/index.ts";
import { OpenTaskSheet } from "../task/index.ts";
import { endsBadly } from "./bar-text.ts";
import { BarsList } from "./bars-list.tsx";
import { Chart } from "./chart.tsx";
import { openingOf, type Shown } from "./lanes.ts";
import { Spent, Waits } from "./waits.tsx";
import "./timeline.css";
import type { Reply } from "@squadroom/client/call";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";
import { useRefetch } from "../../live/use-refetch.ts";

/** A long one weighs half a megabyte, and nobody reads one that changes faster. */
const CALM_MS = 2_000;

const COUNTED = {
  steps: ({ done, count }) => `${done} of ${counted(count, "step")} done`,
  tasks: ({ done, count }) => `${done} of ${counted(count, "task")} done`,
} satisfies Record<string, (of: { done: number; count: number }) => string>;

const KEYS = {
  all: "All of the time",
  as: "Chart or list",
};

const NAME = {
  earlier: "Earlier",
  later: "Later",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
};

const VALUE = {
  list: "List",
  chart: "Chart",
  all: "All",
  hour: "1 h",
  quarter: "15 min",
};

/** What each sign of the chart means, of those that are drawn. */
function legendOf({ rows, waits, woken, ahead }: Timeline): [sign: string, means: string][] {
  const bars = rows.flatMap((row) => row.bars);
  const isDrawn = (kind: TimelineBar["kind"]): boolean => bars.some((bar) => bar.kind === kind);
  const isPerson = waits.map(({ kind }) => kind === "person");
  const all: [boolean, string, string][] = [
    [isDrawn("work"), "work", "task"],
    [bars.some(({ end }) => endsBadly(end)), "bad", "ended without a result"],
    [isDrawn("discussion"), "discussion", "discussion"],
    [woken.length > 0, "awake", "coordinator awake"],
    [isPerson.includes(false), "wait", "waits"],
    [isPerson.includes(true), "person", "a person is asked"],
    [ahead.length > 0, "ahead", "estimate"],
  ];
  return all.flatMap(([isThere, sign, means]) => (isThere ? [[sign, means]] : []));
}

/** Who worked when in a session, what waited, and what is left. */
export function TimelineScreen({ state, id }: { state: RoomState; id: number }): ReactNode {
  const { name: room, seq } = state.view;
  const names = useNames(state);
  const query = useTimeline(room, id, seq);
  const timeline = query.data?.timeline;
  const ticking = useNow(5_000);
  const title = timeline ? plainText(timeline.title) : names.session(id);
  useTitle(say`Timeline: ${title}`);
  const now = timeline ? (timeline.to ?? Math.max(timeline.now, ticking)) : ticking;
  const hasWork = timeline?.rows.some(({ bars }) => bars.length > 0) ?? false;
  return (
    <>
      <CrumbTop room={room} all="sessions" allTitle="Sessions" back="All sessions" title={title} />
      <SessionTabs state={state} id={id} at="timeline">
        {timeline && <Figures timeline={timeline} now={now} />}
      </SessionTabs>
      {!timeline && query.isError ? (
        <NotLoaded title="Couldn't load the timeline" error={query.error} again={query.refetch} />
      ) : !timeline ? (
        <SkeletonRows rows={8} />
      ) : hasWork ? (
        <Body {...{ timeline, now, names }} />
      ) : (
        <Empty title="Nobody has worked on it yet">When an agent takes a task of this session, it appears here.</Empty>
      )}
      <OpenTaskSheet state={state} names={names} />
    </>
  );
}

function Figures({ timeline, now }: { timeline: Timeline; now: number }): ReactNode {
  const { counted, done, all, from, to } = timeline;
  const took = durationText(now - from);
  return (
    <p className="tm-figures small muted dots">
      <span>{COUNTED[counted]({ done, count: all })}</span>
      <span>{to === null ? `${took} so far` : `took ${took}`}</span>
    </p>
  );
}

const HOUR = 3_600_000;
const SPANS = { all: null, hour: HOUR, quarter: HOUR / 4 } as const;
/** Shortest span in which anything can be told apart. */
const SPAN_MIN = 5_000;

interface View {
  as: "chart" | "list";
  /** How much time is shown, ms; `null`: all of it. */
  span: number | null;
  /** Where it begins, epoch ms; `null`: so that the latest is at its end. */
  from: number | null;
}

function Body({ timeline, now, names }: { timeline: Timeline; now: number; names: Names }): ReactNode {
  const [view, setView] = useState<View>(() => ({ as: "chart", ...openingOf(timeline, now, SPANS.quarter) }));
  const end = Math.max(now, timeline.from + SPAN_MIN, ...timeline.ahead.map(({ to }) => to));
  const all = end - timeline.from;
  const span = Math.min(view.span ?? all, all);
  const clamp = (from: number) => Math.min(Math.max(from, timeline.from), end - span);
  const latest = view.span === null ? timeline.from : now - span * 0.9;
  const from = clamp(view.from ?? latest);
  const shown: Shown = { from, to: from + span };
  const zoom = (to: number) => {
    const next = Math.max(SPAN_MIN, to);
    if (next >= all) return setView({ ...view, span: null, from: null });
    setView({ ...view, span: next, from: from + (span - next) / 2 });
  };
  const step = (by: 1 | -1) => setView({ ...view, from: clamp(from + (by * span) / 2) });
  const key = (keys: string, name: "earlier" | "later" | "zoomIn" | "zoomOut" | "all" | "as") => ({
    keys,
    group: "list" as const,
    label: name === "all" || name === "as" ? KEYS[name] : NAME[name],
  });
  useKeys([
    { ...key("ArrowLeft", "earlier"), run: () => step(-1) },
    { ...key("ArrowRight", "later"), run: () => step(1) },
    { ...key("+", "zoomIn"), run: () => zoom(span / 2) },
    { ...key("-", "zoomOut"), run: () => zoom(span * 2) },
    { ...key("0", "all"), run: () => setView({ ...view, span: null, from: null }) },
    {
      ...key("v", "as"),
      run: () => setView({ ...view, as: view.as === "chart" ? "list" : "chart" }),
    },
  ]);
  const at = (Object.keys(SPANS) as (keyof typeof SPANS)[]).find((key) => SPANS[key] === view.span);
  return (
    <div className={`tm tm-as-${view.as}`} data-scroll>
      {timeline.cut > 0 && <p className="muted">{`${timeline.cut} later tasks are left out.`}</p>}
      <div className="tm-bar-row">
        <Segments
          label="Show as"
          value={view.as}
          options={(["chart", "list"] as const).map((value) => ({ value, label: VALUE[value] }))}
          onChange={(as) => setView({ ...view, as })}
        />
        {view.as === "chart" && (
          <>
            <Segments
              label="Time shown"
              value={at ?? ""}
              options={(Object.keys(SPANS) as (keyof typeof SPANS)[]).map((value) => ({
                value,
                label: VALUE[value],
              }))}
              onChange={(value) => setView({ ...view, span: SPANS[value as keyof typeof SPANS], from: null })}
            />
            {view.span !== null && (
              <>
                <Button kind="ghost" onClick={() => step(-1)}>
                  Earlier
                </Button>
                <Button kind="ghost" onClick={() => step(1)}>
                  Later
                </Button>
              </>
            )}
            <Button kind="ghost" aria-label="Zoom out" onClick={() => zoom(span * 2)}>
              <Icon of={Minus} size="s" />
            </Button>
            <Button kind="ghost" aria-label="Zoom in" onClick={() => zoom(span / 2)}>
              <Icon of={Plus} size="s" />
            </Button>
          </>
        )}
      </div>
      <div className="tm-wide">
        {view.as === "chart" && (
          <>
            <ul className="tm-legend small muted">
              {legendOf(timeline).map(([sign, means]) => (
                <li key={means}>
                  <i className={`tm-sign tm-sign-${sign}`} aria-hidden="true" />
                  {means}
                </li>
              ))}
            </ul>
            <Chart {...{ timeline, shown, now, names }} />
          </>
        )}
      </div>
      <BarsList {...{ timeline, now, names }} />
      <div className="tm-below">
        <Waits timeline={timeline} now={now} />
        <Spent timeline={timeline} now={now} />
      </div>
    </div>
  );
}

/** Fetched again when the room has moved. @param moved changes whenever it has */
function useTimeline(room: string, id: number, moved: unknown): UseQueryResult<Reply<"getTimeline">> {
  const query = useQuery({
    queryKey: ["room", room, "session", id, "timeline"],
    queryFn: () => call("getTimeline", { params: { room, sessionId: String(id) } }),
    enabled: Number.isSafeInteger(id) && id > 0,
  });
  useRefetch(moved, CALM_MS, query.refetch);
  return query;
}
