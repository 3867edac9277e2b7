import { currentAttempt, type Fanout, isOpen, isSettled } from "@squadroom/core/fanout/fanout";
import type { TaskId } from "@squadroom/core/kernel/ids";
import { counted } from "@squadroom/core/kernel/words";
import type { Task } from "@squadroom/core/task/task";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { isolated } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import { BranchRow } from "./branch-row.tsx";
import { answeredOf } from "./branch-state.ts";
import "./fanout-card.css";

const TIER = {
  direct: "direct",
  lightweight: "lightweight",
  standard: "standard",
  full: "full",
};

const JOIN = {
  waits: ({ task, role, count }) =>
    count === 1 ? (
      <>
        {isolated(role)} joins the results in {task} once the last branch has ended.
      </>
    ) : (
      <>
        {isolated(role)} joins the results in {task} once {count} branches have ended.
      </>
    ),
  ready: ({ task, role }) => (
    <>
      {isolated(role)} gets all results next, as {task}.
    </>
  ),
  working: ({ task, agent }) => (
    <>
      {isolated(agent)} is joining the results in {task}.
    </>
  ),
  missing: ({ task, roles }) => (
    <>
      {task} has joined the results. No answer from {isolated(roles)}.
    </>
  ),
  done: ({ task }) => <>{task} has joined the results of all of them.</>,
  again: ({ count }) =>
    count === 1 ? (
      <>The results are joined again once the last branch has ended.</>
    ) : (
      <>The results are joined again once {count} branches have ended.</>
    ),
  cancelled: ({ task }) => <>{task} was cancelled: nobody joins the results.</>,
  over: ({ task }) => <>{task}, which was to join the results, has ended.</>,
  failed: ({ task }) => <>{task}, which joins the results, has failed.</>,
} satisfies Record<
  string,
  (of: { task: ReactNode; agent: string; role: string; roles: string; count: number }) => ReactNode
>;

/** One request to several agents at once, as one thing: each branch with its state, and where the results meet. */
export function FanoutCard({ fanout, state, names }: { fanout: Fanout; state: RoomState; names: Names }): ReactNode {
  const { id, branches, tier, branchS } = fanout;
  const values = { done: answeredOf(branches), all: branches.length };
  return (
    <section className="fo" aria-label={`Fan-out ${id}`} data-fanout={id}>
      <header className="fo-head">
        <b>
          {isSettled(fanout)
            ? counted(branches.length, "agent was asked", "agents were asked at once")
            : counted(branches.length, "agent is asked", "agents are asked at once")}
        </b>
        <span className="small muted dots">
          <span>{`${values.done} of ${values.all} answered`}</span>
          {tier && <span>{TIER[tier]}</span>}
          <span>{`${branchS} s each`}</span>
        </span>
      </header>
      <ol className="fo-list" aria-label="Branches">
        {branches.map((branch) => (
          <BranchRow key={branch.taskId} fanout={fanout} branch={branch} state={state} names={names} />
        ))}
      </ol>
      <footer className="fo-foot">
        <JoinLine fanout={fanout} state={state} names={names} />
        <span className="small muted">None of them sees what the others say.</span>
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
    count: open,
    roles: [...new Set(missing.map(({ role }) => names.role(role)))].join(", "),
  };
  const key = join ? joinState(join, open) : endState(view, joinTaskId, open, missing.length);
  return <p className="fo-join">{JOIN[key](values)}</p>;
}

function joinState(join: Task, open: number) {
  if (join.state === "failed") return "failed" as const;
  if (join.lease) return "working" as const;
  return open > 0 ? ("waits" as const) : ("ready" as const);
}

/** The outcome, as long as the room remembers how it ended. */
function endState({ ended }: RoomState["view"], joinTaskId: TaskId, open: number, missing: number) {
  if (open > 0) return "again" as const;
  const state = ended.find(({ id }) => id === joinTaskId)?.state;
  if (state === "cancelled") return "cancelled" as const;
  if (state === undefined) return "over" as const;
  return missing > 0 ? ("missing" as const) : ("done" as const);
}
