import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Bar } from "../../ui/bar.tsx";
import { WorkSign } from "../../ui/presence.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { toggleTask } from "./open-task.ts";
import { PRIORITY, SIGN } from "./words.ts";
import { type LiveRow, type SignKind, signOf, type TableRow } from "./work-table.ts";

const PATHS: Record<Exclude<SignKind, "working" | "asks" | "ready">, [path: string, ink: string]> = {
  blocked: ["M6 1.8 10.2 6 6 10.2 1.8 6z", "var(--line-control)"],
  failed: ["m3 3 6 6M9 3 3 9", "var(--danger)"],
  completed: ["m2.5 6.3 2.4 2.4 4.6-5.2", "var(--ok)"],
  inReview: ["M1.8 6a4.6 4.6 0 0 1 8.4 0 4.6 4.6 0 0 1-8.4 0zM6 6h.01", "var(--working)"],
  cancelled: ["M3 6h6", "var(--line-control)"],
};

/** One task: what it is and, if it can't continue, why; whose it is, its state, since when. */
export const TaskTableRow = memo(function TaskTableRow({
  row,
  names,
  isCurrent,
  isOpen,
  onFocus,
  isCard = false,
}: {
  row: TableRow;
  names: Names;
  isCurrent: boolean;
  /** Its panel is open. */
  isOpen: boolean;
  onFocus: (id: string) => void;
  isCard?: boolean;
}): ReactNode {
  const { task } = row;
  const sign = signOf(row);
  const attempts = row.kind === "live" ? row.task.attempts : 0;
  return (
    <button
      type="button"
      data-task={task.id}
      className={clsx(
        isCard ? "wcard" : "wrow",
        row.kind === "ended" && "done",
        isCurrent && "cur",
        sign === "blocked" && "blk",
      )}
      onFocus={() => onFocus(task.id)}
      aria-current={isOpen || undefined}
      onClick={() => toggleTask(task.id, isOpen ? task.id : null)}
    >
      <TaskSign of={sign} />
      <span className="wrow-id">{task.id}</span>
      <span className="wrow-text">
        <span className="wrow-title">{plainText(task.title)}</span>
        {row.kind === "live" && <Why row={row} />}
        {row.kind === "ended" && task.state === "completed" && row.task.unreviewed && <Tag tone="warn">unreviewed</Tag>}
      </span>
      <span className="wrow-role ell">{names.role(task.role)}</span>
      <span className={clsx("wrow-state", INK[sign])}>
        {stateWords(row, names)}
        {task.priority !== "medium" && row.kind === "live" && (
          <small className="muted">{PRIORITY[task.priority]}</small>
        )}
        {attempts > 0 && task.state !== "failed" && <small className="muted">{`attempt ${attempts + 1}`}</small>}
      </span>
      <Since at={sinceOf(row)} short className="wrow-since" />
    </button>
  );
});

const INK = {
  blocked: undefined,
  ready: undefined,
  working: "c-work",
  inReview: "c-work",
  asks: "c-wait",
  failed: "c-bad",
  completed: undefined,
  cancelled: undefined,
} as const;

function Why({ row: { task, blocked } }: { row: LiveRow }): ReactNode {
  const percent = task.progress?.percent;
  if (task.state === "failed" && task.lastEnd)
    return <span className="wrow-why">{say`Failed: ${plainText(task.lastEnd.reason)}`}</span>;
  if (blocked.length > 0)
    return <span className="wrow-why">{blocked.map(({ text }) => plainText(text)).join(" ")}</span>;
  if (!task.lease || (percent === undefined && !task.progress?.action)) return null;
  return (
    <span className="wrow-why wrow-doing">
      {percent !== undefined && <Bar percent={percent} label={`Progress of ${task.id}`} />}
      <span>
        {[percent === undefined ? "" : `${percent} %`, task.progress?.action ?? ""]
          .filter((part) => part !== "")
          .join(", ")}
      </span>
    </span>
  );
}

function stateWords(row: TableRow, names: Names): string {
  const sign = signOf(row);
  const holder = row.kind === "live" ? row.task.lease?.agentId : row.task.lastHolder;
  if (!holder || sign === "failed" || sign === "blocked" || sign === "ready") return SIGN[sign];
  return say`${SIGN[sign]}, ${names.agent(holder)}`;
}

/** Since when it has been in this state, as far as known. */
function sinceOf(row: TableRow): number {
  if (row.kind === "ended") return row.task.endedAt ?? row.task.createdAt;
  const { task } = row;
  return task.lease?.claimedAt ?? task.lastEnd?.at ?? task.createdAt;
}

/** A shape for a task's state, and the word for people who cannot see it. */
function TaskSign({ of }: { of: SignKind }): ReactNode {
  return (
    <span className="tsign" role="img" aria-label={SIGN[of]} title={SIGN[of]}>
      {of === "working" || of === "asks" || of === "ready" ? (
        <WorkSign of={of === "working" ? "working" : of === "asks" ? "waiting_on_human" : "queued"} />
      ) : (
        <svg className="pg" viewBox="0 0 12 12" aria-hidden="true">
          <path
            d={PATHS[of][0]}
            fill="none"
            stroke={PATHS[of][1]}
            strokeWidth="1.7"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      )}
    </span>
  );
}
