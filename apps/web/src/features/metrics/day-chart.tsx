import { clsx } from "clsx";
import { type CSSProperties, type MouseEvent, type ReactNode, useState } from "react";
import "./day-chart.css";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

export const dayName = (at: number): string => DAY.format(at);

/** A round number above all of them, a third of which is round too. */
export function roundTop(values: readonly number[]): number {
  const most = Math.max(0, ...values);
  if (most === 0) return 3;
  const scale = 10 ** Math.floor(Math.log10(most / 3));
  const step = [1, 2, 5, 10].find((one) => one * scale * 3 >= most) ?? 10;
  return step * scale * 3;
}

export interface Column {
  at: number;
  /** What it says to a person who points at it, or hears it. */
  label: string;
  /** From the ground up. */
  parts: readonly { value: number; look: string }[];
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * A column for each day. A person points at a day, or steps to it with the arrow keys, and reads it right below; a click or Enter shows the events behind it.
 */
export function DayChart({
  label,
  columns,
  ahead = [],
  top,
  lines = 3,
  textOf,
  onPick,
  children,
}: {
  label: string;
  columns: readonly Column[];
  /** What is expected after them. */
  ahead?: readonly Column[];
  top: number;
  /** How many lines are above the ground. */
  lines?: number;
  textOf: (value: number) => string;
  onPick: (index: number) => void;
  /** Drawn behind the columns. */
  children?: ReactNode;
}): ReactNode {
  const [at, setAt] = useState<number | null>(null);
  const all = [...columns, ...ahead];
  const last = columns.length - 1;
  const chosen = Math.min(at ?? last, all.length - 1);
  const height = (value: number): string => `${top > 0 ? (100 * value) / top : 0}%`;
  const dayUnder = (event: MouseEvent): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const under = Math.floor(((event.clientX - left) / width) * all.length);
    return Math.max(0, Math.min(all.length - 1, under));
  };
  const pick = (day: number): void => {
    if (day <= last) onPick(day);
  };
  return (
    <div className="dc">
      <div className="dc-axis" aria-hidden="true">
        {Array.from({ length: lines + 1 }, (_, below) => (top * (lines - below)) / lines).map((value) => (
          <span key={value}>{textOf(value)}</span>
        ))}
      </div>
      <div
        className={clsx("dc-plot", all.length > 40 && "dc-dense")}
        role="slider"
        tabIndex={0}
        style={{ backgroundSize: `100% ${100 / lines}%` }}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={all.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={all[chosen]?.label}
        onPointerMove={(event) => setAt(dayUnder(event))}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onClick={(event) => pick(dayUnder(event))}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (event.key === "Enter") pick(chosen);
          else if (step) setAt(step(chosen, all.length - 1));
          else return;
          event.preventDefault();
        }}
      >
        {children}
        {all.map(({ at: day, parts }, i) => (
          <span key={day} className={i === at ? "dc-at" : undefined}>
            {parts.map(({ value, look }) =>
              value > 0 ? <i key={look} className={look} style={{ height: height(value) }} /> : null,
            )}
          </span>
        ))}
      </div>
      <div className="dc-days" aria-hidden="true">
        {at === null ? (
          marksOf(all).map((day) => <span key={day}>{dayName(day)}</span>)
        ) : (
          <span className="dc-says" style={besideOf((chosen + 0.5) / all.length)}>
            {all[chosen]?.label}
          </span>
        )}
      </div>
    </div>
  );
}

/** Its words are below their place, and never beyond the edges. */
function besideOf(place: number): CSSProperties {
  const left = `${100 * place}%`;
  return { left, translate: `-${left}` };
}

/** The first day, the last one, and one in between if there are many. */
function marksOf(all: readonly Column[]): number[] {
  const marks = [0, ...(all.length > 8 ? [(all.length - 1) / 2] : []), all.length - 1];
  return [...new Set(marks.map((i) => all[Math.round(i)]?.at ?? 0))];
}
