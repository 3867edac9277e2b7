import type { AnswerDue } from "@squadroom/core/message/due";
import type { RoomCard } from "@squadroom/core/room/card";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useNow } from "../../clock/now.ts";
import { clockOf } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import { useRooms } from "../../live/rooms.ts";
import { Button } from "../../ui/button.tsx";
import { plainText } from "../../words/plain-text.ts";
import { isolated, say } from "../../words/say.tsx";

/** Most rows shown at first. */
const SHOWN = 8;

interface Due {
  room: Pick<RoomCard, "roomId" | "name">;
  due: AnswerDue;
}

/** What agents wait for from each other in all rooms: one line each, the first to be due first. */
export function AnswersDue(): ReactNode {
  const cards = useRooms().data ?? [];
  const [isWhole, setWhole] = useState(false);
  const rows = cards
    .flatMap((room) => room.answersDue.first.map((due): Due => ({ room, due })))
    .sort((a, b) => dueAt(a) - dueAt(b));
  if (rows.length === 0) return null;
  const count = cards.reduce((sum, card) => sum + card.answersDue.count, 0);
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  return (
    <section aria-labelledby="answers-due">
      <div className="group">
        <h2 id="answers-due">Waiting for an answer</h2>
        <span className="num-n">{count.toLocaleString("en")}</span>
        <span className="end wide">between agents, nothing to do here</span>
      </div>
      <ul>
        {shown.map((row) => (
          <Row key={row.due.messageId} {...row} />
        ))}
      </ul>
      {rows.length > shown.length && (
        <p className="inbox-more">
          <Button onClick={() => setWhole(true)}>Show more</Button>
        </p>
      )}
    </section>
  );
}

function dueAt({ due }: Due): number {
  return due.responseBy ?? Number.MAX_SAFE_INTEGER;
}

function Row({ room, due: { from, to, subject, ...due } }: Due): ReactNode {
  return (
    <li className="line1 ad">
      <Link to="/rooms/$room" params={{ room: room.name }} className="strong ell ad-room">
        {room.name}
      </Link>
      <span className="ell ink2">
        <b>{isolated(from)}</b> asks {isolated(to)}: {isolated(plainText(subject))}
      </span>
      <Left due={due} />
      <span className="small muted ell wide ad-then">
        {due.responseBy === null
          ? due.isLate
            ? say`late: ${to} has not read it`
            : say`no ${to} is connected`
          : due.asksAt === null
            ? "then raised, then you"
            : `comes to you at ${clockOf(due.asksAt)}`}
      </span>
    </li>
  );
}

function Left({ due: { responseBy, isRaised } }: { due: Pick<AnswerDue, "responseBy" | "isRaised"> }): ReactNode {
  const leftMs = (responseBy ?? 0) - useNow(1000);
  if (responseBy === null) return <span className="small muted nowrap">no limit</span>;
  const time = durationText(Math.abs(leftMs));
  if (leftMs > 0) return <span className="small muted nowrap">{`${time} left`}</span>;
  return <span className="small c-warn nowrap">{isRaised ? `${time} over, raised once` : `${time} over`}</span>;
}
