import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { Since } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Urgency } from "../../ui/urgency.tsx";
import "../../ui/ask.css";
import { RichText } from "../../ui/rich-text.tsx";
import { startReply, useCanWrite } from "../message/index.ts";

/** How long a person is kept waiting before the time turns accent, ms. */
const HOT_AFTER_MS = 20 * 60_000;

/** A question to the people of the room. The first answer is the filled button. */
export function AskCard({
  messageId,
  text,
  at,
  open,
}: {
  messageId: string;
  text: string;
  at: number;
  open: boolean;
}): ReactNode {
  const canWrite = useCanWrite();
  const hot = useNow(30_000) - at >= HOT_AFTER_MS;
  return (
    <div className={clsx("ask", !open && "done")} data-question={messageId}>
      <div className="ask-body">
        {open ? <Urgency of="high" /> : <span />}
        <RichText text={text} />
        {open ? <Since at={at} className={clsx("small nowrap", hot ? "you strong" : "muted")} /> : <Tag>answered</Tag>}
      </div>
      {open && canWrite && (
        <div className="ask-acts">
          <Button kind="primary" keys="a" onClick={() => startReply(messageId)}>
            Answer
          </Button>
        </div>
      )}
    </div>
  );
}
