import { BY_SERVER, nameOf, SERVER } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { RoomEvent, Step } from "../kernel/event.ts";
import { isThere, type Room, roomAfter } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import { LIVE_TASKS_MAX } from "../task/crowd.ts";
import { cancelIn, reportIn } from "../task/in-event.ts";
import { liveTask } from "../task/order.ts";
import { hasWork, tasksOf } from "./backlog.ts";
import { handedOut, pauseReason } from "./clearing.ts";
import { type BacklogItem, type ItemId, isOpen } from "./item.ts";
import { taskFor } from "./pick.ts";

/**
 * The backlog's follow-up, in the commit of its cause: an item follows its work, and clearing
 * mode pauses, continues and hands out. Idempotent: after its facts nothing is left to do.
 *
 * @param steps what has been decided, folded
 */
export function followBacklog(
  view: RoomView,
  steps: readonly Step[],
  context: Pick<Context, "now" | "fold">,
): ActedFact[] {
  const after = steps.at(-1)?.after;
  if (!after || !isThere(after)) return [];
  const isClearing = after.backlog.workflowMode === "backlog_clearing";
  const mayFollow = hasWork(view.backlog) || hasWork(after.backlog);
  if (!isClearing && !mayFollow) return [];
  let room: Room = after;
  const facts: ActedFact[] = [];
  const add = (fact: ActedFact | null) => {
    if (!fact) return;
    facts.push(fact);
    room = roomAfter(room, context.fold(room, [fact]));
  };
  if (mayFollow) for (const fact of followItems(room, steps)) add(fact);
  if (isClearing) {
    add(pauseOrGoOn(room));
    add(handOut(room, context.now));
  }
  return facts;
}

/** Each item with live work goes where its work has gone. */
function followItems(room: Room, steps: readonly Step[]): ActedFact[] {
  return room.backlog.items.flatMap((item) => {
    if (item.state !== "picked" && !isOpen(item)) return [];
    const fact = followItem(room, item, steps);
    const aside = setAside(room, item, steps);
    return [fact, aside].filter((one) => one !== null);
  });
}

/**
 * Whoever ends an item's work for good does not get it back at once: it leaves clearing mode until somebody reopens or
 * picks it. A picked item that nobody clears is open again for them.
 */
function setAside(room: Room, item: BacklogItem, steps: readonly Step[]): ActedFact | null {
  const itemId = item.id;
  if (!isOpen(item) && room.backlog.workflowMode === "normal") return null;
  for (const { event, before } of steps.toReversed()) {
    // Somebody said where it goes.
    if (event.type === "backlog.returned" && event.data.itemId === itemId && event.data.how === "put_back") return null;
    const gone = cancelIn(event);
    if (!gone || event.actor.kind !== "person") continue;
    const { work } = before.backlog;
    const taskId = gone.taskIds.find((id) => work[id] === itemId);
    if (taskId === undefined) continue;
    if (tasksOf(room.backlog, itemId).length > 0 || item.asked !== null) return null;
    const why = gone.reason.trim();
    const reason = `${event.actor.name} cancelled ${taskId}${why === "" ? "." : `: ${why}`}`;
    return { type: "backlog.deferred", data: { itemId, reason }, actor: SERVER };
  }
  return null;
}

function followItem(room: Room, item: BacklogItem, steps: readonly Step[]): ActedFact | null {
  const tasks = tasksOf(room.backlog, item.id).flatMap((id) => liveTask(room, id) ?? []);
  const failed = tasks.find((task) => task.state === "failed");
  const itemId = item.id;
  if (isOpen(item)) {
    const [first] = tasks;
    if (!first || failed) return null;
    const data = { itemId, taskId: first.id, task: null, why: "went_on" as const };
    return { type: "backlog.picked", data, actor: SERVER };
  }
  if (failed) {
    const reason = failed.lastEnd?.reason ?? "";
    const data = { itemId, taskId: failed.id, how: "failed" as const, reason };
    return { type: "backlog.returned", data, actor: SERVER };
  }
  if (tasks.length > 0 || item.asked !== null) return null;
  return endOf(steps, itemId);
}

/** What becomes of the item after the last end of a task that worked on it. */
function endOf(steps: readonly Step[], itemId: ItemId): ActedFact | null {
  for (const { event, before } of steps.toReversed()) {
    const fact = endFact(event, before, itemId);
    if (fact) return fact;
  }
  return null;
}

function endFact(event: RoomEvent, before: RoomView, itemId: ItemId): ActedFact | null {
  const { work } = before.backlog;
  const done = reportIn(event);
  if (done) {
    const { taskId, result } = done;
    if (work[taskId] !== itemId) return null;
    const data = { itemId, taskId, summary: result.summary, by: nameOf(event) };
    return { type: "backlog.finished", data, actor: SERVER };
  }
  const gone = cancelIn(event);
  const taskId = gone?.taskIds.find((id) => work[id] === itemId);
  if (!gone || taskId === undefined) return null;
  const data = { itemId, taskId, how: "cancelled" as const, reason: gone.reason };
  return { type: "backlog.returned", data, actor: SERVER };
}

function pauseOrGoOn(room: Room): ActedFact | null {
  const { paused } = room.backlog;
  const why = pauseReason(room);
  const isNews = why !== null && (!paused || (why.kind === "failures" && paused.why.kind !== "failures"));
  if (isNews) return { type: "backlog.clearing_paused", data: { why }, actor: SERVER };
  if (why !== null || !paused) return null;
  const { passing } = room.backlog;
  const data = { because: "decided" as const, passing };
  return { type: "backlog.clearing_resumed", data, actor: SERVER };
}

function handOut(room: Room, now: number): ActedFact | null {
  if (room.tasks.length >= LIVE_TASKS_MAX) return null;
  const item = handedOut(room);
  if (!item) return null;
  const task = taskFor(room, item, BY_SERVER, now);
  const data = { itemId: item.id, taskId: task.id, task, why: "clearing" as const };
  return { type: "backlog.picked", data, actor: SERVER };
}
