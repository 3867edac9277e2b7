import type { ReactNode } from "react";
import { durationText } from "../../clock/time.tsx";
import { type Absence, linesOf } from "./away.ts";
import { t } from "./words.ts";

/** What happened since the last visit, in figures. */
export function AwayPanel({ absence: { away, forMs } }: { absence: Absence }): ReactNode {
  const since = durationText(forMs);
  const lines = linesOf(away);
  if (lines.length === 0) return null;
  return (
    <section className="away" aria-label={t("away.title")}>
      <h2 className="label">
        {t("away.title")} <span className="away-for">{t("away.for", { since })}</span>
      </h2>
      <ul className="digest">
        {lines.map(({ key, count }) => (
          <li key={key}>
            <b className="num">{count.toLocaleString("en")}</b>
            <span>{t(`away.${key}`, { count })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
