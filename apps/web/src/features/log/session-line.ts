import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { Names } from "../../live/names.ts";
import { unended } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { type Line, line } from "./sentence.ts";

type SessionEvent = Extract<RoomEvent, { type: `session.${string}` }>;

/** The sentence for what happens in a session. */
export function sessionLine(event: SessionEvent, names: Names, who: string): Line {
  if (event.type === "session.created") {
    const { sessions } = event.data;
    const [first] = sessions;
    const values = {
      who,
      session: String(first?.id ?? ""),
      title: unended(first?.title ?? ""),
    };
    const isSplit = first !== undefined && first.splitOf !== null;
    return isSplit
      ? line("session", "line.sessionsSplit", values, { count: sessions.length })
      : line("session", "line.sessionCreated", values);
  }
  const values = {
    who,
    session: String(event.data.sessionId),
    title: names.session(event.data.sessionId),
  };
  switch (event.type) {
    case "session.edited":
      return line("edited", "line.sessionEdited", { ...values, title: unended(event.data.title) });
    case "session.moved":
      return line("session", "line.sessionMoved", values);
    case "session.started":
      return line("session", "line.sessionStarted", values);
    case "session.next_held":
      return line("parked", "line.sessionNextHeld", values);
    case "session.paused":
      return line("paused", "line.sessionPaused", values, { because: event.data.reason });
    case "session.resumed":
      return line("claimed", "line.sessionResumed", values);
    case "session.parked": {
      const key = event.data.isParked ? "line.sessionParked" : "line.sessionUnparked";
      return line("parked", key, values);
    }
    case "session.ended": {
      const { end, reason } = event.data;
      const icon = { completed: "completed", failed: "failed", stopped: "cancelled" } as const;
      const tone = { completed: "ok", failed: "bad", stopped: "plain" } as const;
      const more = { tone: tone[end], because: reason };
      return line(icon[end], `line.sessionEnded.${end}`, values, more);
    }
    case "session.level_set":
    case "session.batches_set":
    case "session.splits_set":
    case "session.batch_ended":
    case "session.batches_adjusted":
    case "session.scope_reopened":
      return scopeLine(event, values);
    default:
      return stepLine(event, names, values);
  }
}

type Values = { who: string; session: string; title: string };
type Only<Name extends string> = Extract<SessionEvent, { type: `session.${Name}` }>;

function scopeLine(
  event: Only<
    | "level_set"
    | "batches_set"
    | "splits_set"
    | "scope_reopened"
    | "batch_ended"
    | "batches_adjusted"
  >,
  values: Values,
): Line {
  switch (event.type) {
    case "session.level_set": {
      const { level, how } = event.data;
      return line("decided", `line.sessionLevel.${how}`, { ...values, level: levelOf(level) });
    }
    case "session.batches_set": {
      const count = Math.max(1, event.data.batches.length);
      return line("decided", "line.sessionBatches", values, { count });
    }
    case "session.splits_set": {
      const { splits } = event.data;
      return splits.length === 0
        ? line("decided", "line.sessionKept", values)
        : line("decided", "line.sessionSplits", values, { count: splits.length });
    }
    case "session.scope_reopened":
      return line("undone", `line.sessionReopened.${event.data.part}`, values);
    case "session.batch_ended": {
      const { batch, next } = event.data;
      const at = { ...values, batch: String(batch + 1), next: String((next ?? 0) + 1) };
      return next === null
        ? line("completed", "line.sessionBatchLast", at)
        : line("completed", "line.sessionBatchEnded", at);
    }
    case "session.batches_adjusted":
      return line("edited", "line.sessionAdjusted", values, { count: event.data.rest.length });
    default:
      return unreachable(event);
  }
}

type StepEvent = Only<
  | "asked"
  | "rescouted"
  | "proposed"
  | "reply_refused"
  | "remarked"
  | "question_answered"
  | "approach_chosen"
  | "section_approved"
  | "section_shown"
  | "section_reopened"
  | "step_entered"
  | "plan_approved"
  | "reworked"
  | "review_overridden"
  | "gate_overridden"
>;

function stepLine(event: StepEvent, names: Names, values: Values): Line {
  switch (event.type) {
    case "session.asked": {
      const { ask, step, task, comment } = event.data;
      return line(
        "session",
        `line.sessionAsked.${ask}`,
        { ...values, step: stepOf(step), role: names.role(task.role), task: task.id },
        { because: comment?.text },
      );
    }
    case "session.rescouted": {
      const { batch, task } = event.data;
      const at = { batch: String(batch + 1), role: names.role(task.role), task: task.id };
      return line("session", "line.sessionRescouted", { ...values, ...at });
    }
    case "session.proposed": {
      const { step, proposal } = event.data;
      if (proposal.servedFrom) {
        const { sessionId: from } = proposal.servedFrom;
        return from === null
          ? line("proposed", "line.sessionServedByAgent", { ...values, by: proposal.by.name })
          : line("proposed", "line.sessionServed", { ...values, from: String(from) });
      }
      return line("proposed", "line.sessionProposed", {
        ...values,
        who: proposal.by.name,
        step: stepOf(step),
        version: String(proposal.version),
      });
    }
    case "session.reply_refused": {
      const { step, attempt, message } = event.data;
      return line(
        "failed",
        "line.sessionReplyRefused",
        { ...values, step: stepOf(step), attempt: String(attempt) },
        { tone: "warn", because: message },
      );
    }
    case "session.remarked": {
      const { by, step, text } = event.data;
      const said = { ...values, who: by.name, step: stepOf(step) };
      return line("message", "line.sessionRemarked", said, { because: text });
    }
    case "session.question_answered": {
      const count = Object.keys(event.data.answers).length;
      return line("decided", "line.sessionAnswered", values, { count });
    }
    case "session.approach_chosen": {
      const { approachId } = event.data;
      return approachId === null
        ? line("decided", "line.sessionChoiceLeft", values)
        : line("decided", "line.sessionChosen", { ...values, approach: approachId });
    }
    case "session.section_approved":
    case "session.section_shown": {
      const { type, data } = event;
      const key = type === "session.section_approved" ? "sessionApproved" : "sessionShown";
      return line("decided", `line.${key}`, { ...values, section: data.sectionId });
    }
    case "session.section_reopened":
      return line("undone", "line.sessionSectionReopened", {
        ...values,
        section: event.data.sectionId,
      });
    case "session.step_entered": {
      const { step, why } = event.data;
      const icon = why === "back" || why === "undone" ? "back_to" : "session";
      return line(icon, `line.sessionEntered.${why}`, { ...values, step: stepOf(step) });
    }
    case "session.plan_approved": {
      const { by, tasks } = event.data;
      const said = { ...values, who: by.name };
      return line("decided", "line.sessionPlanned", said, { count: tasks.length });
    }
    case "session.reworked": {
      const task = event.data.tasks[0]?.task.id ?? "";
      const { takesBack: given } = event.data;
      if (given)
        return line(
          "undone",
          "line.sessionTakenBack",
          { ...values, task, given },
          { tone: "warn" },
        );
      return line("retried", "line.sessionReworked", { ...values, task }, { tone: "warn" });
    }
    case "session.review_overridden": {
      const { reason } = event.data;
      return line("decided", "line.sessionOverridden", values, { tone: "warn", because: reason });
    }
    case "session.gate_overridden": {
      const { reason, phase } = event.data;
      const said = { ...values, phase: wordsOf("log").t(`phases.${phase}`) };
      return line("decided", "line.sessionGateOverridden", said, { tone: "warn", because: reason });
    }
    default:
      return unreachable(event);
  }
}

type Step = Only<"step_entered">["data"]["step"];

function stepOf(step: Step): string {
  return wordsOf("log").t(`steps.${step}`);
}

function levelOf(level: Only<"level_set">["data"]["level"]): string {
  return wordsOf("log").t(`levels.${level}`);
}
