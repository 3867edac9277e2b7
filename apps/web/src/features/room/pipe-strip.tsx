import { counted } from "@squadroom/core/kernel/words";
import type { PipelineCard } from "@squadroom/core/session/pipeline/card";
import type { StepKind } from "@squadroom/core/session/pipeline/standing";
import { minutesText } from "@squadroom/core/session/plan/estimate";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import "./pipe-strip.css";

/** From left to right, if there are too many steps for a cell each. */
const SHARES: readonly StepKind[] = ["done", "bad", "working", "waiting", "ready", "blocked"];

/** A cell for each step and a diamond for each checkpoint; for a long pipeline, shares. */
function Cells({ card }: { card: PipelineCard }): ReactNode {
  const { cells, counts, done, total } = card;
  const label = `${done} of ${counted(total, "step is", "steps are")} done`;
  if (cells.length > 0)
    return (
      <span className="ps-cells" role="img" aria-label={label}>
        {cells.map(({ kind, isCheckpoint }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step keeps its place.
          <i key={i} className={clsx("ps-cell", `ps-${kind}`, isCheckpoint && "ps-checkpoint")} />
        ))}
      </span>
    );
  return (
    <span className="ps-cells" role="img" aria-label={label}>
      {SHARES.map((kind) => {
        const n = counts[kind] ?? 0;
        return n === 0 ? null : <i key={kind} className={clsx("ps-cell", `ps-${kind}`)} style={{ flexGrow: n }} />;
      })}
    </span>
  );
}

/** Why it does not move, or how much longer it will take. */
function Rest({ card: { stall, leftMs, unknown, done, total } }: { card: PipelineCard }): ReactNode {
  if (stall)
    return (
      <span className={clsx("ps-why", stall.needsPerson ? "you" : "c-warn")} title={stall.text}>
        {plainText(stall.text)}
      </span>
    );
  if (done === total) return null;
  if (leftMs === null) return <span className="muted">no estimate yet</span>;
  const minutes = minutesText(leftMs);
  return <span className="muted">{unknown > 0 ? `at least ${minutes} min left` : `about ${minutes} min left`}</span>;
}

/** On a room's card, in place of its activity. */
export function PipeOnCard({ card }: { card: PipelineCard }): ReactNode {
  return (
    <div className="ps-card">
      <Cells card={card} />
      <p className="ps-under small">
        <span className="muted nowrap">{`${card.done} of ${counted(card.total, "step")}`}</span>
        <Rest card={card} />
      </p>
    </div>
  );
}

/** Beside the ball of a room: each running pipeline, and the way to its graph. One alone needs no title, and the ball says what it asks. */
export function PipeLines({ room, cards }: { room: string; cards: readonly PipelineCard[] }): ReactNode {
  if (cards.length === 0) return null;
  return (
    <ul className="ps-lines" aria-label="Pipelines">
      {cards.map((card) => (
        <li key={card.sessionId} className="ps-line">
          {cards.length > 1 && <b className="ell ps-title">{plainText(card.title)}</b>}
          <Cells card={card} />
          <span className="small muted nowrap">{`${card.done} of ${counted(card.total, "step")}`}</span>
          {(cards.length > 1 || !card.stall?.needsPerson) && (
            <span className="small ps-rest wide">
              <Rest card={card} />
            </span>
          )}
          <Link
            to="/rooms/$room/sessions/$session"
            params={{ room, session: String(card.sessionId) }}
            className={`${buttonClass("ghost")} wide`}
            aria-label={say`Open ${plainText(card.title)}`}
          >
            Open
            <Icon of={ArrowUpRight} size="s" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
