import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

/** What became of the branches that runs work on. */
export const BRANCH_TOLD: ToldOf<EventsOf<"branch">> = {
  "branch.merged": {
    shown: TASKS,
    line: ({ data: { taskId, name, why } }) =>
      line("completed", "line.branchMerged", { task: taskId, branch: name }, { because: why }),
  },
  "branch.merge_failed": {
    shown: TASKS,
    line: ({ data: { taskId, why, conflict, note } }) => {
      const paths = conflict.map(({ path }) => path).join(", ");
      const because = why === "conflict" ? paths : note;
      return line(
        "failed",
        `line.branchFailed.${why}`,
        { task: taskId },
        { because, tone: "warn" },
      );
    },
  },
  "branch.merge_retried": {
    shown: TASKS,
    line: ({ data: { key } }, _, who) => line("retried", "line.branchRetried", { who, key }),
  },
  "branch.merge_skipped": {
    shown: TASKS,
    line: ({ data: { key, reason } }, _, who) =>
      line("decided", "line.branchSkipped", { who, key }, { because: reason }),
  },
  "branch.ordered": {
    shown: TASKS,
    line: ({ data: { key, order } }, _, who) => {
      const said = { who, key, into: order.into ?? "" };
      return line("front", `line.branchOrdered.${order.act}`, said);
    },
  },
  "branch.order_settled": {
    shown: TASKS,
    line: ({ data: { key, isDone, note } }) => {
      const because = note || undefined;
      return isDone
        ? line("completed", "line.branchDone", { key }, { because })
        : line("failed", "line.branchRefused", { key }, { because, tone: "warn" });
    },
  },
};
