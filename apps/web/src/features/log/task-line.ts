import type { EventsOf } from "@squadroom/core/kernel/event";
import type { TaskId } from "@squadroom/core/kernel/ids";
import { foundIn } from "@squadroom/core/task/found";
import type { Names } from "../../live/names.ts";
import { unended } from "../../words/plain-text.ts";
import { type Line, line } from "./sentence.ts";
import { TASKS, type Told, type ToldOf } from "./told.ts";

type Values = Line["values"];

export const TASK_TOLD: ToldOf<EventsOf<"task">> = {
  "task.created": {
    shown: TASKS,
    line: ({ data: { tasks } }, names, who) => {
      const [first] = tasks;
      const values = {
        who,
        task: first?.id ?? "",
        title: unended(first?.title ?? ""),
        role: first ? names.role(first.role) : "",
      };
      const count = tasks.length - 1;
      return count > 0
        ? line("created", "line.createdMore", values, { count })
        : line("created", "line.created", values);
    },
  },
  "task.parked": {
    shown: TASKS,
    line: ({ data: { taskIds, role, available } }, names) => {
      const [first = ""] = taskIds;
      const values = { role: names.role(role), task: first, title: names.title(first) };
      const count = taskIds.length - 1;
      if (available.includes(role))
        return line("parked", "line.parkedAlone", values, { tone: "warn" });
      return count > 0
        ? line("parked", "line.parkedMore", values, { tone: "warn", count })
        : line("parked", "line.parked", values, { tone: "warn" });
    },
  },
  "task.reassigned": {
    shown: TASKS,
    line: ({ data: { tasks, from, to, fallback } }, names, who) => {
      const task = tasks[0]?.taskId ?? "";
      const title = names.title(task);
      const values = { who, from: names.role(from), role: names.role(to), task, title };
      const count = tasks.length - 1;
      if (fallback)
        return count > 0
          ? line("reroute", "line.fellBackMore", values, { tone: "warn", count })
          : line("reroute", "line.fellBack", values, { tone: "warn" });
      return count > 0
        ? line("reroute", "line.reassignedMore", values, { count })
        : line("reroute", "line.reassigned", values);
    },
  },
  "task.told_to_wait": {
    shown: TASKS,
    line: ({ data: { wait, role } }, names, who) =>
      line("parked", wait ? "line.toldToWait" : "line.toldNoMore", { who, role: names.role(role) }),
  },
  "task.claimed": ofTask((values, { data }, names) =>
    line("claimed", "line.claimed", { ...values, who: names.agent(data.agentId) }),
  ),
  "task.resumed": ofTask((values, { data }, names) =>
    line("claimed", "line.resumed", { ...values, who: names.agent(data.agentId) }),
  ),
  "task.started": ofTask((values) => line("claimed", "line.started", values)),
  "task.progressed": ofTask((values, { data: { progress } }) => {
    const { percent, action = "" } = progress;
    const [bare, acts] =
      percent === undefined
        ? (["line.progressed", "line.acts"] as const)
        : (["line.percent", "line.percentActs"] as const);
    const said = { ...values, percent: String(Math.round(percent ?? 0)), action };
    return line("progress", action ? acts : bare, said);
  }),
  "task.subagents_changed": ofTask((values, { data }) =>
    line("progress", "line.atWork", { ...values, count: String(data.atWork.length) }),
  ),
  "task.blocker_closed": ofTask((values, { data: { note } }) =>
    line("front", "line.error.unblocked", values, { because: note }),
  ),
  "task.completed": ofTask((values, { data }) =>
    line("completed", "line.completed", values, { tone: "ok", because: data.result.summary }),
  ),
  "task.released": ofTask((values, { data }) =>
    line("released", "line.released", values, { because: data.reason }),
  ),
  "task.attempt_ended": ofTask((values, { data: { how, final, attempts, reason } }, names) => {
    // What it found, or why it found nothing, is told of the branch.
    if (attempts > 0 && names.isBranch(values.task ?? ""))
      return line("released", "line.branchAttemptEnded", values);
    const end = attempts === 0 && how !== "put_back" ? "none" : how;
    const key = final && how !== "stopped" ? "line.failed" : (`line.attemptEnded.${end}` as const);
    const said = { ...values, attempts: String(attempts) };
    return line("failed", key, said, { tone: final ? "bad" : "warn", because: reason });
  }),
  "task.retried": ofTask((values) => line("retried", "line.retried", values)),
  "task.retry_withdrawn": ofTask((values) => line("undone", "line.retryWithdrawn", values)),
  "task.cancelled": ofTask((values, { data: { cascade, reason: because } }) => {
    const count = cascade.length;
    return count > 0
      ? line("cancelled", "line.cancelledMore", values, { count, because })
      : line("cancelled", "line.cancelled", values, { because });
  }),
  "task.boundary_lifted": ofTask((values, { data: { paths, reason } }) => {
    const said = { ...values, paths: paths.join(", ") };
    return line("front", "line.boundaryLifted", said, { because: reason });
  }),
  "task.moved_to_front": ofTask((values) => line("front", "line.movedToFront", values)),
  "task.submitted": ofTask((values, { data: { reviews, round, result } }, names) => {
    const because = result.summary;
    const count = reviews.length;
    if (count === 0)
      return line("completed", "line.submittedAlone", values, { tone: "warn", because });
    const reviewers = reviews.map(({ role }) => names.role(role)).join(", ");
    const key = round > 1 ? "line.submittedAgain" : "line.submitted";
    const said = { ...values, reviewers, round: String(round) };
    return line("completed", key, said, { count, because });
  }),
  "task.reviewed": ofTask((values, { data: { verdict } }, names) => {
    const because = verdict.summary;
    if (verdict.by === null) {
      const said = { ...values, role: names.role(verdict.role) };
      return line("decided", "line.reviewWaived", said, { tone: "warn", because });
    }
    if (verdict.passed)
      return line("decided", "line.reviewPassed", values, { tone: "ok", because });
    const count = foundIn(verdict).length;
    return line("asked", "line.reviewRejected", values, { tone: "warn", count, because });
  }),
  "task.passed": ofTask((values, { data: { why, unreviewed, reason } }) => {
    if (why === "skipped")
      return line("decided", "line.passedSkipped", values, { tone: "warn", because: reason });
    return unreviewed
      ? line("completed", "line.passedUnreviewed", values, { tone: "warn" })
      : line("completed", "line.passed", values, { tone: "ok" });
  }),
  "task.returned": ofTask((values, { data: { note } }) => {
    if (!note) return line("retried", "line.returned", values, { tone: "warn" });
    const said = { ...values, who: note.by };
    return line("retried", "line.returnedByPerson", said, { tone: "warn", because: note.text });
  }),
};

function ofTask<E extends { data: { taskId: TaskId } }>(
  say: (values: Values, event: E, names: Names) => Line,
): Told<E> {
  return {
    shown: TASKS,
    line: (event, names, who) => {
      const { taskId: task } = event.data;
      return say({ who, task, title: names.title(task) }, event, names);
    },
  };
}
