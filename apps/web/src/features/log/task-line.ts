import type { EventsOf } from "@squadroom/core/kernel/event";
import type { TaskId } from "@squadroom/core/kernel/ids";
import { foundIn } from "@squadroom/core/task/found";
import { checkedIn } from "@squadroom/core/task/result";
import type { Names } from "../../live/names.ts";
import { unended } from "../../words/plain-text.ts";
import { type Line, line } from "./sentence.ts";
import { TASKS, type Told, type ToldOf } from "./told.ts";

const ATTEMPT_ENDED = {
  none: "<b>{{task}}</b> {{title}} is ready again; no attempt was made",
  expired: "<b>{{task}}</b> {{title}} is ready again after attempt {{attempts}}: its lease ran out",
  timed_out: "<b>{{task}}</b> {{title}} is ready again after attempt {{attempts}}: its time was up",
  failed: "<b>{{task}}</b> {{title}} is ready again: attempt {{attempts}} failed",
  left: "<b>{{task}}</b> {{title}} is ready again after attempt {{attempts}}: its agent left",
  put_back: "<b>{{task}}</b> {{title}} is ready again: <b>{{who}}</b> put it back",
  empty: "<b>{{task}}</b> {{title}} ended with nothing done, attempt {{attempts}}",
  stopped: "<b>{{task}}</b> {{title}} failed: its agent was stopped",
} as const;

type Values = Record<"who" | "task" | "title", string>;

/** Green only where somebody checked it. */
export const CHECKED_TONES = { passed: "ok", unclear: "warn", failed: "bad", none: "plain" } as const;

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
        ? line("created", "<b>{{who}}</b> created <b>{{task}}</b> {{title}} and {{count}} more", values, { count })
        : line("created", "<b>{{who}}</b> created <b>{{task}}</b> {{title}}, for {{role}}", values);
    },
  },
  "task.parked": {
    shown: TASKS,
    line: ({ data: { taskIds, role, available } }, names) => {
      const [first = ""] = taskIds;
      const values = { role: names.role(role), task: first, title: names.title(first) };
      const count = taskIds.length - 1;
      if (available.includes(role))
        return line("parked", "<b>{{task}}</b> {{title}} is blocked: the agent it is for is away", values, {
          tone: "warn",
        });
      return count > 0
        ? line("parked", "<b>{{task}}</b> {{title}} and {{count}} more are blocked: no {{role}} is connected", values, {
            tone: "warn",
            count,
          })
        : line("parked", "<b>{{task}}</b> {{title}} is blocked: no {{role}} is connected", values, {
            tone: "warn",
          });
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
          ? line(
              "reroute",
              "No {{from}} is connected: <b>{{role}}</b> stands in with <b>{{task}}</b> {{title}} and {{count}} more",
              values,
              { tone: "warn", count },
            )
          : line(
              "reroute",
              "No {{from}} is connected: <b>{{role}}</b> stands in with <b>{{task}}</b> {{title}}",
              values,
              { tone: "warn" },
            );
      return count > 0
        ? line(
            "reroute",
            "<b>{{who}}</b> gave <b>{{task}}</b> {{title}} and {{count}} more to <b>{{role}}</b>",
            values,
            { count },
          )
        : line("reroute", "<b>{{who}}</b> gave <b>{{task}}</b> {{title}} to <b>{{role}}</b>", values);
    },
  },
  "task.told_to_wait": {
    shown: TASKS,
    line: ({ data: { wait, role } }, names, who) =>
      line(
        "parked",
        wait
          ? "<b>{{who}}</b> chose to wait until a {{role}} joins"
          : "<b>{{who}}</b> chose not to wait for a {{role}} any more",
        { who, role: names.role(role) },
      ),
  },
  "task.claimed": ofTask((values, { data }, names) =>
    line("claimed", "<b>{{who}}</b> took <b>{{task}}</b> {{title}}", {
      ...values,
      who: names.agent(data.agentId),
    }),
  ),
  "task.resumed": ofTask((values, { data }, names) =>
    line("claimed", "<b>{{who}}</b> joined again and resumed <b>{{task}}</b> {{title}}", {
      ...values,
      who: names.agent(data.agentId),
    }),
  ),
  "task.started": ofTask((values) => line("claimed", "<b>{{who}}</b> began <b>{{task}}</b> {{title}}", values)),
  "task.progressed": ofTask((values, { data: { progress } }) => {
    const { percent, action = "" } = progress;
    const [bare, acts] =
      percent === undefined
        ? ([
            "<b>{{who}}</b> is working on <b>{{task}}</b> {{title}}",
            "<b>{{who}}</b> on <b>{{task}}</b>: {{action}}",
          ] as const)
        : ([
            "<b>{{who}}</b> on <b>{{task}}</b>: {{percent}} % done",
            "<b>{{who}}</b> on <b>{{task}}</b>, {{percent}} %: {{action}}",
          ] as const);
    const said = { ...values, percent: String(Math.round(percent ?? 0)), action };
    return line("progress", action ? acts : bare, said);
  }),
  "task.subagents_changed": ofTask((values, { data }) =>
    line("progress", "<b>{{who}}</b> on <b>{{task}}</b>: subagents at work: {{count}}", {
      ...values,
      count: String(data.atWork.length),
    }),
  ),
  "task.blocker_closed": ofTask((values, { data: { note } }) =>
    line("front", "<b>{{who}}</b> closed a blocker of <b>{{task}}</b>", values, { because: note }),
  ),
  "task.completed": ofTask((values, { data }) =>
    line("completed", "<b>{{task}}</b> {{title}} completed by <b>{{who}}</b>", values, {
      tone: CHECKED_TONES[checkedIn(data.result) ?? "none"],
      because: data.result.summary,
    }),
  ),
  "task.released": ofTask((values, { data }) =>
    line("released", "<b>{{task}}</b> {{title}} is ready again: the claim never reached the agent", values, {
      because: data.reason,
    }),
  ),
  "task.attempt_ended": ofTask((values, { data: { how, final, attempts, reason } }, names) => {
    // What it found, or why it found nothing, is said about the branch.
    if (attempts > 0 && names.isBranch(values.task))
      return line("released", "<b>{{task}}</b> {{title}} is no longer worked on", values);
    const end = attempts === 0 && how !== "put_back" ? "none" : how;
    const key =
      final && how !== "stopped" ? "<b>{{task}}</b> {{title}} failed after {{attempts}} attempts" : ATTEMPT_ENDED[end];
    const said = { ...values, attempts: String(attempts) };
    return line("failed", key, said, { tone: final ? "bad" : "warn", because: reason });
  }),
  "task.retried": ofTask((values) => line("retried", "<b>{{who}}</b> retried <b>{{task}}</b> {{title}}", values)),
  "task.retry_withdrawn": ofTask((values) =>
    line("undone", "<b>{{who}}</b> took back the retry of <b>{{task}}</b> {{title}}", values),
  ),
  "task.cancelled": ofTask((values, { data: { cascade, reason: because } }) => {
    const count = cascade.length;
    return count > 0
      ? line(
          "cancelled",
          [
            "<b>{{who}}</b> cancelled <b>{{task}}</b> {{title}} and {{count}} that needs it",
            "<b>{{who}}</b> cancelled <b>{{task}}</b> {{title}} and {{count}} that need it",
          ],
          values,
          { count, because },
        )
      : line("cancelled", "<b>{{who}}</b> cancelled <b>{{task}}</b> {{title}}", values, {
          because,
        });
  }),
  "task.boundary_lifted": ofTask((values, { data: { paths, reason } }) => {
    const said = { ...values, paths: paths.join(", ") };
    return line("front", "<b>{{who}}</b> let <b>{{task}}</b> change {{paths}}, beyond its boundaries", said, {
      because: reason,
    });
  }),
  "task.moved_to_front": ofTask((values) =>
    line("front", "<b>{{who}}</b> sent <b>{{task}}</b> {{title}} to the front", values),
  ),
  "task.submitted": ofTask((values, { data: { reviews, round, result } }, names) => {
    const because = result.summary;
    const count = reviews.length;
    if (count === 0)
      return line("completed", "<b>{{who}}</b> finished <b>{{task}}</b> {{title}}; nobody else can review it", values, {
        tone: "warn",
        because,
      });
    const reviewers = reviews.map(({ role }) => names.role(role)).join(", ");
    const key =
      round > 1
        ? ([
            "<b>{{who}}</b> revised <b>{{task}}</b> {{title}}: {{reviewers}} reviews it, round {{round}}",
            "<b>{{who}}</b> revised <b>{{task}}</b> {{title}}: {{reviewers}} review it, round {{round}}",
          ] as const)
        : ([
            "<b>{{who}}</b> finished <b>{{task}}</b> {{title}}: {{reviewers}} reviews it",
            "<b>{{who}}</b> finished <b>{{task}}</b> {{title}}: {{reviewers}} review it",
          ] as const);
    const said = { ...values, reviewers, round: String(round) };
    return line("completed", key, said, { count, because });
  }),
  "task.reviewed": ofTask((values, { data: { verdict } }, names) => {
    const because = verdict.summary;
    if (verdict.by === null) {
      const said = { ...values, role: names.role(verdict.role) };
      return line("decided", "<b>{{who}}</b> waived the {{role}} review of <b>{{task}}</b> {{title}}", said, {
        tone: "warn",
        because,
      });
    }
    if (verdict.passed)
      return line("decided", "<b>{{who}}</b> passed <b>{{task}}</b> {{title}}", values, {
        tone: "ok",
        because,
      });
    const count = foundIn(verdict).length;
    return line(
      "asked",
      [
        "<b>{{who}}</b> found {{count}} thing in <b>{{task}}</b> {{title}}",
        "<b>{{who}}</b> found {{count}} things in <b>{{task}}</b> {{title}}",
      ],
      values,
      { tone: "warn", count, because },
    );
  }),
  "task.passed": ofTask((values, { data: { why, unreviewed, reason } }) => {
    if (why === "skipped")
      return line("decided", "<b>{{who}}</b> let <b>{{task}}</b> {{title}} continue although it did not pass", values, {
        tone: "warn",
        because: reason,
      });
    return unreviewed
      ? line("completed", "<b>{{task}}</b> {{title}} is done, unreviewed", values, { tone: "warn" })
      : line("completed", "<b>{{task}}</b> {{title}} passed its review", values, { tone: "ok" });
  }),
  "task.returned": ofTask((values, { data: { note } }) => {
    if (!note)
      return line("retried", "<b>{{task}}</b> {{title}} went back with the findings", values, {
        tone: "warn",
      });
    const said = { ...values, who: note.by };
    return line("retried", "<b>{{who}}</b> sent <b>{{task}}</b> {{title}} back for another round", said, {
      tone: "warn",
      because: note.text,
    });
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
