import type { InboxItem } from "@squadroom/core/inbox/contract";
import { type ReactNode, useEffect } from "react";
import { call } from "../../live/api.ts";
import { idOf } from "../../live/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import type { Answered } from "./acts.ts";
import { RowFrame, type RowProps } from "./row-frame.tsx";
import { useRowAnswer } from "./use-row-answer.ts";
import { t } from "./words.ts";

type Item = Extract<InboxItem, { kind: "paused" }>;

/** Clearing mode gave up after failures in a row: a lead lets it go on. */
export function PausedRow({
  acts,
  onSend,
  onOutcome,
  ...row
}: RowProps<Item> & Answered): ReactNode {
  const { item } = row;
  const { send, problem } = useRowAnswer({ onSend, onOutcome });
  const params = { room: item.room.id };
  const resume = (): void =>
    send((key) => call("resumeClearing", { key, params }), t("paused.done"));
  useEffect(() =>
    acts.register(idOf(item), { first: resume, reject: () => undefined, nth: () => undefined }),
  );
  return (
    <RowFrame
      {...row}
      title={t("paused.title")}
      facts={[t("paused.items", { items: item.items.join(", ") })]}
      holds={t("paused.hint")}
    >
      <p className="dec-else">
        <Button kind="primary" keys="a" onClick={resume}>
          {t("paused.resume")}
        </Button>
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </RowFrame>
  );
}
