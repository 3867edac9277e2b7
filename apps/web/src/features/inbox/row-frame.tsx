import type { InboxItem } from "@squadroom/core/inbox/contract";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { Since } from "../../clock/time.tsx";
import { Urgency } from "../../ui/urgency.tsx";
import { wholeIds } from "../../ui/whole-ids.tsx";
import { say } from "../../words/say.tsx";
import { TimeLeft } from "../decision/index.ts";
import { type RowAsides, RowFoot } from "./row-foot.tsx";

/** High and critical ones turn accent when a person has been kept waiting for longer, ms. */
const HOT_AFTER_MS = 20 * 60_000;

export interface RowProps<T extends InboxItem = InboxItem> {
  item: T;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
  /** `null`: there is no selection. */
  isSelected: boolean | null;
  onSelect: (selected: boolean) => void;
  asides: RowAsides;
}

/** One row of the list: mark, question, facts, quick answers and how long it has waited; open, it has more. */
export function RowFrame({
  item,
  isOpen,
  onOpen,
  isSelected,
  onSelect,
  asides,
  title,
  facts,
  holds,
  quick,
  room = item.room,
  canSelect = false,
  until,
  children,
}: RowProps & {
  title: string;
  facts: readonly string[];
  holds: ReactNode;
  quick?: ReactNode;
  /** `null`: it is about several. */
  room?: { name: string } | null;
  canSelect?: boolean;
  /** When it is settled without a person: the time left is shown instead of the time waited. */
  until?: number;
  children?: ReactNode;
}): ReactNode {
  const { urgency, sinceAt } = item;
  const isLate = useNow(30_000) - sinceAt >= HOT_AFTER_MS;
  const hot = isLate && (urgency === "high" || urgency === "critical");
  return (
    <>
      <span className="dec-mark">
        {isSelected !== null && canSelect ? (
          <input
            type="checkbox"
            className="dec-check"
            checked={isSelected}
            aria-label={say`Select: ${title}`}
            onChange={(event) => onSelect(event.target.checked)}
          />
        ) : (
          <Urgency of={urgency} />
        )}
      </span>
      <div className="dec-body">
        <h3>
          <button
            type="button"
            className="dec-title"
            aria-expanded={isOpen}
            data-inbox-row
            onClick={() => onOpen(!isOpen)}
          >
            {wholeIds(title)}
          </button>
        </h3>
        <p className="dec-meta dots">
          {room && (
            <Link to="/rooms/$room" params={{ room: room.name }} title={say`Open ${room.name}`}>
              {room.name}
            </Link>
          )}
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <AsideFacts item={item} />
        </p>
        {holds && <p className="dec-meta dec-holds">{holds}</p>}
      </div>
      <div className="dec-act">
        {until === undefined ? (
          <Since at={sinceAt} className={clsx("dec-since", hot && "hot")} />
        ) : (
          <TimeLeft until={until} className="dec-since" />
        )}
        {room && <span className="narrow dec-room">{room.name}</span>}
        {!isOpen && quick && (
          <span className="dec-quick" data-answers>
            {quick}
          </span>
        )}
      </div>
      {isOpen && (
        <div className="dec-open" data-answers>
          {children}
          <RowFoot item={item} asides={asides} />
        </div>
      )}
    </>
  );
}

/** Who gave it to whom, and that it is back. */
function AsideFacts({ item: { heldBy, snoozed } }: { item: InboxItem }): ReactNode {
  const isTaken = heldBy?.person.id === heldBy?.by.id;
  return (
    <>
      {heldBy && <span className="strong ink2">{isTaken ? "yours" : say`from ${heldBy.by.name}`}</span>}
      {snoozed?.isOver && <span className="strong ink2">back from snooze</span>}
    </>
  );
}
