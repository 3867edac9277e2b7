import { costUsdText, tokensOf } from "@squadroom/core/usage/usage";
import { clsx } from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, memo, type ReactNode } from "react";
import { durationText } from "../../clock/time.tsx";
import type { FoldItem } from "../../live/feed-item.ts";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { openTask } from "../task/index.ts";
import { roughTokens } from "../usage/index.ts";
import { finishedBy, headOf, resultIn, tookMs } from "./folded.ts";
import { lineOf } from "./line.ts";
import { LineBecause, LineGlyph, LineWords } from "./line-row.tsx";
import { ResultFiles } from "./result-files.tsx";
import { type RowProps, RowTime, rowClass } from "./row.tsx";
import { type Line, line } from "./sentence.ts";
import "./feed.css";

type FoldRowProps = RowProps<FoldItem> & {
  names: Names;
  isOpen: boolean;
  onFold: (key: string) => void;
};

const BECAUSE_MOST = 100;

/** What happened to one task, in one sentence: its state, how long it took, what it consumed. It opens in place. */
export const FoldRow = memo(function FoldRow({
  item,
  names,
  marks,
  isSameMinute,
  isOpen,
  onFold,
  onOpen,
}: FoldRowProps): ReactNode {
  const head = foldLine(item, names);
  const result = resultIn(item.lines);
  const facts = factsIn(item);
  const roomId = item.lines[0]?.event.roomId ?? "";
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
        {result && <ResultFiles roomId={roomId} taskId={item.taskId} result={result} />}
        {isOpen && !result && (
          <button type="button" className="ev-show" onClick={() => openTask(item.taskId)}>
            {`Open ${item.taskId}`}
          </button>
        )}
      </div>
      <RowTime item={item} rowKey={null} marks={marks} isSameMinute={isSameMinute} onOpen={onOpen} />
    </div>
  );
});

/** The line that gives its state; once it is done, in fewer words. */
export function foldLine(fold: FoldItem, names: Names): Line {
  const { event } = headOf(fold);
  const head = lineOf(event, names);
  const who = finishedBy(fold, names);
  if (who === null) return head;
  const ms = tookMs(fold);
  const because = fold.end ? undefined : head.because;
  const values = { who, task: fold.taskId, title: names.title(fold.taskId) };
  return ms === null
    ? line("completed", "<b>{{task}}</b> {{title}}, done by <b>{{who}}</b>", values, {
        tone: "ok",
        because,
      })
    : line(
        "completed",
        "<b>{{task}}</b> {{title}}, done by <b>{{who}}</b> in {{time}}",
        { ...values, time: durationText(ms) },
        { tone: "ok", because },
      );
}

function factsIn({ usage }: FoldItem): string[] {
  if (!usage) return [];
  const count = tokensOf(usage);
  const tokens = count === 0 ? "tokens unknown" : count === 1 ? `${count} token` : `${roughTokens(count)} tokens`;
  const { costUsdMicros } = usage;
  return costUsdMicros > 0 ? [tokens, costUsdText(usage)] : [tokens];
}
