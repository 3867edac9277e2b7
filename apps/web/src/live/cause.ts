import type { EventOf, EventType, RoomEvent } from "@squadroom/core/kernel/event";

/*
 * What belongs together: events have a cause, a row collects those of one. A row may learn more causes than its own: a
 * round of discussion belongs to the work it judges, a run to the task it is started for.
 */

/** What the room tells agents by itself repeats what is already in the log. */
export function isAside({ data: { message } }: EventOf<"message.sent">): boolean {
  return message.from.kind === "server" && message.to.kind !== "user" && message.kind !== undefined;
}

/** The one task that an event is about; `null`: none, or several. */
export function taskOf(event: RoomEvent): string | null {
  switch (event.type) {
    case "task.claimed":
    case "task.resumed":
    case "task.started":
    case "task.progressed":
    case "task.subagents_changed":
    case "task.completed":
    case "task.released":
    case "task.attempt_ended":
    case "task.retried":
    case "task.submitted":
    case "task.reviewed":
    case "task.passed":
    case "task.returned":
    case "usage.reported":
    case "backlog.picked":
    case "backlog.finished":
    case "fanout.branch_ended":
    case "session.perspective_given":
    case "session.remarked":
    case "session.reply_refused":
    case "run.requested":
    case "run.turn_began":
      return event.data.taskId;
    case "session.asked":
    case "session.rescouted":
      return event.data.task.id;
    case "session.proposed":
      return event.data.proposal.taskId || null;
    case "session.discussion_opened":
      return event.data.discussion.taskId;
    case "fanout.opened":
      return event.actor.kind === "server" ? event.data.joinTaskId : null;
    case "session.ruled":
      return event.data.ended.length === 1 ? (event.data.ended[0] ?? null) : null;
    case "message.sent":
      return isAside(event) ? event.data.message.taskId : null;
    case "task.created":
      return event.data.tasks.length === 1 ? (event.data.tasks[0]?.id ?? null) : null;
    case "task.cancelled":
      return event.data.cascade.length === 0 ? event.data.taskId : null;
    default:
      return null;
  }
}

/** What it belongs to; `null`: it stands for itself, or for what it follows from. */
export function causeOf(event: RoomEvent): string | null {
  const taskId = taskOf(event);
  if (taskId !== null) return ofTask(taskId);
  const { data } = event;
  switch (event.type) {
    case "agent.joined":
    case "agent.left":
    case "agent.came_online":
    case "agent.went_offline":
      return ofAgent(event.data.agentId);
    case "session.discussed":
      return ofDiscussion(event.data.discussionId);
    case "decision.opened":
      return ofDecision(event.data.decision.id);
    case "message.delivered":
      return `mail of ${event.data.agentId}`;
    case "lock.taken":
    case "lock.awaited":
      return `lock ${event.data.lock.id}`;
    default:
      if ("decisionId" in data && event.type.startsWith("decision.")) return ofDecision(data.decisionId);
      if ("messageId" in data && event.type.startsWith("message.")) return ofMessage(data.messageId as string);
      if ("runId" in data && event.type.startsWith("run.")) return `run ${data.runId}`;
      if ("runnerId" in data && event.type.startsWith("runner.")) return `runner ${data.runnerId}`;
      if ("lockId" in data) return `lock ${data.lockId}`;
      if ("key" in data && event.type.startsWith("branch.")) return `branch ${data.key}`;
      return null;
  }
}

/** Causes of the row that it belongs to: the first that some row knows. */
export function causesOf(event: RoomEvent): readonly string[] {
  const cause = causeOf(event);
  switch (event.type) {
    // Whoever leaves, or falls silent, begins a row; whoever is expected comes back in it.
    case "agent.left":
    case "agent.went_offline":
      return [];
    case "message.delivered":
      return [...event.data.messageIds.map(ofMessage), ...(cause ? [cause] : [])];
    default:
      return cause === null ? [] : [cause];
  }
}

/** What else belongs to the row with this event, besides its own cause. */
export function learnedFrom(event: RoomEvent): readonly string[] {
  switch (event.type) {
    case "session.discussion_opened": {
      const { id, perspectives } = event.data.discussion;
      return [ofDiscussion(id), ...perspectives.map(({ taskId }) => ofTask(taskId))];
    }
    case "run.requested":
    case "run.turn_began":
      return [`run ${event.data.runId}`];
    case "run.seated":
    case "run.started":
    case "agent.left":
    case "agent.went_offline":
      return [ofAgent(event.data.agentId)];
    case "message.sent":
      return [ofMessage(event.data.message.id)];
    case "decision.opened":
      return [ofDecision(event.data.decision.id)];
    case "lock.taken":
      return [`lock ${event.data.lock.id}`];
    default:
      return [];
  }
}

/** What follows by itself from the event before it, of one moment, where its own row is out of reach. */
const EFFECTS: ReadonlySet<EventType> = new Set<EventType>([
  "agent.left",
  "backlog.clearing_resumed",
  "backlog.finished",
  "backlog.returned",
  "branch.merge_retried",
  "branch.merge_skipped",
  "branch.ordered",
  "budget.kept",
  "budget.limited",
  "budget.set",
  "lock.expired",
  "lock.granted",
  "lock.released",
  "lock.taken",
  "message.closed",
  "message.extended",
  "message.sent",
  "policy.granted",
  "run.ended",
  "run.ordered",
  "run.turn_ended",
  "session.advanced",
  "session.approach_chosen",
  "session.batch_ended",
  "session.batches_adjusted",
  "session.batches_set",
  "session.checkpoint_passed",
  "session.discussed",
  "session.dispatched",
  "session.gate_overridden",
  "session.level_set",
  "session.next_held",
  "session.plan_approved",
  "session.question_answered",
  "session.resumed",
  "session.review_overridden",
  "session.revised",
  "session.reworked",
  "session.ruled",
  "session.scope_reopened",
  "session.section_approved",
  "session.section_reopened",
  "session.section_shown",
  "session.splits_set",
  "session.started",
  "session.step_entered",
  "task.boundary_lifted",
  "task.cancelled",
  "task.moved_to_front",
  "task.passed",
  "task.reassigned",
  "task.retried",
  "task.retry_withdrawn",
  "task.returned",
  "task.told_to_wait",
  "wisdom.added",
]);

/** Whether it is told with the events before it. */
export function followsFrom(row: readonly RoomEvent[], event: RoomEvent): boolean {
  const before = row.at(-1);
  if (before && isSameWay(before, event)) return true;
  if (before?.at !== event.at) return false;
  return event.type === "decision.opened" ? row.some((one) => isAboutEnd(one, event)) : EFFECTS.has(event.type);
}

/** Agents of a team join one after the other; they leave, fall silent and come back together. */
export function isSameWay(before: RoomEvent, event: RoomEvent): boolean {
  if (before.type !== event.type) return false;
  if (event.type === "agent.joined") return true;
  if (event.type === "agent.left") return before.type === "agent.left" && before.data.reason === event.data.reason;
  return before.at === event.at && (event.type === "agent.went_offline" || event.type === "agent.came_online");
}

/** A task that failed for good is asked about at once. */
function isAboutEnd(before: RoomEvent, { at, data: { decision } }: EventOf<"decision.opened">): boolean {
  if (before.type !== "task.attempt_ended" || before.at !== at || !before.data.final) return false;
  return decision.subject.kind === "task" && decision.subject.taskId === before.data.taskId;
}

const MACHINERY: ReadonlySet<EventType> = new Set<EventType>([
  "decision.revised",
  "lock.renewed",
  "message.delivered",
  "message.overdue",
  "run.assigned",
  "run.changed",
  "run.examined",
  "run.order_settled",
  "run.requested",
  "run.seated",
  "run.started",
  "run.turn_began",
  "run.turn_ended",
  "runner.changed",
  "runner.connected",
  "runner.left",
  "session.advanced",
  "session.dispatched",
  "session.ruled",
  "session.section_shown",
  "usage.reported",
]);

/** How the room works, not what comes of it. A run that doesn't start, or crashes, is no machinery. */
export function isMachinery(event: RoomEvent): boolean {
  if (event.type === "message.sent") return isAside(event);
  if (event.type === "run.ended") return !/^(crashed|start_failed|start_timeout|runner_lost)$/.test(event.data.why);
  return MACHINERY.has(event.type);
}

/** Work besides a task's own: rows of their own, which end no stretch. */
const BESIDE: ReadonlySet<EventType> = new Set<EventType>([
  "agent.came_online",
  "agent.joined",
  "agent.left",
  "agent.went_offline",
  "backlog.returned",
  "comment.added",
  "error.reported",
  "fanout.opened",
  "handoff.delivered",
  "handoff.rerouted",
  "session.discussed",
  "task.cancelled",
  "task.created",
  "task.parked",
  "task.reassigned",
  "wisdom.added",
]);

/** Whether rows after this event may belong to rows before it. */
export function isBeside(event: RoomEvent): boolean {
  return (
    taskOf(event) !== null || BESIDE.has(event.type) || isMachinery(event) || /^(branch|lock|run)\./.test(event.type)
  );
}

const ofTask = (id: string) => `task ${id}`;
const ofAgent = (id: string) => `agent ${id}`;
const ofDecision = (id: string) => `decision ${id}`;
const ofDiscussion = (id: number) => `discussion ${id}`;
const ofMessage = (id: string) => `message ${id}`;
