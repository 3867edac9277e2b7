import type { EventsOf } from "../kernel/event.ts";
import { MAX_ATTEMPTS } from "../task/task.ts";
import type { ChecksOf, LogReading } from "./log-reading.fixture.ts";

/** Nobody has any of them in hand. */
function waiting(log: LogReading, ids: readonly string[]): void {
  for (const id of ids) log.taskIn(id, ["pending"], id);
}

export const TASK_CHECKS: ChecksOf<EventsOf<"task">> = {
  "task.created": (log, { data }) => {
    for (const task of data.tasks) log.create(task.id);
  },
  "task.claimed": (log, { data: { taskId, agentId, fence } }) => {
    const task = log.tasks.get(taskId);
    for (const id of log.fanouts.openOf(taskId)) log.say(`${taskId} is taken before ${id} ended`);
    if (task?.lease) log.say(`${taskId} is held under fence ${task.lease.fence}`);
    log.taskIn(taskId, ["pending"], taskId);
    if (log.sessions.isHeld(taskId)) log.say(`${taskId} is taken before it was let go`);
    log.raise(fence);
    for (const [id, { lease }] of log.tasks) if (lease?.agentId === agentId) log.say(`the agent holds ${id} already`);
    if (task) Object.assign(task, { state: "claimed", lease: { agentId, fence } });
  },
  "task.resumed": (log, { data: { taskId, agentId, fence } }) => {
    const task = log.tasks.get(taskId);
    if (task?.lease?.agentId !== agentId) log.say(`${taskId} is not in the agent's hand`);
    log.raise(fence);
    if (task) Object.assign(task, { lease: { agentId, fence } });
  },
  "task.started": (log, { data }) => {
    const task = log.held(data.taskId, data.fence);
    if (task) task.state = "in_progress";
  },
  "task.progressed": (log, { data }) => void log.held(data.taskId, data.fence),
  "task.subagents_changed": (log, { data }) => void log.held(data.taskId, data.fence),
  "task.blocker_closed": (log, { data: { taskId }, actor }) => {
    if (actor.kind === "server") log.say("the server closes nothing by itself");
    log.taskIn(taskId, ["pending", "claimed", "in_progress", "in_review", "failed"]);
  },
  "task.released": (log, { data }) => {
    const task = log.held(data.taskId, data.fence);
    if (task?.state !== "claimed") log.say("only a claim that nothing followed is released");
    if (task) Object.assign(task, { state: "pending", lease: null });
  },
  "task.attempt_ended": (log, { data: { taskId, attempts, final, fence, how } }) => {
    const task = log.held(taskId, fence);
    // A reply that cannot be used ends all attempts at once.
    const isAsked = log.sessions.asked.has(taskId) || log.reviews.asked.has(taskId);
    if (task && attempts - task.attempts > 1 && !(final && isAsked))
      log.say(`attempt ${attempts} follows ${task.attempts}`);
    // What can't come out otherwise isn't tried again.
    const isForGood = final && how === "failed";
    const isLast = attempts >= MAX_ATTEMPTS || how === "empty" || how === "stopped";
    if (final !== isLast && !isForGood) log.say(`final: ${final} at attempt ${attempts}`);
    const state = final ? "failed" : "pending";
    if (task) Object.assign(task, { state, lease: null, attempts, endedUnder: fence });
  },
  "task.completed": (log, { data: { taskId, fence, result } }) => {
    // Discussed to the end: its author let go of it before.
    const isDiscussed = fence === null && log.sessions.isDiscussed(taskId);
    log.end(isDiscussed ? log.taskIn(taskId, ["pending"]) : log.held(taskId, fence));
    if (/[\p{L}\p{N}]/u.test(result.summary)) log.fanouts.said.add(taskId);
  },
  "task.submitted": (log, event) => {
    const { taskId, fence, reviews } = event.data;
    const task = log.held(taskId, fence);
    if (task) Object.assign(task, { state: "in_review", lease: null });
    for (const review of reviews) log.create(review.task.id);
    log.sayAll(log.reviews.read(event));
  },
  "task.reviewed": (log, event) => {
    log.taskIn(event.data.taskId, ["in_review"]);
    log.sayAll(log.reviews.read(event));
  },
  "task.passed": (log, event) => {
    const { taskId, why } = event.data;
    log.end(log.taskIn(taskId, why === "skipped" ? ["in_review", "pending", "failed"] : ["in_review"]));
    log.sayAll(log.reviews.read(event));
  },
  "task.returned": (log, event) => {
    const task = log.taskIn(event.data.taskId, ["in_review"]);
    if (task) Object.assign(task, { state: "pending", attempts: 0 });
    log.sayAll(log.reviews.read(event));
  },
  "task.retried": (log, { data: { taskId, lifts } }) => {
    const task = log.taskIn(taskId, [lifts ? "pending" : "failed"]);
    if (task) Object.assign(task, { state: "pending", attempts: 0 });
    const fanoutId = log.fanouts.branches.get(taskId);
    const join = fanoutId === undefined ? undefined : log.fanouts.joins.get(fanoutId);
    if (fanoutId === undefined || join === undefined) return;
    // What has begun goes on; another one joins the results then.
    const waits = log.tasks.get(join)?.state === "pending";
    log.fanouts.open.set(taskId, { fanoutId, join: waits ? join : "" });
  },
  "task.retry_withdrawn": (log, { data: { taskId, attempts } }) => {
    const task = log.taskIn(taskId, ["pending"]);
    if (task) Object.assign(task, { state: "failed", attempts });
  },
  "task.cancelled": (log, { data: { taskId, cascade } }) => {
    for (const id of [taskId, ...cascade]) log.end(log.tasks.get(id));
  },
  "task.boundary_lifted": (log, { data }) => {
    if (!log.tasks.has(data.taskId)) log.say("the task is not there");
  },
  "task.moved_to_front": (log, { data }) => waiting(log, [data.taskId]),
  "task.parked": (log, { data }) => waiting(log, data.taskIds),
  "task.told_to_wait": (log, { data }) => waiting(log, data.taskIds),
  "task.reassigned": (log, { data }) => {
    const ids = data.tasks.map(({ taskId }) => taskId);
    waiting(log, ids);
  },
};
