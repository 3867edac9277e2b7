import type { ReactNode } from "react";
import { durationText } from "../../clock/time.tsx";
import { type Absence, linesOf } from "./away.ts";

const AWAY = {
  completed: (count) => `${count === 1 ? "task" : "tasks"} completed`,
  cancelled: (count) => `${count === 1 ? "task" : "tasks"} cancelled`,
  failed: (count) => `${count === 1 ? "task" : "tasks"} failed`,
  questions: (count) => `${count === 1 ? "question" : "questions"} asked`,
  opened: (count) => `${count === 1 ? "decision" : "decisions"} opened`,
  byOthers: (count) => `${count === 1 ? "decision" : "decisions"} answered by others`,
  withdrawn: (count) => (count === 1 ? "decision settled by itself" : "decisions settled by themselves"),
} satisfies Record<string, (count: number) => string>;

/** What happened since the last visit, in figures. */
export function AwayPanel({ absence: { away, forMs } }: { absence: Absence }): ReactNode {
  const since = durationText(forMs);
  const lines = linesOf(away);
  if (lines.length === 0) return null;
  return (
    <section className="away" aria-label="While you were away">
      <h2 className="label">
        While you were away <span className="away-for">{`for ${since}`}</span>
      </h2>
      <ul className="digest">
        {lines.map(({ key, count }) => (
          <li key={key}>
            <b className="num">{count.toLocaleString("en")}</b>
            <span>{AWAY[key](count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
