import { currentAttempt, type Fanout, isOpen, isSettled } from "@squadroom/core/fanout/fanout";
import type { TaskId } from "@squadroom/core/kernel/ids";
import type { Task } from "@squadroom/core/task/task";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { openTask } from "../task/index.ts";
import { BranchRow } from "./branch-row.tsx";
import { answeredOf } from "./branch-state.ts";
import { say, t } from "./words.ts";
import "./fanout-card.css";

/** One request to several agents at once, as one thing: each branch with its state, and where the results meet. */
export function FanoutCard({
  fanout,
  state,
  names,
}: {
  fanout: Fanout;
  state: RoomState;
  names: Names;
}): ReactNode {
  const { id, branches, tier, branchS } = fanout;
  const values = { done: answeredOf(branches), all: branches.length };
  return (
    <section className="fo" aria-label={t("label", { id })} data-fanout={id}>
      <header className="fo-head">
        <b>{t(isSettled(fanout) ? "wereAsked" : "asked", { count: branches.length })}</b>
        <span className="small muted dots">
          <span>{t("answered", values)}</span>
          {tier && <span>{t(`tier.${tier}`)}</span>}
          <span>{t("limit", { seconds: branchS })}</span>
        </span>
      </header>
      <ol className="fo-list" aria-label={t("branches")}>
        {branches.map((branch) => (
          <BranchRow
            key={branch.taskId}
            fanout={fanout}
            branch={branch}
            state={state}
            names={names}
          />
        ))}
      </ol>
      <footer className="fo-foot">
        <JoinLine fanout={fanout} state={state} names={names} />
        <span className="small muted">{t("apart")}</span>
      </footer>
    </section>
  );
}

/** Where the results meet, and what is missing there. */
function JoinLine({
  fanout: { branches, joinTaskId },
  state: { view },
  names,
}: {
  fanout: Fanout;
  state: RoomState;
  names: Names;
}): ReactNode {
  const join = view.tasks.find(({ id }) => id === joinTaskId);
  const open = branches.filter(isOpen).length;
  const missing = branches.filter((one) => currentAttempt(one).outcome !== "fulfilled");
  const task = (
    <button type="button" className="fo-task" onClick={() => openTask(joinTaskId)}>
      {joinTaskId}
    </button>
  );
  const values = {
    task,
    role: names.role(join?.role ?? ""),
    agent: join?.lease ? names.agent(join.lease.agentId) : "",
    roles: [...new Set(missing.map(({ role }) => names.role(role)))].join(", "),
  };
  const key = join ? joinState(join, open) : endState(view, joinTaskId, open, missing.length);
  const isCounted = key === "waits" || key === "again";
  return <p className="fo-join">{say(`join.${key}`, values, isCounted ? open : undefined)}</p>;
}

function joinState(join: Task, open: number) {
  if (join.state === "failed") return "failed" as const;
  if (join.lease) return "working" as const;
  return open > 0 ? ("waits" as const) : ("ready" as const);
}

/** What came of it, as long as the room remembers how it ended. */
function endState({ ended }: RoomState["view"], joinTaskId: TaskId, open: number, missing: number) {
  if (open > 0) return "again" as const;
  const state = ended.find(({ id }) => id === joinTaskId)?.state;
  if (state === "cancelled") return "cancelled" as const;
  if (state === undefined) return "over" as const;
  return missing > 0 ? ("missing" as const) : ("done" as const);
}
