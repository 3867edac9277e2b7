import type { DecisionKind, DecisionOption } from "@squadroom/core/decision/decision";
import { isReadFirst } from "@squadroom/core/decision/look";
import type { InboxItem } from "@squadroom/core/inbox/contract";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useRest } from "../../keys/rest.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { firstLine, plainText } from "../../words/plain-text.ts";
import { roleTitle } from "../../words/role-title.ts";
import { say } from "../../words/say.tsx";
import {
  AnswerList,
  holdsUpWords,
  optionTo,
  PermissionFacts,
  questionAbove,
  questionText,
  quickAnswers,
  shortLabel,
  useAnswering,
  useLead,
} from "../decision/index.ts";
import { Grounds, repeatsReason } from "../grounds/index.ts";
import { QuestionsInPlace } from "../session/index.ts";
import { costSoFar } from "../usage/index.ts";
import type { Answered } from "./acts.ts";
import { isSelectable, isUnseen } from "./bulk.ts";
import { nameAndRole } from "./name-and-role.ts";
import { RowFrame, type RowProps } from "./row-frame.tsx";

/** What it is about, if that reads differently from its kind. */
const ROOM_ASKS: Partial<Record<DecisionKind, string>> = {
  intervention: "",
  task_failed: "the room: failed task",
  role_unavailable: "the room: missing role",
  triage: "how much process",
  scope: "batches and splits",
  approach: "approaches",
  design_section: "design",
  review_failed: "review findings",
  pipeline_checkpoint: "checkpoint",
  discussion_blocked: "blocked discussion",
  budget: "budget used",
  next_session: "what comes next",
  gate_failed: "gate not passed",
  lockout: "the room: everybody locked out",
  permission: "a tool call",
  merge_failed: "the room: merge failed",
  deadlock: "the room: deadlock",
  message_overdue: "the room: no answer",
  message_loop: "the room: going round in circles",
};

type Item = Extract<InboxItem, { kind: "decision" }>;

/** Most quick answers in a closed row. */
const QUICK = 2;

/** A decision: closed with its first answers, open with all of them and what each does. */
export function DecisionRow({ acts, onSend, onOutcome, ...row }: RowProps<Item> & Answered): ReactNode {
  const { item, isOpen, onOpen } = row;
  const { decision, room } = item;
  const { id, question, reason, kind, subject } = decision;
  const { lead, inPlace, asked, setAsked } = useDecisionLead(item, () => onOpen(true));
  const answering = useAnswering(room.id, decision, { onSend, onOutcome });
  const isInPlace = asked > 0 && inPlace !== null && !answering.armed;
  const nth = (n: number): void => {
    if (lead && n === 1) return lead.run();
    answering.press(answering.lines[n - (lead ? 2 : 1)]);
  };
  useEffect(() => acts.register(id, { first: () => nth(1), reject: answering.reject, nth }));
  const call = subject.kind === "call" ? subject : null;
  const title = questionText(decision);
  useRest("key", `${id} ${decision.version}`);
  const isRepeated = repeatsReason(decision);
  // Nor is anything answered from there whose grounds only the open row shows.
  const quick = lead?.isDraft || isUnseen(decision) || isReadFirst(decision) ? [] : quickAnswers(decision);
  // Said only about what can be pressed in the closed row.
  const [said] = lead ? [] : quick;
  const choose = (option: DecisionOption): void => {
    onOpen(true);
    answering.choose(option);
  };
  return (
    <RowFrame
      {...row}
      title={isOpen ? questionAbove(decision) : title}
      facts={factsOf(item)}
      canSelect={isSelectable(item)}
      {...(call && { until: call.deadlineAt })}
      holds={
        <>
          {holdsUpWords(decision)} {!isOpen && lead?.isDraft && lead.hint}
          {!isOpen && said && said.consequence !== "" && `${shortLabel(said)}: ${firstLine(said.consequence)}`}
        </>
      }
      quick={
        <>
          {lead && (
            <Button aria-label={`${lead.label}: ${title}`} title={lead.hint} onClick={lead.run}>
              {lead.short}
            </Button>
          )}
          {quick.map((option, at) => (
            <Button
              key={option.id}
              kind={at === 0 && !lead ? "plain" : "ghost"}
              title={[option.label, option.consequence].filter(Boolean).join(": ")}
              aria-label={`${option.label}: ${title}`}
              onClick={() => choose(option)}
            >
              {shortLabel(option)}
            </Button>
          ))}
          {quick.length + (lead ? 1 : 0) < QUICK && (
            <Button
              kind={quick.length > 0 || lead ? "ghost" : "plain"}
              aria-label={`Open: ${title}`}
              onClick={() => onOpen(true)}
            >
              Open
            </Button>
          )}
        </>
      }
    >
      {call && <PermissionFacts call={call} reason={reason} agent={decision.askedBy?.name ?? ""} room={room.name} />}
      {!call && plainText(question) !== title && <RichText text={question} className="dec-why" />}
      {reason !== "" && !call && !isInPlace && !isRepeated && <RichText text={reason} className="dec-why" />}
      {!isInPlace && <Grounds room={room.id} decision={decision} instead={isRepeated ? reason : ""} />}
      {isInPlace ? (
        <QuestionsInPlace
          room={room}
          {...inPlace}
          decisionId={id}
          asked={asked}
          onSend={onSend}
          onOutcome={onOutcome}
          onClose={() => setAsked(0)}
        />
      ) : (
        <AnswerList decision={decision} answering={answering} lead={lead} hasKeys />
      )}
      {kind === "role_unavailable" && subject.kind === "role" && !lead && (
        <p className="dec-else">
          <Link to="/connect" search={{ room: room.name, role: subject.role }} className={buttonClass("ghost")}>
            Connect an agent
          </Link>
          <span>{say`An agent that joins as ${roleTitle(subject.role)} settles it too.`}</span>
        </p>
      )}
    </RowFrame>
  );
}

/** Who asks, about what, and what it has used so far. */
function factsOf({ decision: { askedBy, kind, subject }, usage }: Item): string[] {
  return [
    askedBy ? nameAndRole(askedBy.name, askedBy.role) : (ROOM_ASKS[kind] ?? kind.replaceAll("_", " ")),
    subject.kind === "session" ? say`Session ${subject.sessionId}: ${plainText(subject.title)}` : "",
    subject.kind === "call" ? (subject.taskId ?? "") : "",
    (usage && costSoFar(usage)) ?? "",
  ].filter(Boolean);
}

/** What comes before its answers: a session's questions are answered here. */
function useDecisionLead({ room, decision }: Item, onOpen: () => void) {
  const { subject } = decision;
  const [asked, setAsked] = useState(0);
  const elsewhere = useLead(room, decision);
  const done = subject.kind === "session" && optionTo(decision, "send_answers");
  const inPlace = done ? { sessionId: subject.sessionId, optionId: done.id } : null;
  const run = (): void => {
    onOpen();
    setAsked(asked + 1);
  };
  const lead =
    elsewhere && inPlace
      ? {
          ...elsewhere,
          hint: "Opens the questions here: answer them one by one, then send all.",
          run,
        }
      : elsewhere;
  return { lead, inPlace, asked, setAsked };
}
