import { prefixOf } from "@squadroom/core/pipeline/pipeline";
import { minutesText } from "@squadroom/core/session/plan/estimate";
import { Link } from "@tanstack/react-router";
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
import { sessionTitle } from "./work-sections.ts";
import {
  asksPerson,
  type LiveRow,
  type PlannedRow,
  roleOf,
  type SignKind,
  sessionOf,
  signOf,
  sinceOf,
  type TableRow,
  takesOf,
  titleOf,
} from "./work-table.ts";

const PATHS: Record<Exclude<SignKind, "working" | "asks" | "ready">, [path: string, ink: string]> = {
  planned: ["M6 1.8a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 1 1 0-8.4z", "var(--line-control)"],
  blocked: ["M6 1.8 10.2 6 6 10.2 1.8 6z", "var(--line-control)"],
  unmanned: ["M6 1.8 10.2 6 6 10.2 1.8 6z", "var(--line-control)"],
  failed: ["m3 3 6 6M9 3 3 9", "var(--danger)"],
  completed: ["m2.5 6.3 2.4 2.4 4.6-5.2", "var(--ok)"],
  inReview: ["M1.8 6a4.6 4.6 0 0 1 8.4 0 4.6 4.6 0 0 1-8.4 0zM6 6h.01", "var(--working)"],
  cancelled: ["M3 6h6", "var(--line-control)"],
};

/** States that are the name of a board's column. */
const OF_COLUMN: readonly SignKind[] = ["planned", "blocked", "unmanned", "ready", "failed", "completed"];

/** One task: what it is and, if it can't continue, why; whose it is, its state, how long it takes and since when. */
export const TaskTableRow = memo(function TaskTableRow({
  row,
  room,
  names,
  isCurrent,
  isOpen,
  onFocus,
  isCard,
  isWhySaid,
  isUnder,
}: {
  row: TableRow;
  room: string;
  names: Names;
  isCurrent: boolean;
  /** Its panel is open. */
  isOpen: boolean;
  onFocus: (id: string) => void;
  isCard: boolean;
  /** The line above says why it can't continue. */
  isWhySaid: boolean;
  isUnder: boolean;
}): ReactNode {
  const sign = signOf(row);
  const own = {
    "data-task": row.id,
    className: clsx(
      isCard ? "wcard" : "wrow",
      row.kind === "ended" && "done",
      isCurrent && "cur",
      isUnder && "is-under",
      (sign === "blocked" || sign === "unmanned" || sign === "planned") && "blk",
    ),
    onFocus: () => onFocus(row.id),
  };
  const isStateSaid = isCard && OF_COLUMN.includes(sign);
  const content = <Content {...{ row, sign, names, isWhySaid, isStateSaid }} />;
  if (row.kind === "planned")
    return (
      <Link to="/rooms/$room/sessions/$session" params={{ room, session: String(row.of.session.id) }} {...own}>
        {content}
      </Link>
    );
  return (
    <button
      type="button"
      {...own}
      aria-current={isOpen || undefined}
      onClick={() => toggleTask(row.id, isOpen ? row.id : null)}
    >
      {content}
    </button>
  );
});

function Content({
  row,
  sign,
  names,
  isWhySaid,
  isStateSaid,
}: {
  row: TableRow;
  sign: SignKind;
  names: Names;
  isWhySaid: boolean;
  isStateSaid: boolean;
}): ReactNode {
  const session = sessionOf(row);
  const takes = takesOf(row);
  const since = sinceOf(row);
  const live = row.kind === "live" ? row.task : null;
  return (
    <>
      <TaskSign of={sign} />
      <span className="wrow-id">{row.kind === "planned" ? row.of.step.id : row.id}</span>
      <span className="wrow-text">
        <span className="wrow-title">{plainText(titleOf(row))}</span>
        {row.kind === "live" && !isWhySaid && <Why row={row} />}
        {row.kind === "planned" && <Needs row={row} />}
        {row.kind === "ended" && row.perspectives > 0 && (
          <span className="wrow-why">{`Judged from ${row.perspectives} perspectives`}</span>
        )}
        {row.kind === "ended" && row.task.state === "completed" && row.task.unreviewed && (
          <Tag tone="warn">unreviewed</Tag>
        )}
      </span>
      <span className="wrow-role">{whoseText(row, names)}</span>
      <span className="wrow-session ell">{session === null ? "" : sessionTitle(names, session)}</span>
      <span className={clsx("wrow-state", INK[sign])}>
        {!isStateSaid && SIGN[sign]}
        {live && live.priority !== "medium" && <small className="muted">{PRIORITY[live.priority]}</small>}
        {live && live.attempts > 0 && live.state !== "failed" && (
          <small className="muted">{`attempt ${live.attempts + 1}`}</small>
        )}
      </span>
      <span className="wrow-takes">{takes === null ? "" : `≈ ${minutesText(takes)} min`}</span>
      {since === null ? <span className="wrow-since" /> : <Since at={since} short className="wrow-since" />}
    </>
  );
}

const INK = {
  planned: undefined,
  blocked: undefined,
  unmanned: undefined,
  ready: undefined,
  working: "c-work",
  inReview: "c-work",
  asks: "c-wait",
  failed: "c-bad",
  completed: undefined,
  cancelled: undefined,
} as const;

/** The agent that has it or had it last, if its name says more than its role. */
function whoseText(row: TableRow, names: Names): string {
  const role = roleOf(row);
  const title = role === null ? "nobody" : names.role(role);
  const holder = row.kind === "live" ? row.task.lease?.agentId : row.kind === "ended" ? row.task.lastHolder : null;
  const name = holder ? names.agent(holder) : title;
  if (name === title) return title;
  return name.includes(title) ? name : say`${title}, ${name}`;
}

function Why({ row }: { row: LiveRow }): ReactNode {
  const { task, blocked, round } = row;
  const percent = task.progress?.percent;
  if (task.state === "failed" && task.lastEnd)
    return <span className="wrow-why">{say`Failed: ${plainText(task.lastEnd.reason)}`}</span>;
  const asked = round?.rows.filter(asksPerson).flatMap((one) => one.blocked) ?? [];
  const reasons = [...blocked, ...asked];
  if (reasons.length > 0)
    return <span className="wrow-why">{reasons.map(({ text }) => plainText(text)).join(" ")}</span>;
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

/** What a planned step waits for besides its checkpoint, and when its turn comes. */
function Needs({ row: { of } }: { row: PlannedRow }): ReactNode {
  const { needs, startsInMs, owner, step } = of;
  const minutes = minutesText(startsInMs ?? 0);
  const parts = [
    ...(owner ? [] : [`This team has no role for ${prefixOf(step)} steps`]),
    ...(needs.length > 0 ? [`After ${needs.join(", ")}`] : []),
    ...(minutes === "0" ? [] : [`about ${minutes} min later`]),
  ];
  return parts.length > 0 && <span className="wrow-why">{parts.join(", ")}</span>;
}

/** A shape for a task's state, and the word for people who cannot see it. */
export function TaskSign({ of }: { of: SignKind }): ReactNode {
  return (
    <span className="tsign" role="img" aria-label={SIGN[of]} title={SIGN[of]}>
      {of === "working" || of === "asks" || of === "ready" ? (
        <WorkSign of={of === "working" ? "working" : of === "asks" ? "waiting_on_human" : "queued"} />
      ) : (
        <svg className="pg" viewBox="0 0 12 12" aria-hidden="true">
          <path
            d={PATHS[of][0]}
            fill="none"
            strokeDasharray={of === "planned" ? "2 1.6" : undefined}
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
