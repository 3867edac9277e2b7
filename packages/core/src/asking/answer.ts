import type { BranchKey } from "../branch/branch.ts";
import { decideRetryMerge, decideSkipMerge } from "../branch/stuck.ts";
import { answerScope } from "../budget/decide.ts";
import type { DecisionAct, PermitScope, SessionAct } from "../decision/act.ts";
import type { Decision, DecisionAnswer, DecisionOption } from "../decision/decision.ts";
import { isGivenAlone } from "../decision/look.ts";
import { findSession } from "../flow/sessions.ts";
import { decideHandOn } from "../handoff/decide.ts";
import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { RoleName, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import {
  type ActedFact,
  accept,
  type Refused,
  type RoomRuling,
  refused,
} from "../kernel/ruling.ts";
import { answerMessage } from "../message/answer.ts";
import type { Message } from "../message/message.ts";
import { alsoAllowed, grantsFor } from "../policy/grant.ts";
import { answerSession } from "../session/answer.ts";
import { abortFacts, done, type Effect } from "../session/steps/effect.ts";
import { refuseDetail } from "../session/triage/answer-detail.ts";
import { decideAllowPaths } from "../task/limits.ts";
import { isReady, liveTask, readyTasks } from "../task/order.ts";
import { decideCancel, decideRetry } from "../task/steer.ts";
import { availableRoles } from "../team/availability.ts";
import { answerLead } from "./answer-words.ts";
import { decideYield } from "./deadlock.ts";
import { liftLockout } from "./lockout.ts";
import { notPending } from "./not-pending.ts";

type AnswerCommand = CommandOf<"answerDecision">;
/** An answer on its way to what it does. */
interface Answering {
  room: Room;
  decision: Decision;
  option: DecisionOption;
  command: AnswerCommand;
  context: Context;
}
/** Answers a decision, once; what the answer does is in the same commit. */
export function decideAnswer(
  room: Room,
  command: AnswerCommand,
  context: Context,
): RulingOn<"answerDecision"> {
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
  const answered = answeredAs({ decision, option, command }, label, effect.undo);
  return accept([answered, ...effect.events], {
    decisionId: decision.id,
    state: "answered",
    optionId: option.id,
    label,
    consequence: option.consequence,
    canUndo: effect.undo !== null,
  });
}

function answeredAs(
  { decision, option, command: { by, note } }: Pick<Answering, "decision" | "option" | "command">,
  label: string,
  undo: DecisionAnswer["undo"],
): ActedFact {
  const answer = { optionId: option.id, label, note, by: { id: by.id, name: by.name }, undo };
  return {
    type: "decision.answered",
    data: { decisionId: decision.id, answer },
    actor: actorOf(by),
  };
}

/** The option that is meant, if it still means what the person saw. */
function choose(
  decision: Decision,
  { optionId, note, version, together }: AnswerCommand,
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
  if (together && isGivenAlone(option, decision)) {
    const message = `Nobody can undo what this call does, so “${option.label}” is given to it alone.`;
    return refused("answer_alone", message, { decisionId: id, optionId });
  }
  if (option.needsNote && note.trim() === "") {
    const message = `${option.label} needs a note that says what you want.`;
    return refused("note_required", message, { decisionId: id, optionId });
  }
  return { ok: true, option };
}

function effectOf(at: Answering): Effect {
  const effect = carryOut(at);
  return effect.ok ? { ...effect, events: [...toldAsker(at), ...effect.events] } : effect;
}

/** The one place where answers about tasks and roles become what they do; those of sessions are in `session/answer.ts`. */
function carryOut(at: Answering): Effect {
  const { room, decision, option, command } = at;
  const { by, note } = command;
  const { act } = option;
  switch (act.kind) {
    case "tell":
      return done([]);
    case "retry": {
      const taskId = taskOf(decision);
      const ruling = decideRetry(room, { type: "retryTask", by, taskId });
      return ruling.ok ? { ...ruling, undo: { kind: "retry", taskId } } : ruling;
    }
    case "cancel":
      return forGood(
        decideCancel(room, {
          type: "cancelTask",
          ...{ by, taskId: endingIn(room, decision), cascade: true, reason: note },
        }),
      );
    case "allow": {
      const { paths } = act;
      const reason = note.trim() === "" ? decision.question : note;
      const taskId = taskOf(decision);
      return forGood(decideAllowPaths(room, { type: "allowPaths", by, taskId, paths, reason }));
    }
    case "hand_on":
      return forGood(handOn(at, taskOf(decision), act));
    case "abort":
      return done(abortWith(at));
    case "let_go_on": {
      const task = liveTask(room, act.taskId);
      if (!task) return ended(act.taskId);
      const { id: taskId, review } = task;
      const passed = { why: "skipped" as const, reason: note, unreviewed: true };
      const data = { taskId, round: review?.round ?? 0, ...passed };
      return done([{ type: "task.passed", data, actor: actorOf(by) }]);
    }
    case "lift_lockout": {
      const task = liveTask(room, taskOf(decision));
      if (!task) return ended(taskOf(decision));
      const data = { taskId: task.id, lifts: liftLockout(room, task, act.of) };
      return done([{ type: "task.retried", data, actor: actorOf(by) }]);
    }
    case "set_free":
      return setFree(at, null);
    case "reroute":
      return decision.subject.kind === "role" ? provide(at, act.role) : setFree(at, act.role);
    case "permit":
      return permitted(at, act.scope);
    case "deny_call":
      return done([]);
    case "answer_message":
    case "wait_for_answer":
    case "close_message": {
      const { subject } = decision;
      if (subject.kind !== "message")
        throw new Error(`decision ${decision.id} is about no message`);
      const said = { by, note, context: at.context };
      return done(answerMessage(room, subject, act.kind, said));
    }
    case "retry_merge":
      return forGood(
        decideRetryMerge(room, { type: "retryMerge", by, branch: branchOf(decision) }),
      );
    case "skip_merge": {
      const branch = branchOf(decision);
      return forGood(decideSkipMerge(room, { type: "skipMerge", by, branch, reason: note }));
    }
    case "yield":
      return forGood(decideYield(room, { by, lockId: act.lockId, reason: note }));
    case "wait":
      return decision.subject.kind === "role" ? letWait(at) : letTaskWait(at);
    case "raise_budget":
    case "lift_budget":
    case "stop_at_budget": {
      const { subject } = decision;
      if (subject.kind !== "budget") return inSession(at, act);
      return answerScope(room, subject, act.kind, command.detail?.budget, actorOf(by));
    }
    default:
      return inSession(at, act);
  }
}

function inSession({ room, decision, option, command, context }: Answering, act: SessionAct) {
  const { by, note, detail = {} } = command;
  const { subject } = decision;
  const session =
    subject.kind === "session" ? findSession(room.sessions, subject.sessionId) : undefined;
  if (!session) throw new Error(`decision ${decision.id} is about a session that is not live`);
  const answer = { option, note, detail, by };
  return answerSession({ room, session, actor: actorOf(by), context }, act, decision, answer);
}

function forGood(ruling: RoomRuling): Effect {
  return ruling.ok ? { ...ruling, undo: null } : ruling;
}

function taskOf({ id, subject }: Decision): TaskId {
  if (subject.kind !== "task") throw new Error(`decision ${id} is about no task`);
  return subject.taskId;
}

/** What an answer ends: of a role, the task that waits for it; more than one is ended with its session alone. */
function endingIn(room: Room, decision: Decision): TaskId {
  if (decision.subject.kind !== "role") return taskOf(decision);
  const [first] = readyTasks(room, decision.subject.role);
  if (!first) throw new Error(`decision ${decision.id} is about a role that nothing waits for`);
  return first.id;
}

function roleOf({ id, subject }: Decision): RoleName {
  if (subject.kind !== "role") throw new Error(`decision ${id} is about no role`);
  return subject.role;
}

function branchOf({ id, subject }: Decision): BranchKey {
  if (subject.kind !== "branch") throw new Error(`decision ${id} is about no branch`);
  return subject.key;
}

function ended(taskId: TaskId): Refused {
  return refused("task_unknown", `The room has no live task ${taskId}.`, { taskId });
}

/** The session is given up: the one that asks, or that the task belongs to. */
function abortWith({ room, decision, command }: Answering): ActedFact[] {
  const { subject } = decision;
  const id =
    subject.kind === "session"
      ? subject.sessionId
      : (liveTask(room, endingIn(room, decision))?.sessionId ?? null);
  const session = id === null ? undefined : findSession(room.sessions, id);
  if (!session) return [];
  return abortFacts({ room, session, actor: actorOf(command.by) }, command.note);
}

/** It goes on as another role's, a failed one as it is; it waits in line where nobody fills that one. */
function handOn(
  { room, command, context }: Answering,
  taskId: TaskId,
  { role: to, agentId }: Extract<DecisionAct, { kind: "hand_on" }>,
): RulingOn<"handOn"> {
  const { by, note } = command;
  const message = [note, liveTask(room, taskId)?.instruction ?? ""].filter(Boolean).join("\n\n");
  // Who left meanwhile, or fills another role, is no reason not to pass it on.
  const isThere = agentId !== undefined && room.agents[agentId]?.role === to;
  const task = isThere ? { task: { agentId } } : {};
  const handoff = { to, intent: "work" as const, message, ...task };
  const given = { type: "handOn", by, taskId, handoff, queueAnyway: true } as const;
  return decideHandOn(room, given, context, { asAnswer: true });
}

/**
 * What was asked is asked no more for this task, or in this role, and what waits for the same has its answer too; an
 * answer for one call is its own record.
 */
function permitted({ room, decision, command, context }: Answering, scope: PermitScope): Effect {
  const { subject } = decision;
  if (subject.kind !== "call") throw new Error(`decision ${decision.id} is about no call`);
  const grants = grantsFor(room, subject, scope, {
    newId: context.newId,
    by: command.by.name,
  });
  if (grants.length === 0) return done([]);
  const data = { grants, decisionId: decision.id };
  const others = alsoAllowed(room, decision, grants).flatMap((one) => {
    const option = one.options.find(({ act }) => act.kind === "permit" && act.scope === scope);
    return option ? [answeredAs({ decision: one, option, command }, option.label, null)] : [];
  });
  return done([{ type: "policy.granted", data, actor: actorOf(command.by) }, ...others]);
}

/** A task for one agent alone that is away goes to its role, or to another one. */
function setFree({ room, decision, command }: Answering, other: RoleName | null): Effect {
  const taskId = taskOf(decision);
  const task = liveTask(room, taskId);
  if (!task) return ended(taskId);
  const { role: from } = task;
  const data = { from, to: other ?? from, tasks: [{ taskId, agentId: null }] };
  return done([{ type: "task.reassigned", data, actor: actorOf(command.by) }]);
}

function letTaskWait({ room, decision, command }: Answering): Effect {
  const taskId = taskOf(decision);
  const task = liveTask(room, taskId);
  if (!task) return ended(taskId);
  const data = { role: task.role, taskIds: [taskId], wait: true };
  return done([{ type: "task.told_to_wait", data, actor: actorOf(command.by) }]);
}

function letWait({ room, decision, command }: Answering): Effect {
  const role = roleOf(decision);
  const tasks = room.tasks.filter((task) => task.role === role);
  const parked = tasks.filter((task) => isReady(task) && task.parkedAt !== null);
  const taskIds = parked.filter(({ toldToWait }) => !toldToWait).map(({ id }) => id);
  const told = tasks.filter(({ toldToWait }) => toldToWait).map(({ id }) => id);
  const data = { role, taskIds, wait: true };
  return {
    ok: true,
    events: [{ type: "task.told_to_wait", data, actor: actorOf(command.by) }],
    undo: { kind: "wait", role, toldBefore: told },
  };
}

/** All that waits for a role that nobody fills goes to another one. */
function provide({ room, decision, command }: Answering, to: RoleName): Effect {
  const role = roleOf(decision);
  const available = availableRoles(room);
  if (!available.includes(to)) {
    return refused("target_unavailable", `No ${to} is connected now.`, { wanted: to }, available);
  }
  const tasks = room.tasks.filter((task) => task.role === role && isReady(task));
  const taken = tasks.map(({ id }) => ({ taskId: id, agentId: null }));
  const before = tasks.map(({ id, agentId }) => ({ taskId: id, agentId }));
  const data = { from: role, to, tasks: taken };
  return {
    ok: true,
    events: [{ type: "task.reassigned", data, actor: actorOf(command.by) }],
    undo: { kind: "reroute", to, tasks: before },
  };
}

/** The answer reaches the agent that asked as a message, in front of what else it does. */
function toldAsker({ room, decision, option, command, context }: Answering): ActedFact[] {
  const { askedBy, question, subject } = decision;
  // The call itself gets the answer.
  if (subject.kind === "call") return [];
  const asker = askedBy === null ? undefined : room.agents[askedBy.agentId];
  if (!asker) return [];
  const note = command.note.trim() === "" ? "" : `\n\n${command.note}`;
  const message: Message = {
    id: context.newId(),
    from: { kind: "person", id: command.by.id, name: command.by.name },
    to: { kind: "agent", agentId: asker.id, role: asker.role, name: asker.name },
    body: `${answerLead(question, option.label)} ${option.consequence}${note}`,
    intent: null,
    mentions: [],
    repliesTo: null,
    taskId: subject.kind === "task" ? subject.taskId : null,
    at: context.now,
  };
  const data = { message, task: null, ahead: 0, mailTo: [asker.id], answers: [], interrupt: false };
  return [{ type: "message.sent", data, actor: actorOf(command.by) }];
}
