import type { InboxItem } from "@squadroom/core/inbox/contract";
import { type ReactNode, useEffect, useState } from "react";
import { settleDraft } from "../../drafts/use-draft.ts";
import { call } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { behindLine, plainText, questionLine } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { NoteForm } from "../decision/index.ts";
import type { Answered } from "./acts.ts";
import { nameAndRole } from "./name-and-role.ts";
import { RowFrame, type RowProps } from "./row-frame.tsx";
import { useRowAnswer } from "./use-row-answer.ts";

type Item = Extract<InboxItem, { kind: "question" }>;

/** A question to the user: the answer is written in place, and is the team's next message. */
export function QuestionRow({ acts, onSend, onOutcome, ...row }: RowProps<Item> & Answered): ReactNode {
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
    const sent = (key: string) => call("sendMessage", { key, ...message }).then(() => settleDraft(draftKey, body));
    send(sent, plainText(body).slice(0, 80));
  };
  const title = questionLine(text);
  const rest = behindLine(text, title);
  return (
    <RowFrame
      {...row}
      title={title}
      facts={[say`${nameAndRole(from.name, from.role)}: a question to you`, ...(taskId ? [taskId] : [])]}
      holds="Your team gets this as your next message."
      quick={
        <Button onClick={write} aria-label={`Answer: ${title}`}>
          Answer
        </Button>
      }
    >
      {rest !== "" && <RichText text={rest} className="dec-why" />}
      {isWriting ? (
        <NoteForm
          draftKey={draftKey}
          label="Your answer"
          action="Send"
          isNeeded
          isBusy={isBusy}
          onSend={reply}
          onBack={() => setWriting(false)}
        />
      ) : (
        <p className="dec-else">
          <Button kind="primary" keys="a" onClick={write}>
            Answer
          </Button>
        </p>
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </RowFrame>
  );
}
