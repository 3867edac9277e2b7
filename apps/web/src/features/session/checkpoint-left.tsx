import { counted } from "@squadroom/core/kernel/words";
import type { BatchCost } from "@squadroom/core/session/batch/costs";
import { spreadText } from "@squadroom/core/session/plan/estimate";
import { usdText } from "@squadroom/core/usage/usage";
import type { ReactNode } from "react";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { roughTokens } from "../usage/index.ts";
import { batchWords } from "./estimate-words.ts";
import "./checkpoint-left.css";

/** How much of the scout is shown beside a batch. */
const NEWS_SHOWN = 2;

/** What a future batch will probably take; `cost` is `undefined` if it is not as proposed. */
export function BatchEstimate({ cost }: { cost: BatchCost | undefined }): ReactNode {
  if (!cost)
    return (
      <span className="edit-est" title="No estimate: it was edited since it was proposed.">
        no estimate
      </span>
    );
  const { tasks, estimate, tokens, judgedAs } = cost;
  const isKnown = estimate !== null || tokens !== null;
  const range = [
    ...(estimate ? [`${spreadText(estimate, usdText)} USD`] : []),
    ...(tokens ? [`${spreadText(tokens, roughTokens)} tokens`] : []),
  ].join(", ");
  const title = isKnown
    ? say`As a batch of ${counted(judgedAs ?? 0, "task")}: ${range}, based on similar tasks here`
    : "No estimate: nobody reported what similar tasks took here.";
  return (
    <span className="edit-est" title={title}>
      {tasks !== null && <span>{`about ${counted(tasks, "task")}`}</span>}
      <span>{batchWords({ tasks: null, estimate, tokens }) || "no estimate"}</span>
    </span>
  );
}

/** What the repeated scout newly says about a batch. */
export function ScoutNews({ lines }: { lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return null;
  const more = lines.length - NEWS_SHOWN;
  return (
    <div className="edit-news small">
      <Tag tone="work">new from the scout</Tag>
      <ul>
        {lines.slice(0, NEWS_SHOWN).map((line) => (
          <li key={line}>{plainText(line)}</li>
        ))}
        {more > 0 && <li className="muted">{`and ${more} more ${more === 1 ? "line" : "lines"}`}</li>}
      </ul>
    </div>
  );
}
