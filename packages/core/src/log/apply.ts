import { type Agent, isFull, longestGone } from "../agent/agent.ts";
import { setAgent } from "../agent/set.ts";
import { closeUndos } from "../asking/close-undos.ts";
import { changeBacklog, followWork } from "../backlog/apply.ts";
import { changeBudget } from "../budget/apply.ts";
import { changeDecisions } from "../decision/apply.ts";
import type { MessageId } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import { changeMessages } from "../message/apply.ts";
import { MAIL_KEPT, QUESTIONS_KEPT } from "../message/message.ts";
import { changeSessions, followSessionWork } from "../session/apply.ts";
import { followGates } from "../session/gate-apply.ts";
import { releaseQueue } from "../session/place.ts";
import { followScouts } from "../session/scout-apply.ts";
import { followTaken } from "../session/taken.ts";
import { changeUsage, countRuns } from "../session/usage-apply.ts";
import { followWaiting } from "../session/waiting.ts";
import { addTask, changeTasks, endTask, setTask, unpark } from "../task/apply.ts";
import { changeReviews } from "../task/apply-review.ts";
import { liveTask } from "../task/order.ts";
import { changeTeam } from "./apply-team.ts";
import type { RoomEvent } from "./event.ts";
import { ACTIVITY_MINUTES, type RoomView } from "./view.ts";

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
  if (next.tasks !== view.tasks) {
    if (next.backlog.number > 0) followWork(view, next, event);
    if (next.sessions.live.length > 0) {
      countRuns(next, event);
      followSessionWork(view, next, event);
      followTaken(view, next, event);
      followGates(next, event);
    }
  }
  if (next.tasks !== view.tasks || next.sessions !== view.sessions) closeUndos(next);
  followWaiting(view, next);
  followScouts(view, next, event);
  return next;
}

/** Moves `next`, a copy that the caller owns at its first level only. */
function change(next: RoomView, event: RoomEvent): void {
  switch (event.type) {
    case "room.created":
      next.name = event.data.name;
      next.team = event.data.team;
      next.teamVersion = 1;
      next.teamSince = event.at;
      next.demo = event.data.demo;
      next.createdAt = event.at;
      return;
    case "room.removed":
      next.removedAt = event.at;
      return;
    case "room.options_set":
      next.options = { ...event.data };
      return releaseQueue(next);
    case "room.gate_preset_set":
      next.sessions = { ...next.sessions, gatePreset: event.data.preset };
      return;
    case "team.changed":
      return changeTeam(next, event);
    case "agent.joined":
    case "agent.left":
    case "agent.came_online":
    case "agent.went_offline":
      return changeAgents(next, event);
    case "message.sent":
    case "message.edited":
    case "message.withdrawn":
    case "message.delivered":
      return changeMessages(next, event);
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
    case "task.moved_to_front":
    case "task.boundary_lifted":
    case "task.parked":
    case "task.reassigned":
    case "task.told_to_wait":
    case "task.retry_withdrawn":
      return changeTasks(next, event);
    case "task.submitted":
    case "task.reviewed":
    case "task.passed":
    case "task.returned":
      return changeReviews(next, event);
    case "handoff.delivered":
      return handOff(next, event);
    case "decision.opened":
    case "decision.revised":
    case "decision.answered":
    case "decision.withdrawn":
    case "decision.superseded":
      return changeDecisions(next, event);
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
      return changeBacklog(next, event);
    case "session.created":
    case "session.edited":
    case "session.moved":
    case "session.started":
    case "session.next_held":
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
    case "session.gate_overridden":
    case "session.batch_ended":
    case "session.rescouted":
    case "session.batches_adjusted":
    case "session.paused":
    case "session.resumed":
    case "session.parked":
    case "session.ended":
      return changeSessions(next, event);
    case "budget.set":
    case "budget.warned":
      return changeBudget(next, event);
    case "usage.reported":
      return changeUsage(next, event);
    // What scouts found is kept below.
    case "scout.saved":
      return;
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
      const { agentId, name, role, class: connectionClass, harness, connection, door } = event.data;
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
        mail: [...(before?.mail ?? []), ...(next.roleMail?.[role] ?? [])].slice(-MAIL_KEPT),
        ...(door === undefined ? {} : { door }),
      };
      if (next.roleMail?.[role]) {
        const { [role]: _, ...others } = next.roleMail;
        next.roleMail = others;
      }
      next.agents = { ...(before ? next.agents : withPlace(next.agents)), [agentId]: agent };
      return unpark(next, role, agentId);
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
      if (agent) unpark(next, agent.role, agent.id);
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

function handOff(next: RoomView, event: Extract<RoomEvent, { type: "handoff.delivered" }>): void {
  const { fromTaskId, from, to, intent, message, task, unreviewed } = event.data;
  // A lead who hands a task on did not finish it: who waits for it waits for the one it became.
  const heir = from.agentId === null && task ? task.id : null;
  const answered = liveTask(next, fromTaskId)?.origin.messageId ?? null;
  endTask(next, fromTaskId, { state: "completed", by: from.name, at: event.at, unreviewed }, heir);
  if (task) addTask(next, task);
  // Who queues it anyway has said that it waits: nobody is asked about that again before the role was there.
  if (task && event.data.queuedAnyway)
    setTask(next, task.id, (one) => ({ ...one, parkedAt: event.at, toldToWait: true }));
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
    noteAnswered(next, answered);
    next.lastDelivery = {
      by: from.name,
      role: from.role,
      text: message.body,
      at: event.at,
      unreviewed,
    };
  }
}

/** A message that has its answer owes none, whatever its open tasks come to. */
function noteAnswered(next: RoomView, messageId: MessageId | null): void {
  const open = new Set(next.tasks.map(({ origin }) => origin.messageId));
  const all = messageId === null ? next.answeredMessages : [...next.answeredMessages, messageId];
  next.answeredMessages = [...new Set(all)].filter((id) => open.has(id));
}

/** A full room forgets who left before all others that left. */
function withPlace(agents: RoomView["agents"]): RoomView["agents"] {
  const gone = isFull(agents) ? longestGone(agents) : undefined;
  if (!gone) return agents;
  const { [gone.id]: _, ...others } = agents;
  return others;
}

function countActivity(activity: RoomView["activity"], at: number): RoomView["activity"] {
  const minute = Math.floor(at / 60_000);
  const passed = Math.min(ACTIVITY_MINUTES, Math.max(0, minute - activity.minute));
  const counts =
    passed === 0
      ? activity.counts.slice()
      : [...activity.counts.slice(passed), ...new Array<number>(passed).fill(0)];
  counts[ACTIVITY_MINUTES - 1] = (counts[ACTIVITY_MINUTES - 1] ?? 0) + 1;
  return { minute: Math.max(minute, activity.minute), counts };
}
