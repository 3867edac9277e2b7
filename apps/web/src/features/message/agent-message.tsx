import type { EventOf } from "@squadroom/core/kernel/event";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { clockOf, exactTime } from "../../clock/since.ts";
import type { Names } from "../../live/names.ts";
import { useRoomHere } from "../../live/room-here.ts";
import { openPanel } from "../../panel/address.ts";
import { Tile } from "../../ui/tile.tsx";
import { firstLine } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { historyOf, priorityOf, type Told } from "./standing.ts";
import { StandingLine } from "./standing-line.tsx";
import "../../ui/entry.css";
import "./agent-message.css";

type Sent = EventOf<"message.sent">;

const VERBS = {
  question: "asks",
  request: "sends a request to",
  notification: "notifies",
};

/** Most replies that are named; the rest is counted. */
const REPLIES_SHOWN = 3;

/** What an agent writes to another, what it is about, and its state. */
export function AgentMessage({
  event,
  names,
  children,
}: {
  event: Sent;
  names: Names;
  /** Its text. */
  children: ReactNode;
}): ReactNode {
  const state = useRoomHere();
  const { message } = event.data;
  const { from, to, kind, subject, repliesTo } = message;
  const history = state ? historyOf(state.feed.items) : null;
  const told = history?.get(message.id);
  const priority = priorityOf(event, told);
  const isReply = repliesTo !== null && message.responseBy === undefined;
  return (
    <>
      <div className="ev-head">
        <span className="ev-name">{names.sender(from)}</span>
        <span className="small muted">
          {from.kind === "server" ? "tells" : isReply ? "answers" : kind ? VERBS[kind] : "to"}
        </span>
        <span className="strong am-to">{names.recipient(to)}</span>
        {priority.now && (
          <span className="small muted">
            ·{" "}
            {priority.now !== (priority.sent ?? "medium") && (
              <>
                <span className="sr">raised from </span>
                <s>{priority.sent ?? "medium"}</s>{" "}
              </>
            )}
            {priority.now}
          </span>
        )}
      </div>
      {from.kind === "server" ? (
        <ByServer event={event}>{children}</ByServer>
      ) : from.kind === "agent" && !isReply ? (
        <div className="am">
          <div className="am-said">
            {subject && <p className="strong am-subject">{subject}</p>}
            {children}
            <About event={event} />
          </div>
          {told && told.replies.length > 0 && <Replies told={told} names={names} />}
          {state && <StandingLine event={event} told={told} state={state} names={names} />}
        </div>
      ) : (
        <>
          {children}
          <About event={event} />
        </>
      )}
    </>
  );
}

/** What the room itself wrote repeats what the log already says: one line, and the rest on request. */
function ByServer({ event, children }: { event: Sent; children: ReactNode }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const { body } = event.data.message;
  const first = firstLine(body);
  const more = body.trim() !== first && (
    <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {isWhole ? "Show less" : "Show all"}
    </button>
  );
  if (isWhole)
    return (
      <>
        {children}
        <p className="small muted">{more}</p>
      </>
    );
  return (
    <p className="small muted am-about">
      {first} {more}
    </p>
  );
}

/** Task, component and file. */
function About({ event }: { event: Sent }): ReactNode {
  const room = useRoomHere();
  const { taskId, about, from } = event.data.message;
  if (from.kind !== "agent" || (taskId === null && !about)) return null;
  return (
    <p className="small muted dots am-about">
      {taskId !== null && (
        <button
          type="button"
          className="link nowrap"
          aria-label={`Open ${taskId}`}
          onClick={() => void openPanel("task", taskId)}
        >
          {taskId}
        </button>
      )}
      {about?.component && room && (
        <Link
          className="link"
          to="/rooms/$room/wisdom"
          params={{ room: room.view.name }}
          search={{ about: about.component }}
          title="What the team knows about it"
        >
          {about.component}
        </Link>
      )}
      {about?.file && room && (
        <Link
          className="link mono am-file"
          to="/rooms/$room/locks"
          params={{ room: room.view.name }}
          search={{ path: about.file }}
          title="Who has locked this file"
        >
          {about.file}
        </Link>
      )}
    </p>
  );
}

/** The replies: each is a row of its own, to which its line here leads. */
function Replies({ told, names }: { told: Told; names: Names }): ReactNode {
  const state = useRoomHere();
  if (!state) return null;
  const shown = told.replies.slice(-REPLIES_SHOWN);
  const earlier = told.replies.length - shown.length;
  return (
    <ul className="am-replies" aria-label="Replies">
      {earlier > 0 && (
        <li className="small muted am-earlier">{`${earlier} earlier ${earlier === 1 ? "reply" : "replies"}`}</li>
      )}
      {shown.map(({ seq, at, data: { message } }) => (
        <li key={message.id}>
          <Link
            className="am-reply"
            to="/rooms/$room"
            params={{ room: state.view.name }}
            search={(before: object) => ({ ...before, at: seq })}
            resetScroll={false}
            aria-label={say`Go to the reply of ${names.sender(message.from)}`}
          >
            <Tile name={names.sender(message.from)} person={message.from.kind === "person"} />
            <span className="am-words">
              <b className="strong">{names.sender(message.from)}</b>{" "}
              <span className="ink2">{firstLine(message.body)}</span>
            </span>
            <time className="small muted" dateTime={new Date(at).toISOString()} title={exactTime(at)}>
              {clockOf(at)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
