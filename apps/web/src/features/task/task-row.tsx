import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { BlockedReason } from "@squadroom/core/task/blocked";
import type { ReactNode } from "react";
import { Since, useSince } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Bar } from "../../ui/bar.tsx";
import { plainText } from "../../words/plain-text.ts";
import { isolated, say } from "../../words/say.tsx";
import { openTask } from "./open-task.ts";
import { PRIORITY } from "./words.ts";
import type { WorkRow } from "./work.ts";
import "../../ui/work-row.css";

/** A task in two lines: what it is, and who has it or why nobody takes it. */
export function TaskRow({ row, names }: { row: WorkRow; names: Names }): ReactNode {
  const { task } = row;
  const percent = task.lease ? task.progress?.percent : undefined;
  return (
    <li>
      <button type="button" className="work-row" onClick={() => openTask(task.id)} title={task.title}>
        <span className="work-title">
          <span className="work-id">{task.id}</span> {plainText(task.title)}
        </span>
        {task.state === "pending" ? <Since at={task.createdAt} short className="work-since" /> : <span />}
        <span className="work-meta dots">
          <Meta row={row} names={names} />
          {task.attempts > 0 && task.state !== "failed" && <span>{`attempt ${task.attempts + 1}`}</span>}
          {task.priority !== "medium" && <span>{PRIORITY[task.priority]}</span>}
        </span>
        {percent !== undefined && (
          <span className="work-bar">
            <Bar percent={percent} label={`Progress of ${task.id}`} />
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
        <span>
          <b>{isolated(names.agent(task.lease.agentId))}</b>, {since}
        </span>
        <Blocked reasons={blocked.filter(({ kind }) => kind === "blocker")} names={names} />
      </>
    );
  if (task.state === "failed") return <span className="c-bad">{say`failed: ${task.lastEnd?.reason ?? ""}`}</span>;
  const [reason] = blocked;
  if (reason) return <Blocked reasons={blocked} names={names} />;
  return (
    <>
      <span>{say`for ${names.role(task.role)}`}</span>
      {task.frontAt !== null && <span>at the front</span>}
    </>
  );
}

/** The reasons in a line: what it waits for, then who is missing. */
function Blocked({ reasons, names }: { reasons: readonly BlockedReason[]; names: Names }): ReactNode {
  const waits = reasons.filter((reason) => reason.kind === "waits_for");
  const others = reasons.filter((reason) => reason.kind !== "waits_for");
  const [first] = waits;
  return (
    <>
      {first && (
        <span className={first.state === "failed" ? "c-bad" : undefined}>
          {first.state === "failed"
            ? `waiting for ${first.taskId}, which failed`
            : waits.length > 1
              ? `waiting for ${first.taskId} and ${waits.length - 1} more`
              : `waiting for ${first.taskId}`}
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
      return say`no ${names.role(reason.role)} is connected`;
    case "agent_unavailable":
      return "its agent is away";
    case "stopped":
      return say`${names.role(reason.role)} is stopped`;
    case "waits_on_human":
      return "waiting for a person";
    case "room_paused":
      return "The room is paused";
    case "paused":
      return `Session ${reason.sessionId} is paused`;
    case "dispatch":
      return reason.behind === null ? "Waiting for the coordinator" : `After ${reason.behind}`;
    case "budget_used":
      return "Its budget is used";
    case "blocker":
      if (reason.messageId === undefined) return "Has a blocker";
      return reason.isCoordinator ? "Waiting for the coordinator" : say`Waiting for ${names.role(reason.needs ?? "")}`;
    case "locked":
      return "Files are locked";
    default:
      return unreachable(reason);
  }
}
