import { counted } from "@squadroom/core/kernel/words";
import type { RoomCard as Card } from "@squadroom/core/room/card";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { Since } from "../../clock/time.tsx";
import { Ball } from "../../ui/ball.tsx";
import { Tag } from "../../ui/tag.tsx";
import { roleTitle } from "../../words/role-title.ts";
import { say } from "../../words/say.tsx";
import { holderOf } from "./ball-words.ts";
import { isAskedBeside, queueWords } from "./card-words.ts";
import { Members } from "./members.tsx";
import { PipeOnCard } from "./pipe-strip.tsx";
import { Alerts, ModeTag } from "./room-card.tsx";
import { clauseOf, isHot, nextOf } from "./turn-words.ts";
import "./room-rows.css";

/** The same rooms, one per line: for many of them. */
export function RoomRows({
  cards,
  today,
  onRemoveDemo,
}: {
  cards: readonly Card[];
  /** Usage today in each room, in words; `undefined` if nothing was reported. */
  today: (roomId: string) => string | undefined;
  onRemoveDemo: (card: Card) => void;
}): ReactNode {
  return (
    <ul className="rl">
      {cards.map((card) => (
        <RoomRow key={card.roomId} card={card} today={today(card.roomId)} onRemoveDemo={onRemoveDemo} />
      ))}
    </ul>
  );
}

function RoomRow({
  card,
  today,
  onRemoveDemo,
}: {
  card: Card;
  today: string | undefined;
  onRemoveDemo: (card: Card) => void;
}): ReactNode {
  const { ball } = card;
  const clause = clauseOf(ball, roleTitle);
  const next = nextOf("clause", ball, roleTitle);
  const queue = queueWords(card);
  const hot = isHot(ball, useNow(30_000));
  const [pipeline] = card.pipelines;
  return (
    <li className="rr">
      <Ball of={ball.holder} className="rr-ball" />
      <div className="rr-name">
        <p>
          <Link to="/rooms/$room" params={{ room: card.name }} className="rc-link strong" data-list-item>
            {card.name}
          </Link>
          {card.demo && <Tag tone="line">demo</Tag>}
          <ModeTag card={card} />
        </p>
        <p className="small muted dots">
          <span>{card.preset}</span>
          {today !== undefined && <span>{say`${today} today`}</span>}
          {card.demo && (
            <button type="button" className="rr-remove" onClick={() => onRemoveDemo(card)}>
              Remove the demo
            </button>
          )}
        </p>
      </div>
      <div className="rr-hold">
        <p className="ell">
          <b className={ball.holder === "you" ? "you" : undefined}>{holderOf(ball)}</b>{" "}
          <span className="ink2">{clause}</span>
        </p>
        <p className="small muted ell rr-alerts">
          {card.alerts.length > 0 ? <Alerts alerts={card.alerts} /> : next}
          {isAskedBeside(card) && (
            <>
              , <span className="you">a decision waits</span>
            </>
          )}
        </p>
      </div>
      <div className="rr-members">
        <Members members={card.members} most={5} />
      </div>
      <p className="rr-count small muted">
        <span className="nowrap">{card.tasks.live > 0 && `${counted(card.tasks.live, "task")} in progress`}</span>
        <span className="nowrap">{queue}</span>
      </p>
      <p className="rr-since small">
        {ball.sinceAt !== null && <Since at={ball.sinceAt} className={hot ? "you strong" : "muted"} />}
      </p>
      {pipeline && (
        <div className="rr-pipe">
          <PipeOnCard card={pipeline} />
        </div>
      )}
    </li>
  );
}
