import type { Timeline } from "@squadroom/core/timeline/timeline";
import { type ReactNode, useState } from "react";
import { clockOf, clocksOf } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { plainText } from "../../words/plain-text.ts";
import { waitText } from "./bar-text.ts";
import { spentUntil } from "./spent.ts";
import { t } from "./words.ts";

const PAGE = 10;

/** What waited, for what and how long. */
export function Waits({ timeline, now }: { timeline: Timeline; now: number }): ReactNode {
  const [shown, setShown] = useState(PAGE);
  const { waits, rows } = timeline;
  const titles = new Map(
    rows.flatMap(({ bars }) => bars.map(({ taskId, title }) => [taskId, title])),
  );
  const sorted = waits
    .map((wait) => ({ ...wait, ms: (wait.to ?? now) - wait.from }))
    .sort((a, b) => b.ms - a.ms);
  const left = sorted.length - shown;
  return (
    <section aria-label={t("waits.title")}>
      <h2 className="tm-head">
        {t("waits.title")} <span className="muted small">{t("waits.longest")}</span>
      </h2>
      {sorted.length === 0 ? (
        <p className="muted">{t("waits.none")}</p>
      ) : (
        <table className="tm-waits">
          <thead className="small muted">
            <tr>
              <th>{t("waits.took")}</th>
              <th>{t("waits.what")}</th>
              <th>{t("waits.why")}</th>
              <th>{t("waits.when")}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((wait) => (
              <tr key={`${wait.from} ${wait.taskId} ${wait.kind} ${wait.text}`}>
                <td className={wait.kind === "person" ? "tm-you strong" : undefined}>
                  {durationText(wait.ms)}
                </td>
                <td>
                  {wait.taskId === null ? (
                    t("waits.whole")
                  ) : (
                    <>
                      {plainText(titles.get(wait.taskId) ?? "")}{" "}
                      <span className="mono nowrap">{wait.taskId}</span>
                    </>
                  )}
                </td>
                <td>{waitText(wait)}</td>
                <td className="muted">
                  {wait.to === null
                    ? t("since", { from: clockOf(wait.from) })
                    : t("waits.period", clocksOf(wait.from, wait.to))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {left > 0 && (
        <Button kind="ghost" onClick={() => setShown(shown + PAGE)}>
          {t("more", { count: Math.min(PAGE, left) })}
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
  const title = t("spent.title", { took: durationText(all) });
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
            {t(`spent.${part}`)} <span className="muted">{durationText(spent[part])}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
