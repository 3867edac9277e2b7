import { isReported, tokensOf, usdText } from "@squadroom/core/usage/usage";
import type { ReactNode } from "react";
import { exactTime } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import { plainText } from "../../words/plain-text.ts";
import { roughTokens } from "../usage/index.ts";
import type { Report } from "./use-report.ts";
import "./report.css";

/** What is beside the paper, and never printed. */
export function ReportAside({ report }: { report: Report }): ReactNode {
  const { endedAt, figures } = report;
  const { usage, workMs, waitedMs, longestWait, estimateUsdMicros } = figures;
  const estimated = usage.estimatedUsdMicros ?? 0;
  const usd = (micros: number) => (micros === 0 ? "none" : `${usdText(micros)} USD`);
  return (
    <aside className="rp-aside">
      <section>
        <h3>This report</h3>
        <p className="small muted">{`It says how the session stood when it ended, ${exactTime(endedAt)}. It doesn't change: nothing later is in it.`}</p>
      </section>
      <section>
        <h3>Cost</h3>
        {!isReported(usage) && <p className="small muted">Nobody reported any.</p>}
        <dl className="kv" hidden={!isReported(usage)}>
          <dt>Billed</dt>
          <dd>{usd(usage.costUsdMicros - estimated)}</dd>
          <dt>Estimated</dt>
          <dd>{usd(estimated)}</dd>
          <dt>Unknown price</dt>
          <dd>{usage.unpricedTokens === 0 ? "none" : `${roughTokens(usage.unpricedTokens)} tokens`}</dd>
          <dt>Tokens</dt>
          <dd>{tokensOf(usage) > 0 ? roughTokens(tokensOf(usage)) : "unknown"}</dd>
        </dl>
        {estimateUsdMicros !== null && <p className="small muted">{`estimated ${usdText(estimateUsdMicros)} USD`}</p>}
      </section>
      <section>
        <h3>Time</h3>
        <dl className="kv">
          <dt>Agents worked</dt>
          <dd>{durationText(workMs)}</dd>
          <dt>Waited for people</dt>
          <dd>{waitedMs === 0 ? "none" : durationText(waitedMs)}</dd>
          {longestWait && (
            <>
              <dt>Longest wait</dt>
              <dd>{durationText(longestWait.ms)}</dd>
            </>
          )}
        </dl>
        {longestWait && <p className="small muted">{plainText(longestWait.question)}</p>}
      </section>
    </aside>
  );
}
