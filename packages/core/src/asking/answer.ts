import type { Decision, DecisionOption, Undo } from "../decision/decision.ts";
import { findSession } from "../flow/sessions.ts";
import { decideHandOn } from "../handoff/decide.ts";
import { actorOf } from "../kernel/actor.ts";
import type { MessageId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { accept, refused } from "../kernel/ruling.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { Message } from "../message/message.ts";
import type { Command, Context } from "../room/command.ts";
import type { ActedFact, RoomRuling } from "../room/ruling.ts";
import { answerSession } from "../session/answer.ts";
import { refuseDetail } from "../session/answer-detail.ts";
import { abortFacts } from "../session/effect.ts";
import { decideAllowPaths } from "../task/limits.ts";
import { isReady, liveTask } from "../task/order.ts";
import { decideCancel, decideRetry } from "../task/steer.ts";
import { availableRoles } from "../team/availability.ts";
import { answerLead } from "./answer-words.ts";
import { afterLockout } from "./lockout.ts";
import { notPending } from "./not-pending.ts";

type AnswerCommand = Extract<Command, { type: "answerDecision" }>;
type Refused = Extract<RoomRuling, { ok: false }>;
/** What an answer does, and how it could be taken back. */
type Effect = Refused | { ok: true; events: ActedFact[]; undo: Undo | null; label?: string };

/** An answer on its way to what it does. */
interface Answering {
  room: Room;
  decision: Decision;
  option: DecisionOption;
  command: AnswerCommand;
  context: Context;
}
/** What an answer does to the task that it is about. */
type TaskEffect = (at: Answering, taskId: TaskId) => Effect;

/** Answers a decision, once; what the answer does is in the same commit. */
export function decideAnswer(room: Room, command: AnswerCommand, context: Context): RoomRuling {
  const decision = room.decisions[command.decisionId];
  if (!decision) return notPending(room, command.decisionId);
  const chosen = choose(decision, command);
  if (!chosen.ok) return chosen;
  const { option } = chosen;
  const unfit = refuseDetail(room, decision, option, command.detail ?? {});
  if (unfit) return unfit;
  const effect = effectOf({ room, decision, option, command, context });
  if (!effect.ok) return effect;
  const { label = option.label } = effect;
  const answered: ActedFact = {
    type: "decision.answered",
    data: {
      decisionId: decision.id,
      answer: {
        optionId: option.id,
        label,
        note: command.note,
        by: { id: command.by.id, name: command.by.name },
        undo: effect.undo,
      },
    },
    actor: actorOf(command.by),
  };
  return accept<ActedFact, unknown>([answered, ...effect.events], {
    decisionId: decision.id,
    state: "answered",
    optionId: option.id,
    label,
    consequence: option.consequence,
    canUndo: effect.undo !== null,
  });
}

/** The option that is meant, if it still means what the person saw. */
function choose(
  decision: Decision,
  { optionId, note, version }: AnswerCommand,
): Refused | { ok: true; option: DecisionOption } {
  const { id, options, question, holdsUp } = decision;
  const allowed = options.map((option) => option.id);
  if (version !== null && version !== decision.version) {
    const details = { decisionId: id, version: decision.version, question, options, holdsUp };
    const message = "The effect of its answers has changed since you looked. Nothing was applied.";
    return refused("decision_changed", message, details, allowed);
  }
  const option = options.find((one) => one.id === optionId);
  if (!option) {
    const message = `This decision has no answer ${optionId}.`;
    return refused("option_unknown", message, { decisionId: id, optionId }, allowed);
  }
  if (option.needsNote && note.trim() === "") {
    const message = `${option.label} needs a note that says what you want.`;
    return refused("note_required", message, { decisionId: id, optionId });
  }
  return { ok: true, option };
}

function effectOf(at: Answering): Effect {
  const { kind, subject } = at.decision;
  const ofTask = (effect: TaskEffect): Effect => {
    if (subject.kind !== "task") throw new Error(`a decision ${kind} about a ${subject.kind}`);
    return effect(at, subject.taskId);
  };
  switch (kind) {
    case "task_failed":
      return ofTask(steer);
    case "lockout":
      return ofTask(unlock);
    case "intervention":
      return ofTask(tellAsker);
    case "role_unavailable":
      return subject.kind === "role" ? provide(at, subject.role) : ofTask(setFree);
    case "triage":
    case "scope":
    case "questions":
    case "approach":
    case "design_section":
    case "plan":
    case "review_failed":
    case "batch_checkpoint":
    case "budget":
    case "next_session":
    case "gate_failed":
      if (subject.kind === "session") {
        const { room, decision, option, command, context } = at;
        const { by, note, detail } = command;
        const answer = { option, note, detail: detail ?? {}, by };
        return answerSession(room, decision, subject, answer, context);
      }
      break;
    default:
      return unreachable(kind);
  }
  throw new Error(`a decision ${kind} about a ${subject.kind}`);
}

/** `retry`, `cancel`, `abort`, `hand_on:ROLE` or `reassign:ROLE`; any other answer leaves the task where it is. */
const steer: TaskEffect = (at, taskId) => {
  const { room, option, command } = at;
  const { by, note } = command;
  const [verb = "", role = ""] = option.id.split(":");
  const ruling = ((): RoomRuling => {
    switch (verb) {
      case "retry":
        return decideRetry(room, { type: "retryTask", by, taskId });
      case "cancel":
        return decideCancel(room, { type: "cancelTask", by, taskId, cascade: true, reason: note });
      case "abort":
        return accept<ActedFact, unknown>(abortWith(at, taskId), {});
      case "allow": {
        const { paths } = option;
        const reason = note.trim() === "" ? at.decision.question : note;
        if (!paths) return accept<ActedFact, unknown>([], {});
        return decideAllowPaths(room, { type: "allowPaths", by, taskId, paths, reason });
      }
      case "hand_on":
      case "reassign":
        return handOn(at, taskId, role as RoleName);
      default:
        return accept<ActedFact, unknown>([], {});
    }
  })();
  if (!ruling.ok) return ruling;
  return {
    ok: true,
    events: ruling.events,
    undo: verb === "retry" ? { kind: "retry", taskId } : null,
  };
};

/** The session that the task belongs to is given up. */
function abortWith({ room, command }: Answering, taskId: TaskId): ActedFact[] {
  const sessionId = liveTask(room, taskId)?.sessionId ?? null;
  const session = sessionId === null ? undefined : findSession(room.sessions, sessionId);
  return session ? abortFacts(room, session, command.note, actorOf(command.by)) : [];
}

/** Who revises what everybody had rejected; or it goes on, elsewhere or not at all. */
const unlock: TaskEffect = (at, taskId) => {
  const { room, option, command } = at;
  const effect = afterLockout(room, taskId, option.id, command.note, command.by);
  if (effect === null) return steer(at, taskId);
  return effect.ok ? { ...effect, undo: null } : effect;
};

/** The task goes on as another role's; it waits in line where nobody fills that one. */
function handOn({ room, command, context }: Answering, taskId: TaskId, to: RoleName): RoomRuling {
  const { by, note } = command;
  const message = [note, liveTask(room, taskId)?.instruction ?? ""].filter(Boolean).join("\n\n");
  const handoff = { to, intent: "work" as const, message };
  return decideHandOn(room, { type: "handOn", by, taskId, handoff, queueAnyway: true }, context);
}

/** `anyone`, `reroute:ROLE` or `wait`: what becomes of a task for one agent alone that is away. */
const setFree: TaskEffect = ({ room, option, command }, taskId) => {
  const actor = actorOf(command.by);
  const task = liveTask(room, taskId);
  if (!task) return refused("task_unknown", `${taskId} has ended.`, { taskId });
  const { role } = task;
  if (option.id === "wait") {
    const data = { role, taskIds: [taskId], wait: true };
    return { ok: true, events: [{ type: "task.told_to_wait", data, actor }], undo: null };
  }
  const to = option.id === "anyone" ? role : (option.id.slice("reroute:".length) as RoleName);
  const data = { from: role, to, tasks: [{ taskId, agentId: null }] };
  return { ok: true, events: [{ type: "task.reassigned", data, actor }], undo: null };
};

/** `wait` or `reroute:ROLE`: what becomes of all that waits for a role that nobody fills. */
function provide({ room, option, command }: Answering, role: RoleName): Effect {
  const actor = actorOf(command.by);
  const tasks = room.tasks.filter((task) => task.role === role && isReady(task));
  if (option.id === "wait") {
    const parked = tasks.filter((task) => task.parkedAt !== null && !task.toldToWait);
    const data = { role, taskIds: parked.map(({ id }) => id), wait: true };
    const told = room.tasks.filter((task) => task.role === role && task.toldToWait);
    return {
      ok: true,
      events: [{ type: "task.told_to_wait", data, actor }],
      undo: { kind: "wait", role, toldBefore: told.map(({ id }) => id) },
    };
  }
  const to = option.id.slice("reroute:".length) as RoleName;
  const available = availableRoles(room);
  if (!available.includes(to)) {
    return refused("target_unavailable", `No ${to} is connected now.`, { wanted: to }, available);
  }
  const taken = tasks.map(({ id }) => ({ taskId: id, agentId: null }));
  const before = tasks.map(({ id, agentId }) => ({ taskId: id, agentId }));
  return {
    ok: true,
    events: [{ type: "task.reassigned", data: { from: role, to, tasks: taken }, actor }],
    undo: { kind: "reroute", to, tasks: before },
  };
}

/** The answer reaches the agent that asked as a message; what else it does happens with it. */
const tellAsker: TaskEffect = (at, taskId) => {
  const { room, decision, option, command, context } = at;
  const effect = steer(at, taskId);
  const asker = decision.askedBy === null ? undefined : room.agents[decision.askedBy.agentId];
  if (!effect.ok || !asker) return effect;
  const note = command.note.trim() === "" ? "" : `\n\n${command.note}`;
  const message: Message = {
    id: context.newId() as MessageId,
    from: { kind: "person", id: command.by.id, name: command.by.name },
    to: { kind: "agent", agentId: asker.id, role: asker.role, name: asker.name },
    body: `${answerLead(decision.question, option.label)} ${option.consequence}${note}`,
    intent: null,
    mentions: [],
    repliesTo: null,
    taskId,
    at: context.now,
  };
  const data = { message, task: null, ahead: 0, mailTo: [asker.id], answers: [], interrupt: false };
  const sent: ActedFact = { type: "message.sent", data, actor: actorOf(command.by) };
  return { ...effect, events: [sent, ...effect.events] };
};
