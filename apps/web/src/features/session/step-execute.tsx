import type { Decision } from "@squadroom/core/decision/decision";
import type { TaskId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/log/view";
import type { Session } from "@squadroom/core/session/session";
import { availableRoles } from "@squadroom/core/team/availability";
import type { ReactNode } from "react";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import { Bar } from "../../ui/bar.tsx";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { DecisionCard } from "../decision/index.ts";
import { openTask } from "../task/index.ts";
import { batchWords } from "./step-plan.tsx";
import type { StepProps } from "./step-props.ts";

/** The plan being carried out: its tasks, live. */
export function ExecuteStep({
  state,
  session,
  names,
  failed,
}: StepProps & { failed: readonly Decision[] }): ReactNode {
  const { t } = wordsOf("session");
  const { execution } = session;
  if (!execution) return null;
  const all = Object.keys(execution.tasks).length;
  const done = all - execution.open.length;
  return (
    <div className="se-in">
      <section>
        <p className="small muted se-by dots">
          <span>{t("execute.approved", { by: execution.approvedBy.name })}</span>
          {execution.rounds > 0 && <span>{t("execute.rounds", { count: execution.rounds })}</span>}
        </p>
        <h2 className="se-q">
          {batchWords(session)}
          {t("execute.title", { done, all })}
        </h2>
        <Bar percent={all === 0 ? 0 : (done / all) * 100} label={t("execute.percent")} />
      </section>
      {failed.map((decision) => (
        <DecisionCard
          key={decision.id}
          room={state.view.roomId}
          decision={decision}
          canAnswer={may(state, "answerDecision")}
        />
      ))}
      <PlannedTasks view={state.view} session={session} names={names} />
    </div>
  );
}

/** Each task of the approved plan, as it stands in the room. */
export function PlannedTasks({
  view,
  session,
  names,
}: {
  view: RoomView;
  session: Session;
  names: Names;
}): ReactNode {
  const { execution, proposals } = session;
  const titles = new Map((proposals.plan?.value.tasks ?? []).map(({ id, title }) => [id, title]));
  return (
    <ul>
      {Object.entries(execution?.tasks ?? {}).map(([planId, taskId]) => (
        <li key={taskId} className="ex">
          <button type="button" className="ex-open" onClick={() => openTask(taskId)}>
            <span className="mono muted">{taskId}</span>{" "}
            <span className="strong">{plainText(titles.get(planId) ?? names.title(taskId))}</span>
          </button>
          <TaskState view={view} taskId={taskId} names={names} />
        </li>
      ))}
    </ul>
  );
}

function TaskState({
  view,
  taskId,
  names,
}: {
  view: RoomView;
  taskId: TaskId;
  names: Names;
}): ReactNode {
  const { t } = wordsOf("session");
  const task = view.tasks.find(({ id }) => id === taskId);
  if (!task) {
    const ended = view.ended.find(({ id }) => id === taskId);
    const isDone = ended === undefined || ended.state === "completed";
    return (
      <span className={isDone ? "small c-ok" : "small muted"}>
        {t(isDone ? "execute.state.done" : "execute.state.cancelled")}
      </span>
    );
  }
  if (task.state === "failed")
    return <span className="small c-bad">{t("execute.state.failed")}</span>;
  const { lease, progress } = task;
  if (lease) {
    return (
      <span className="small c-work ex-state">
        <span>
          {t("execute.state.working", { agent: names.agent(lease.agentId) })}
          {progress?.action ? `: ${progress.action}` : ""}
        </span>
        {progress?.percent !== undefined && (
          <Bar percent={progress.percent} label={`${taskId}: ${t("execute.percent")}`} />
        )}
      </span>
    );
  }
  if (task.waitsFor.length > 0)
    return (
      <span className="small muted">
        {t("execute.state.waiting", { tasks: task.waitsFor.join(", ") })}
      </span>
    );
  const role = names.role(task.role);
  return availableRoles(view).includes(task.role) ? (
    <span className="small muted">{t("execute.state.ready", { role })}</span>
  ) : (
    <span className="small c-warn">{t("execute.state.missing", { role })}</span>
  );
}
