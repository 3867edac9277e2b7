import type { EventOf } from "@squadroom/core/kernel/event";
import { unreachable } from "@squadroom/core/kernel/unreachable";
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
import { Ring } from "./ring.tsx";
import { type Standing, standingOf, type Told } from "./standing.ts";
import { say, t } from "./words.ts";

type Of<K extends Standing["kind"]> = Extract<Standing, { kind: K }>;

/** Whether it has arrived, until when it is to be answered, or what came of it. */
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
          {say("agents.stopped", {}, standing.turns)}
        </Asked>
      );
    case "asked":
      return (
        <Asked standing={standing} room={state.view.name}>
          {say("agents.asked", { since: clockOf(message.responseBy ?? standing.since) })}
        </Asked>
      );
    case "raised": {
      const { since, asksAt, priority } = standing;
      const values = { since: clockOf(since), at: clockOf(asksAt) };
      return (
        <Line tone="late" icon={TriangleAlert}>
          {priority === null
            ? say("agents.overdue", { ...values, to })
            : say("agents.raised", { ...values, priority })}
        </Line>
      );
    }
    case "waiting":
      return <Waiting standing={standing} to={to} />;
    case "answered":
      return <Line icon={Check}>{answeredWords(standing)}</Line>;
    case "closed":
      return <Line icon={Check}>{say("agents.closed", { who: names.actor(standing.by) })}</Line>;
    case "read": {
      const { by, tookMs } = standing;
      const values = { who: by === null ? to : names.agent(by), time: durationText(tookMs) };
      const key = message.kind === "notification" ? "agents.readNoReply" : "agents.read";
      return <Line icon={Check}>{say(key, values)}</Line>;
    }
    case "late":
      return (
        <Line tone="late" icon={TriangleAlert}>
          {say("agents.late", { to })}
        </Line>
      );
    case "for_role":
      return <Line icon={Clock}>{say("agents.forRole", { to })}</Line>;
    case "under_way":
      return <Line icon={Clock}>{say("agents.underWay", { to })}</Line>;
    default:
      return unreachable(standing);
  }
}

function Line({
  tone,
  icon,
  children,
}: {
  tone?: "late" | "ask";
  icon: LucideIcon;
  children: ReactNode;
}): ReactNode {
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
          {t("agents.decide")}
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
        {leftMs <= 0
          ? say("agents.due")
          : say("agents.left", { time: durationText(leftMs), until: clockOf(until) })}{" "}
        {deliveredAt !== null
          ? t("agents.deliveredIn", { time: durationText(deliveredAt - sentAt) })
          : t(isLate ? "agents.lateYet" : isForRole ? "agents.noRole" : "agents.notDelivered", {
              to,
            })}
      </p>
    </div>
  );
}

function answeredWords({ at, sentAt, until }: Of<"answered">): ReactNode {
  const time = durationText(at - sentAt);
  if (until === null) return say("agents.answered", { time });
  return at <= until
    ? say("agents.answeredBefore", { time, left: durationText(until - at) })
    : say("agents.answeredAfter", { time, over: durationText(at - until) });
}
