import { isReported, tokensOf, type Usage } from "@squadroom/core/usage/usage";
import type { ReactNode } from "react";
import { roughTokens, todayText, usageFacts } from "./cost-words.ts";
import "./today.css";

/** "1.86 USD" and the tokens behind it; the rest appears when somebody points at it. */
export function TodayFigures({ of: usage }: { of: Usage }): ReactNode {
  const tokens = tokensOf(usage);
  // Without the runs: a report has only those besides the agent's own.
  const facts = isReported(usage) ? usageFacts({ ...usage, runs: 0 }).join(", ") : undefined;
  const hasCost = usage.costUsdMicros > 0 || usage.unpricedTokens === 0;
  return (
    <span className="today-figures" title={facts}>
      {hasCost && tokens > 0 && <span className="muted">{`${roughTokens(tokens)} tokens`}</span>}
      <span className={isReported(usage) ? "today-cost" : "muted"}>{todayText(usage)}</span>
    </span>
  );
}
