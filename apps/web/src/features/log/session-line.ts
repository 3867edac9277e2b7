import type { EventsOf } from "@squadroom/core/kernel/event";
import { unended } from "../../words/plain-text.ts";
import { type DoneEvents, ofSession, stepOf } from "./of-session.ts";
import { line } from "./sentence.ts";
import { NOWHERE, TASKS, type ToldOf } from "./told.ts";

const SESSION_ENDED = {
  completed: "<b>Session {{session}}</b> {{title}} is done",
  failed: "<b>Session {{session}}</b> {{title}} failed",
  stopped: "<b>{{who}}</b> stopped <b>session {{session}}</b> {{title}}",
} as const;

const SESSION_LEVEL = {
  agreed: "<b>{{who}}</b> agreed that <b>session {{session}}</b> is {{level}}",
  overridden: "<b>{{who}}</b> made <b>session {{session}}</b> {{level}}, against the proposal",
  skipped: "<b>{{who}}</b> took <b>session {{session}}</b> straight to planning",
} as const;

const LEVELS = {
  straightforward: "straightforward",
  exploration: "exploration",
  complex: "complex",
};

const SESSION_REOPENED = {
  batches: "<b>{{who}}</b> reopened the batches of <b>session {{session}}</b>",
  splits: "<b>{{who}}</b> reopened the splits of <b>session {{session}}</b>",
} as const;

const SESSION_ASKED = {
  present: "<b>Session {{session}}</b> asked <b>{{role}}</b> for {{step}}, as <b>{{task}}</b>",
  discuss: "<b>{{who}}</b> discussed {{step}} of <b>session {{session}}</b> with <b>{{role}}</b>",
  revise: "<b>{{who}}</b> asked <b>{{role}}</b> to revise {{step}} of <b>session {{session}}</b>",
  renew: "<b>{{who}}</b> asked <b>{{role}}</b> to redo {{step}} of <b>session {{session}}</b>",
} as const;

const STEP = {
  perspective: "a perspective",
  verdict: "its verdict",
};

const SESSION_ENTERED = {
  forward: "<b>Session {{session}}</b> moved on to {{step}}",
  back: "<b>{{who}}</b> took <b>session {{session}}</b> back to {{step}}",
  skipped: "<b>Session {{session}}</b> skipped to {{step}}",
  undone: "<b>{{who}}</b> took an answer back: <b>session {{session}}</b> is at {{step}} again",
} as const;

const PHASES = {
  requirements: "requirements",
  design: "design",
  implementation: "implementation",
  quality: "quality",
};

export const SESSION_TOLD: ToldOf<Omit<EventsOf<"session">, keyof DoneEvents>> = {
  "session.created": {
    shown: TASKS,
    line: ({ data: { sessions } }, _, who) => {
      const [first] = sessions;
      const values = { who, session: String(first?.id ?? ""), title: unended(first?.title ?? "") };
      return first && first.splitOf !== null
        ? line(
            "session",
            [
              "<b>{{who}}</b> split {{title}} off as <b>session {{session}}</b>",
              "<b>{{who}}</b> split {{count}} sessions off, {{title}} first",
            ],
            values,
            { count: sessions.length },
          )
        : line("session", "<b>{{who}}</b> opened <b>session {{session}}</b> {{title}}", values);
    },
  },
  "session.edited": ofSession((values, { data }) =>
    line("edited", "<b>{{who}}</b> edited <b>session {{session}}</b>: {{title}}", {
      ...values,
      title: unended(data.title),
    }),
  ),
  "session.moved": ofSession((values) =>
    line("session", "<b>{{who}}</b> moved <b>session {{session}}</b> in the queue", values),
  ),
  "session.started": ofSession((values) => line("session", "<b>Session {{session}}</b> {{title}} started", values)),
  "session.next_held": ofSession((values) =>
    line("parked", "<b>{{who}}</b> held <b>session {{session}}</b> back until somebody starts one", values),
  ),
  "session.paused": ofSession((values, { data }) =>
    line("paused", "<b>{{who}}</b> paused <b>session {{session}}</b>", values, {
      because: data.reason,
    }),
  ),
  "session.resumed": ofSession((values) =>
    line("claimed", "<b>{{who}}</b> resumed <b>session {{session}}</b>", values),
  ),
  "session.parked": ofSession((values, { data }) =>
    line(
      "parked",
      data.isParked
        ? "<b>{{who}}</b> parked <b>session {{session}}</b>: others can run in the meantime"
        : "<b>{{who}}</b> unparked <b>session {{session}}</b>; it's still paused",
      values,
    ),
  ),
  "session.ended": ofSession((values, { data: { end, reason } }) => {
    const icon = { completed: "completed", failed: "failed", stopped: "cancelled" } as const;
    const tone = { completed: "ok", failed: "bad", stopped: "plain" } as const;
    const more = { tone: tone[end], because: reason };
    return line(icon[end], SESSION_ENDED[end], values, more);
  }),
  "session.level_set": ofSession((values, { data: { level, how } }) =>
    line("decided", SESSION_LEVEL[how], {
      ...values,
      level: LEVELS[level],
    }),
  ),
  "session.batches_set": ofSession((values, { data }) => {
    const count = Math.max(1, data.batches.length);
    return line(
      "decided",
      [
        "<b>{{who}}</b> kept <b>session {{session}}</b> in one piece",
        "<b>{{who}}</b> divided <b>session {{session}}</b> into {{count}} batches",
      ],
      values,
      { count },
    );
  }),
  "session.splits_set": ofSession((values, { data: { splits } }) =>
    splits.length === 0
      ? line("decided", "<b>{{who}}</b> kept all of <b>session {{session}}</b> in scope", values)
      : line(
          "decided",
          [
            "<b>{{who}}</b> split {{count}} part off <b>session {{session}}</b>",
            "<b>{{who}}</b> split {{count}} parts off <b>session {{session}}</b>",
          ],
          values,
          { count: splits.length },
        ),
  ),
  "session.scope_reopened": ofSession((values, { data }) => line("undone", SESSION_REOPENED[data.part], values)),
  "session.batch_ended": ofSession((values, { data: { batch, next } }) => {
    const at = { ...values, batch: String(batch + 1), next: String((next ?? 0) + 1) };
    const key =
      next === null
        ? "Batch {{batch}} of <b>session {{session}}</b> is done, and it was the last"
        : "Batch {{batch}} of <b>session {{session}}</b> is done; batch {{next}} is next";
    return line("completed", key, at);
  }),
  "session.batches_adjusted": ofSession((values, { data }) =>
    line(
      "edited",
      [
        "<b>{{who}}</b> changed what is left of <b>session {{session}}</b>: {{count}} batch",
        "<b>{{who}}</b> changed what is left of <b>session {{session}}</b>: {{count}} batches",
      ],
      values,
      { count: data.rest.length },
    ),
  ),
  "session.asked": ofSession((values, { data: { ask, step, task, comment } }, names) => {
    const at = { ...values, step: stepOf(step), role: names.role(task.role), task: task.id };
    return line("session", SESSION_ASKED[ask], at, { because: comment?.text });
  }),
  "session.rescouted": ofSession((values, { data: { batch, task } }, names) => {
    const at = { batch: String(batch + 1), role: names.role(task.role), task: task.id };
    return line(
      "session",
      "<b>Session {{session}}</b> asked <b>{{role}}</b> to scout again after batch {{batch}}, as <b>{{task}}</b>",
      { ...values, ...at },
    );
  }),
  "session.proposed": ofSession((values, { data: { step, proposal } }) => {
    const { by, servedFrom, version } = proposal;
    if (servedFrom) {
      const { sessionId: from } = servedFrom;
      return from === null
        ? line("proposed", "<b>Session {{session}}</b> reuses what {{by}} found", {
            ...values,
            by: by.name,
          })
        : line("proposed", "<b>Session {{session}}</b> reuses the scout of session {{from}}", {
            ...values,
            from: String(from),
          });
    }
    const said = { ...values, who: by.name, step: stepOf(step), version: String(version) };
    return line(
      "proposed",
      "<b>{{who}}</b> presented {{step}} of <b>session {{session}}</b>, version {{version}}",
      said,
    );
  }),
  "session.reply_refused": ofSession((values, { data: { step, attempt, message } }) => {
    const of = step === "perspective" || step === "verdict" ? STEP[step] : stepOf(step);
    const at = { ...values, step: of, attempt: String(attempt) };
    return line(
      "failed",
      "A reply by <b>{{who}}</b> about {{step}} of <b>session {{session}}</b> couldn't be used, attempt {{attempt}}",
      at,
      { tone: "warn", because: message },
    );
  }),
  "session.remarked": ofSession((values, { data: { by, step, text } }) => {
    const said = { ...values, who: by.name, step: stepOf(step) };
    return line("message", "<b>{{who}}</b> replied about {{step}} of <b>session {{session}}</b>", said, {
      because: text,
    });
  }),
  "session.question_answered": ofSession((values, { data }) =>
    line(
      "decided",
      [
        "<b>{{who}}</b> answered {{count}} question of <b>session {{session}}</b>",
        "<b>{{who}}</b> answered {{count}} questions of <b>session {{session}}</b>",
      ],
      values,
      { count: Object.keys(data.answers).length },
    ),
  ),
  "session.approach_chosen": ofSession((values, { data: { approachId } }) =>
    approachId === null
      ? line("decided", "<b>{{who}}</b> let the agents choose the approach of <b>session {{session}}</b>", values)
      : line("decided", "<b>{{who}}</b> chose approach {{approach}} for <b>session {{session}}</b>", {
          ...values,
          approach: approachId,
        }),
  ),
  "session.section_approved": ofSession((values, { data }) =>
    line("decided", "<b>{{who}}</b> approved section {{section}} of the design of <b>session {{session}}</b>", {
      ...values,
      section: data.sectionId,
    }),
  ),
  "session.section_shown": ofSession(
    (values, { data }) =>
      line("decided", "<b>{{who}}</b> moved to section {{section}} of <b>session {{session}}</b>", {
        ...values,
        section: data.sectionId,
      }),
    NOWHERE,
  ),
  "session.section_reopened": ofSession((values, { data }) =>
    line("undone", "<b>{{who}}</b> reopened section {{section}} of the design of <b>session {{session}}</b>", {
      ...values,
      section: data.sectionId,
    }),
  ),
  "session.step_entered": ofSession((values, { data: { step, why } }) => {
    const icon = why === "back" || why === "undone" ? "back_to" : "session";
    return line(icon, SESSION_ENTERED[why], { ...values, step: stepOf(step) });
  }),
  "session.plan_approved": ofSession((values, { data: { by, tasks } }) =>
    line(
      "decided",
      [
        "<b>{{who}}</b> approved the plan of <b>session {{session}}</b>: {{count}} task starts",
        "<b>{{who}}</b> approved the plan of <b>session {{session}}</b>: {{count}} tasks start",
      ],
      { ...values, who: by.name },
      { count: tasks.length },
    ),
  ),
  "session.reworked": ofSession((values, { data: { tasks, takesBack: given } }) => {
    const at = { ...values, task: tasks[0]?.task.id ?? "" };
    return given
      ? line(
          "undone",
          "<b>{{who}}</b> rolled back <b>{{given}}</b> of <b>session {{session}}</b>: <b>{{task}}</b> undoes its changes",
          { ...at, given },
          { tone: "warn" },
        )
      : line("retried", "The findings in <b>session {{session}}</b> became <b>{{task}}</b>", at, {
          tone: "warn",
        });
  }),
  "session.review_overridden": ofSession((values, { data }) =>
    line("decided", "<b>{{who}}</b> let the findings of a review in <b>session {{session}}</b> stand", values, {
      tone: "warn",
      because: data.reason,
    }),
  ),
  "session.gate_overridden": ofSession((values, { data: { reason, phase } }) => {
    const said = { ...values, phase: PHASES[phase] };
    return line("decided", "<b>{{who}}</b> overrode the {{phase}} gate of <b>session {{session}}</b>", said, {
      tone: "warn",
      because: reason,
    });
  }),
};
