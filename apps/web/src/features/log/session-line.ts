import type { EventData, EventsOf } from "@squadroom/core/kernel/event";
import type { SessionId } from "@squadroom/core/kernel/ids";
import { advanceText } from "@squadroom/core/pipeline/advance-text";
import type { Names } from "../../live/names.ts";
import { unended } from "../../words/plain-text.ts";
import { type Line, line } from "./sentence.ts";
import { NOWHERE, TASKS, type Told, type ToldOf } from "./told.ts";
import { t } from "./words.ts";

type Values = Line["values"];

export const SESSION_TOLD: ToldOf<EventsOf<"session">> = {
  "session.created": {
    shown: TASKS,
    line: ({ data: { sessions } }, _, who) => {
      const [first] = sessions;
      const values = { who, session: String(first?.id ?? ""), title: unended(first?.title ?? "") };
      return first && first.splitOf !== null
        ? line("session", "line.sessionsSplit", values, { count: sessions.length })
        : line("session", "line.sessionCreated", values);
    },
  },
  "session.edited": ofSession((values, { data }) =>
    line("edited", "line.sessionEdited", { ...values, title: unended(data.title) }),
  ),
  "session.moved": ofSession((values) => line("session", "line.sessionMoved", values)),
  "session.started": ofSession((values) => line("session", "line.sessionStarted", values)),
  "session.next_held": ofSession((values) => line("parked", "line.sessionNextHeld", values)),
  "session.paused": ofSession((values, { data }) =>
    line("paused", "line.sessionPaused", values, { because: data.reason }),
  ),
  "session.resumed": ofSession((values) => line("claimed", "line.sessionResumed", values)),
  "session.parked": ofSession((values, { data }) =>
    line("parked", data.isParked ? "line.sessionParked" : "line.sessionUnparked", values),
  ),
  "session.ended": ofSession((values, { data: { end, reason } }) => {
    const icon = { completed: "completed", failed: "failed", stopped: "cancelled" } as const;
    const tone = { completed: "ok", failed: "bad", stopped: "plain" } as const;
    const more = { tone: tone[end], because: reason };
    return line(icon[end], `line.sessionEnded.${end}`, values, more);
  }),
  "session.level_set": ofSession((values, { data: { level, how } }) =>
    line("decided", `line.sessionLevel.${how}`, {
      ...values,
      level: t(`levels.${level}`),
    }),
  ),
  "session.batches_set": ofSession((values, { data }) => {
    const count = Math.max(1, data.batches.length);
    return line("decided", "line.sessionBatches", values, { count });
  }),
  "session.splits_set": ofSession((values, { data: { splits } }) =>
    splits.length === 0
      ? line("decided", "line.sessionKept", values)
      : line("decided", "line.sessionSplits", values, { count: splits.length }),
  ),
  "session.scope_reopened": ofSession((values, { data }) =>
    line("undone", `line.sessionReopened.${data.part}`, values),
  ),
  "session.batch_ended": ofSession((values, { data: { batch, next } }) => {
    const at = { ...values, batch: String(batch + 1), next: String((next ?? 0) + 1) };
    const key = next === null ? "line.sessionBatchLast" : "line.sessionBatchEnded";
    return line("completed", key, at);
  }),
  "session.batches_adjusted": ofSession((values, { data }) =>
    line("edited", "line.sessionAdjusted", values, { count: data.rest.length }),
  ),
  "session.asked": ofSession((values, { data: { ask, step, task, comment } }, names) => {
    const at = { ...values, step: stepOf(step), role: names.role(task.role), task: task.id };
    return line("session", `line.sessionAsked.${ask}`, at, { because: comment?.text });
  }),
  "session.rescouted": ofSession((values, { data: { batch, task } }, names) => {
    const at = { batch: String(batch + 1), role: names.role(task.role), task: task.id };
    return line("session", "line.sessionRescouted", { ...values, ...at });
  }),
  "session.proposed": ofSession((values, { data: { step, proposal } }) => {
    const { by, servedFrom, version } = proposal;
    if (servedFrom) {
      const { sessionId: from } = servedFrom;
      return from === null
        ? line("proposed", "line.sessionServedByAgent", { ...values, by: by.name })
        : line("proposed", "line.sessionServed", { ...values, from: String(from) });
    }
    const said = { ...values, who: by.name, step: stepOf(step), version: String(version) };
    return line("proposed", "line.sessionProposed", said);
  }),
  "session.reply_refused": ofSession((values, { data: { step, attempt, message } }) => {
    const of = step === "perspective" || step === "verdict" ? t(step) : stepOf(step);
    const at = { ...values, step: of, attempt: String(attempt) };
    return line("failed", "line.sessionReplyRefused", at, { tone: "warn", because: message });
  }),
  "session.remarked": ofSession((values, { data: { by, step, text } }) => {
    const said = { ...values, who: by.name, step: stepOf(step) };
    return line("message", "line.sessionRemarked", said, { because: text });
  }),
  "session.question_answered": ofSession((values, { data }) =>
    line("decided", "line.sessionAnswered", values, { count: Object.keys(data.answers).length }),
  ),
  "session.approach_chosen": ofSession((values, { data: { approachId } }) =>
    approachId === null
      ? line("decided", "line.sessionChoiceLeft", values)
      : line("decided", "line.sessionChosen", { ...values, approach: approachId }),
  ),
  "session.section_approved": ofSession((values, { data }) =>
    line("decided", "line.sessionApproved", { ...values, section: data.sectionId }),
  ),
  "session.section_shown": ofSession(
    (values, { data }) =>
      line("decided", "line.sessionShown", { ...values, section: data.sectionId }),
    NOWHERE,
  ),
  "session.section_reopened": ofSession((values, { data }) =>
    line("undone", "line.sessionSectionReopened", { ...values, section: data.sectionId }),
  ),
  "session.step_entered": ofSession((values, { data: { step, why } }) => {
    const icon = why === "back" || why === "undone" ? "back_to" : "session";
    return line(icon, `line.sessionEntered.${why}`, { ...values, step: stepOf(step) });
  }),
  "session.plan_approved": ofSession((values, { data: { by, tasks } }) =>
    line("decided", "line.sessionPlanned", { ...values, who: by.name }, { count: tasks.length }),
  ),
  "session.reworked": ofSession((values, { data: { tasks, takesBack: given } }) => {
    const at = { ...values, task: tasks[0]?.task.id ?? "" };
    return given
      ? line("undone", "line.sessionTakenBack", { ...at, given }, { tone: "warn" })
      : line("retried", "line.sessionReworked", at, { tone: "warn" });
  }),
  "session.advanced": ofSession((values, { data: { tasks } }) => {
    const ids = tasks.map(({ task }) => task.id);
    return line("session", "line.sessionAdvanced", { ...values, tasks: ids.join(", ") });
  }),
  "session.ruled": ofSession((values, { data: { ended, advances } }) => {
    const after = ended.join(", ");
    const what = advances.map(advanceText).join("; ");
    return after === ""
      ? line("session", "line.sessionRuled", { ...values, what })
      : line("session", "line.sessionRuledAfter", { ...values, what, after });
  }),
  "session.dispatched": ofSession((values, { data: { tasks, why } }) => {
    const ids = tasks
      .map(({ taskId }) => taskId)
      .join(tasks.some(({ behind }) => behind) ? " → " : ", ");
    return line("session", `line.sessionDispatched.${why}`, { ...values, tasks: ids });
  }),
  "session.checkpoint_passed": ofSession((values) =>
    line("decided", "line.sessionCheckpointPassed", values),
  ),
  "session.revised": ofSession((values, { data: { how, note, steps } }) =>
    line(
      "retried",
      `line.sessionRevised.${how}`,
      { ...values, steps: steps.map(({ id }) => id).join(", ") },
      { because: note || undefined },
    ),
  ),
  "session.discussion_opened": ofSession((values, { data: { discussion } }) => {
    const { by, step, round } = discussion;
    return line("session", "line.sessionDiscussionOpened", { ...values, by: by.name, step, round });
  }),
  "session.perspective_given": ofSession((values, { data: { reply, name } }) =>
    line(
      "proposed",
      "line.sessionPerspective",
      { ...values, name, rating: String(reply.rating) },
      { because: reply.summary },
    ),
  ),
  "session.discussed": ofSession((values, { data: { round, step, verdict } }) => {
    const { outcome, severity } = verdict;
    const at = { ...values, round, step, severity: severity.toUpperCase() };
    const tone = outcome === "reached" ? {} : { tone: "warn" as const };
    return line("decided", `line.sessionDiscussed.${outcome}`, at, tone);
  }),
  "session.review_overridden": ofSession((values, { data }) =>
    line("decided", "line.sessionOverridden", values, { tone: "warn", because: data.reason }),
  ),
  "session.gate_overridden": ofSession((values, { data: { reason, phase } }) => {
    const said = { ...values, phase: t(`phases.${phase}`) };
    return line("decided", "line.sessionGateOverridden", said, { tone: "warn", because: reason });
  }),
};

function ofSession<E extends { data: { sessionId: SessionId } }>(
  say: (values: Values, event: E, names: Names) => Line,
  shown: Told<E>["shown"] = TASKS,
): Told<E> {
  return {
    shown,
    line: (event, names, who) => {
      const { sessionId } = event.data;
      const values = { who, session: String(sessionId), title: names.session(sessionId) };
      return say(values, event, names);
    },
  };
}

function stepOf(step: EventData["session.step_entered"]["step"]): string {
  return t(`steps.${step}`);
}
