import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

const BRANCH_FAILED = {
  conflict: "<b>{{task}}</b> conflicts with what is merged",
  checks: "<b>{{task}}</b> fails the checks once it is merged",
  refused: "<b>{{task}}</b> couldn't be merged",
} as const;

const BRANCH_ORDERED = {
  take: "<b>{{who}}</b> merges <b>{{key}}</b> into {{into}}",
  push: "<b>{{who}}</b> pushes <b>{{key}}</b>",
  clean: "<b>{{who}}</b> removes the branch of <b>{{key}}</b>",
} as const;

/** What became of the branches that runs work on. */
export const BRANCH_TOLD: ToldOf<EventsOf<"branch">> = {
  "branch.merged": {
    shown: TASKS,
    line: ({ data: { taskId, name, why } }) =>
      line("completed", "<b>{{task}}</b> is merged into {{branch}}", { task: taskId, branch: name }, { because: why }),
  },
  "branch.merge_failed": {
    shown: TASKS,
    line: ({ data: { taskId, why, conflict, note } }) => {
      const paths = conflict.map(({ path }) => path).join(", ");
      const because = why === "conflict" ? paths : note;
      return line("failed", BRANCH_FAILED[why], { task: taskId }, { because, tone: "warn" });
    },
  },
  "branch.merge_retried": {
    shown: TASKS,
    line: ({ data: { key } }, _, who) =>
      line("retried", "<b>{{who}}</b> tries again to merge <b>{{key}}</b>", { who, key }),
  },
  "branch.merge_skipped": {
    shown: TASKS,
    line: ({ data: { key, reason } }, _, who) =>
      line("decided", "<b>{{who}}</b> lets <b>{{key}}</b> pass without a merge", { who, key }, { because: reason }),
  },
  "branch.ordered": {
    shown: TASKS,
    line: ({ data: { key, order } }, _, who) => {
      const said = { who, key, into: order.into ?? "" };
      return line("front", BRANCH_ORDERED[order.act], said);
    },
  },
  "branch.order_settled": {
    shown: TASKS,
    line: ({ data: { key, isDone, note } }) => {
      const because = note || undefined;
      return isDone
        ? line("completed", "Done with the branch of <b>{{key}}</b>", { key }, { because })
        : line("failed", "The branch of <b>{{key}}</b> stays as it was", { key }, { because, tone: "warn" });
    },
  },
};
