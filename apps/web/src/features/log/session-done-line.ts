import { advanceText } from "@squadroom/core/pipeline/advance-text";
import { type DoneEvents, ofSession } from "./of-session.ts";
import { line } from "./sentence.ts";
import type { ToldOf } from "./told.ts";

const SESSION_DISPATCHED = {
  told: "<b>{{who}}</b> let <b>{{tasks}}</b> of <b>session {{session}}</b> go",
  nobody_there: "No coordinator is there: <b>{{tasks}}</b> of <b>session {{session}}</b> went",
  no_answer: "The coordinator didn't answer: <b>{{tasks}}</b> of <b>session {{session}}</b> went",
  in_turn: "It is the turn of <b>{{tasks}}</b> of <b>session {{session}}</b>",
} as const;

const SESSION_REVISED = {
  improve: "<b>{{who}}</b> had <b>session {{session}}</b> improved: {{steps}}",
  revise: "<b>{{who}}</b> had part of <b>session {{session}}</b> redone: {{steps}}",
  recheck: "<b>{{who}}</b> had <b>session {{session}}</b> checked again: {{steps}}",
  feedback: "<b>{{who}}</b> gave feedback on <b>session {{session}}</b>: {{steps}}",
  discussion: "A discussion in <b>session {{session}}</b> led to a revision: {{steps}}",
} as const;

const SESSION_DISCUSSED = {
  reached: "{{round}} on {{step}} of <b>session {{session}}</b> agreed",
  blocked: "{{round}} on {{step}} of <b>session {{session}}</b> is blocked, {{severity}}",
  skipped: "{{round}} on {{step}} of <b>session {{session}}</b> was skipped: nobody took part",
} as const;

/** What became of a session's plan, or of the steps of its pipeline. */
export const SESSION_DONE_TOLD: ToldOf<DoneEvents> = {
  "session.advanced": ofSession((values, { data: { tasks } }) => {
    const ids = tasks.map(({ task }) => task.id);
    return line("session", "<b>Session {{session}}</b> has new tasks: {{tasks}}", {
      ...values,
      tasks: ids.join(", "),
    });
  }),
  "session.ruled": ofSession((values, { data: { ended, advances } }) => {
    const after = ended.join(", ");
    const what = advances.map(advanceText).join("; ");
    return after === ""
      ? line("session", "<b>Session {{session}}</b> continues: {{what}}", { ...values, what })
      : line("session", "<b>Session {{session}}</b> continues after {{after}}: {{what}}", {
          ...values,
          what,
          after,
        });
  }),
  "session.dispatched": ofSession((values, { data: { tasks, why } }) => {
    const ids = tasks.map(({ taskId }) => taskId).join(tasks.some(({ behind }) => behind) ? " → " : ", ");
    return line("session", SESSION_DISPATCHED[why], { ...values, tasks: ids });
  }),
  "session.checkpoint_passed": ofSession((values) =>
    line("decided", "<b>{{who}}</b> let <b>session {{session}}</b> continue", values),
  ),
  "session.revised": ofSession((values, { data: { how, note, steps } }) =>
    line(
      "retried",
      SESSION_REVISED[how],
      { ...values, steps: steps.map(({ id }) => id).join(", ") },
      { because: note || undefined },
    ),
  ),
  "session.discussion_opened": ofSession((values, { data: { discussion } }) => {
    const { by, step, round } = discussion;
    return line("session", "<b>{{by}}</b> handed in {{step}} of <b>session {{session}}</b>; {{round}} discusses it", {
      ...values,
      by: by.name,
      step,
      round,
    });
  }),
  "session.perspective_given": ofSession((values, { data: { reply, name } }) =>
    line(
      "proposed",
      "<b>{{who}}</b> gave the {{name}} perspective in <b>session {{session}}</b>: {{rating}} of 5",
      { ...values, name, rating: String(reply.rating) },
      { because: reply.summary },
    ),
  ),
  "session.discussed": ofSession((values, { data: { round, step, verdict } }) => {
    const { outcome, severity } = verdict;
    const at = { ...values, round, step, severity: severity.toUpperCase() };
    const tone = outcome === "reached" ? {} : { tone: "warn" as const };
    return line("decided", SESSION_DISCUSSED[outcome], at, tone);
  }),
};
