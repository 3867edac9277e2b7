import type { EventOf } from "@squadroom/core/kernel/event";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import { counted } from "@squadroom/core/kernel/words";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Check, Clock, type LucideIcon, RotateCcw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { clockOf } from "../../clock/since.ts";
import { durationText, Since } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { isolated, say } from "../../words/say.tsx";
import { Ring } from "./ring.tsx";
import { type Standing, standingOf, type Told } from "./standing.ts";

type Of<K extends Standing["kind"]> = Extract<Standing, { kind: K }>;

/** Whether it has arrived, until when it has to be answered, or its outcome. */
export function StandingLine({
  event,
  told,
  state,
  names,
}: {
  event: EventOf<"message.sent">;
  told: Told | undefined;
  state: RoomState;
  names: Names;
}): ReactNode {
  const { message } = event.data;
  const to = names.recipient(message.to);
  const standing = standingOf(event, state.view, told);
  switch (standing.kind) {
    case "stopped":
      return (
        <Asked standing={standing} room={state.view.name}>
          <b>Loop stopped</b> after {counted(standing.turns, "turn")}. Your answer ends it for both.
        </Asked>
      );
    case "asked":
      return (
        <Asked standing={standing} room={state.view.name}>
          <b>No answer since {clockOf(message.responseBy ?? standing.since)}.</b> A person is asked.
        </Asked>
      );
    case "raised": {
      const { since, asksAt, priority } = standing;
      const values = { since: clockOf(since), at: clockOf(asksAt) };
      return (
        <Line tone="late" icon={TriangleAlert}>
          {priority === null ? (
            <>
              <b>Overdue since {values.since}.</b> {isolated(to)} got it again. A person is asked at {values.at}.
            </>
          ) : (
            <>
              <b>Overdue since {values.since}.</b> Raised to {priority} once. A person is asked at {values.at}.
            </>
          )}
        </Line>
      );
    }
    case "waiting":
      return <Waiting standing={standing} to={to} />;
    case "answered":
      return <Line icon={Check}>{answeredWords(standing)}</Line>;
    case "closed":
      return (
        <Line icon={Check}>
          <b>Closed</b> by {isolated(names.actor(standing.by))}: nobody waits for an answer
        </Line>
      );
    case "read": {
      const { by, tookMs } = standing;
      const values = { who: by === null ? to : names.agent(by), time: durationText(tookMs) };
      return (
        <Line icon={Check}>
          {message.kind === "notification" ? (
            <>
              <b>Read</b> by {isolated(values.who)} in {values.time}, no reply needed
            </>
          ) : (
            <>
              <b>Read</b> by {isolated(values.who)} in {values.time}
            </>
          )}
        </Line>
      );
    }
    case "late":
      return (
        <Line tone="late" icon={TriangleAlert}>
          <b>Not delivered in time.</b> {isolated(to)} gets it with the next call.
        </Line>
      );
    case "for_role":
      return (
        <Line icon={Clock}>
          <b>Waiting</b> for the first {isolated(to)}: nobody has the role yet.
        </Line>
      );
    case "under_way":
      return (
        <Line icon={Clock}>
          <b>On its way</b>: it comes with {isolated(to)}’s next call.
        </Line>
      );
    default:
      return unreachable(standing);
  }
}

function Line({ tone, icon, children }: { tone?: "late" | "ask"; icon: LucideIcon; children: ReactNode }): ReactNode {
  return (
    <div className={clsx("am-state", tone && `am-${tone}`)}>
      <Icon of={icon} size="s" />
      <p className="grow">{children}</p>
    </div>
  );
}

/** A person is asked about it: since when, and the way to the answer. */
function Asked({
  standing: { decisionId, since },
  room,
  children,
}: {
  standing: Of<"asked" | "stopped">;
  room: string;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="am-state am-ask">
      <Icon of={RotateCcw} size="s" />
      <p className="grow">{children}</p>
      <Since at={since} className="strong" />
      {decisionId !== null && (
        <Link className={buttonClass()} to="/inbox" search={{ item: decisionId, room }}>
          Answer
        </Link>
      )}
    </div>
  );
}

function Waiting({
  standing: { until, sentAt, deliveredAt, isLate, isForRole },
  to,
}: {
  standing: Of<"waiting">;
  to: string;
}): ReactNode {
  const leftMs = until - useNow(1000);
  return (
    <div className={clsx("am-state", isLate && "am-late")}>
      <Ring from={sentAt} until={until} />
      <p className="grow">
        {leftMs <= 0 ? (
          <b>Due now.</b>
        ) : (
          <>
            <b>{durationText(leftMs)} left</b> to answer, until {clockOf(until)}.
          </>
        )}{" "}
        {deliveredAt !== null
          ? `Delivered in ${durationText(deliveredAt - sentAt)}.`
          : isLate
            ? say`Not delivered in time: ${to} has not read it yet.`
            : isForRole
              ? say`Not delivered yet: nobody has the role ${to}.`
              : say`Not delivered yet: it comes with ${to}’s next call.`}
      </p>
    </div>
  );
}

function answeredWords({ at, sentAt, until }: Of<"answered">): ReactNode {
  const time = durationText(at - sentAt);
  if (until === null)
    return (
      <>
        <b>Answered</b> in {time}
      </>
    );
  return at <= until ? (
    <>
      <b>Answered</b> in {time}, {durationText(until - at)} before its deadline
    </>
  ) : (
    <>
      <b>Answered</b> in {time}, {durationText(at - until)} after its deadline
    </>
  );
}
