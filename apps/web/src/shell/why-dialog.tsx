import { counted } from "@squadroom/core/kernel/words";
import type { RoomCard } from "@squadroom/core/room/card";
import { blockedReasonsIn } from "@squadroom/core/task/blocked";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Since } from "../clock/time.tsx";
import { nextOf, sentenceOf } from "../features/room/turn-words.ts";
import { queryClient } from "../live/api.ts";
import type { RoomState } from "../live/room-state.ts";
import { useRooms } from "../live/rooms.ts";
import { Ball } from "../ui/ball.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { plainText } from "../words/plain-text.ts";
import { roleTitle } from "../words/role-title.ts";
import { say } from "../words/say.tsx";
import "./why-dialog.css";

/** Most reasons of one room, those that hold up most first. */
const REASONS_MAX = 6;

/** What everything waits for: in the open room, or in each room where nobody works. */
export function WhyDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { room } = useParams({ strict: false }) as { room?: string };
  const cards = useRooms().data ?? [];
  const still = cards.filter(({ name, ball }) => (room === undefined ? ball.holder !== "agent" : name === room));
  return (
    <Dialog title="Why is nothing moving?" onClose={onClose}>
      {still.length === 0 && (
        <p>{cards.length === 0 ? "There are no rooms yet." : "Agents are at work in each room."}</p>
      )}
      <ul className="why">
        {still.map((card) => (
          <Still key={card.roomId} card={card} onClose={onClose} />
        ))}
      </ul>
    </Dialog>
  );
}

function Still({ card, onClose }: { card: RoomCard; onClose: () => void }): ReactNode {
  const { name, ball } = card;
  const reasons = reasonsOf(card);
  const why =
    ball.holder === "agent" && ball.why.kind !== "waiting_for"
      ? say`${ball.name ?? ""} is at work. ${sentenceOf(ball, roleTitle)}`
      : `${sentenceOf(ball, roleTitle)} ${nextOf("sentence", ball, roleTitle)}`;
  return (
    <li>
      <p className="why-head">
        <Ball of={ball.holder} />
        <Link to="/rooms/$room" params={{ room: name }} className="strong ell" onClick={onClose}>
          {name}
        </Link>
        {ball.sinceAt !== null && (
          <span className="small muted">
            <Since at={ball.sinceAt} />
          </span>
        )}
        <WayOut card={card} onClose={onClose} />
      </p>
      <p>{why}</p>
      {reasons.length > 0 && (
        <ul className="small why-more">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Where a person sets it going again. */
function WayOut({ card: { name: room, ball }, onClose }: { card: RoomCard; onClose: () => void }): ReactNode {
  const { why } = ball;
  const look = { className: `${buttonClass("primary")} end`, onClick: onClose };
  if (why.kind === "no_team" || (why.kind === "role_missing" && !why.broken))
    return (
      <Link to="/connect" search={{ room, ...("role" in why ? { role: why.role } : {}) }} {...look}>
        Connect
      </Link>
    );
  if (ball.holder !== "you") return null;
  if (why.kind === "clearing_paused")
    return (
      <Link to="/rooms/$room/backlog" params={{ room }} {...look}>
        Resume
      </Link>
    );
  if (why.kind === "decision" && why.subject.kind === "session")
    return (
      <Link to="/rooms/$room/sessions/$session" params={{ room, session: String(why.subject.sessionId) }} {...look}>
        Decide
      </Link>
    );
  return (
    <Link to="/rooms/$room" params={{ room }} {...look}>
      {why.kind === "question" ? "Answer" : "Decide"}
    </Link>
  );
}

/** What else holds up work: pipelines that stand, agents that are away, and what blocks tasks of the open room. */
function reasonsOf({ name, alerts, pipelines }: RoomCard): string[] {
  const view = queryClient.getQueryData<RoomState>(["room", name])?.view;
  const blocked = new Map<string, number>();
  const blocking = view ? blockedReasonsIn(view) : () => [];
  for (const task of view?.tasks ?? [])
    for (const { kind, text } of blocking(task))
      if (kind !== "waits_for") blocked.set(text, (blocked.get(text) ?? 0) + 1);
  const away = alerts.flatMap((alert) =>
    alert.kind === "role_missing"
      ? [
          say`${counted(alert.waiting, "task waits", "tasks wait")} for ${roleTitle(alert.role)}, and none is connected.`,
        ]
      : alert.kind === "agent_silent"
        ? [say`${alert.name} went silent${alert.taskId ? ` with ${alert.taskId}` : ""}.`]
        : [],
  );
  const stalls = pipelines.flatMap(({ title, stall }) =>
    stall ? [say`${plainText(title)}: ${plainText(stall.text)}`] : [],
  );
  const held = [...blocked]
    .sort(([, a], [, b]) => b - a)
    .map(([text, count]) => (count > 1 ? `${plainText(text)} (${counted(count, "task")})` : plainText(text)));
  return [...new Set([...away, ...stalls, ...held])].slice(0, REASONS_MAX);
}
