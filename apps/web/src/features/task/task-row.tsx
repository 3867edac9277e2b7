import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { BlockedReason } from "@squadroom/core/task/blocked";
import type { ReactNode } from "react";
import { Since, useSince } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Bar } from "../../ui/bar.tsx";
import { plainText } from "../../words/plain-text.ts";
import { openTask } from "./open-task.ts";
import { say, t } from "./words.ts";
import type { WorkRow } from "./work.ts";
import "../../ui/work-row.css";

/** A task in two lines: what it is, and who has it or why nobody takes it. */
export function TaskRow({ row, names }: { row: WorkRow; names: Names }): ReactNode {
  const { task } = row;
  const percent = task.lease ? task.progress?.percent : undefined;
  return (
    <li>
      <button
        type="button"
        className="work-row"
        onClick={() => openTask(task.id)}
        title={task.title}
      >
        <span className="work-title">
          <span className="work-id">{task.id}</span> {plainText(task.title)}
        </span>
        {task.state === "pending" ? (
          <Since at={task.createdAt} short className="work-since" />
        ) : (
          <span />
        )}
        <span className="work-meta dots">
          <Meta row={row} names={names} />
          {task.attempts > 0 && task.state !== "failed" && (
            <span>{t("row.attempt", { n: task.attempts + 1 })}</span>
          )}
          {task.priority !== "medium" && <span>{t(`priority.${task.priority}`)}</span>}
        </span>
        {percent !== undefined && (
          <span className="work-bar">
            <Bar percent={percent} label={t("progress", { task: task.id })} />
          </span>
        )}
      </button>
    </li>
  );
}

function Meta({ row, names }: { row: WorkRow; names: Names }): ReactNode {
  const { task, blocked } = row;
  const since = useSince(task.lease?.claimedAt ?? task.createdAt);
  if (task.lease)
    return (
      <>
        <span>{say("row.inHand", { agent: names.agent(task.lease.agentId), since })}</span>
        <Blocked reasons={blocked.filter(({ kind }) => kind === "blocker")} names={names} />
      </>
    );
  if (task.state === "failed")
    return <span className="c-bad">{t("row.failed", { reason: task.lastEnd?.reason ?? "" })}</span>;
  const [reason] = blocked;
  if (reason) return <Blocked reasons={blocked} names={names} />;
  return (
    <>
      <span>{t("row.ready", { role: names.role(task.role) })}</span>
      {task.frontAt !== null && <span>{t("row.first")}</span>}
    </>
  );
}

/** The reasons in a line: what it waits for, then who is missing. */
function Blocked({
  reasons,
  names,
}: {
  reasons: readonly BlockedReason[];
  names: Names;
}): ReactNode {
  const waits = reasons.filter((reason) => reason.kind === "waits_for");
  const others = reasons.filter((reason) => reason.kind !== "waits_for");
  const [first] = waits;
  return (
    <>
      {first && (
        <span className={first.state === "failed" ? "c-bad" : undefined}>
          {first.state === "failed"
            ? t("row.waitsForFailed", { task: first.taskId })
            : waits.length > 1
              ? t("row.waitsForMore", { task: first.taskId, count: waits.length - 1 })
              : t("row.waitsFor", { task: first.taskId })}
        </span>
      )}
      {others.map((reason) => (
        <span key={reason.kind} className="c-warn">
          {missingWords(reason, names)}
        </span>
      ))}
    </>
  );
}

function missingWords(reason: Exclude<BlockedReason, { kind: "waits_for" }>, names: Names): string {
  switch (reason.kind) {
    case "role_unavailable":
      return t("row.roleMissing", { role: names.role(reason.role) });
    case "agent_unavailable":
      return t("row.agentMissing");
    case "stopped":
      return t("row.stopped", { role: names.role(reason.role) });
    case "waits_on_human":
      return t("row.asksPerson");
    case "paused":
      return t("row.sessionPaused", { session: reason.sessionId });
    case "dispatch":
      return reason.behind === null ? t("row.dispatch") : t("row.inTurn", { task: reason.behind });
    case "budget_used":
      return t("row.budgetUsed");
    case "blocker":
      if (reason.messageId === undefined) return t("row.blocker");
      return reason.isCoordinator
        ? t("row.waitsCoordinator")
        : t("row.waitsAnswer", { name: names.role(reason.needs ?? "") });
    case "locked":
      return t("row.locked");
    default:
      return unreachable(reason);
  }
}
