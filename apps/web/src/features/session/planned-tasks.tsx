import type { TaskId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { counted } from "@squadroom/core/kernel/words";
import type { TaskOutcome } from "@squadroom/core/session/record/outcome";
import type { Session } from "@squadroom/core/session/record/session";
import { isEveryoneLockedOut, isLockedOut } from "@squadroom/core/task/lockout";
import { isEscalated } from "@squadroom/core/task/review";
import type { Task } from "@squadroom/core/task/task";
import { availableRoles } from "@squadroom/core/team/availability";
import { clsx } from "clsx";
import { Check, Circle, Diamond, Eye, Play, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { plainText, unended } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import { linesText } from "./lines-text.ts";

interface PlannedProps {
  view: RoomView;
  session: Session;
  names: Names;
  /** The one that is shown beside the list. */
  chosen?: TaskId | undefined;
  /** Without it a task opens in its sheet. */
  onChoose?: (taskId: TaskId) => void;
}

/** Each task of the approved plan, in its present state. */
export function PlannedTasks({ view, session, names, chosen, onChoose }: PlannedProps): ReactNode {
  const { execution, proposals } = session;
  const titles = new Map((proposals.plan?.value.tasks ?? []).map(({ id, title }) => [id, title]));
  return (
    <ul className={clsx("xs", !onChoose && "xs-wide")} aria-label="Tasks of the plan">
      {Object.entries(execution?.tasks ?? {}).map(([planId, taskId]) => {
        const task = view.tasks.find(({ id }) => id === taskId);
        const outcome = execution?.outcomes[taskId];
        const title = outcome?.title ?? titles.get(planId) ?? names.title(taskId);
        const { icon, tone, text } = taskStanding(view, names, task, outcome);
        return (
          <li key={taskId}>
            <button
              type="button"
              className={clsx("xs-task", tone)}
              aria-current={chosen === taskId ? "true" : undefined}
              onClick={() => (onChoose ? onChoose(taskId) : openTask(taskId))}
            >
              <Icon of={icon} size="s" />
              <span className="xs-id mono muted">{taskId}</span>
              <Rounds outcome={outcome} task={task} />
              <span className="xs-title">{plainText(title)}</span>
              <span className="xs-sub dots">
                <span>{text}</span>
                {outcome?.changes && <span className="nowrap">{linesText(outcome.changes)}</span>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** One mark for each round: what was rejected, and what passed. */
function Rounds({ outcome, task }: { outcome: TaskOutcome | undefined; task: Task | undefined }): ReactNode {
  const rounds = outcome?.rounds ?? 0;
  if (rounds === 0 || !outcome) return <span />;
  const isOpen = task?.state === "in_review" && !isEscalated(task);
  const passed = outcome.state === "passed" ? 1 : 0;
  const rejected = rounds - passed - (isOpen ? 1 : 0);
  const label = `${counted(rounds, "round")}, ${rejected} rejected`;
  return (
    <span className="xs-rounds c-bad" role="img" aria-label={label} title={label}>
      {Array.from({ length: Math.min(rejected, 6) }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks that differ in nothing
        <Icon key={i} of={X} size="s" />
      ))}
      {isOpen && <span className="xs-mark" />}
      {passed > 0 && <span className={clsx("xs-mark", outcome.unreviewed ? "warn" : "ok")} />}
    </span>
  );
}

export interface Shown {
  icon: typeof Check;
  tone: string;
  text: string;
}

/** The state of a plan's or pipeline's task, in a clause. */
export function taskStanding(
  view: RoomView,
  names: Names,
  task: Task | undefined,
  outcome: TaskOutcome | undefined,
): Shown {
  const shown = (icon: typeof Check, tone: string, text: string): Shown => ({ icon, tone, text });
  if (!task) return endedOf(outcome, shown);
  const { state, lease, progress, review } = task;
  if (state === "failed") return shown(X, "bad", "failed");
  if (isEscalated(task)) return shown(X, "bad", `rejected in round ${task.review.round}, waiting for you`);
  if (state === "in_review") {
    const isStuck = view.tasks.some((one) => one.reviewOf?.taskId === task.id && one.state === "failed");
    if (isStuck) return shown(X, "bad", "its review failed, waiting for you");
    const open = review?.open ?? [];
    const by = open.map(({ role }) => names.role(role)).join(", ");
    return shown(Eye, "work", say`${by} is reviewing it, round ${review?.round ?? 1}`);
  }
  if (lease) {
    const agent = names.agent(lease.agentId);
    const action = progress?.action ? `: ${unended(progress.action)}` : "";
    const percent = progress?.percent === undefined ? "" : `, ${Math.round(progress.percent)} %`;
    return shown(
      Play,
      "work",
      `${say`${agent} is ${review && review.round > 0 ? "fixing" : "working on"} it`}${action}${percent}`,
    );
  }
  if (task.waitsFor.length > 0) return shown(Diamond, "plain", say`waiting for ${task.waitsFor.join(", ")}`);
  if (review && review.round > 0) return shown(Circle, "warn", returnedTo(view, names, task));
  const role = names.role(task.role);
  return availableRoles(view).includes(task.role)
    ? shown(Circle, "plain", say`ready for ${role}`)
    : shown(Circle, "warn", say`no ${role} is connected`);
}

/** Who revises the findings: the author, unless the team locks them out. */
function returnedTo(view: RoomView, names: Names, task: Task): string {
  const by = task.review?.submitted?.by;
  if (isEveryoneLockedOut(view, task)) return "nobody left to revise it, waiting for you";
  return by && isLockedOut(view, task, by.agentId)
    ? say`goes to another ${names.role(task.role)}`
    : say`goes back to ${by?.name ?? ""}`;
}

function endedOf(
  outcome: TaskOutcome | undefined,
  shown: (icon: typeof Check, tone: string, text: string) => Shown,
): Shown {
  switch (outcome?.state) {
    case "skipped":
      return shown(Check, "warn", "continues without passing");
    case "rolled_back":
      return shown(X, "plain", "rolled back");
    case "cancelled":
      return shown(X, "plain", "not done");
    default: {
      if (outcome?.unreviewed) return shown(Check, "warn", "done, unreviewed");
      const by = outcome?.reviews.flatMap(({ by }) => by ?? []).join(", ") ?? "";
      return shown(Check, "ok", by === "" ? "done" : say`reviewed by ${by}`);
    }
  }
}
