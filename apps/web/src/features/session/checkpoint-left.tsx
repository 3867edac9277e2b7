import type { BatchCost } from "@squadroom/core/session/batch/costs";
import { spreadText } from "@squadroom/core/session/plan/estimate";
import { usdText } from "@squadroom/core/usage/usage";
import type { ReactNode } from "react";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { roughTokens } from "../usage/index.ts";
import { batchWords } from "./estimate-words.ts";
import { t } from "./words.ts";
import "./checkpoint-left.css";

/** What of the scout is shown beside a batch. */
const NEWS_SHOWN = 2;

/** What a batch to come will probably take; `cost` is `undefined` where it is not as it was proposed. */
export function BatchEstimate({ cost }: { cost: BatchCost | undefined }): ReactNode {
  if (!cost)
    return (
      <span className="edit-est" title={t("checkpoint.estimateEdited")}>
        {t("checkpoint.noEstimate")}
      </span>
    );
  const { tasks, estimate, tokens, judgedAs } = cost;
  const isKnown = estimate !== null || tokens !== null;
  const range = [
    ...(estimate ? [t("checkpoint.rangeUsd", { range: spreadText(estimate, usdText) })] : []),
    ...(tokens ? [t("checkpoint.rangeTokens", { range: spreadText(tokens, roughTokens) })] : []),
  ].join(", ");
  const title = isKnown
    ? t("checkpoint.estimateOf", { count: judgedAs ?? 0, range })
    : t("checkpoint.estimateUnknown");
  return (
    <span className="edit-est" title={title}>
      {tasks !== null && <span>{t("checkpoint.thoughtTasks", { count: tasks })}</span>}
      <span>{batchWords({ tasks: null, estimate, tokens }) || t("checkpoint.noEstimate")}</span>
    </span>
  );
}

/** What the scout that looked again says anew about a batch. */
export function ScoutNews({ lines }: { lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return null;
  const more = lines.length - NEWS_SHOWN;
  return (
    <div className="edit-news small">
      <Tag tone="work">{t("checkpoint.news")}</Tag>
      <ul>
        {lines.slice(0, NEWS_SHOWN).map((line) => (
          <li key={line}>{plainText(line)}</li>
        ))}
        {more > 0 && <li className="muted">{t("checkpoint.moreNews", { count: more })}</li>}
      </ul>
    </div>
  );
}
