import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { Team } from "@squadroom/core/team/team";
import type { Names } from "../../live/names.ts";
import { plainText, unended } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { backlogLine } from "./backlog-line.ts";
import { reviewLine } from "./review-line.ts";
import { type Line, line } from "./sentence.ts";
import { sessionLine } from "./session-line.ts";
import { usageLine } from "./usage-line.ts";

export type { Line, LineIcon } from "./sentence.ts";

/** The sentence for an event. Exhaustive: a new event type does not compile until it has its words. */
export function lineOf(event: RoomEvent, names: Names): Line {
  const who = names.actor(event.actor);
  switch (event.type) {
    case "room.created":
      return line("room", event.data.demo ? "line.roomCreatedDemo" : "line.roomCreated", {
        who,
        name: event.data.name,
        preset: event.data.team.preset,
      });
    case "room.removed":
      return line("room", "line.roomRemoved", { who }, { tone: "bad", because: event.data.reason });
    case "room.gate_preset_set": {
      const preset = wordsOf("log").t(`gatePresets.${event.data.preset}`);
      return line("room", "line.gatePresetSet", { who, preset });
    }
    case "team.changed": {
      const { before, team } = event.data;
      const roles = `${rolesOnlyIn(before, team, "line.teamGone")}${rolesOnlyIn(team, before, "line.teamNew")}`;
      const isReplaced = before.preset !== team.preset;
      return line("team", isReplaced ? "line.teamReplaced" : "line.teamChanged", {
        who,
        before: before.preset,
        after: team.preset,
        roles,
      });
    }
    case "agent.joined":
    case "agent.left":
    case "agent.came_online":
    case "agent.went_offline":
      return agentLine(event, names);
    case "message.sent":
      return line(
        "message",
        event.data.urgent ? "line.messageUrgent" : "line.messageSent",
        { who, to: names.recipient(event.data.message.to) },
        { because: event.data.message.body },
      );
    case "message.edited":
    case "message.withdrawn": {
      const { type, data } = event;
      const values = { who, task: data.taskId, title: names.title(data.taskId) };
      return type === "message.edited"
        ? line("edited", "line.messageEdited", values, { because: data.message.body })
        : line("cancelled", "line.messageWithdrawn", values);
    }
    case "message.delivered":
      return line(
        "mail",
        "line.messageDelivered",
        { agent: names.agent(event.data.agentId) },
        { count: event.data.messageIds.length },
      );
    case "handoff.delivered": {
      const { from, to, task, intent, fromTaskId } = event.data;
      const values = {
        who: from.name,
        to: names.target(to),
        task: task?.id ?? fromTaskId,
        title: task ? unended(task.title) : names.title(fromTaskId),
      };
      return line("handoff", task ? "line.handedTask" : `line.handed.${intent}`, values, {
        because: task ? undefined : event.data.message.body,
      });
    }
    case "handoff.rerouted":
      return line(
        "reroute",
        "line.rerouted",
        {
          from: names.role(event.data.from),
          wanted: names.role(event.data.wanted),
          got: names.target(event.data.got),
        },
        { tone: "warn", because: event.data.reason },
      );
    case "task.created":
    case "task.claimed":
    case "task.resumed":
    case "task.started":
    case "task.progressed":
    case "task.completed":
    case "task.released":
    case "task.attempt_ended":
    case "task.retried":
    case "task.cancelled":
    case "task.boundary_lifted":
    case "task.moved_to_front":
    case "task.parked":
    case "task.reassigned":
    case "task.told_to_wait":
    case "task.retry_withdrawn":
    case "task.submitted":
    case "task.reviewed":
    case "task.passed":
    case "task.returned":
      return taskLine(event, names, who);
    case "decision.opened":
    case "decision.revised":
    case "decision.answered":
    case "decision.withdrawn":
    case "decision.superseded":
      return decisionLine(event, who);
    case "backlog.added":
    case "backlog.edited":
    case "backlog.moved":
    case "backlog.picked":
    case "backlog.deferred":
    case "backlog.finished":
    case "backlog.returned":
    case "backlog.closed":
    case "backlog.dropped":
    case "backlog.reopened":
    case "backlog.mode_changed":
    case "backlog.clearing_paused":
    case "backlog.clearing_resumed":
      return backlogLine(event, who);
    case "session.created":
    case "session.edited":
    case "session.moved":
    case "session.started":
    case "session.asked":
    case "session.proposed":
    case "session.reply_refused":
    case "session.remarked":
    case "session.question_answered":
    case "session.level_set":
    case "session.batches_set":
    case "session.splits_set":
    case "session.approach_chosen":
    case "session.section_approved":
    case "session.section_shown":
    case "session.section_reopened":
    case "session.scope_reopened":
    case "session.step_entered":
    case "session.plan_approved":
    case "session.reworked":
    case "session.review_overridden":
    case "session.rescouted":
    case "session.next_held":
    case "session.gate_overridden":
    case "session.batch_ended":
    case "session.batches_adjusted":
    case "session.paused":
    case "session.resumed":
    case "session.parked":
    case "session.ended":
      return sessionLine(event, names, who);
    case "scout.saved": {
      const { angle } = event.data.scout.value;
      return line("proposed", "line.scoutSaved", { who, angle: plainText(angle) });
    }
    case "usage.reported":
    case "budget.set":
    case "budget.warned":
    case "room.options_set":
      return usageLine(event, names, who);
    default:
      return unreachable(event);
  }
}

type Only<Prefix extends string> = Extract<RoomEvent, { type: `${Prefix}.${string}` }>;

function agentLine(event: Only<"agent">, names: Names): Line {
  const agent = event.type === "agent.joined" ? event.data.name : names.agent(event.data.agentId);
  switch (event.type) {
    case "agent.joined": {
      const values = {
        agent,
        role: names.role(event.data.role),
        harness: event.data.harness ?? "",
      };
      return line("join", event.data.harness ? "line.joinedWith" : "line.joined", values);
    }
    case "agent.left":
      return line("leave", "line.left", { agent }, { because: event.data.reason });
    case "agent.came_online":
      return line("back", "line.cameOnline", { agent }, { tone: "ok" });
    case "agent.went_offline":
      return line(
        "offline",
        "line.wentOffline",
        { agent },
        { tone: "warn", count: Math.max(1, Math.round(event.data.afterS / 60)) },
      );
    default:
      return unreachable(event);
  }
}

function decisionLine(event: Only<"decision">, who: string): Line {
  switch (event.type) {
    case "decision.opened": {
      const { askedBy, reason } = event.data.decision;
      const question = plainText(event.data.decision.question);
      const key = askedBy ? "line.decisionAsked" : "line.decisionOpened";
      return line("asked", key, { who, question }, { tone: "warn", because: reason });
    }
    case "decision.revised":
      return line("asked", "line.decisionRevised", {
        question: plainText(event.data.revision.question),
      });
    case "decision.answered": {
      const { label, note } = event.data.answer;
      return line("decided", "line.decisionAnswered", { who, label }, { because: note });
    }
    case "decision.withdrawn":
      return line("decided", "line.decisionWithdrawn", {}, { because: event.data.reason });
    case "decision.superseded":
      return line("undone", "line.decisionSuperseded", { who });
    default:
      return unreachable(event);
  }
}

function taskLine(event: Only<"task">, names: Names, who: string): Line {
  if (event.type === "task.created") {
    const [first] = event.data.tasks;
    const values = {
      who,
      task: first?.id ?? "",
      title: unended(first?.title ?? ""),
      role: first ? names.role(first.role) : "",
    };
    const more = event.data.tasks.length - 1;
    return more > 0
      ? line("created", "line.createdMore", values, { count: more })
      : line("created", "line.created", values);
  }
  if (event.type === "task.parked") {
    const [first = ""] = event.data.taskIds;
    const values = { role: names.role(event.data.role), task: first, title: names.title(first) };
    const more = event.data.taskIds.length - 1;
    if (event.data.available.includes(event.data.role))
      return line("parked", "line.parkedAlone", values, { tone: "warn" });
    return more > 0
      ? line("parked", "line.parkedMore", values, { tone: "warn", count: more })
      : line("parked", "line.parked", values, { tone: "warn" });
  }
  if (event.type === "task.reassigned") {
    const first = event.data.tasks[0]?.taskId ?? "";
    const role = names.role(event.data.to);
    const from = names.role(event.data.from);
    const values = { who, from, role, task: first, title: names.title(first) };
    const more = event.data.tasks.length - 1;
    if (event.data.fallback)
      return more > 0
        ? line("reroute", "line.fellBackMore", values, { tone: "warn", count: more })
        : line("reroute", "line.fellBack", values, { tone: "warn" });
    return more > 0
      ? line("reroute", "line.reassignedMore", values, { count: more })
      : line("reroute", "line.reassigned", values);
  }
  if (event.type === "task.told_to_wait") {
    const key = event.data.wait ? "line.toldToWait" : "line.toldNoMore";
    return line("parked", key, { who, role: names.role(event.data.role) });
  }
  const id = event.data.taskId;
  const values = { who, task: id, title: names.title(id) };
  switch (event.type) {
    case "task.claimed":
      return line("claimed", "line.claimed", { ...values, who: names.agent(event.data.agentId) });
    case "task.resumed":
      return line("claimed", "line.resumed", { ...values, who: names.agent(event.data.agentId) });
    case "task.started":
      return line("claimed", "line.started", values);
    case "task.progressed": {
      const { percent, action } = event.data.progress;
      const key =
        percent === undefined
          ? action
            ? "line.acts"
            : "line.progressed"
          : action
            ? "line.percentActs"
            : "line.percent";
      return line("progress", key, {
        ...values,
        percent: String(Math.round(percent ?? 0)),
        action: action ?? "",
      });
    }
    case "task.completed":
      return line("completed", "line.completed", values, {
        tone: "ok",
        because: event.data.result.summary,
      });
    case "task.released":
      return line("released", "line.released", values, { because: event.data.reason });
    case "task.attempt_ended": {
      const { how, final, attempts, reason } = event.data;
      return line(
        "failed",
        final
          ? "line.failed"
          : `line.attemptEnded.${attempts === 0 && how !== "put_back" ? "none" : how}`,
        { ...values, attempts: String(attempts) },
        { tone: final ? "bad" : "warn", because: reason },
      );
    }
    case "task.retried":
      return line("retried", "line.retried", values);
    case "task.cancelled": {
      const more = event.data.cascade.length;
      return more > 0
        ? line("cancelled", "line.cancelledMore", values, {
            count: more,
            because: event.data.reason,
          })
        : line("cancelled", "line.cancelled", values, { because: event.data.reason });
    }
    case "task.boundary_lifted":
      return line(
        "front",
        "line.boundaryLifted",
        { ...values, paths: event.data.paths.join(", ") },
        { because: event.data.reason },
      );
    case "task.moved_to_front":
      return line("front", "line.movedToFront", values);
    case "task.submitted":
    case "task.reviewed":
    case "task.passed":
    case "task.returned":
      return reviewLine(event, names, values);
    case "task.retry_withdrawn":
      return line("undone", "line.retryWithdrawn", values);
    default:
      return unreachable(event);
  }
}

/** "; gone: Reviewer, Tester"; empty where the other team has all of them. */
function rolesOnlyIn(one: Team, other: Team, key: "line.teamGone" | "line.teamNew"): string {
  const titles = one.roles
    .filter(({ name }) => !other.roles.some((role) => role.name === name))
    .map(({ title }) => title);
  return titles.length > 0 ? wordsOf("log").t(key, { roles: titles.join(", ") }) : "";
}
