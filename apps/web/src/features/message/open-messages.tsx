import { type OpenMessage, RAISED_S, type Thread, type ThreadEnd, waitingApart } from "@squadroom/core/message/open";
import { Link } from "@tanstack/react-router";
import { Clock, RotateCcw, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNow } from "../../clock/now.ts";
import { clockOf } from "../../clock/since.ts";
import { durationText, Since } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Icon } from "../../ui/icon.tsx";
import { say } from "../../words/say.tsx";
import { Ring } from "./ring.tsx";
import "./agent-message.css";

/** Most rows shown at first. */
const SHOWN = 5;

/** Beside the conversation: what agents wait for from each other, the most urgent first. */
export function OpenMessages({ state, names }: { state: RoomState; names: Names }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const { open, stopped } = waitingApart(state.view.openMessages);
  const waiting = open
    .filter((one) => one.responseBy !== null || one.isLate || isForNobody(one, state))
    .sort((a, b) => rankOf(a) - rankOf(b));
  const rows = [...stopped, ...waiting];
  if (rows.length === 0) return null;
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  const more = rows.length - SHOWN;
  return (
    <section className="am-panel" aria-label="Open messages">
      <h2 className="label row">
        Open messages
        <span className="end">{rows.length}</span>
      </h2>
      <ul>
        {shown.map((row) => (
          <li key={row.id} className="am-row">
            {"turns" in row ? (
              <StoppedRow thread={row} state={state} names={names} />
            ) : (
              <OpenRow open={row} state={state} names={names} />
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="link small muted" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `${more} more`}
        </button>
      )}
    </section>
  );
}

/** First those about which a person is asked, then overdue, then late, then by when they are due. */
function rankOf({ overdueAt, raisedAt, isLate, responseBy }: OpenMessage): number {
  if (overdueAt !== null) return 0;
  if (raisedAt !== null) return 1;
  return isLate ? 2 : (responseBy ?? Number.MAX_SAFE_INTEGER);
}

/** It first waits for somebody to fill its role. */
function isForNobody({ to, responseBy }: OpenMessage, { view }: RoomState): boolean {
  if (responseBy !== null) return false;
  return !Object.values(view.agents).some(({ role, offlineReason }) => role === to.role && offlineReason !== "left");
}

function StoppedRow({
  thread: { id, subject, between, messages, stoppedAt },
  state,
  names,
}: {
  thread: Thread;
  state: RoomState;
  names: Names;
}): ReactNode {
  const [one, other] = between.map((end) => endName(end, names)) as [string, string];
  return (
    <>
      <span className="you">
        <Icon of={RotateCcw} size="s" />
      </span>
      <Subject id={messages.at(-1) ?? id} state={state}>
        {subject}
      </Subject>
      {stoppedAt !== null && <Since at={stoppedAt} className="small you strong" />}
      <p className="small muted am-who">{say`${one} and ${other}: loop stopped, a person is asked`}</p>
    </>
  );
}

function OpenRow({ open, state, names }: { open: OpenMessage; state: RoomState; names: Names }): ReactNode {
  const { id, from, to, subject, priority, sentAt, responseBy, raisedAt, overdueAt } = open;
  const isUnfilled = isForNobody(open, state);
  const who = { from: from?.name ?? names.sender({ kind: "server" }), to: endName(to, names) };
  const isOver = raisedAt !== null || overdueAt !== null;
  return (
    <>
      {overdueAt === null && raisedAt === null && responseBy !== null ? (
        <Ring from={sentAt} until={responseBy} />
      ) : isUnfilled ? (
        <span className="muted">
          <Icon of={Clock} size="s" />
        </span>
      ) : (
        <span className={overdueAt === null ? "c-warn" : "you"}>
          <Icon of={TriangleAlert} size="s" />
        </span>
      )}
      <Subject id={id} state={state}>
        {subject}
      </Subject>
      {responseBy === null ? (
        <span className="small muted nowrap">{isUnfilled && "no limit"}</span>
      ) : (
        <Left until={responseBy} isOver={isOver} />
      )}
      <p className="small muted am-who">
        {overdueAt !== null
          ? say`${who.from} to ${who.to}, a person is asked`
          : raisedAt !== null
            ? say`${who.from} to ${who.to}, raised; a person is asked at ${clockOf(Math.max(responseBy ?? 0, raisedAt + RAISED_S * 1000))}`
            : responseBy === null
              ? isUnfilled
                ? say`${who.from} to ${who.to}: no ${who.to} is connected, so it waits`
                : say`${who.from} to ${who.to}, not delivered in time`
              : say`${who.from} to ${who.to}, ${priority}`}
      </p>
    </>
  );
}

function Left({ until, isOver }: { until: number; isOver: boolean }): ReactNode {
  const leftMs = until - useNow(1000);
  const time = durationText(Math.abs(leftMs));
  if (leftMs > 0) return <span className="small muted nowrap">{`${time} left`}</span>;
  return <span className="small c-warn nowrap">{isOver ? `${time} over` : "due now"}</span>;
}

/** The way to its row in the conversation, if the feed has it. */
function Subject({ id, state, children }: { id: string; state: RoomState; children: string }): ReactNode {
  const row = state.feed.items.findLast((item) => item.kind === "message" && item.event.data.message.id === id);
  if (row === undefined || row.kind === "day") return <span className="strong am-what">{children}</span>;
  return (
    <Link
      className="strong am-what"
      to="/rooms/$room"
      params={{ room: state.view.name }}
      search={(before: object) => ({ ...before, at: row.seq })}
      resetScroll={false}
    >
      {children}
    </Link>
  );
}

function endName({ agentId, role }: ThreadEnd, names: Names): string {
  return agentId === null ? names.role(role) : names.agent(agentId);
}
