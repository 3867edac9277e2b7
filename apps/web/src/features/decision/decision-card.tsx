import type { Decision } from "@squadroom/core/decision/decision";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { Since } from "../../clock/time.tsx";
import { useKeys } from "../../keys/keys.ts";
import { useRest } from "../../keys/rest.ts";
import { buttonClass } from "../../ui/button.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { toast } from "../../ui/toasts.ts";
import { Urgency } from "../../ui/urgency.tsx";
import { plainText } from "../../words/plain-text.ts";
import { Grounds, repeatsReason } from "../grounds/index.ts";
import { LINE } from "./words.ts";
import "../../ui/ask.css";
import { AnswerList } from "./answer-list.tsx";
import { holdsUpWords } from "./holds-up.ts";
import { type Outcome, outcomeWords } from "./outcome.ts";
import { PermissionFacts } from "./permission-facts.tsx";
import { questionAbove, questionText } from "./question-text.ts";
import { undo } from "./send.ts";
import { TimeLeft } from "./time-left.tsx";
import { useAnswering } from "./use-answering.ts";
import { useLead } from "./use-lead.ts";

/** How long a person is kept waiting before the time turns accent, ms. */
const HOT_AFTER_MS = 20 * 60_000;

/** An open decision in its room: what is asked, why, and one line per answer. */
export function DecisionCard({
  room,
  roomName,
  decision,
  canAnswer,
  hasKeys = false,
}: {
  room: string;
  /** Leads to what it is about. */
  roomName?: string;
  decision: Decision;
  canAnswer: boolean;
  /** It is the only question here: its numbers answer it. */
  hasKeys?: boolean;
}): ReactNode {
  const { id, subject, question, reason, urgency, openedAt } = decision;
  const call = subject.kind === "call" ? subject : null;
  const lead = useLead({ id: room, name: roomName }, decision);
  const hot = useNow(30_000) - openedAt >= HOT_AFTER_MS;
  const answering = useAnswering(room, decision, {
    onOutcome: (outcome) => tell(outcome, room, id),
  });
  useRest("key", `${id} ${decision.version}`);
  const canPress = hasKeys && canAnswer;
  const from = lead ? 1 : 0;
  useKeys(
    canPress
      ? answering.lines.slice(0, 9 - from).flatMap((line, at) => {
          const label = typeof line === "string" ? LINE[line] : line.label;
          const key = { group: "room" as const, label, answers: true };
          const run = (): void => answering.press(line);
          const keys = [{ ...key, keys: String(at + from + 1), run }];
          return at + from === 0 ? [{ ...key, keys: "a", run }, ...keys] : keys;
        })
      : [],
  );
  return (
    <section className="ask decision-card" aria-label={questionText(decision)}>
      <div className="ask-body">
        <Urgency of={urgency} />
        <div>
          {call ? (
            <p className="strong perm-question">{questionAbove(decision)}</p>
          ) : (
            <RichText text={question} className="strong" />
          )}
          {reason !== "" && !call && !repeatsReason(decision) && <p className="small muted">{plainText(reason)}</p>}
          <p className="small muted">{holdsUpWords(decision)}</p>
        </div>
        {call ? (
          <TimeLeft until={call.deadlineAt} className="small" />
        ) : (
          <Since at={openedAt} className={clsx("small nowrap", hot ? "you strong" : "muted")} />
        )}
      </div>
      {call && <PermissionFacts call={call} reason={reason} agent={decision.askedBy?.name ?? ""} room={roomName} />}
      <Grounds room={room} decision={decision} instead={repeatsReason(decision) ? reason : ""} />
      {canAnswer && <AnswerList decision={decision} answering={answering} lead={lead} hasKeys={canPress} />}
      {subject.kind === "session" && lead === null && roomName !== undefined && (
        <p className="ask-acts">
          <Link
            to="/rooms/$room/sessions/$session"
            params={{ room: roomName, session: String(subject.sessionId) }}
            className={buttonClass()}
          >
            Open the session
          </Link>
        </p>
      )}
    </section>
  );
}

/** The card disappears with the answer: the toast says what was done, and takes it back. */
function tell(outcome: Outcome, room: string, decisionId: string): void {
  const canUndo = outcome.kind === "mine" && outcome.canUndo;
  const run = (): void =>
    void undo(room, decisionId).then((sent) =>
      sent.kind === "undone"
        ? toast("Taken back. You're asked again.")
        : toast(sent.kind === "problem" ? sent.text : outcomeWords(sent), { tone: "bad" }),
    );
  toast(outcomeWords(outcome), canUndo ? { action: { label: "Undo", run } } : {});
}
