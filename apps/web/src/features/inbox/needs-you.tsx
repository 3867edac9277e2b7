import type { InboxItem } from "@squadroom/core/inbox/contract";
import { thingsOf } from "@squadroom/core/inbox/things-of";
import { clsx } from "clsx";
import { ArrowUp, Check, Clock, Undo2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { idOf } from "../../live/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { late } from "../../ui/late.tsx";
import { say } from "../../words/say.tsx";
import { outcomeWords } from "../decision/index.ts";
import { type Answered, useActs } from "./acts.ts";
import type { Became } from "./aside.ts";
import { askedIn } from "./asked.ts";
import { isSelectable } from "./bulk.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { Clamped } from "./clamped.tsx";
import { DecisionRow } from "./decision-row.tsx";
import { EmptyRolesRow } from "./empty-roles-row.tsx";
import { PausedRow } from "./paused-row.tsx";
import { QuestionRow } from "./question-row.tsx";
import { ReviewRow } from "./review-row.tsx";
import type { RowProps } from "./row-frame.tsx";
import { StuckRow } from "./stuck-row.tsx";
import { useAsides } from "./use-asides.ts";
import { useFinish } from "./use-finish.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useOpenRow } from "./use-open-row.ts";
import { useOutcomes } from "./use-outcomes.ts";
import { useStanding } from "./use-standing.ts";

const AsidePanel = late(() => import("./aside-panel.tsx").then((module) => module.AsidePanel));

interface NextPage {
  fetch: () => Promise<readonly InboxItem[]>;
  isBusy: boolean;
}

/** Everything that waits for the person, with one row open: answered in place, by pointer, finger or keys. */
export function NeedsYou({
  items: wanted,
  count,
  none,
  selecting,
  onSelecting,
  more,
  wantedId,
}: {
  /** Open from the start, if the person came for it. */
  wantedId: string | undefined;
  items: readonly InboxItem[];
  count: number;
  /** Shown once nothing waits, and what was answered has been read. */
  none: ReactNode;
  selecting: boolean;
  onSelecting: (on: boolean) => void;
  /** `null` if there is none. */
  more: NextPage | null;
}): ReactNode {
  const box = useRef<HTMLElement>(null);
  const acts = useActs();
  const standing = useStanding(wanted, box);
  const outcomes = useOutcomes(standing.live);
  const pending = standing.items.filter((item) => !outcomes.of(item));
  const row = useOpenRow(box, pending, wantedId);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = (id: string, on: boolean): void =>
    setSelected((known) => new Set(on ? [...known, id] : [...known].filter((one) => one !== id)));
  const done = useFinish({
    box,
    pending,
    standing,
    outcomes,
    row,
    onDone: (id) => select(id, false),
  });
  const { asking, ...asides } = useAsides(row, pending, done.dismiss);
  useListKeys({
    acts,
    row,
    onSelect: () => {
      onSelecting(true);
      if (row.id !== null) select(row.id, !selected.has(row.id));
    },
    onTakeBack: done.takeBackLast,
    onShowNew: standing.settle,
    asides,
  });
  useEffect(() => {
    if (!selecting) setSelected(new Set());
  }, [selecting]);

  if (standing.items.length === 0 && !more) return none;
  return (
    // The heading belongs to what stays: on the way to "2 new" nothing moves away.
    <section
      ref={box}
      aria-labelledby="needs-you"
      onPointerLeave={standing.look}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) standing.look();
      }}
    >
      <Heading count={count} fresh={standing.fresh} onShowNew={standing.settle} />
      <ol className="inbox-list">
        {standing.items.map((item) => {
          const id = idOf(item);
          const outcome = outcomes.of(item);
          if (outcome) {
            const minHeight = outcomes.heightOf(item);
            return (
              <li key={id} data-id={id} tabIndex={-1} className="dec settled" style={{ minHeight }}>
                <DoneRow item={item} outcome={outcome} onUndo={() => done.takeBack(item)} />
              </li>
            );
          }
          return (
            <PendingRow
              key={id}
              item={item}
              isOpen={row.id === id}
              onOpen={(on) => row.choose(on ? id : null)}
              isSelected={selecting ? selected.has(id) : null}
              onSelect={(on) => select(id, on)}
              asides={asides.of(item)}
              acts={acts}
              onSend={standing.hold}
              onOutcome={(became) => done.finish(item, became)}
            />
          );
        })}
      </ol>
      {more && <More {...more} onRows={(rows) => standing.extend(rows.map(idOf))} />}
      {asking && (
        <AsidePanel
          kind={asking.kind}
          things={thingsOf(asking.item)}
          heldBy={asking.item.heldBy?.person.id ?? null}
          anchor={asking.anchor}
          onSend={standing.hold}
          onDone={(became) => done.finish(asking.item, became)}
          onClose={asides.close}
        />
      )}
      {selecting && (
        <BulkBar
          chosen={pending.filter(isSelectable).filter((item) => selected.has(idOf(item)))}
          all={pending.filter(isSelectable).map(idOf)}
          onAll={(ids) => setSelected(new Set(ids))}
          onSend={standing.hold}
          onOutcome={done.finish}
          onEnd={() => onSelecting(false)}
        />
      )}
    </section>
  );
}

/** How many wait, and how many came while somebody was at the list. */
function Heading({ count, fresh, onShowNew }: { count: number; fresh: number; onShowNew: () => void }): ReactNode {
  return (
    <>
      <div className="group">
        <h2 id="needs-you">Needs you</h2>
        <span className="num-n">{count.toLocaleString("en")}</span>
        {fresh > 0 && (
          <button type="button" className="fresh" onClick={onShowNew}>
            <Icon of={ArrowUp} size="s" />
            {`${fresh} new`}
          </button>
        )}
        <span className="end wide">by urgency, then by what it holds up</span>
      </div>
      <p className="sr" role="status">
        {fresh > 0 && `${fresh} new ${fresh === 1 ? "thing needs" : "things need"} you.`}
      </p>
    </>
  );
}

/** A row that waits, by what it asks. */
function PendingRow({ item, ...row }: RowProps & Answered): ReactNode {
  const { isOpen } = row;
  return (
    <li data-id={idOf(item)} className={clsx("dec", isOpen && "open")} aria-current={isOpen ? "true" : undefined}>
      {item.kind === "decision" && <DecisionRow {...row} item={item} />}
      {item.kind === "question" && <QuestionRow {...row} item={item} />}
      {item.kind === "paused" && <PausedRow {...row} item={item} />}
      {item.kind === "review" && <ReviewRow {...row} item={item} />}
      {item.kind === "stuck" && <StuckRow {...row} item={item} />}
      {item.kind === "empty_roles" && <EmptyRolesRow {...row} item={item} />}
    </li>
  );
}

function More({ fetch, isBusy, onRows }: NextPage & { onRows: (rows: readonly InboxItem[]) => void }): ReactNode {
  return (
    <p className="inbox-more">
      <Button onClick={() => void fetch().then(onRows)} off={isBusy ? "Loading more" : undefined}>
        Show more
      </Button>
    </p>
  );
}

/** In the place of a row: what became of it, until the list moves on. */
function DoneRow({ item, outcome, onUndo }: { item: InboxItem; outcome: Became; onUndo: () => void }): ReactNode {
  const asked = askedIn(item);
  const isMine = outcome.kind === "mine";
  const isAside = outcome.kind === "aside";
  const icon = isAside ? Clock : isMine ? Check : outcome.kind === "undone" ? Undo2 : X;
  const label = isAside ? outcome.text : isMine ? outcome.label : "";
  return (
    <>
      <span className={isMine ? "dec-mark c-ok" : "dec-mark muted"}>
        <Icon of={icon} size="s" />
      </span>
      <Clamped className="dec-done">
        <span className="strong">{isAside ? outcome.text : outcomeWords(outcome)}</span>{" "}
        <span className="muted dots">
          <span>{asked}</span>
          {item.kind !== "empty_roles" && <span className="nowrap">{item.room.name}</span>}
        </span>
      </Clamped>
      {(isAside || (isMine && outcome.canUndo)) && (
        <Button kind="ghost" aria-label={say`Undo: ${label}, ${asked}`} onClick={onUndo}>
          Undo
        </Button>
      )}
    </>
  );
}
