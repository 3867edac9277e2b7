import type { RoleName, TaskId } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RoomEvent } from "../log/event.ts";
import type { Step } from "../log/step.ts";
import type { RoomView } from "../log/view.ts";
import { liveTask } from "../task/order.ts";
import type { NewTask } from "../task/task.ts";

/** Of what the room asks, and of what it no longer asks, only this can have changed. */
export interface Touched {
  /** Anything: who is there, what waits for what. */
  all: boolean;
  tasks: Set<TaskId>;
  roles: Set<RoleName>;
  /** What sessions ask is derived from them, and there is one of them that runs. */
  sessions: boolean;
}

/** Derived from the events alone, so that those that change nothing here cost no look at the tasks. */
export function touchedBy(steps: readonly Step[]): Touched {
  const touched: Touched = {
    all: false,
    tasks: new Set(),
    roles: new Set(),
    sessions: false,
  };
  for (const step of steps) touch(touched, step);
  return touched;
}

/** Whether the room may now ask what it did not ask before. */
export function mayAsk(event: RoomEvent): boolean {
  switch (event.type) {
    case "task.attempt_ended":
      return event.data.final;
    case "task.parked":
    case "task.told_to_wait":
    case "task.retry_withdrawn":
    case "task.reassigned":
    case "team.changed":
    case "decision.superseded":
    case "session.proposed":
    case "session.remarked":
    case "session.step_entered":
    case "session.section_shown":
    case "session.section_reopened":
    case "session.scope_reopened":
    case "session.section_approved":
    case "session.resumed":
    // One thing is asked of a paused one: what becomes of a budget that is used.
    case "session.paused":
    case "session.parked":
    case "usage.reported":
    case "budget.set":
    // Whoever is asked what comes next is asked about the first of the queue.
    case "session.ended":
    case "session.moved":
    case "session.level_set":
    case "session.batches_set":
    case "session.splits_set":
    case "session.review_overridden":
    case "task.reviewed":
    case "session.gate_overridden":
      return true;
    // Whatever was left unasked by an earlier release is asked when somebody joins.
    case "agent.joined":
      return true;
    default:
      return false;
  }
}

/** Whether it may leave nobody who may revise what was rejected; asked only where the team locks anybody out. */
export function mayLockOut({ event, after }: Step): boolean {
  switch (event.type) {
    case "handoff.delivered":
      return isRejected(event.data.task);
    case "session.reworked":
      return event.data.tasks.some(({ task }) => isRejected(task));
    case "task.returned":
    case "task.retried":
    case "task.released":
    case "task.attempt_ended":
      return isRejected(liveTask(after, event.data.taskId));
    case "agent.left":
    case "agent.came_online":
    case "agent.went_offline":
      return after.tasks.some(isRejected);
    default:
      return false;
  }
}

function isRejected(task: Pick<NewTask, "rejections"> | null | undefined): boolean {
  return (task?.rejections ?? []).length > 0;
}

function touch(touched: Touched, { event, before, after }: Step): void {
  switch (event.type) {
    case "room.created":
    case "room.removed":
    case "room.gate_preset_set":
    case "scout.saved":
    case "message.delivered":
    case "task.resumed":
    case "task.started":
    case "task.progressed":
    case "handoff.rerouted":
    case "decision.revised":
    case "backlog.added":
    case "backlog.edited":
    case "backlog.moved":
    case "backlog.deferred":
    case "backlog.finished":
    case "backlog.returned":
    case "backlog.closed":
    case "backlog.dropped":
    case "backlog.reopened":
    case "backlog.mode_changed":
    case "backlog.clearing_paused":
    case "backlog.clearing_resumed":
      return;
    case "usage.reported":
    case "budget.set":
    case "budget.warned":
    case "room.options_set":
    case "session.next_held":
    case "session.created":
    case "session.edited":
    case "session.moved":
    case "session.started":
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
    case "session.review_overridden":
    case "session.gate_overridden":
    case "session.batch_ended":
    case "session.batches_adjusted":
    case "session.paused":
    case "session.resumed":
    case "session.parked":
    case "session.ended":
      touched.sessions = true;
      return;
    case "session.asked":
    case "session.rescouted":
      touched.sessions = true;
      touched.roles.add(event.data.task.role);
      return;
    case "session.plan_approved":
    case "session.reworked":
      touched.sessions = true;
      for (const { task } of event.data.tasks) {
        touched.roles.add(task.role);
        if (task.waitsFor.length > 0) touched.all = true;
      }
      return;
    case "team.changed":
    // Another role may take over, or nobody may.
    case "agent.joined":
    case "agent.left":
    case "agent.came_online":
    case "agent.went_offline":
    // What waited for these is held up by something else, or by nothing.
    case "task.completed":
    case "task.passed":
    case "task.cancelled":
    case "decision.opened":
    case "decision.answered":
    case "decision.withdrawn":
    case "decision.superseded":
      touched.all = true;
      return;
    case "message.sent":
    case "backlog.picked":
      if (event.data.task) touched.roles.add(event.data.task.role);
      return;
    // Nothing waits for a message that is taken back.
    case "message.withdrawn":
      touchTask(touched, event.data.taskId, before);
      return;
    case "task.created":
      for (const { role, waitsFor } of event.data.tasks) {
        touched.roles.add(role);
        if (waitsFor.length > 0) touched.all = true;
      }
      if (event.data.blocks) touched.all = true;
      return;
    case "handoff.delivered": {
      const { fromTaskId, task } = event.data;
      const from = liveTask(before, fromTaskId);
      // Who waited for it waits for the task in its place, which itself waits for nothing.
      if (task === null || (from?.waitsFor.length ?? 0) > 0) touched.all = true;
      else touched.roles.add(task.role);
      if (task) touched.tasks.add(task.id);
      touchTask(touched, fromTaskId, before);
      return;
    }
    case "task.submitted":
      touched.sessions = true;
      for (const { role } of event.data.reviews) touched.roles.add(role);
      touchTask(touched, event.data.taskId, after);
      return;
    case "task.reviewed":
    case "task.returned":
      touched.sessions = true;
      touchTask(touched, event.data.taskId, after);
      return;
    case "task.attempt_ended":
    case "task.retried":
    case "task.retry_withdrawn":
      // A scout that fails beside a checkpoint changes what is said there.
      touched.sessions ||= isOfSession(after, event.data.taskId);
      touchTask(touched, event.data.taskId, after);
      return;
    case "message.edited":
    case "task.claimed":
    case "task.released":
    case "task.moved_to_front":
    case "task.boundary_lifted":
      touchTask(touched, event.data.taskId, after);
      return;
    case "task.parked":
    case "task.told_to_wait":
      for (const id of event.data.taskIds) touched.tasks.add(id);
      touched.roles.add(event.data.role);
      return;
    case "task.reassigned":
      touched.roles.add(event.data.from).add(event.data.to);
      for (const { taskId } of event.data.tasks) touched.tasks.add(taskId);
      return;
    default:
      unreachable(event);
  }
}

function isOfSession(view: RoomView, id: TaskId): boolean {
  return (liveTask(view, id)?.sessionId ?? null) !== null;
}

function touchTask(touched: Touched, id: TaskId, view: RoomView): void {
  touched.tasks.add(id);
  const task = liveTask(view, id);
  if (task) touched.roles.add(task.role);
}
