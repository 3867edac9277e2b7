import type { InboxItem } from "@squadroom/core/inbox/contract";
import { type ReactNode, useEffect } from "react";
import { call } from "../../live/api.ts";
import { idOf } from "../../live/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import type { Answered } from "./acts.ts";
import { RowFrame, type RowProps } from "./row-frame.tsx";
import { useRowAnswer } from "./use-row-answer.ts";

type Item = Extract<InboxItem, { kind: "paused" }>;

/** Working through the backlog paused after failures in a row: a lead resumes it. */
export function PausedRow({ acts, onSend, onOutcome, ...row }: RowProps<Item> & Answered): ReactNode {
  const { item } = row;
  const { send, problem } = useRowAnswer({ onSend, onOutcome });
  const params = { room: item.room.id };
  const resume = (): void => send((key) => call("resumeClearing", { key, params }), "resumed");
  useEffect(() => acts.register(idOf(item), { first: resume, reject: () => undefined, nth: () => undefined }));
  return (
    <RowFrame
      {...row}
      title="Working through the backlog is paused: three items in a row failed"
      facts={[say`items ${item.items.join(", ")}`]}
      holds="Resume to hand out the next open item."
    >
      <p className="dec-else">
        <Button kind="primary" keys="a" onClick={resume}>
          Resume
        </Button>
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </RowFrame>
  );
}
