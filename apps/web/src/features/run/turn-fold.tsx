import { counted } from "@squadroom/core/kernel/words";
import { usdText } from "@squadroom/core/usage/usage";
import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { durationText } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { plainText } from "../../words/plain-text.ts";
import { EntryRow } from "./entry-row.tsx";
import type { Entry, Turn } from "./output.ts";
import "./turn-fold.css";

/** Most entries of one turn drawn at once; earlier ones on request. */
const DRAWN = 300;

/** A turn: what it was about in one line, and all of it once it is open. */
export function TurnFold({
  turn,
  entries,
  room,
  name,
  isNow,
  isOpen,
  costUsdMicros,
  onToggle,
}: {
  turn: Turn;
  /** What is shown of it. */
  entries: readonly Entry[];
  room: string;
  name: string;
  /** It is under way. */
  isNow: boolean;
  isOpen: boolean;
  /** `null`: unknown. */
  costUsdMicros: number | null;
  onToggle: () => void;
}): ReactNode {
  const [drawn, setDrawn] = useState(DRAWN);
  const isStart = turn.turn === 0;
  const title = isStart ? "Before the first turn" : plainText(turn.title ?? `Turn ${turn.turn}`);
  const shown = entries.slice(-drawn);
  const hidden = entries.length - shown.length;
  return (
    <section className="run-turn" aria-label={title}>
      <h2>
        <button
          type="button"
          className={clsx("run-turn-head", isOpen && "run-turn-open")}
          aria-expanded={isOpen}
          title={title}
          data-may-cut
          onClick={onToggle}
        >
          <Icon of={ChevronRight} size="s" />
          <span className="muted run-turn-n">{isStart ? "" : turn.turn}</span>
          <span className="run-turn-title">{title}</span>
          <span className="small run-turn-state">
            {isNow ? <span className="c-work">now</span> : <Troubles failed={turn.failed} denied={turn.denied} />}
          </span>
          <span className="small muted run-turn-fact">{counted(turn.calls, "call")}</span>
          <span className="small muted run-turn-fact">{durationText(turn.toAt - turn.fromAt)}</span>
          <span className="small muted run-turn-fact">{costUsdMicros !== null && `${usdText(costUsdMicros)} USD`}</span>
        </button>
      </h2>
      {isOpen && (
        <div className="run-turn-in">
          {hidden > 0 && (
            <Button kind="ghost" onClick={() => setDrawn(drawn + 2 * DRAWN)}>
              {`Show ${hidden} earlier ${hidden === 1 ? "entry" : "entries"}`}
            </Button>
          )}
          {shown.map((entry) => (
            <EntryRow key={entry.key} entry={entry} room={room} name={name} isNow={isNow} />
          ))}
        </div>
      )}
    </section>
  );
}

function Troubles({ failed, denied }: { failed: number; denied: number }): ReactNode {
  const words = [...(failed > 0 ? [`${failed} failed`] : []), ...(denied > 0 ? [`${denied} denied`] : [])];
  return words.length > 0 && <span className="c-bad">{words.join(", ")}</span>;
}
