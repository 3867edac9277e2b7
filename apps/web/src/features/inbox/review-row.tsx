import type { InboxItem } from "@squadroom/core/inbox/contract";
import { type ReactNode, useEffect, useState } from "react";
import { settleDraft } from "../../drafts/use-draft.ts";
import { call } from "../../live/api.ts";
import { idOf } from "../../live/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { NoteForm } from "../decision/index.ts";
import type { Answered } from "./acts.ts";
import { RowFrame, type RowProps } from "./row-frame.tsx";
import { useRowAnswer } from "./use-row-answer.ts";

const REVIEW = {
  closeItem: { button: "Close", label: "Why it is closed", done: "closed" },
  reopenItem: { button: "Reopen", label: "What is not right yet", done: "reopened" },
};

type Item = Extract<InboxItem, { kind: "review" }>;
type Verdict = "closeItem" | "reopenItem";

/** A finished item of the backlog: closed or reopened in place, with the reason. */
export function ReviewRow({ acts, onSend, onOutcome, ...row }: RowProps<Item> & Answered): ReactNode {
  const { item, onOpen } = row;
  const { room, summary, by, taskId } = item;
  const [writes, setWrites] = useState<Verdict | null>(null);
  const { send, isBusy, problem } = useRowAnswer({ onSend, onOutcome });
  const draftOf = (verdict: Verdict): string => `verdict:${idOf(item)}:${verdict}`;
  const write = (verdict: Verdict): void => {
    onOpen(true);
    setWrites(verdict);
  };
  const judge = (verdict: Verdict, reason: string): void => {
    const params = { room: room.id, item: String(item.item.id) };
    const sent = (key: string) =>
      call(verdict, { key, params, body: { reason } }).then(() => settleDraft(draftOf(verdict), reason));
    send(sent, REVIEW[verdict].done);
  };
  const approve = (): void => judge("closeItem", "Looks right.");
  useEffect(() =>
    acts.register(idOf(item), {
      first: approve,
      reject: () => write("reopenItem"),
      nth: (n) => (n === 1 ? approve() : n === 2 && write("reopenItem")),
    }),
  );
  const title = say`Item ${String(item.item.id)} is finished: ${plainText(item.item.title)}`;
  const buttons = (
    <>
      <Button onClick={approve} aria-label={`Close: ${title}`}>
        Close
      </Button>
      <Button onClick={() => write("reopenItem")} aria-label={`Reopen: ${title}`}>
        Reopen
      </Button>
    </>
  );
  return (
    <RowFrame
      {...row}
      title={title}
      facts={[say`by ${by}`, ...(taskId ? [taskId] : [])]}
      holds="Nothing is waiting for it. Close it and it leaves the backlog; reopen it and it's open again, with your reason."
      quick={buttons}
    >
      {summary && <RichText text={summary} className="dec-why" />}
      {writes ? (
        <NoteForm
          draftKey={draftOf(writes)}
          label={REVIEW[writes].label}
          action={REVIEW[writes].button}
          isNeeded
          isBusy={isBusy}
          onSend={(reason) => judge(writes, reason)}
          onBack={() => setWrites(null)}
        />
      ) : (
        <p className="dec-else">
          <Button kind="primary" keys="a" onClick={approve}>
            Close
          </Button>
          <Button onClick={() => write("closeItem")}>Close with a reason</Button>
          <Button keys="r" onClick={() => write("reopenItem")}>
            Reopen
          </Button>
        </p>
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </RowFrame>
  );
}
