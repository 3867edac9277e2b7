import { counted } from "@squadroom/core/kernel/words";
import type { ReactNode } from "react";
import { durationText } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { plainText } from "../../words/plain-text.ts";
import { DayChart, dayName, roundTop } from "./day-chart.tsx";
import type { Behind } from "./events-sheet.tsx";
import { ShareBars } from "./share-bars.tsx";
import { axisText } from "./usage-figures.tsx";
import type { Report } from "./use-metrics.ts";

const SENT_BACK_TIMES = {
  0: "never",
  1: "once",
  2: "twice",
  3: "3 or more",
};

const MINUTE_MS = 60_000;
const percent = (part: number, of: number): number => (of > 0 ? Math.round((100 * part) / of) : 0);

type Figures = { report: Report; onShow: (behind: Behind) => void };

/** How work went: what was completed and how long it took, who waited, what came back, and who was present. */
export function WorkFigures({ report, onShow }: Figures): ReactNode {
  const { starts, days, sentBack, availability } = report;
  const passed = sentBack.reduce((sum, n) => sum + n, 0);
  const whole = { since: starts[0] ?? 0, until: starts.at(-1) ?? 0 };
  const onDay = (kind: Behind["kind"]) => (day: number) =>
    onShow({
      kind,
      title: dayName(starts[day] ?? 0),
      since: starts[day] ?? 0,
      until: starts[day + 1] ?? 0,
    });
  const today = days.at(-1);
  return (
    <div className="mx-three">
      <Figure title="Tasks completed" hint="by day">
        <DayChart
          label="Tasks completed"
          columns={days.map(({ completed }, i) => ({
            at: starts[i] ?? 0,
            label:
              completed === 1
                ? `${dayName(starts[i] ?? 0)}: ${completed} task`
                : `${dayName(starts[i] ?? 0)}: ${String(completed)} tasks`,
            parts: [{ value: completed, look: "look-0" }],
          }))}
          top={roundTop([3, ...days.map(({ completed }) => completed)])}
          textOf={axisText}
          onPick={onDay("completed")}
        />
      </Figure>
      <Figure title="Cycle time" hint="first claim to completed">
        <CycleChart report={report} onPick={onDay("completed")} />
        <p className="small muted mx-sub">Line: median. Band: 8 of 10 tasks.</p>
      </Figure>
      <Figure title="Waiting for a person" hint="% of the day">
        <DayChart
          label="Waiting for a person"
          columns={days.map(({ waitedMs, ofMs, settled }, i) => ({
            at: starts[i] ?? 0,
            label: `${dayName(starts[i] ?? 0)}: ${percent(waitedMs, ofMs)} % of the day, ${counted(settled, "answer")}`,
            parts: [{ value: percent(waitedMs, ofMs), look: "look-wait" }],
          }))}
          top={100}
          lines={2}
          textOf={(value) => String(Math.round(value))}
          onPick={onDay("waiting")}
        />
        <p className="small muted mx-sub">{`Today ${percent(today?.waitedMs ?? 0, today?.ofMs ?? 0)} % so far.`}</p>
      </Figure>
      <Figure title="Review rounds" hint="times sent back">
        <ShareBars
          rows={sentBack.map((tasks, times) => ({
            key: String(times),
            name: SENT_BACK_TIMES[times as 0 | 1 | 2 | 3],
            value: tasks,
            text: String(tasks),
            look: times < 3 ? "look-0" : "look-1",
          }))}
        />
        <p className="small muted mx-sub">{`${counted(passed, "task passed its", "tasks passed their")} reviews.`}</p>
        {passed > (sentBack[0] ?? 0) && (
          <Button kind="ghost" onClick={() => onShow({ ...whole, kind: "sent_back", title: "Review rounds" })}>
            Show what was sent back
          </Button>
        )}
      </Figure>
      <Figure title="Availability" hint="% of the time since it joined">
        {availability.length === 0 && <p className="muted mx-none">No agent was connected.</p>}
        <ShareBars
          top={100}
          rows={availability.map(({ agentId, name, onlineMs, ofMs }) => ({
            key: agentId,
            name: plainText(name),
            value: percent(onlineMs, ofMs),
            text: `${percent(onlineMs, ofMs)} %`,
            onPick: () =>
              onShow({
                ...whole,
                kind: "presence",
                title: plainText(name),
                by: "agent",
                key: agentId,
              }),
          }))}
        />
      </Figure>
    </div>
  );
}

function Figure({ title, hint, children }: { title: string; hint: string; children: ReactNode }): ReactNode {
  return (
    <section aria-label={title}>
      <div className="mx-head">
        <h2>{title}</h2>
        <span className="end small muted">{hint}</span>
      </div>
      {children}
    </section>
  );
}

/** The median as a line through the days that have one, over the band of 8 in 10. */
function CycleChart({
  report: { starts, days },
  onPick,
}: {
  report: Report;
  onPick: (day: number) => void;
}): ReactNode {
  const known = days.flatMap(({ cycle }, i) => (cycle ? [{ i, ...cycle }] : []));
  const top = roundTop([3, ...known.map(({ highMs }) => highMs / MINUTE_MS)]);
  const at = (i: number, ms: number): string => `${i + 0.5},${(100 - (100 * ms) / MINUTE_MS / top).toFixed(2)}`;
  const line = known.map(({ i, medianMs }) => at(i, medianMs)).join(" ");
  const band = [
    ...known.map(({ i, highMs }) => at(i, highMs)),
    ...known.toReversed().map(({ i, lowMs }) => at(i, lowMs)),
  ].join(" ");
  return (
    <DayChart
      label="Cycle time"
      columns={days.map(({ cycle }, i) => ({
        at: starts[i] ?? 0,
        label: cycle
          ? `${dayName(starts[i] ?? 0)}: median ${durationText(cycle.medianMs)}, 8 of 10 between ${durationText(cycle.lowMs)} and ${durationText(cycle.highMs)}`
          : `${dayName(starts[i] ?? 0)}: 0 tasks`,
        parts: [],
      }))}
      top={top}
      textOf={(minutes) => `${axisText(minutes)} min`}
      onPick={onPick}
    >
      <svg className="dc-band" viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none" aria-hidden="true">
        <polygon points={band} fill="var(--selected)" />
        <polyline
          points={known.length === 1 ? `${line} ${at((known[0]?.i ?? 0) + 0.3, known[0]?.medianMs ?? 0)}` : line}
          fill="none"
          stroke="var(--ink)"
          strokeWidth="1.75"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </DayChart>
  );
}
