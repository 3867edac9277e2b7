import type { EventData, RoomEvent } from "../../kernel/event.ts";
import type { TaskId } from "../../kernel/ids.ts";
import { heldMs } from "../../kernel/lease.ts";
import type { RoomView } from "../../kernel/view.ts";
import { reportIn } from "../../task/in-event.ts";
import { liveTask } from "../../task/order.ts";
import type { Task } from "../../task/task.ts";
import { addUsage, isReported, type ReportedUsage, tokensOf } from "../../usage/usage.ts";
import type { TaskOutcome } from "../record/outcome.ts";
import { TAKEN_KEPT, type TakenTask } from "./estimate.ts";

/** What the tasks of a plan take, with their reviews; and what they took, once they have passed. */
export function followTaken(before: RoomView, next: RoomView, event: RoomEvent): void {
  if (event.type === "usage.reported") return use(before, next, event.data);
  const task = taskIn(before, event);
  if (!task || task.sessionId === null) return;
  const planned = task.reviewOf?.taskId ?? task.id;
  const workMs = endsWork(event) ? workedOn(task, event.at) : 0;
  if (workMs > 0) change(next, planned, (one) => ({ ...one, workMs: one.workMs + workMs }));
  const isPassed =
    (event.type === "task.passed" && event.data.why !== "skipped") ||
    (event.type === "task.completed" && task.reviewOf === null);
  if (isPassed) keep(next, task);
}

/** A runner's turn reports what it used when it is over: by then its task may have ended, and count as taken. */
function use(before: RoomView, next: RoomView, { taskId, usage }: EventData["usage.reported"]) {
  const reviewed = liveTask(before, taskId)?.reviewOf?.taskId ?? before.ended.find(({ id }) => id === taskId)?.reviewOf;
  const planned = reviewed ?? taskId;
  change(next, planned, (one) => ({ ...one, usage: addUsage(one.usage, usage) }));
  const { taken } = next.sessions;
  const at = taken.findIndex((one) => one.taskId === planned);
  const found = taken[at];
  if (found) next.sessions = { ...next.sessions, taken: taken.with(at, withMore(found, usage)) };
}

function withMore(taken: TakenTask, usage: ReportedUsage): TakenTask {
  const { tokens, costUsdMicros } = taken;
  const isFirst = tokens === null && costUsdMicros === null;
  const before = isFirst ? 0 : costUsdMicros;
  const sum = (tokens ?? 0) + tokensOf(usage);
  const isPriced = before !== null && usage.costUsdMicros !== null;
  return {
    ...taken,
    tokens: sum > 0 ? sum : null,
    costUsdMicros: isPriced ? before + (usage.costUsdMicros ?? 0) : null,
  };
}

function taskIn(before: RoomView, { type, data }: RoomEvent): Task | undefined {
  // Whoever asks several at once, or has its work discussed, gives up its task until they have answered.
  if (type === "fanout.opened") return liveTask(before, data.joinTaskId);
  return "taskId" in data && typeof data.taskId === "string" ? liveTask(before, data.taskId) : undefined;
}

/** Ends of a lease by an act of its agent: nobody knows until when an agent that went silent worked. */
function endsWork(event: RoomEvent): boolean {
  return (
    reportIn(event) !== null ||
    event.type === "fanout.opened" ||
    (event.type === "task.attempt_ended" && event.data.how === "failed")
  );
}

function workedOn({ lease }: Task, at: number): number {
  return lease ? Math.max(0, heldMs(lease, at)) : 0;
}

function change(next: RoomView, id: TaskId, update: (one: TaskOutcome) => TaskOutcome): void {
  const { live } = next.sessions;
  const at = live.findIndex(({ execution }) => execution?.outcomes[id] !== undefined);
  const session = live[at];
  const outcome = session?.execution?.outcomes[id];
  if (!session?.execution || !outcome) return;
  const outcomes = { ...session.execution.outcomes, [id]: update(outcome) };
  const changed = { ...session, execution: { ...session.execution, outcomes } };
  next.sessions = { ...next.sessions, live: live.with(at, changed) };
}

function keep(next: RoomView, { id, role }: Task): void {
  const outcome = next.sessions.live.find(({ execution }) => execution?.outcomes[id])?.execution?.outcomes[id];
  if (!outcome) return;
  const { workMs, usage } = outcome;
  const isPriced = isReported(usage) && usage.unpricedTokens === 0;
  const tokens = tokensOf(usage) > 0 ? tokensOf(usage) : null;
  const costUsdMicros = isPriced ? usage.costUsdMicros : null;
  const taken = { taskId: id, role, workMs, costUsdMicros, tokens };
  next.sessions = {
    ...next.sessions,
    taken: [taken, ...next.sessions.taken].slice(0, TAKEN_KEPT),
  };
}
