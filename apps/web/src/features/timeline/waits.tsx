import type { Timeline } from "@squadroom/core/timeline/timeline";
import { type ReactNode, useState } from "react";
import { clockOf, clocksOf } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { waitText } from "./bar-text.ts";

const SPENT = {
  work: "Work",
  discussion: "Discussions",
  person: "Waiting for a person",
  rest: "Nobody at work",
};

const PAGE = 10;

/** What waited, for what and how long. */
export function Waits({ timeline, now }: { timeline: Timeline; now: number }): ReactNode {
  const [shown, setShown] = useState(PAGE);
  const { waits, rows } = timeline;
  const titles = new Map(rows.flatMap(({ bars }) => bars.map(({ taskId, title }) => [taskId, title])));
  const sorted = waits.map((wait) => ({ ...wait, ms: (wait.to ?? now) - wait.from })).sort((a, b) => b.ms - a.ms);
  const left = sorted.length - shown;
  return (
    <section aria-label="Waits">
      <h2 className="tm-head">
        Waits <span className="muted small">longest first</span>
      </h2>
      {sorted.length === 0 ? (
        <p className="muted">Nothing had to wait.</p>
      ) : (
        <table className="tm-waits">
          <thead className="small muted">
            <tr>
              <th>Took</th>
              <th>What waited</th>
              <th>For what</th>
              <th>When</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((wait) => (
              <tr key={`${wait.from} ${wait.taskId} ${wait.kind} ${wait.text}`}>
                <td className={wait.kind === "person" ? "tm-you strong" : undefined}>{durationText(wait.ms)}</td>
                <td>
                  {wait.taskId === null ? (
                    "the whole session"
                  ) : (
                    <>
                      {plainText(titles.get(wait.taskId) ?? "")} <span className="mono nowrap">{wait.taskId}</span>
                    </>
                  )}
                </td>
                <td>{waitText(wait)}</td>
                <td className="muted">
                  {wait.to === null
                    ? `since ${clockOf(wait.from)}`
                    : say`${clocksOf(wait.from, wait.to).from} to ${clocksOf(wait.from, wait.to).to}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {left > 0 && (
        <Button kind="ghost" onClick={() => setShown(shown + PAGE)}>
          {`Show ${Math.min(PAGE, left)} more`}
        </Button>
      )}
    </section>
  );
}

const PARTS = ["work", "discussion", "person", "rest"] as const;

/** Where the time went, as shares of one bar. */
export function Spent({ timeline, now }: { timeline: Timeline; now: number }): ReactNode {
  const spent = spentUntil(timeline, now);
  const parts = PARTS.filter((part) => spent[part] > 0);
  const all = parts.reduce((sum, part) => sum + spent[part], 0);
  if (all === 0) return null;
  const title = `Where ${durationText(all)} went`;
  return (
    <section aria-label={title}>
      <h2 className="tm-head">{title}</h2>
      <div className="tm-spent" aria-hidden="true">
        {parts.map((part) => (
          <i key={part} className={`tm-${part}-share`} style={{ flexGrow: spent[part] / all }} />
        ))}
      </div>
      <ul className="tm-legend small">
        {parts.map((part) => (
          <li key={part}>
            <i className={`tm-${part}-share`} aria-hidden="true" />
            {SPENT[part]} <span className="muted">{durationText(spent[part])}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Where the time went, up to now: nothing has happened since it was fetched, so what was under way then still is. First
 * work, then discussions, then people, as in what was fetched.
 */
export function spentUntil({ spent, rows, waits, to, now: fetchedAt }: Timeline, now: number): Timeline["spent"] {
  const more = to === null ? Math.max(0, now - fetchedAt) : 0;
  const open = rows.flatMap(({ bars }) => bars).filter((bar) => bar.to === null);
  const isAsked = waits.some((wait) => wait.kind === "person" && wait.to === null);
  const part = open.some(({ kind }) => kind === "work")
    ? "work"
    : open.length > 0
      ? "discussion"
      : isAsked
        ? "person"
        : "rest";
  return { ...spent, [part]: spent[part] + more };
}
