import type { Agent } from "../agent/agent.ts";
import type { MessageId, RoleName, TaskId } from "../kernel/ids.ts";
import { accept, refused } from "../kernel/ruling.ts";
import type { Message } from "../message/message.ts";
import { actorOf, type Command, type Context } from "../room/command.ts";
import type { ActedFact, RoomRuling } from "../room/ruling.ts";
import type { Room } from "../room/room.ts";
import { decideCancel, decideRetry } from "../task/steer.ts";
import { MAX_ATTEMPTS } from "../task/task.ts";
import { decideHandOn } from "../handoff/decide.ts";
import { startOf, working } from "../task/work.ts";
import { availableRoles } from "../team/availability.ts";
import { findRole } from "../team/team.ts";
import type { AnsweredDecision, Decision, DecisionId, DecisionOption } from "./decision.ts";

type Is<T extends Command["type"]> = Extract<Command, { type: T }>;

/** Answers a decision, once; the answer's effect is in the same commit. */
export function decideAnswer(room: Room, command: Is<"answerDecision">, context: Context): RoomRuling {
  const decision = room.decisions[command.decisionId];
  if (!decision) return notPending(room, command.decisionId);
  const option = decision.options.find((o) => o.id === command.optionId);
  const allowed = decision.options.map((o) => o.id);
  if (!option) {
    return refused("option_unknown", `This decision has no answer ${command.optionId}.`, { decisionId: decision.id }, allowed);
  }
  if (option.needsNote && command.note.trim() === "") {
    return refused("note_required", `${option.label} needs a note: without one nobody knows what to do.`, {
      decisionId: decision.id,
      optionId: option.id,
    });
  }
  const answered: ActedFact = {
    type: "decision.answered",
    data: {
      decisionId: decision.id,
      answer: { optionId: option.id, note: command.note, by: { id: command.by.id, name: command.by.name } },
    },
    actor: actorOf(command.by),
  };
  const effect = effectOf(room, decision, option, command, context);
  if (!effect.ok) return effect;
  return accept<ActedFact, unknown>([answered, ...effect.events], {
    decisionId: decision.id,
    optionId: option.id,
    state: "answered",
    canUndo: option.canUndo,
  });
}

type Effect = { ok: true; events: ActedFact[] } | Extract<RoomRuling, { ok: false }>;

function effectOf(
  room: Room,
  decision: Decision,
  option: DecisionOption,
  command: Is<"answerDecision">,
  context: Context,
): Effect {
  const [verb = "", argument = ""] = option.id.split(":");
  if (decision.kind === "intervention") return wakeAsker(room, decision, option, command, context);
  if (decision.subject.kind === "task") {
    const { taskId } = decision.subject;
    if (verb === "retry") return decideRetry(room, { type: "retryTask", by: command.by, taskId });
    if (verb === "cancel") {
      return decideCancel(room, { type: "cancelTask", by: command.by, taskId, cascade: true, reason: command.note });
    }
    return handOn(room, taskId, argument as RoleName, command, context);
  }
  const { role } = decision.subject;
  const taskIds = Object.values(room.tasks)
    .filter((task) => task.role === role && task.parkedAt !== null)
    .map((task) => task.id);
  const actor = actorOf(command.by);
  if (verb === "wait") return { ok: true, events: [{ type: "task.told_to_wait", data: { taskIds, wait: true }, actor }] };
  const to = argument as RoleName;
  if (!availableRoles(room).includes(to)) {
    return refused("target_unavailable", `Nobody fills ${to} now.`, { wanted: to }, availableRoles(room));
  }
  return { ok: true, events: [{ type: "task.reassigned", data: { taskIds, from: role, to }, actor }] };
}

function handOn(room: Room, taskId: TaskId, to: RoleName, command: Is<"answerDecision">, context: Context): Effect {
  const task = room.tasks[taskId];
  const message = command.note.trim() === "" ? (task?.instruction ?? "") : `${command.note}\n\n${task?.instruction ?? ""}`;
  return decideHandOn(
    room,
    { type: "handOn", by: command.by, taskId, handoff: { to, intent: "work", message }, queueAnyway: false },
    context,
  );
}

/** The answer reaches the agent that asked as a message in its next answer. */
function wakeAsker(
  room: Room,
  decision: Decision,
  option: DecisionOption,
  command: Is<"answerDecision">,
  context: Context,
): Effect {
  const asker = decision.askedBy === null ? undefined : room.agents[decision.askedBy.agentId];
  const taskId = decision.subject.kind === "task" ? decision.subject.taskId : null;
  if (option.id === "cancel" && taskId !== null) {
    return decideCancel(room, { type: "cancelTask", by: command.by, taskId, cascade: true, reason: command.note });
  }
  if (option.id.startsWith("reassign:") && taskId !== null) {
    return handOn(room, taskId, option.id.slice("reassign:".length) as RoleName, command, context);
  }
  if (!asker) return { ok: true, events: [] };
  const message: Message = {
    id: context.newId() as MessageId,
    from: { kind: "person", id: command.by.id, name: command.by.name },
    to: { kind: "agent", agentId: asker.id, role: asker.role, name: asker.name },
    body: command.note.trim() === "" ? option.label : `${option.label}: ${command.note}`,
    intent: null,
    mentions: [],
    repliesTo: null,
    taskId,
    at: context.now,
  };
  const data = { message, task: null, ahead: 0, mailTo: [asker.id], answers: [] };
  return { ok: true, events: [{ type: "message.sent", data, actor: actorOf(command.by) }] };
}

/** A decision that is not pending: what happened to it meanwhile. */
function notPending(room: Room, decisionId: DecisionId): Extract<RoomRuling, { ok: false }> {
  const answered = room.answered.find((decision) => decision.id === decisionId);
  if (answered) {
    const { answer } = answered;
    const label = answered.options.find((option) => option.id === answer.optionId)?.label ?? answer.optionId;
    return refused("decision_answered", `${answer.by.name} chose ${label}. Nothing that you sent was applied.`, {
      decisionId,
      optionId: answer.optionId,
      by: answer.by.name,
      at: answer.at,
      note: answer.note,
    });
  }
  return refused("decision_unknown", "This decision was withdrawn, superseded, or never asked here.", { decisionId });
}

/** Takes an answer back while nothing acted on it: the same question is asked anew. */
export function decideUndo(room: Room, command: Is<"undoDecision">, context: Context): RoomRuling {
  const answered = room.answered.find((decision) => decision.id === command.decisionId);
  if (!answered) {
    if (room.decisions[command.decisionId]) {
      return refused("decision_pending", "Nobody has answered this yet.", { decisionId: command.decisionId }, ["answer"]);
    }
    return refused("decision_unknown", "This decision is not known here, or too long ago.", { decisionId: command.decisionId });
  }
  const reversal = reversalOf(room, answered, command);
  if (!reversal.ok) return reversal;
  const { answer: _, openedAt: __, ...asked } = answered;
  const actor = actorOf(command.by);
  const id = context.newId() as DecisionId;
  return accept<ActedFact, unknown>(
    [
      {
        type: "decision.superseded",
        data: { decisionId: answered.id, by: { id: command.by.id, name: command.by.name } },
        actor,
      },
      ...reversal.events,
      { type: "decision.opened", data: { decision: { ...asked, id, supersedes: answered.id } }, actor },
    ],
    { decisionId: id, supersedes: answered.id, state: "pending" },
  );
}

function reversalOf(room: Room, answered: AnsweredDecision, command: Is<"undoDecision">): Effect {
  const { subject, answer } = answered;
  const actor = actorOf(command.by);
  const option = answered.options.find((o) => o.id === answer.optionId);
  if (!option?.canUndo) {
    return refused("undo_refused", `${option?.label ?? answer.optionId} cannot be taken back.`, { decisionId: answered.id });
  }
  const started = (what: string) =>
    refused("undo_refused", `${what}; it cannot be taken back any more.`, { decisionId: answered.id });
  if (subject.kind === "task") {
    const task = room.tasks[subject.taskId];
    if (task?.state !== "pending" || task.attempts > 0) return started(`${subject.taskId} was taken up`);
    return { ok: true, events: [{ type: "task.retry_withdrawn", data: { taskId: task.id, attempts: MAX_ATTEMPTS }, actor }] };
  }
  const { role } = subject;
  if (answer.optionId === "wait") {
    const waiting = Object.values(room.tasks).filter((task) => task.role === role && task.toldToWait);
    if (waiting.length === 0) return started("Nothing waits any more");
    const data = { taskIds: waiting.map((task) => task.id), wait: false };
    return { ok: true, events: [{ type: "task.told_to_wait", data, actor }] };
  }
  const moved = Object.values(room.tasks).filter((task) => task.reassignedFrom === role && task.state === "pending");
  if (moved.length === 0) return started("The tasks were taken up");
  const to = moved[0]?.role as RoleName;
  const data = { taskIds: moved.map((task) => task.id), from: to, to: role };
  return { ok: true, events: [{ type: "task.reassigned", data, actor }] };
}

/** An agent that cannot go on asks a person; its time-out stands still until the answer. */
export function decideIntervention(room: Room, command: Is<"askIntervention">, context: Context): RoomRuling {
  const at = working(room, command.by, command.taskId, command.fence);
  if (!at.ok) return at;
  const pending = Object.values(room.decisions).find(
    (d) => d.kind === "intervention" && d.subject.kind === "task" && d.subject.taskId === command.taskId,
  );
  if (pending) {
    return refused("decision_pending", "This task has a question that waits for a person.", { decisionId: pending.id });
  }
  const suggested = command.suggestedRole;
  if (suggested !== null && !findRole(room.team, suggested)) {
    return refused("role_unknown", `This team has no role ${suggested}.`, { role: suggested }, room.team.roles.map((r) => r.name));
  }
  const decision: Omit<Decision, "openedAt"> = {
    id: context.newId() as DecisionId,
    kind: "intervention",
    subject: { kind: "task", taskId: command.taskId },
    question: command.question,
    reason: command.reason,
    options: interventionOptions(room, at.agent, command),
    urgency: command.urgency,
    askedBy: { agentId: at.agent.id, name: at.agent.name, role: at.agent.role },
    supersedes: null,
  };
  return accept<ActedFact, unknown>(
    [
      ...at.events,
      ...startOf(at.task, "message", at.actor),
      { type: "decision.opened", data: { decision }, actor: at.actor },
    ],
    { decisionId: decision.id, state: "pending" },
  );
}

function interventionOptions(room: Room, agent: Agent, command: Is<"askIntervention">): DecisionOption[] {
  const own = command.options.map((o) => ({ ...o, needsNote: false, canUndo: false }));
  const answer: DecisionOption = {
    id: "answer",
    label: "Answer",
    consequence: `${agent.name} reads your note and goes on.`,
    needsNote: true,
    canUndo: false,
  };
  const to = command.suggestedRole;
  const title = to === null ? "" : (findRole(room.team, to)?.title ?? to);
  const reassign: DecisionOption[] =
    to === null || to === agent.role
      ? []
      : [
          {
            id: `reassign:${to}`,
            label: `To ${title}`,
            consequence: `${title} takes the task over; ${agent.name} is free.`,
            needsNote: false,
            canUndo: false,
          },
        ];
  const cancel: DecisionOption = {
    id: "cancel",
    label: "Cancel the task",
    consequence: "Ends it for good, and what waits for it.",
    needsNote: false,
    canUndo: false,
  };
  return [...own, answer, ...reassign, cancel];
}
