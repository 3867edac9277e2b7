import { type BacklogItem, scoreOf } from "@squadroom/core/backlog/item";
import { clsx } from "clsx";
import { GripVertical } from "lucide-react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { Icon } from "../../ui/icon.tsx";
import { plainText } from "../../words/plain-text.ts";
import { Scale } from "./scale.tsx";
import { HOW, PRIORITY, STATE } from "./words.ts";

export interface Grip {
  label: string;
  onStep: (by: 1 | -1) => void;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

const STEP: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/** One item in a line: what it is, what it is worth, its state. */
export function ItemLine({
  item,
  place,
  isNext,
  grip,
  onOpen,
  onFocus,
}: {
  item: BacklogItem;
  place: number | null;
  isNext: boolean;
  grip: Grip | null;
  onOpen: (itemId: number) => void;
  onFocus: (itemId: number) => void;
}): ReactNode {
  const score = scoreOf(item);
  const isScored = item.value !== null || item.complexity !== null;
  const isEnd = item.state === "closed" || item.state === "dropped" || item.state === "deferred";
  return (
    <>
      {grip ? <GripButton grip={grip} /> : <span />}
      <span className="bk-place">{place}</span>
      <div className={clsx("bk-what", isEnd && "muted")}>
        <button type="button" className="bk-title" onFocus={() => onFocus(item.id)} onClick={() => onOpen(item.id)}>
          {plainText(item.title)}
        </button>
        <span className="small muted dots">
          <span>{`item ${item.id}`}</span>
          <span className="bk-priority">{PRIORITY[item.priority]}</span>
          {item.labels.map((label) => (
            <span key={label}>{label}</span>
          ))}
          <span>{item.origin.name}</span>
        </span>
      </div>
      <span className={clsx("small wide", item.priority === "critical" ? "strong" : "muted")}>
        {PRIORITY[item.priority]}
      </span>
      <span className="wide bk-worth">
        {isScored ? <Scale value={item.value} /> : <span className="small muted">not scored</span>}
      </span>
      <span className="wide bk-worth">
        <Scale value={item.complexity} />
      </span>
      <b className="bk-score bk-worth wide">{score === null ? "" : score.toFixed(1)}</b>
      <StateWord item={item} isNext={isNext} />
      <Since at={item.stateAt} short className="small muted bk-age bk-worth wide" />
    </>
  );
}

function StateWord({ item, isNext }: { item: BacklogItem; isNext: boolean }): ReactNode {
  const { state, taskId, lastTry } = item;
  const words = state === "in_review" ? "in review, waiting for you" : isNext ? "open, next" : STATE[state];
  const tone = { in_review: "you strong", picked: "c-work" }[state as "picked"] ?? "";
  const after = state === "picked" ? taskId : state === "open" && lastTry ? HOW[lastTry.how] : "";
  return (
    <span className="small bk-state dots">
      <span className={tone}>{words}</span>
      {after && <span className={lastTry && state === "open" ? "c-bad" : "muted"}>{after}</span>}
    </span>
  );
}

function GripButton({ grip }: { grip: Grip }): ReactNode {
  const { label, onStep, ...pointer } = grip;
  return (
    <button
      {...pointer}
      type="button"
      className="bk-grip"
      aria-label={label}
      title="Press the up and down keys to move it."
      onKeyDown={(event: KeyboardEvent) => {
        const by = STEP[event.key];
        if (!by) return;
        event.preventDefault();
        onStep(by);
      }}
    >
      <Icon of={GripVertical} size="s" />
    </button>
  );
}
