import type { OutlineMark, ReplayOutline } from "@squadroom/core/replay/contract";
import { clsx } from "clsx";
import { type PointerEvent, type ReactNode, useMemo, useRef } from "react";
import { clockWithSeconds } from "../../clock/since.ts";
import { densityOf, markNear, scaleOf, tickWords } from "./timeline.ts";
import "./timeline.css";

const LANES_WORDS = {
  decisions: "Decisions",
  handoffs: "Handoffs",
  trouble: "Trouble",
};

const MARKS = {
  decision: "Decision",
  handoff: "Handoff",
  reroute: "Reroute",
  failure: "Failure",
};

const BARS = 160;
const TICKS = [0.08, 0.3, 0.52, 0.74, 0.96];
/** How far from a mark a press still means it, as a share of the line. */
const REACH = 0.006;

const LANES = [
  { name: "decisions", kinds: ["decision"] },
  { name: "handoffs", kinds: ["handoff"] },
  { name: "trouble", kinds: ["reroute", "failure"] },
] as const satisfies readonly { name: string; kinds: readonly OutlineMark[] }[];

/** How busy it was when, where people were asked, the ball was passed and things went wrong, and the current place. */
export function Timeline({
  outline,
  at,
  time,
  onSeek,
}: {
  outline: ReplayOutline;
  at: number;
  /** Time of the current event, epoch ms. */
  time: number;
  onSeek: (seq: number) => void;
}): ReactNode {
  const line = useRef<HTMLDivElement>(null);
  const scale = useMemo(() => scaleOf(outline), [outline]);
  const bars = useMemo(() => densityOf(scale, outline.head, BARS), [scale, outline.head]);
  const ticks = useMemo(() => tickWords(TICKS.map(scale.timeAt), Date.now()), [scale]);
  const here = scale.xOf(at);
  const seek = (event: PointerEvent, isPress: boolean): void => {
    const box = line.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const x = (event.clientX - box.left) / box.width;
    const mark = isPress ? markNear(outline.marks, scale, x, REACH) : null;
    onSeek(mark?.seq ?? scale.seqAt(x));
  };
  return (
    <div className="tl" aria-hidden="true">
      <div className="tl-names small muted">
        <span>Events</span>
        {LANES.map(({ name }) => (
          <span key={name}>{LANES_WORDS[name]}</span>
        ))}
      </div>
      <div
        ref={line}
        className="tl-line"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          seek(event, true);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event, false);
        }}
      >
        <div className="tl-bars">
          {bars.map((height, i) => (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={i}
              className={i / BARS > here ? "tl-later" : undefined}
              style={{ height: `${Math.max(4, height * 100)}%` }}
            />
          ))}
        </div>
        {LANES.map(({ name, kinds }) => (
          <div key={name} className="tl-lane">
            {outline.marks
              .filter(({ kind }) => kinds.some((one) => one === kind))
              .map(({ seq, kind }) => (
                <i
                  key={seq}
                  className={clsx(`tl-${kind}`, seq > at && "tl-later")}
                  title={MARKS[kind]}
                  style={{ left: `${scale.xOf(seq) * 100}%` }}
                />
              ))}
          </div>
        ))}
        <div className="tl-times small muted">
          {scale.breaks.map((x) => (
            <i key={x} className="tl-break" style={{ left: `${x * 100}%` }} />
          ))}
          {TICKS.map((x, i) => (
            <span key={x} style={{ left: `${x * 100}%` }} className={i % 2 === 1 ? "wide" : ""}>
              {ticks[i]}
            </span>
          ))}
        </div>
        <div className="tl-here" style={{ left: `${here * 100}%` }}>
          <b style={{ transform: `translateX(${-here * 100}%)` }}>{clockWithSeconds(time)}</b>
        </div>
      </div>
    </div>
  );
}
