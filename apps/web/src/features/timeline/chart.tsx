import { counted } from "@squadroom/core/kernel/words";
import type { TimelineBar, TimelineWait, TimelineWake } from "@squadroom/core/timeline/read";
import type { Timeline } from "@squadroom/core/timeline/timeline";
import { clsx } from "clsx";
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { clockOf, clocksOf, clockWithSeconds } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import { barText, endsBadly, waitText, wakeText } from "./bar-text.ts";
import {
  besideLanes,
  type Drawing,
  type Drawn,
  hasRoom,
  isNear,
  lanesOf,
  placeOf,
  type Shown,
  sideOf,
  ticksOf,
} from "./lanes.ts";

/**
 * People, the coordinator, and a row per role; bars are attempts, outlines discussions, hatching waits, dashes
 * estimates.
 */
export function Chart({
  timeline,
  shown: { from, to: until },
  now,
  names,
}: {
  timeline: Timeline;
  shown: Shown;
  now: number;
  names: Names;
}): ReactNode {
  const { rows, waits, woken, checkpoints, to } = timeline;
  const axis = useRef<HTMLDivElement>(null);
  const px = useWidth(axis);
  const shown = useMemo(() => ({ from, to: until, px }), [from, until, px]);
  const asked = waits.filter(({ kind }) => kind === "person");
  const ticks = ticksOf(shown);
  const timeOf = ticks.hasSeconds ? clockWithSeconds : clockOf;
  const label = say`Who worked when, ${clocksOf(shown.from, shown.to).from} to ${clocksOf(shown.from, shown.to).to}: ${counted(rows.length, "role")}. The list has the same in words.`;
  const isShown = (at: number) => at >= shown.from && at <= shown.to;
  const isNowShown = to === null && isShown(now);
  return (
    <div className="tm-chart">
      <p className="sr">{label}</p>
      <div ref={axis} className="tm-axis" aria-hidden="true">
        {isNowShown && <span className="tm-future" style={{ left: placeOf(now, now, shown).left }} />}
        {ticks.at.map((at) => (
          <span key={at} className="tm-tick" style={{ left: placeOf(at, at, shown).left }}>
            {/* Beside "now", or the edge, it would be half a time. */}
            {!isNear(at, until, shown) && !(isNowShown && isNear(at, now, shown)) && timeOf(at)}
          </span>
        ))}
        {checkpoints
          .filter(({ at }) => isShown(at))
          .map(({ id, at, title }) => (
            <span
              key={id}
              className="tm-passed"
              style={{ left: placeOf(at, at, shown).left }}
              title={plainText(title)}
            />
          ))}
        {isNowShown && (
          <span className="tm-now" style={{ left: placeOf(now, now, shown).left }}>
            <b>now</b>
          </span>
        )}
      </div>
      {asked.length > 0 && (
        <Told
          name="People"
          className="tm-you"
          spans={asked.map((wait) => ({ ...wait, title: waitText(wait), sign: "tm-asked" }))}
          {...{ shown, now }}
        />
      )}
      {woken.length > 0 && (
        <Told
          name="Coordinator"
          spans={woken.map((wake) => ({ ...wake, title: wakeText(wake), sign: "tm-awake" }))}
          {...{ shown, now }}
        />
      )}
      {rows.map((row) => (
        <Row key={row.role} {...{ timeline, row, shown, now, names }} />
      ))}
    </div>
  );
}

/** A row of times in which people, or the coordinator, were asked, each with its length if there is room. */
function Told({
  name,
  className,
  spans,
  shown,
  now,
}: {
  name: string;
  className?: string;
  spans: readonly (Pick<TimelineWait | TimelineWake, "from" | "to"> & {
    title: string;
    sign: string;
  })[];
  shown: Drawing;
  now: number;
}): ReactNode {
  const all = spans.map((span) => ({ ...span, to: span.to ?? now }));
  return (
    <div className="tm-row" aria-hidden="true">
      <p className={clsx("tm-name", className)}>{name}</p>
      <div className="tm-lanes">
        {besideLanes([], all, () => false).map((lane, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place.
          <div key={at} className="tm-lane">
            {lane.map((span) => {
              const { from, to, title, sign } = span;
              if (to < shown.from || from > shown.to) return null;
              const took = durationText(to - from);
              const others = lane.filter((one) => one !== span);
              const side = to > from ? sideOf(took, span, others, shown) : null;
              return (
                <span key={`${from} ${title}`}>
                  <span className={clsx("tm-bar", sign)} style={placeOf(from, to, shown)} title={`${title}, ${took}`} />
                  {side && (
                    <span
                      className={clsx("tm-took", `tm-took-${side}`, className)}
                      style={{ left: placeOf(side === "before" ? from : to, to, shown).left }}
                    >
                      {took}
                    </span>
                  )}
                </span>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Width of an element, CSS pixels; 0 until it exists. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setWidth(element.clientWidth);
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [ref]);
  return width;
}

function Row({
  timeline: { waits, ahead },
  row: { role, prefixes, bars },
  shown,
  now,
  names,
}: {
  timeline: Timeline;
  row: Timeline["rows"][number];
  shown: Drawing;
  now: number;
  names: Names;
}): ReactNode {
  const lanes = useMemo(() => lanesOf(bars, shown, now), [bars, shown, now]);
  const own = besideLanes(
    lanes,
    waits.filter((wait) => wait.role === role && wait.taskId !== null).map((wait) => ({ ...wait, to: wait.to ?? now })),
    ({ taskId }, bar) => bar.taskId === taskId,
  );
  const left = besideLanes(
    lanes,
    ahead.filter((step) => step.role === role),
    ({ taskId }, bar) => bar.taskId === taskId,
  );
  return (
    <div className="tm-row" aria-hidden="true">
      <p className="tm-name">
        {names.role(role)}
        <span className="mono muted">{prefixes.join(", ")}</span>
      </p>
      <div className="tm-lanes">
        {Array.from({ length: Math.max(1, lanes.length, own.length, left.length) }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place.
          <div key={i} className="tm-lane">
            {lanes[i]?.map((drawn) => (
              <Bar
                key={`${drawn.from} ${drawn.bars[0]?.taskId}`}
                {...{ drawn, shown, now }}
                isLone={prefixes.length === 1}
              />
            ))}
            {own[i]?.map((wait) => (
              <Wait key={`${wait.from} ${wait.taskId} ${wait.kind}`} {...{ wait, shown }} />
            ))}
            {left[i]?.map(({ taskId, from, to, isRest }) => {
              const { width, ...place } = placeOf(from, to, shown);
              if (width === "0.000%") return null;
              const id = shortId(taskId, prefixes.length === 1);
              return (
                <span key={taskId} className="tm-bar tm-ahead" style={{ ...place, width }} title={taskId}>
                  {!isRest && hasRoom(id, from, to, shown) && <span className="tm-id">{id}</span>}
                </span>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function Bar({
  drawn: { from, to, bars },
  shown,
  now,
  isLone,
}: {
  drawn: Drawn;
  shown: Drawing;
  now: number;
  isLone: boolean;
}): ReactNode {
  const first = bars[0] as TimelineBar;
  const isOne = bars.length === 1;
  const id = shortId(first.taskId, isLone);
  const of = { count: bars.length, ...clocksOf(from, to) };
  return (
    <button
      type="button"
      tabIndex={-1}
      className={clsx("tm-bar", ...(isOne ? marksOf(first) : ["tm-group"]))}
      style={placeOf(from, to, shown)}
      title={isOne ? barText(first, now) : say`${of.count} tasks, ${of.from} to ${of.to}`}
      onClick={() => openTask(first.taskId)}
    >
      {isOne && first.kind === "work" && hasRoom(id, from, to, shown) && <span className="tm-id">{id}</span>}
    </button>
  );
}

function Wait({ wait, shown }: { wait: TimelineWait & Shown; shown: Drawing }): ReactNode {
  const { width, ...place } = placeOf(wait.from, wait.to, shown);
  if (width === "0.000%") return null;
  return <span className="tm-bar tm-wait" style={{ ...place, width }} title={waitText(wait)} />;
}

function marksOf({ kind, end, isReplaced }: TimelineBar): (string | false)[] {
  return [
    kind === "discussion" && "tm-round",
    kind === "work" && end === null && "tm-working",
    endsBadly(end) && "tm-bad",
    isReplaced && "tm-old",
  ];
}

/** Without its prefix, if its row has only one. */
function shortId(taskId: string, isLone: boolean): string {
  return isLone ? taskId.replace(/^[A-Z][A-Z-]*-(?=\d)/, "") : taskId;
}
