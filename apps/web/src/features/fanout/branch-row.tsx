import {
  type BranchAttempt,
  currentAttempt,
  type Fanout,
  type FanoutBranch,
  isOpen,
} from "@squadroom/core/fanout/fanout";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Check, Circle, CircleDashed, Clock, LoaderCircle, type LucideIcon, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useAct } from "../../act/use-act.ts";
import { useNow } from "../../clock/now.ts";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Tile } from "../../ui/tile.tsx";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import { costText } from "../usage/index.ts";
import { type BranchState, type Held, heldOf, secondsOf, stateOf } from "./branch-state.ts";

const STATE = {
  waiting: "Waiting",
  working: "Working",
  fulfilled: "Fulfilled",
  rejected: "Rejected",
  timed_out: "Timed out",
  empty: "Empty",
};

const SIGN: Record<BranchState, { icon: LucideIcon; tone: string }> = {
  waiting: { icon: CircleDashed, tone: "muted" },
  working: { icon: LoaderCircle, tone: "c-work" },
  fulfilled: { icon: Check, tone: "c-ok" },
  rejected: { icon: X, tone: "c-bad" },
  timed_out: { icon: Clock, tone: "c-warn" },
  empty: { icon: Circle, tone: "muted" },
};

/** Longer results start folded. */
const LONG_CHARS = 280;

type RowProps = { fanout: Fanout; branch: FanoutBranch; state: RoomState; names: Names };

/** Who was asked what, each attempt against the limit, and the result. */
export function BranchRow({ fanout, branch, state, names }: RowProps): ReactNode {
  const { attempts, taskId, title } = branch;
  const current = currentAttempt(branch);
  const isFulfilled = current.outcome === "fulfilled";
  const role = names.role(branch.role);
  return (
    <li className="fo-branch" data-state={stateOf(current)}>
      <div className="fo-who">
        <Tile name={role} />
        <span className="ell">
          <b>{role}</b>
          {title !== fanout.title && <span className="muted"> {title}</span>}
        </span>
        <button type="button" className="fo-task" onClick={() => openTask(taskId)}>
          {taskId}
        </button>
      </div>
      {attempts.map((attempt, i) => (
        <Attempt
          key={attempt.since}
          attempt={attempt}
          n={attempts.length > 1 ? i + 1 : null}
          fanout={fanout}
          held={heldOf(state.view, branch)}
          why={whyOf(attempt, branch, state, names)}
        />
      ))}
      <RunLine view={state.view} taskId={taskId} />
      {isFulfilled && <Result text={current.text} />}
      <Retry fanout={fanout} branch={branch} state={state} role={role} />
    </li>
  );
}

/** The run that worked on it last, and what that has cost so far. */
function RunLine({
  view: { name, runs },
  taskId,
}: {
  view: RoomState["view"];
  taskId: FanoutBranch["taskId"];
}): ReactNode {
  const isOf = (run: { taskId: string | null }) => run.taskId === taskId;
  const run = runs.live.findLast(isOf) ?? runs.ended.find(isOf);
  if (!run) return null;
  return (
    <p className="fo-run small muted dots">
      <Link to="/rooms/$room/runs/$run" params={{ room: name, run: String(run.id) }}>
        {`Run ${run.id}`}
      </Link>
      <span>{costText(run.usage)}</span>
    </p>
  );
}

/** What to say besides the state: a result is below, in full. */
function whyOf(
  { outcome, text, takenAt }: BranchAttempt,
  { role }: FanoutBranch,
  { view }: RoomState,
  names: Names,
): string | null {
  if (outcome === "fulfilled") return null;
  if (outcome === "empty") return /[\p{L}\p{N}]/u.test(text) ? text : "The turn ended without a word.";
  if (outcome !== null) return text;
  if (takenAt !== null) return null;
  const isThere = Object.values(view.agents).some((one) => one.role === role && one.online);
  return isThere ? "Nobody has taken it yet." : say`No ${names.role(role)} is connected.`;
}

function Attempt({
  attempt,
  n,
  fanout: { branchS },
  held,
  why,
}: {
  attempt: BranchAttempt;
  /** `null`: there is only one. */
  n: number | null;
  fanout: Fanout;
  held: Held | null;
  why: string | null;
}): ReactNode {
  const now = useNow(1_000);
  const state = stateOf(attempt);
  const { icon, tone } = SIGN[state];
  const seconds = secondsOf(attempt, now, held);
  const isGoing = attempt.outcome === null;
  const left = `${Math.max(0, branchS - seconds)} s left`;
  return (
    <div className="fo-try">
      {n !== null && (
        <span className="fo-n muted small" title={`Attempt ${n}`}>
          {n}
        </span>
      )}
      <span className={clsx("fo-state", tone)}>
        <Icon of={icon} size="s" />
        {STATE[state]}
      </span>
      <meter
        className="fo-bar"
        data-state={state}
        min={0}
        max={branchS}
        value={Math.min(seconds, branchS)}
        aria-label={`${seconds} of ${branchS} s`}
      />
      <span className="small muted num nowrap">{isGoing ? left : `${seconds} s`}</span>
      {why && <p className="fo-why small muted">{why}</p>}
    </div>
  );
}

function Result({ text }: { text: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const isLong = text.length > LONG_CHARS || text.split("\n").length > 4;
  return (
    <div className="fo-said">
      <RichText text={text} className={isLong && !open ? "fo-clamped" : undefined} />
      {isLong && (
        <button type="button" className="fo-more" onClick={() => setOpen(!open)}>
          {open ? "Show less" : "Show all"}
        </button>
      )}
    </div>
  );
}

/** Retries one branch, with what that does beside it. */
function Retry({ fanout, branch, state, role }: Omit<RowProps, "names"> & { role: string }): ReactNode {
  const hint = useId();
  const { taskId } = branch;
  const task = state.view.tasks.find(({ id }) => id === taskId);
  const retry = useAct("retryBranch", {
    told: "toast",
    said: () => `${taskId} waits for another attempt.`,
  });
  if (isOpen(branch) || task?.state !== "failed" || !may(state, "retryBranch")) return null;
  const isJoined = !state.view.tasks.some(({ id, lease }) => id === fanout.joinTaskId && !lease);
  return (
    <p className="fo-retry">
      <Button aria-describedby={hint} onClick={() => void retry.send({ params: { room: state.view.name, taskId } })}>
        {say`Retry ${role}`}
      </Button>
      <span id={hint} className="small muted">
        {isJoined
          ? "Only this branch. Its results are joined again afterwards."
          : "Only this branch. The others keep their results."}
      </span>
    </p>
  );
}
