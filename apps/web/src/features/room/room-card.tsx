import type { Alert, RoomCard as Card } from "@squadroom/core/room/card";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Unplug, X } from "lucide-react";
import { memo, type ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { Since, useSince } from "../../clock/time.tsx";
import { Ball } from "../../ui/ball.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import { Tag } from "../../ui/tag.tsx";
import { roleTitle } from "../../words/role-title.ts";
import { holderOf } from "./ball-words.ts";
import { alertWords, isAskedBeside, queueWords } from "./card-words.ts";
import { Members } from "./members.tsx";
import { PipeOnCard } from "./pipe-strip.tsx";
import { clauseOf, isHot, nextOf } from "./turn-words.ts";
import "./room-card.css";

/** One room at a glance: who has the ball, why, what comes next, and who is present. */
export const RoomCard = memo(function RoomCard({
  card,
  today,
  onRemoveDemo,
}: {
  card: Card;
  /** Usage today, in words; `null` until it is known. */
  today: string | null;
  onRemoveDemo: (card: Card) => void;
}): ReactNode {
  const queue = queueWords(card);
  const [pipeline] = card.pipelines;
  return (
    <li className={clsx("rc", card.ball.holder === "you" && "mine")}>
      <header>
        <h2>
          <Link to="/rooms/$room" params={{ room: card.name }} className="rc-link" data-list-item>
            {card.name}
          </Link>
        </h2>
        {card.demo && <Tag tone="line">demo</Tag>}
        <ModeTag card={card} />
        <span className="end small muted nowrap">{card.preset}</span>
      </header>
      <CardBall card={card} />
      <div className="rc-members">
        <Members members={card.members} />
      </div>
      {pipeline ? (
        <PipeOnCard card={pipeline} />
      ) : (
        <div className="rc-spark">
          <Sparkline counts={card.activity} live={card.tasks.live > 0} label="Events per minute, last hour" />
        </div>
      )}
      <dl className="rc-counts">
        <div>
          <dt>Live</dt>
          <dd>{card.tasks.live}</dd>
        </div>
        <div>
          <dt>Ready</dt>
          <dd>{card.tasks.ready}</dd>
        </div>
        <div>
          <dt>Queue</dt>
          <dd>{queue ?? "none"}</dd>
        </div>
        <div>
          <dt>Today</dt>
          <dd>{today}</dd>
        </div>
      </dl>
      <div className="rc-alert small">
        {card.alerts.length > 0 ? (
          <Alerts alerts={card.alerts} />
        ) : (
          card.demo && <span className="muted ell">Everything in this room is scripted</span>
        )}
        {card.demo && (
          <Button kind="ghost" className="rc-remove" onClick={() => onRemoveDemo(card)}>
            Remove the demo
          </Button>
        )}
      </div>
    </li>
  );
});

function CardBall({ card }: { card: Card }): ReactNode {
  const { ball } = card;
  const clause = clauseOf(ball, roleTitle);
  const next = nextOf("clause", ball, roleTitle);
  const hot = isHot(ball, useNow(30_000));
  return (
    <>
      <p className="rc-ball">
        <Ball of={ball.holder} />
        <span className="rc-line">
          <b className={ball.holder === "you" ? "you" : undefined}>{holderOf(ball)}</b>{" "}
          <span className="ink2">{clause}</span>
        </span>
        {ball.sinceAt !== null && <Since at={ball.sinceAt} className={hot ? "you strong" : "muted"} />}
      </p>
      <p className="rc-next rc-line small muted">
        {next}
        {ball.alsoWorking > 0 && (
          <>, {`${ball.alsoWorking} more ${ball.alsoWorking === 1 ? "agent" : "agents"} at work`}</>
        )}
        {isAskedBeside(card) && (
          <>
            , <span className="you">a decision waits</span>
          </>
        )}
      </p>
    </>
  );
}

export function Alerts({ alerts }: { alerts: readonly Alert[] }): ReactNode {
  const [first, ...more] = alerts;
  if (!first) return null;
  return (
    <>
      <AlertLine alert={first} />
      {more.length > 0 && <span className="muted nowrap">{`and ${more.length} more`}</span>}
    </>
  );
}

function AlertLine({ alert }: { alert: Alert }): ReactNode {
  const words = alertWords(alert);
  const since = useSince(words.sinceAt ?? 0);
  const text = words.text(since);
  return (
    <>
      <span className={words.tone === "bad" ? "c-bad" : "c-warn"}>
        <Icon of={words.tone === "bad" ? X : Unplug} size="s" />
      </span>
      <span className="ell" title={text}>
        {text}
      </span>
    </>
  );
}

/** Says that the room works through its backlog, or waits for a person to resume that. */
export function ModeTag({ card }: { card: Card }): ReactNode {
  if (card.workflowMode === "normal") return null;
  const { isClearingPaused } = card;
  return <Tag tone={isClearingPaused ? "wait" : "line"}>{isClearingPaused ? "paused" : "in order"}</Tag>;
}
