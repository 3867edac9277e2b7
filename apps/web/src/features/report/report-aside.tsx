import { isReported, tokensOf, usdText } from "@squadroom/core/usage/usage";
import type { ReactNode } from "react";
import { exactTime } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import { plainText } from "../../words/plain-text.ts";
import { roughTokens } from "../usage/index.ts";
import type { Report } from "./use-report.ts";
import { t } from "./words.ts";
import "./report.css";

/** What stands beside the paper, and on none. */
export function ReportAside({ report }: { report: Report }): ReactNode {
  const { endedAt, figures } = report;
  const { usage, workMs, waitedMs, longestWait, estimateUsdMicros } = figures;
  const estimated = usage.estimatedUsdMicros ?? 0;
  const usd = (micros: number) => (micros === 0 ? t("cost.none") : `${usdText(micros)} USD`);
  return (
    <aside className="rp-aside">
      <section>
        <h3>{t("about")}</h3>
        <p className="small muted">{t("aboutText", { at: exactTime(endedAt) })}</p>
      </section>
      <section>
        <h3>{t("cost.title")}</h3>
        {!isReported(usage) && <p className="small muted">{t("cost.nobody")}</p>}
        <dl className="kv" hidden={!isReported(usage)}>
          <dt>{t("cost.billed")}</dt>
          <dd>{usd(usage.costUsdMicros - estimated)}</dd>
          <dt>{t("cost.estimated")}</dt>
          <dd>{usd(estimated)}</dd>
          <dt>{t("cost.unknown")}</dt>
          <dd>
            {usage.unpricedTokens === 0
              ? t("cost.none")
              : t("cost.tokensOf", { tokens: roughTokens(usage.unpricedTokens) })}
          </dd>
          <dt>{t("cost.tokens")}</dt>
          <dd>{tokensOf(usage) > 0 ? roughTokens(tokensOf(usage)) : t("cost.notSaid")}</dd>
        </dl>
        {estimateUsdMicros !== null && (
          <p className="small muted">
            {t("figures.estimate", { usd: usdText(estimateUsdMicros) })}
          </p>
        )}
      </section>
      <section>
        <h3>{t("time.title")}</h3>
        <dl className="kv">
          <dt>{t("time.worked")}</dt>
          <dd>{durationText(workMs)}</dd>
          <dt>{t("time.waited")}</dt>
          <dd>{waitedMs === 0 ? t("cost.none") : durationText(waitedMs)}</dd>
          {longestWait && (
            <>
              <dt>{t("time.longest")}</dt>
              <dd>{durationText(longestWait.ms)}</dd>
            </>
          )}
        </dl>
        {longestWait && <p className="small muted">{plainText(longestWait.question)}</p>}
      </section>
    </aside>
  );
}
