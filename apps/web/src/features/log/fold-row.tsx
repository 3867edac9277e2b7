import { costUsdText, tokensOf } from "@squadroom/core/usage/usage";
import { clsx } from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, memo, type ReactNode } from "react";
import type { RowItem } from "../../live/feed-item.ts";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { openTask } from "../task/index.ts";
import { roughTokens } from "../usage/index.ts";
import { resultIn, taskOfRow, usageIn } from "./folded.ts";
import { LineBecause, LineGlyph, LineWords } from "./line-row.tsx";
import { ResultFiles } from "./result-files.tsx";
import { type RowProps, RowTime, rowClass } from "./row.tsx";
import { checkedText, discussedIn, rowLine } from "./row-line.ts";
import "./feed.css";

type FoldRowProps = RowProps<RowItem> & {
  names: Names;
  isOpen: boolean;
  onFold: (key: string) => void;
};

const BECAUSE_MOST = 100;

/** What one cause did, in one sentence: its state, how long it took, what it consumed. It opens in place. */
export const FoldRow = memo(function FoldRow({
  item,
  names,
  marks,
  isSameMinute,
  isOpen,
  onFold,
  onOpen,
}: FoldRowProps): ReactNode {
  const head = rowLine(item, names);
  const taskId = taskOfRow(item);
  const result = resultIn(item.events, taskId);
  const facts = [...discussedIn(item), ...usedIn(item), ...checkedText(item, names)];
  const roomId = item.events[0]?.roomId ?? "";
  return (
    <div className={clsx(rowClass(marks), "ev-slim ev-fold")}>
      <LineGlyph line={head} />
      <div className="ev-line">
        <p>
          <button
            type="button"
            className="ev-toggle"
            aria-expanded={isOpen}
            data-row={item.key}
            tabIndex={marks === "current" ? 0 : -1}
            onClick={() => onFold(item.key)}
          >
            <LineWords line={head} />
            {facts.map((fact) => (
              <Fragment key={fact}>
                {" · "}
                <span className="nowrap">{fact}</span>
              </Fragment>
            ))}
            <Icon of={isOpen ? ChevronDown : ChevronRight} size="s" />
          </button>
          {!isOpen && <LineBecause line={head} most={BECAUSE_MOST} isApart />}
        </p>
        {result && <ResultFiles roomId={roomId} taskId={taskId} result={result} />}
        {isOpen && !result && taskId && (
          <button type="button" className="ev-show" onClick={() => openTask(taskId)}>
            {`Open ${taskId}`}
          </button>
        )}
      </div>
      <RowTime item={item} rowKey={null} marks={marks} isSameMinute={isSameMinute} onOpen={onOpen} />
    </div>
  );
});

function usedIn(row: RowItem): string[] {
  const usage = usageIn(row);
  if (!usage) return [];
  const count = tokensOf(usage);
  const tokens = count === 0 ? "tokens unknown" : count === 1 ? `${count} token` : `${roughTokens(count)} tokens`;
  const { costUsdMicros } = usage;
  return costUsdMicros > 0 ? [tokens, costUsdText(usage)] : [tokens];
}
