import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

const BRANCH_ENDED = {
  rejected: "<b>{{task}}</b> {{title}} gave no result",
  timed_out: "<b>{{task}}</b> {{title}} timed out: no result",
  empty: "<b>{{task}}</b> {{title}} ended without a word",
} as const;

/** Each once, with a count if there are several: `Analyst ×2`. */
function timesEach(names: readonly string[]): string[] {
  return [...new Set(names)].map((name) => {
    const times = names.filter((one) => one === name).length;
    return times === 1 ? name : `${name} ×${times}`;
  });
}

/** Requests to several agents at once. */
export const FANOUT_TOLD: ToldOf<EventsOf<"fanout">> = {
  "fanout.opened": {
    shown: TASKS,
    line: ({ data: { tasks, joinTaskId, branchS } }, names, who) => {
      const roles = timesEach(tasks.map(({ role }) => names.role(role))).join(", ");
      const values = { who, roles, task: joinTaskId, seconds: String(branchS) };
      return line(
        "created",
        [
          "<b>{{who}}</b> asked {{roles}}, {{seconds}} s; <b>{{task}}</b> gets the result",
          "<b>{{who}}</b> asked {{roles}} at once, {{seconds}} s each; <b>{{task}}</b> joins the results",
        ],
        values,
        { count: tasks.length },
      );
    },
  },
  "fanout.branch_ended": {
    shown: TASKS,
    line: ({ data: { taskId, outcome, text, by } }, names) => {
      const values = { task: taskId, title: names.title(taskId), who: by ?? "" };
      const because = text || undefined;
      return outcome === "fulfilled"
        ? line("completed", "<b>{{who}}</b> answered <b>{{task}}</b> {{title}}", values, {
            because,
            tone: "ok",
          })
        : line("failed", BRANCH_ENDED[outcome], values, { because, tone: "warn" });
    },
  },
  "fanout.rejoined": {
    shown: TASKS,
    line: ({ data: { task } }) =>
      line("retried", "A branch was tried again: <b>{{task}}</b> joins the results once more", {
        task: task.id,
      }),
  },
};
