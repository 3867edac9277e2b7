import type { InboxItem } from "@squadroom/core/inbox/contract";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { clockOf } from "../../clock/since.ts";
import { buttonClass } from "../../ui/button.tsx";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { roleTitle } from "../room/index.ts";
import type { Acts } from "./acts.ts";
import { idOf } from "./inbox.ts";
import { RowFrame, type RowProps } from "./row-frame.tsx";

type Item = Extract<InboxItem, { kind: "stuck" }>;

const NOTHING = { first: () => undefined, reject: () => undefined, nth: () => undefined };

/** An agent that holds a task and gives no sign of life: what happens by itself, and where to look. */
export function StuckRow({ acts, ...row }: RowProps<Item> & { acts: Acts }): ReactNode {
  const { t } = wordsOf("inbox");
  const { item } = row;
  const { agent, task, reach, sinceAt, leaseEndsAt, room } = item;
  useEffect(() => acts.register(idOf(item), NOTHING));
  const link = (
    <Link to="/rooms/$room" params={{ room: room.name }} className={buttonClass()}>
      {t("open", { room: room.name })}
    </Link>
  );
  return (
    <RowFrame
      {...row}
      title={t("stuck.title", { name: agent.name, task: `${task.id} ${plainText(task.title)}` })}
      facts={[roleTitle(agent.role), t(`stuck.${reach}`, { at: clockOf(sinceAt) })]}
      holds={t("stuck.nothing", { task: task.id, at: clockOf(leaseEndsAt) })}
    >
      <p className="dec-else">{link}</p>
    </RowFrame>
  );
}
