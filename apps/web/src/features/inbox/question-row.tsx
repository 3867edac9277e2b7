import type { InboxItem } from "@squadroom/core/inbox/contract";
import { type ReactNode, useEffect, useState } from "react";
import { settleDraft } from "../../drafts/use-draft.ts";
import { call } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { behindLine, plainText, questionLine } from "../../words/plain-text.ts";
import { NoteForm } from "../decision/index.ts";
import type { Answered } from "./acts.ts";
import { nameAndRole } from "./name-and-role.ts";
import { RowFrame, type RowProps } from "./row-frame.tsx";
import { useRowAnswer } from "./use-row-answer.ts";
import { t } from "./words.ts";

type Item = Extract<InboxItem, { kind: "question" }>;

/** A question to the user: the answer is written on the spot, and is the team's next message. */
export function QuestionRow({
  acts,
  onSend,
  onOutcome,
  ...row
}: RowProps<Item> & Answered): ReactNode {
  const { item, onOpen } = row;
  const { messageId, room, text, from, taskId } = item;
  const [isWriting, setWriting] = useState(false);
  const { send, isBusy, problem } = useRowAnswer({ onSend, onOutcome });
  const draftKey = `reply:${messageId}`;
  const write = (): void => {
    onOpen(true);
    setWriting(true);
  };
  useEffect(() => acts.register(messageId, { first: write, reject: write, nth: () => undefined }));
  const reply = (body: string): void => {
    const message = { params: { room: room.id }, body: { body, repliesTo: messageId } };
    const sent = (key: string) =>
      call("sendMessage", { key, ...message }).then(() => settleDraft(draftKey, body));
    send(sent, plainText(body).slice(0, 80));
  };
  const title = questionLine(text);
  const rest = behindLine(text, title);
  return (
    <RowFrame
      {...row}
      title={title}
      facts={[
        t("questionTo", { who: nameAndRole(from.name, from.role) }),
        ...(taskId ? [taskId] : []),
      ]}
      holds={t("reply.hint")}
      quick={
        <Button onClick={write} aria-label={`${t("reply.button")}: ${title}`}>
          {t("reply.button")}
        </Button>
      }
    >
      {rest !== "" && <RichText text={rest} className="dec-why" />}
      {isWriting ? (
        <NoteForm
          draftKey={draftKey}
          label={t("reply.label")}
          action={t("reply.send")}
          isNeeded
          isBusy={isBusy}
          onSend={reply}
          onBack={() => setWriting(false)}
        />
      ) : (
        <p className="dec-else">
          <Button kind="primary" keys="a" onClick={write}>
            {t("reply.button")}
          </Button>
        </p>
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </RowFrame>
  );
}
