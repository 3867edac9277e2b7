import { Route } from "lucide-react";
import { memo, type ReactNode, Suspense, useState } from "react";
import type { SpokenEvent } from "../../live/feed-item.ts";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { pieceOf } from "../../ui/piece.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Tile } from "../../ui/tile.tsx";
import { isolated, say } from "../../words/say.tsx";
import { Attached } from "../attachment/index.ts";
import { AgentMessage, startReply, useCanWrite } from "../message/index.ts";
import { FanoutHere } from "./fanout-here.tsx";
import { ResultFiles } from "./result-files.tsx";
import { type EventItem, type RowProps, RowTime, rowClass } from "./row.tsx";
import { WhyHere } from "./why-here.tsx";
import "./feed.css";
import { clsx } from "clsx";
import { useNow } from "../../clock/now.ts";
import { Since } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { Urgency } from "../../ui/urgency.tsx";
import "../../ui/ask.css";

/** How long a person is kept waiting before the time turns accent, ms. */
const HOT_AFTER_MS = 20 * 60_000;

/** Loaded with the first answer by the room itself. */
const StatusText = pieceOf(() => import("./status-text.tsx").then(({ StatusText }) => StatusText));

type MessageRowProps = RowProps<Extract<EventItem, { kind: "message" }>> & {
  names: Names;
  isOpenQuestion: boolean;
};

/** Longer texts start folded. */
const LONG_CHARS = 1_400;
const LONG_LINES = 18;

export const MessageRow = memo(function MessageRow({
  item,
  names,
  marks,
  isSameMinute,
  onOpen,
  isOpenQuestion,
}: MessageRowProps): ReactNode {
  const { event } = item;
  const { message } = event.data;
  const { from } = message;
  return (
    <div className={rowClass(marks)}>
      <Tile name={names.sender(from)} person={from.kind === "person"} />
      <div>
        {event.type === "message.sent" && from.kind !== "person" && "role" in message.to ? (
          <Suspense fallback={<Folded text={message.body} />}>
            <AgentMessage event={event} names={names}>
              <Folded text={message.body} />
            </AgentMessage>
          </Suspense>
        ) : (
          <>
            <div className="ev-head">
              <span className="ev-name">{names.sender(from)}</span>
              <Heading event={event} names={names} />
            </div>
            <Body event={event} isOpenQuestion={isOpenQuestion} />
          </>
        )}
        <Attached roomId={event.roomId} files={message.attachments} />
        {message.model && <ModelWanted model={message.model} />}
        {event.type === "handoff.delivered" && (
          <ResultFiles roomId={event.roomId} taskId={event.data.fromTaskId} result={event.data.result} />
        )}
        {event.type === "message.sent" && from.kind === "person" && (
          <WhyHere event={event} names={names}>
            <RouteLine event={event} names={names} />
          </WhyHere>
        )}
        {event.type === "message.sent" && event.data.task && <FanoutHere event={event} names={names} />}
      </div>
      <RowTime item={item} marks={marks} isSameMinute={isSameMinute} onOpen={onOpen} />
    </div>
  );
});

/** The model that a person wants for the runs of a message. */
function ModelWanted({ model }: { model: string }): ReactNode {
  return <p className="small muted">{say`Its runs work with ${model}`}</p>;
}

/** What was said: a question to the user, an answer by the room itself, or any text. */
function Body({ event, isOpenQuestion }: { event: SpokenEvent; isOpenQuestion: boolean }): ReactNode {
  const { message } = event.data;
  const { id, body, at } = message;
  if (event.type === "message.sent")
    return event.data.facts ? (
      <Suspense fallback={<div className="rich rich-plain">{body.replaceAll("**", "")}</div>}>
        <StatusText text={body} facts={event.data.facts} />
      </Suspense>
    ) : (
      <Folded text={body} />
    );
  if (event.data.intent === "question" && event.data.to === "user")
    return <AskCard messageId={id} text={body} at={at} open={isOpenQuestion} />;
  return <Folded text={body} />;
}

/** To whom, and what kind of message it is. */
function Heading({ event, names }: { event: SpokenEvent; names: Names }): ReactNode {
  if (event.type === "message.sent") return null;
  const { intent, to, unreviewed } = event.data;
  return (
    <>
      {to === "user" ? (
        intent === "question" && <span className="small muted">asks you</span>
      ) : (
        <span className="small muted">{say`to ${names.target(to)}`}</span>
      )}
      {intent === "findings" && <Tag tone="bad">findings</Tag>}
      {intent === "question" && to !== "user" && <Tag>question</Tag>}
      {intent === "answer" && <Tag>answer</Tag>}
      {intent === "deliver" && <Tag tone="ok">result</Tag>}
      {unreviewed && <Tag tone="warn">unreviewed</Tag>}
    </>
  );
}

/** Where a person's message went, and why it is not answered at once. */
function RouteLine({
  event,
  names,
}: {
  event: Extract<SpokenEvent, { type: "message.sent" }>;
  names: Names;
}): ReactNode {
  const { ahead, task, answers, message, interrupt } = event.data;
  const values = {
    to: names.recipient(message.to),
    task: <span className="nowrap">{task?.id}</span>,
  };
  return (
    <p className="ev-route">
      <Icon of={Route} size="s" />
      <span className="dots">
        <span>
          {task === null ? (
            "answered by the room itself"
          ) : ahead > 0 ? (
            ahead === 1 ? (
              <>
                to <b>{isolated(values.to)}</b> as <b>{values.task}</b>, {ahead.toLocaleString("en")} task ahead of it
              </>
            ) : (
              <>
                to <b>{isolated(values.to)}</b> as <b>{values.task}</b>, {ahead.toLocaleString("en")} tasks ahead of it
              </>
            )
          ) : (
            <>
              to <b>{isolated(values.to)}</b> as <b>{values.task}</b>, first in line
            </>
          )}
        </span>
        {interrupt && <span>interrupts</span>}
        {answers.length > 0 && <span>answers a question</span>}
      </span>
    </p>
  );
}

export function Folded({ text }: { text: string }): ReactNode {
  const long = text.length > LONG_CHARS || text.split("\n").length > LONG_LINES;
  const [open, setOpen] = useState(false);
  if (!long) return <RichText text={text} />;
  return (
    <>
      <RichText text={text} className={open ? undefined : "rich-clamped"} />
      <button type="button" className="ev-show" onClick={() => setOpen(!open)}>
        {open ? "Show less" : "Show all"}
      </button>
    </>
  );
}

/** A question to the people of the room. The first answer is the filled button. */
function AskCard({
  messageId,
  text,
  at,
  open,
}: {
  messageId: string;
  text: string;
  at: number;
  open: boolean;
}): ReactNode {
  const canWrite = useCanWrite();
  const hot = useNow(30_000) - at >= HOT_AFTER_MS;
  return (
    <div className={clsx("ask", !open && "done")} data-question={messageId}>
      <div className="ask-body">
        {open ? <Urgency of="high" /> : <span />}
        <RichText text={text} />
        {open ? <Since at={at} className={clsx("small nowrap", hot ? "you strong" : "muted")} /> : <Tag>answered</Tag>}
      </div>
      {open && canWrite && (
        <div className="ask-acts">
          <Button kind="primary" keys="a" onClick={() => startReply(messageId)}>
            Answer
          </Button>
        </div>
      )}
    </div>
  );
}
