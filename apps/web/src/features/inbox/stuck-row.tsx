import type { InboxItem } from "@squadroom/core/inbox/contract";
import { type ReactNode, useEffect } from "react";
import { clockOf } from "../../clock/since.ts";
import { idOf } from "../../live/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { plainText } from "../../words/plain-text.ts";
import { roleTitle } from "../../words/role-title.ts";
import { say } from "../../words/say.tsx";
import type { Answered } from "./acts.ts";
import { RELEASE, releaseOne } from "./bulk.ts";
import { RowFrame, type RowProps } from "./row-frame.tsx";
import { useRowAnswer } from "./use-row-answer.ts";

const STUCK = {
  unstable: (at) => `no sign of life since ${at}`,
  offline: (at) => `offline since ${at}`,
} satisfies Record<string, (at: string) => string>;

type Item = Extract<InboxItem, { kind: "stuck" }>;

/** An agent that holds a task and gives no sign of life: its task is released now, or by itself when its lease ends. */
export function StuckRow({ acts, onSend, onOutcome, ...row }: RowProps<Item> & Answered): ReactNode {
  const { item } = row;
  const { agent, task, reach, sinceAt, leaseEndsAt } = item;
  const { send, problem } = useRowAnswer({ onSend, onOutcome });
  const release = (): void => send((key) => releaseOne(item, key), RELEASE);
  useEffect(() =>
    acts.register(idOf(item), {
      first: release,
      reject: () => undefined,
      nth: (n) => n === 1 && release(),
    }),
  );
  const title = say`${agent.name} went silent on ${task.id} ${plainText(task.title)}`;
  return (
    <RowFrame
      {...row}
      title={title}
      canSelect
      facts={[roleTitle(agent.role), STUCK[reach](clockOf(sinceAt))]}
      holds={`If you do nothing, ${task.id} goes back to the queue at ${clockOf(leaseEndsAt)}, with everything done so far.`}
      quick={
        <Button onClick={release} aria-label={`Release now: ${title}`}>
          {RELEASE}
        </Button>
      }
    >
      <p className="dec-else">
        <Button kind="primary" keys="a" onClick={release}>
          {RELEASE}
        </Button>
        <span>{`${task.id} goes back to the queue at once, with everything done so far. It doesn't count as an attempt.`}</span>
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </RowFrame>
  );
}
