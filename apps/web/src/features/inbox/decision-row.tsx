import type { InboxItem } from "@squadroom/core/inbox/contract";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { firstLine, plainText, questionLine } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { AnswerList, firstAnswer, isFinal, useAnswering } from "../decision/index.ts";
import { roleTitle } from "../room/index.ts";
import { costSoFar } from "../usage/index.ts";
import type { Answered } from "./acts.ts";
import { nameAndRole } from "./name-and-role.ts";
import { RowFrame, type RowProps } from "./row-frame.tsx";

type Item = Extract<InboxItem, { kind: "decision" }>;

/** Answers that a row shows while it is closed. */
const QUICK = 2;

/** A decision: closed with its first answers, open with all of them and what each does. */
export function DecisionRow({
  acts,
  onSend,
  onOutcome,
  ...row
}: RowProps<Item> & Answered): ReactNode {
  const { t } = wordsOf("decision");
  const { t: words } = wordsOf("inbox");
  const { item, isOpen, onOpen } = row;
  const { decision, room } = item;
  const { id, question, reason, askedBy, holdsUp, kind, subject, options } = decision;
  const answering = useAnswering(room.id, decision, { onSend, onOutcome });
  useEffect(() =>
    acts.register(id, {
      first: () => {
        const option = firstAnswer(decision);
        if (option) answering.choose(option);
      },
      reject: answering.reject,
      nth: (n) => {
        const option = options[n - 1];
        if (option) answering.choose(option);
      },
    }),
  );
  const title = questionLine(question);
  const asks = askedBy
    ? nameAndRole(askedBy.name, askedBy.role)
    : kind === "intervention"
      ? ""
      : words(`roomAsks.${kind}`);
  const about =
    subject.kind === "session"
      ? words("session", { session: subject.sessionId, title: plainText(subject.title) })
      : "";
  const cost = item.usage && costSoFar(item.usage);
  const effect = options[0]?.consequence;
  return (
    <RowFrame
      {...row}
      title={title}
      facts={[asks, about, cost ?? ""].filter(Boolean)}
      canSelect
      holds={
        <>
          {askedBy
            ? t("asks.standsStill", { name: askedBy.name })
            : t("holdsUp", { count: holdsUp })}{" "}
          {!isOpen && options[0] && effect && `${options[0].label}: ${firstLine(effect)}`}
        </>
      }
      quick={options.slice(0, QUICK).map((option, at) => (
        <Button
          key={option.id}
          kind={at === 0 ? "plain" : isFinal(option) ? "danger" : "ghost"}
          title={[option.label, option.consequence].filter(Boolean).join(": ")}
          aria-label={`${option.label}: ${title}`}
          onClick={() => {
            onOpen(true);
            answering.choose(option);
          }}
        >
          <span className="ell">{option.label}</span>
        </Button>
      ))}
    >
      {plainText(question) !== title && <RichText text={question} className="dec-why" />}
      {reason !== "" && <RichText text={reason} className="dec-why" />}
      <AnswerList decision={decision} answering={answering} hasKeys />
      {subject.kind === "session" && (
        <p className="dec-else">
          <Link
            to="/rooms/$room/sessions/$session"
            params={{ room: room.name, session: String(subject.sessionId) }}
            className={buttonClass("ghost")}
          >
            {words("openSession")}
          </Link>
          <span>{words("openSessionHint")}</span>
        </p>
      )}
      {kind === "role_unavailable" && subject.kind === "role" && (
        <p className="dec-else">
          <Link
            to="/connect"
            search={{ room: room.name, role: subject.role }}
            className={buttonClass("ghost")}
          >
            {t("connect")}
          </Link>
          <span>{t("connectHint", { role: roleTitle(subject.role) })}</span>
        </p>
      )}
    </RowFrame>
  );
}
