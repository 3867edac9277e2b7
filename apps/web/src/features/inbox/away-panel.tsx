import type { Away } from "@squadroom/core/inbox/contract";
import type { ReactNode } from "react";
import { useDuration } from "../../clock/time.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { linesOf } from "./away.ts";

/** Who was away for less has looked aside. */
const WORTH_SAYING_MS = 60_000;

/** What happened since the last visit, in figures. */
export function AwayPanel({ away, now }: { away: Away; now: number }): ReactNode {
  const { t } = wordsOf("inbox");
  const awayMs = now - away.sinceAt;
  const since = useDuration(awayMs);
  const lines = linesOf(away);
  if (lines.length === 0) return null;
  return (
    <section className="away" aria-label={t("away.title")}>
      <h2 className="label">
        {t("away.title")}{" "}
        {awayMs >= WORTH_SAYING_MS && <span className="away-for">{t("away.for", { since })}</span>}
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
