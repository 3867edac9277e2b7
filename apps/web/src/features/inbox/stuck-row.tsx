import type { InboxItem } from "@squadroom/core/inbox/contract";
import { type ReactNode, useEffect } from "react";
import { clockOf } from "../../clock/since.ts";
import { call } from "../../live/api.ts";
import { idOf } from "../../live/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { plainText } from "../../words/plain-text.ts";
import { roleTitle } from "../../words/role-title.ts";
import type { Answered } from "./acts.ts";
import { RowFrame, type RowProps } from "./row-frame.tsx";
import { useRowAnswer } from "./use-row-answer.ts";
import { t } from "./words.ts";

type Item = Extract<InboxItem, { kind: "stuck" }>;

/** An agent that holds a task and gives no sign of life: its task is released now, or by itself when its lease ends. */
export function StuckRow({
  acts,
  onSend,
  onOutcome,
  ...row
}: RowProps<Item> & Answered): ReactNode {
  const { item } = row;
  const { agent, task, reach, sinceAt, leaseEndsAt, room } = item;
  const { send, problem } = useRowAnswer({ onSend, onOutcome });
  const release = (): void => {
    const params = { room: room.id, taskId: task.id };
    const body = { reason: t("stuck.reason", { name: agent.name }) };
    send((key) => call("putBackTask", { key, params, body }), t("stuck.release"));
  };
  useEffect(() =>
    acts.register(idOf(item), {
      first: release,
      reject: () => undefined,
      nth: (n) => n === 1 && release(),
    }),
  );
  const title = t("stuck.title", { name: agent.name, task: `${task.id} ${plainText(task.title)}` });
  return (
    <RowFrame
      {...row}
      title={title}
      facts={[roleTitle(agent.role), t(`stuck.${reach}`, { at: clockOf(sinceAt) })]}
      holds={t("stuck.nothing", { task: task.id, at: clockOf(leaseEndsAt) })}
      quick={
        <Button onClick={release} aria-label={`${t("stuck.release")}: ${title}`}>
          {t("stuck.release")}
        </Button>
      }
    >
      <p className="dec-else">
        <Button kind="primary" keys="a" onClick={release}>
          {t("stuck.release")}
        </Button>
        <span>{t("stuck.releaseHint", { task: task.id })}</span>
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </RowFrame>
  );
}
