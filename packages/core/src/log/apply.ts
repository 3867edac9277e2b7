import type { Agent } from "../agent/agent.ts";
import { ANSWERED_KEPT, type Decision } from "../decision/decision.ts";
import type { AgentId, TaskId } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { EndedTask, Task } from "../task/task.ts";
import type { NewTask, RoomEvent } from "./event.ts";
import { ACTIVITY_MINUTES, ENDED_KEPT, MAIL_KEPT, QUESTIONS_KEPT, type RoomView } from "./view.ts";

/**
 * The one reducer: the room after `event`. Pure, shares all that did not change.
 * Throws when the event does not follow the view: a gap is a bug of the caller, never skipped.
 */
export function apply(view: RoomView, event: RoomEvent): RoomView {
  if (event.roomId !== view.roomId) {
    throw new Error(`event ${event.seq} of ${event.roomId} is of another room than ${view.roomId}`);
  }
  if (event.seq !== view.seq + 1) {
    throw new Error(`event ${event.seq} does not follow ${view.seq} in room ${event.roomId}`);
  }
  const next: RoomView = {
    ...view,
    seq: event.seq,
    at: event.at,
    activity: countActivity(view.activity, event.at),
  };
  change(next, event);
  return next;
}

/** Moves `next`, a copy that the caller owns at its first level only. */
function change(next: RoomView, event: RoomEvent): void {
  switch (event.type) {
    case "room.created":
      next.name = event.data.name;
      next.team = event.data.team;
      next.demo = event.data.demo;
      next.createdAt = event.at;
      return;
    case "room.removed":
      next.removedAt = event.at;
      return;
    case "agent.joined":
    case "agent.left":
    case "agent.came_online":
    case "agent.went_offline":
      return changeAgents(next, event);
    case "message.sent": {
      const { message, task, mailTo, answers } = event.data;
      if (task) addTask(next, task);
      for (const id of mailTo) {
        setAgent(next, id, (agent) => ({ ...agent, mail: [...agent.mail, message.id].slice(-MAIL_KEPT) }));
      }
      if (answers.length > 0) {
        next.questions = next.questions.filter((question) => !answers.includes(question.messageId));
      }
      next.totals = { ...next.totals, messages: next.totals.messages + 1 };
      return;
    }
    case "message.delivered": {
      const { agentId, messageIds } = event.data;
      setAgent(next, agentId, (agent) => ({
        ...agent,
        mail: agent.mail.filter((id) => !messageIds.includes(id)),
      }));
      return;
    }
    case "task.created":
    case "task.claimed":
    case "task.started":
    case "task.progressed":
    case "task.completed":
    case "task.released":
    case "task.attempt_ended":
    case "task.retried":
    case "task.cancelled":
    case "task.moved_to_front":
    case "task.parked":
    case "task.reassigned":
    case "task.told_to_wait":
    case "task.retry_withdrawn":
      return changeTasks(next, event);
    case "handoff.delivered":
      return handOff(next, event);
    case "decision.opened":
    case "decision.answered":
    case "decision.withdrawn":
    case "decision.superseded":
      return changeDecisions(next, event);
    case "handoff.rerouted":
      next.totals = { ...next.totals, reroutes: next.totals.reroutes + 1 };
      return;
    default:
      return unreachable(event);
  }
}

type Only<Prefix extends string> = Extract<RoomEvent, { type: `${Prefix}.${string}` }>;

function changeAgents(next: RoomView, event: Only<"agent">): void {
  switch (event.type) {
    case "agent.joined": {
      const { agentId, name, role, class: connectionClass, harness, connection } = event.data;
      const before = next.agents[agentId];
      const agent: Agent = {
        id: agentId,
        name,
        role,
        class: connectionClass,
        harness,
        connection,
        joinedAt: event.at,
        online: true,
        onlineSince: event.at,
        offlineSince: null,
        offlineReason: null,
        seenAt: event.at,
        mail: before?.mail ?? [],
      };
      next.agents = { ...next.agents, [agentId]: agent };
      return unpark(next, role);
    }
    case "agent.left":
      return setAgent(next, event.data.agentId, (agent) => ({
        ...agent,
        online: false,
        offlineSince: event.at,
        offlineReason: "left",
        seenAt: event.at,
      }));
    case "agent.came_online": {
      setAgent(next, event.data.agentId, (agent) => ({
        ...agent,
        online: true,
        onlineSince: event.at,
        offlineSince: null,
        offlineReason: null,
        seenAt: event.at,
      }));
      const agent = next.agents[event.data.agentId];
      if (agent) unpark(next, agent.role);
      return;
    }
    case "agent.went_offline":
      return setAgent(next, event.data.agentId, (agent) => ({
        ...agent,
        online: false,
        offlineSince: event.at,
        offlineReason: "silent",
        seenAt: event.data.seenAt,
      }));
    default:
      return unreachable(event);
  }
}

function changeTasks(next: RoomView, event: Only<"task">): void {
  switch (event.type) {
    case "task.created":
      for (const task of event.data.tasks) addTask(next, task);
      return;
    case "task.claimed": {
      const { taskId, agentId, fence, ttlS, variant, targets } = event.data;
      next.fence = fence;
      next.totals = { ...next.totals, claims: next.totals.claims + 1 };
      return setTask(next, taskId, (task) => ({
        ...task,
        state: "claimed",
        frontAt: null,
        parkedAt: null,
        lastHolder: agentId,
        lease: { agentId, fence, claimedAt: event.at, pausedMs: 0, ttlS, variant, targets },
      }));
    }
    case "task.started":
      return setTask(next, event.data.taskId, (task) => ({ ...task, state: "in_progress" }));
    case "task.progressed":
      return setTask(next, event.data.taskId, (task) => ({
        ...task,
        progress: { ...event.data.progress, at: event.at },
      }));
    case "task.completed":
      return endTask(next, event.data.taskId, {
        state: "completed",
        by: nameOf(event),
        at: event.at,
        unreviewed: false,
      });
    case "task.released":
      return setTask(next, event.data.taskId, (task) => ({ ...task, state: "pending", lease: null }));
    case "task.attempt_ended": {
      const { how, reason, attempts, final } = event.data;
      return setTask(next, event.data.taskId, (task) => ({
        ...task,
        state: final ? "failed" : "pending",
        lease: null,
        attempts,
        lastEnd: { how, reason, at: event.at },
      }));
    }
    case "task.retried":
      return setTask(next, event.data.taskId, (task) => ({ ...task, state: "pending", attempts: 0 }));
    case "task.cancelled": {
      const end = { state: "cancelled" as const, by: nameOf(event), at: event.at, unreviewed: false };
      for (const id of [...event.data.cascade, event.data.taskId]) endTask(next, id, end);
      return;
    }
    case "task.moved_to_front":
      return setTask(next, event.data.taskId, (task) => ({ ...task, frontAt: event.at }));
    case "task.retry_withdrawn":
      return setTask(next, event.data.taskId, (task) => ({
        ...task,
        state: "failed",
        attempts: event.data.attempts,
      }));
    case "task.told_to_wait":
      for (const id of event.data.taskIds) {
        setTask(next, id, (task) => ({ ...task, toldToWait: event.data.wait }));
      }
      return;
    case "task.reassigned": {
      const { taskIds, from, to } = event.data;
      const isFilled = Object.values(next.agents).some((agent) => agent.role === to && agent.online);
      for (const id of taskIds) {
        setTask(next, id, (task) => ({
          ...task,
          role: to,
          agentId: null,
          parkedAt: isFilled ? null : event.at,
          reassignedFrom: task.reassignedFrom === to ? null : from,
        }));
      }
      return;
    }
    case "task.parked":
      for (const id of event.data.taskIds) setTask(next, id, (task) => ({ ...task, parkedAt: event.at }));
      return;
    default:
      return unreachable(event);
  }
}

function handOff(next: RoomView, event: Extract<RoomEvent, { type: "handoff.delivered" }>): void {
  const { fromTaskId, from, to, intent, message, task, unreviewed } = event.data;
  // A lead who hands a task on did not finish it: who waits for it waits for the one it became.
  const heir = from.agentId === null && task ? task.id : null;
  endTask(next, fromTaskId, { state: "completed", by: from.name, at: event.at, unreviewed }, heir);
  if (task) addTask(next, task);
  next.totals = {
    ...next.totals,
    handoffs: next.totals.handoffs + 1,
    messages: next.totals.messages + 1,
  };
  if (to !== "user") return;
  if (intent === "question") {
    next.questions = [
      ...next.questions,
      { messageId: message.id, from, taskId: fromTaskId, text: message.body, at: event.at },
    ].slice(-QUESTIONS_KEPT);
  } else {
    next.lastDelivery = { by: from.name, role: from.role, text: message.body, at: event.at, unreviewed };
  }
}

function setAgent(next: RoomView, id: AgentId, update: (agent: Agent) => Agent): void {
  const agent = next.agents[id];
  if (!agent) throw new Error(`agent ${id} is not in room ${next.roomId}`);
  next.agents = { ...next.agents, [id]: update(agent) };
}

function setTask(next: RoomView, id: TaskId, update: (task: Task) => Task): void {
  const task = next.tasks[id];
  if (!task) throw new Error(`task ${id} is not live in room ${next.roomId}`);
  next.tasks = { ...next.tasks, [id]: update(task) };
}

function addTask(next: RoomView, created: NewTask): void {
  const dash = created.id.lastIndexOf("-");
  next.tasks = {
    ...next.tasks,
    [created.id]: {
      ...created,
      state: "pending",
      attempts: 0,
      frontAt: null,
      parkedAt: null,
      toldToWait: false,
      reassignedFrom: null,
      progress: null,
      lease: null,
      lastHolder: null,
      lastEnd: null,
    },
  };
  next.numbers = { ...next.numbers, [created.id.slice(0, dash)]: Number(created.id.slice(dash + 1)) };
}

/** Takes the task out of the live ones; a completed one is no longer waited for, its heir is instead. */
function endTask(
  next: RoomView,
  id: TaskId,
  end: Pick<EndedTask, "state" | "by" | "at" | "unreviewed">,
  heir: TaskId | null = null,
): void {
  const { [id]: ended, ...rest } = next.tasks;
  if (!ended) throw new Error(`task ${id} is not live in room ${next.roomId}`);
  if (end.state === "completed") {
    for (const task of Object.values(rest)) {
      if (task.waitsFor.includes(id)) {
        const others = task.waitsFor.filter((other) => other !== id);
        rest[task.id] = { ...task, waitsFor: heir ? [...others, heir] : others };
      }
    }
  }
  next.tasks = rest;
  next.ended = [{ id, role: ended.role, title: ended.title, ...end }, ...next.ended].slice(0, ENDED_KEPT);
  next.totals = { ...next.totals, [end.state]: next.totals[end.state] + 1 };
}

function changeDecisions(next: RoomView, event: Only<"decision">): void {
  if (event.type === "decision.opened") {
    const decision: Decision = { ...event.data.decision, openedAt: event.at };
    next.decisions = { ...next.decisions, [decision.id]: decision };
    return;
  }
  const { decisionId } = event.data;
  if (event.type === "decision.superseded") {
    next.answered = next.answered.filter((decision) => decision.id !== decisionId);
    return;
  }
  const { [decisionId]: decision, ...rest } = next.decisions;
  if (!decision) throw new Error(`decision ${decisionId} is not pending in room ${next.roomId}`);
  next.decisions = rest;
  if (decision.kind === "intervention" && decision.subject.kind === "task") {
    resumeClock(next, decision.subject.taskId, event.at - decision.openedAt);
  }
  if (event.type === "decision.answered") {
    const answer = { ...event.data.answer, at: event.at };
    next.answered = [{ ...decision, answer }, ...next.answered].slice(0, ANSWERED_KEPT);
  }
}

/** The time-out of a task does not count what it waited for a person. */
function resumeClock(next: RoomView, taskId: TaskId, pausedMs: number): void {
  const task = next.tasks[taskId];
  if (!task?.lease) return;
  const lease = { ...task.lease, pausedMs: task.lease.pausedMs + pausedMs };
  next.tasks = { ...next.tasks, [taskId]: { ...task, lease } };
}

/** Somebody fills the role again. */
function unpark(next: RoomView, role: string): void {
  for (const task of Object.values(next.tasks)) {
    if (task.role === role && (task.parkedAt !== null || task.toldToWait)) {
      next.tasks = { ...next.tasks, [task.id]: { ...task, parkedAt: null, toldToWait: false } };
    }
  }
}

function nameOf(event: RoomEvent): string {
  return event.actor.kind === "server" ? "Squadroom" : event.actor.name;
}

function countActivity(activity: RoomView["activity"], at: number): RoomView["activity"] {
  const minute = Math.floor(at / 60_000);
  const passed = Math.min(ACTIVITY_MINUTES, Math.max(0, minute - activity.minute));
  const counts = passed === 0 ? activity.counts.slice() : [...activity.counts.slice(passed), ...new Array<number>(passed).fill(0)];
  counts[ACTIVITY_MINUTES - 1] = (counts[ACTIVITY_MINUTES - 1] ?? 0) + 1;
  return { minute: Math.max(minute, activity.minute), counts };
}

