import { counted } from "@squadroom/core/kernel/words";
import { type BatchCost, isComparable } from "@squadroom/core/session/batch/costs";
import { spreadText } from "@squadroom/core/session/plan/estimate";
import { estimatedText, isReported, knownCost, usdText } from "@squadroom/core/usage/usage";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { plainText } from "../../words/plain-text.ts";
import { costText } from "../usage/index.ts";
import { SectionHead } from "./proposal-head.tsx";

/** The longest bar, or the farthest mark, leaves part of the track free, so that it is seen as one. */
const LONGEST_PERCENT = 88;

/** What each batch cost, beside a mark for its estimate. */
export function BatchCosts({ costs }: { costs: readonly BatchCost[] }): ReactNode {
  // If nobody reports anything, there is nothing to compare.
  if (!isComparable(costs)) return null;
  const hasEstimate = costs.some(({ estimate }) => estimate !== null);
  const most = Math.max(1, ...costs.map(({ usage, estimate }) => Math.max(usage.costUsdMicros, estimate?.mid ?? 0)));
  const percent = (micros: number): string => `${(micros / most) * LONGEST_PERCENT}%`;
  const title = hasEstimate ? "Cost against estimate" : "Cost by batch";
  return (
    <section>
      <SectionHead title={title} hint="of tasks and their reviews only, as agents reported it">
        {hasEstimate && (
          <span className="muted small">
            <i className="cp-key" aria-hidden="true" /> estimate
          </span>
        )}
      </SectionHead>
      <ol className="cp-costs" aria-label={title}>
        {costs.map((cost, i) => {
          const { title, place, usage, estimate, overUsdMicros } = cost;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a batch is known by its place
            <li key={i} className={clsx(place === "now" && "strong")}>
              <span className="cp-name">
                {i + 1} {plainText(title)}
              </span>
              <span className="cp-track" aria-hidden="true">
                <i className="cp-spent" style={{ width: percent(usage.costUsdMicros) }} />
                {estimate && overUsdMicros > 0 && (
                  <i className="cp-over" style={{ left: percent(estimate.mid), width: percent(overUsdMicros) }} />
                )}
                {estimate && <i className="cp-mark" style={{ left: percent(estimate.mid) }} />}
              </span>
              <CostWords cost={cost} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function CostWords({ cost }: { cost: BatchCost }): ReactNode {
  const { place, tasks, usage, estimate, overUsdMicros } = cost;
  const range = estimate ? `estimated ${spreadText(estimate, usdText)} USD, based on similar tasks here` : undefined;
  const of = estimate ? usdText(estimate.mid) : "";
  if (place === "to_come") {
    const parts = [
      ...(tasks === null ? [] : [`about ${counted(tasks, "task")}`]),
      estimate ? `est. ${of} USD` : "no estimate",
    ];
    return (
      <span className="cp-cost muted" title={range}>
        {parts.join(", ")}
      </span>
    );
  }
  if (!estimate) return <span className="cp-cost muted">{costText(usage)}</span>;
  if (!isReported(usage) || knownCost(usage) === "none")
    return (
      <span className="cp-cost muted" title={range}>
        {costText(usage)}, {`est. ${of} USD`}
      </span>
    );
  const usd = usdText(usage.costUsdMicros);
  return (
    <span className="cp-cost muted" title={range}>
      <span className={overUsdMicros > 0 ? "c-warn" : "ink2"}>
        {knownCost(usage) === "some" ? `at least ${usd}` : usd}
      </span>{" "}
      {estimatedText(usage)} {`of ${of} USD`}
    </span>
  );
}
