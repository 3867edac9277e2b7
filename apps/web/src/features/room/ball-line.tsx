import type { Ball as BallState } from "@squadroom/core/room/ball";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { doAct } from "../../act/do-act.ts";
import { useNow } from "../../clock/now.ts";
import { Since } from "../../clock/time.tsx";
import { Ball } from "../../ui/ball.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { say } from "../../words/say.tsx";
import { startReply, useCanWrite } from "../message/index.ts";
import { Chain } from "./chain.tsx";
import { chainPosition } from "./chain-position.ts";
import { isHot, nextOf, sentenceOf } from "./turn-words.ts";
import { whyStill } from "./why-still.ts";
import "./ball-line.css";

const TURN_HEAD = {
  you: () => "You have the ball.",
  agent: (name) => say`${name} has the ball.`,
  nobody: () => "Nobody has the ball.",
} satisfies Record<string, (name: string) => string>;

const WHY = "Why is nothing moving?";

type BallLineProps = {
  ball: BallState;
  /** The session in which a decision waits while others continue. */
  meanwhile?: number | null;
  chain?: readonly string[];
  note?: string;
  /** Whose turn it is and what the person can do, without the reason. */
  isShort?: boolean;
  roleTitle: (role: string) => string;
  room: string;
  canConnect: boolean;
  /** Whether the person is one of those asked; somebody who only reads is not. */
  isAsked: boolean;
  canDecide: boolean;
  /** Leads to the waiting card; without it, to the conversation, where the card is. */
  onDecide?: (() => void) | undefined;
};

/** Below the room's tabs: the sentence on the left, the chain on the right. Elsewhere in the room: only whose turn it is. */
export function BallLine({
  ball,
  meanwhile = null,
  chain = [],
  note = "",
  isShort = false,
  roleTitle,
  room,
  canConnect,
  isAsked,
  canDecide,
  onDecide,
}: BallLineProps): ReactNode {
  const hot = isHot(ball, useNow(30_000));
  const head = (
    <>
      <Ball of={ball.holder} />
      <button
        type="button"
        className="ball-head strong ell"
        title={WHY}
        data-may-cut
        onClick={() => whyStill.set(true)}
      >
        {ball.holder === "you" && !isAsked ? "Waiting for a person." : TURN_HEAD[ball.holder](ball.name ?? "")}
      </button>
    </>
  );
  const move = <YourMove {...{ ball, meanwhile, room, canConnect, canDecide, onDecide }} />;
  if (isShort)
    return (
      <section className="ball-short" aria-label="Whose turn it is">
        {head}
        {move}
      </section>
    );
  const text = sentenceOf(ball, roleTitle);
  const next = nextOf("sentence", ball, roleTitle);
  return (
    <section className="ball-line" aria-label="Whose turn it is">
      <p className="ball-now">
        {head}{" "}
        <span className="muted ell ball-why" title={text}>
          {text}
        </span>{" "}
        <span className="muted nowrap ball-next">
          {next}
          {ball.alsoWorking > 0 && ` ${ball.alsoWorking} more ${ball.alsoWorking === 1 ? "agent" : "agents"} at work.`}
        </span>
        {meanwhile !== null && <Tag tone="wait">a decision waits</Tag>}
        {ball.why.kind === "delivered" && ball.why.unreviewed && <Tag tone="warn">unreviewed</Tag>}
        {ball.sinceAt !== null && <Since at={ball.sinceAt} className={hot ? "you strong nowrap" : "muted nowrap"} />}
        {move}
      </p>
      <div className="ball-chain" title={note || undefined}>
        <Chain chain={chain} at={chainPosition(chain, ball)} owner={ball.holder} />
      </div>
    </section>
  );
}

/** The one thing that the person can do about it, next to the sentence. */
function YourMove({
  ball,
  meanwhile,
  room,
  canConnect,
  canDecide,
  onDecide,
}: Pick<BallLineProps, "ball" | "room" | "canConnect" | "canDecide" | "onDecide"> & {
  meanwhile: number | null;
}): ReactNode {
  const canWrite = useCanWrite();
  const { why } = ball;
  if (why.kind === "question" && canWrite) return <Button onClick={() => startReply(why.messageId)}>Answer</Button>;
  const isOnCard = why.kind === "task_failed" || why.kind === "decision";
  const session = why.kind === "decision" && why.subject.kind === "session" ? why.subject.sessionId : meanwhile;
  if (canDecide && session !== null) {
    return (
      <Link to="/rooms/$room/sessions/$session" params={{ room, session: String(session) }} className={buttonClass()}>
        Decide
      </Link>
    );
  }
  if (isOnCard && canDecide && onDecide) return <Button onClick={onDecide}>Decide</Button>;
  if (isOnCard && canDecide) {
    return (
      <Link to="/rooms/$room" params={{ room }} className={buttonClass()}>
        Decide
      </Link>
    );
  }
  const missing = why.kind === "role_missing" && !why.broken ? why.role : null;
  if (why.kind === "clearing_paused" && canDecide) {
    return <Button onClick={() => void doAct("resumeClearing", { params: { room } })}>Resume</Button>;
  }
  if (why.kind === "paused" && canDecide)
    return <Button onClick={() => void doAct("resumeRoom", { params: { room } })}>Resume</Button>;
  if ((missing !== null || why.kind === "no_team") && canConnect) {
    return (
      <Link to="/connect" search={{ room, ...(missing === null ? {} : { role: missing }) }} className={buttonClass()}>
        Connect
      </Link>
    );
  }
  return null;
}
