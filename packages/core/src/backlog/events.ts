import { nameOf } from "../kernel/actor.ts";
import { type EventsOf, type FactsOf, fact, NOTHING, type Recorded, type RoomEvent } from "../kernel/event.ts";
import type { MessageId, TaskId, Word } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { heldTask } from "../task/order.ts";
import { addTask } from "../task/set.ts";
import type { NewTask, Priority } from "../task/task.ts";
import { ONE_TASK_MORE } from "../task/touches.ts";
import { type Backlog, findItem, hasWork, type PauseReason, tasksOf } from "./backlog.ts";
import {
  type BacklogItem,
  hasEnded,
  ITEMS_ENDED_KEPT,
  type ItemFields,
  type ItemId,
  type ItemState,
  type LastTry,
  type NewItem,
  type WorkflowMode,
} from "./item.ts";

/** Payloads of the backlog's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** Items came into the backlog. */
    "backlog.added": { items: NewItem[] };
    /** An item's words, labels or scores changed. */
    "backlog.edited": { itemId: ItemId; changes: Partial<ItemFields> };
    /** An item's priority or place changed. `positions`: of this item, and of all when they were renumbered. */
    "backlog.moved": {
      itemId: ItemId;
      priority: Priority;
      positions: { itemId: ItemId; position: Word }[];
    };
    /**
     * The entry point gets a task for it. `task`: `null` when the work of the last try continues, by a retry or because
     * it was handed on; `why` says who picked it.
     */
    "backlog.picked": {
      itemId: ItemId;
      taskId: TaskId;
      task: NewTask | null;
      why: "asked" | "clearing" | "went_on";
    };
    /** An open item was put off until somebody reopens it. */
    "backlog.deferred": { itemId: ItemId; reason: string };
    /** Its work ended, or somebody says it is done: a person looks at it. */
    "backlog.finished": { itemId: ItemId; taskId: TaskId | null; summary: string; by: Word };
    /** Its work ended without a result: it is open again. */
    "backlog.returned": { itemId: ItemId } & Omit<LastTry, "at">;
    /** A finished item was reviewed and closed. */
    "backlog.closed": { itemId: ItemId; reason: string };
    /** An item will not be done. */
    "backlog.dropped": { itemId: ItemId; reason: string };
    /**
     * An item is open again. `stored`: as the table has it, when the room has forgotten it. `position`: its place from
     * now on.
     */
    "backlog.reopened": {
      itemId: ItemId;
      reason: string;
      position: Word;
      stored: BacklogItem | null;
    };
    /** The room works normally or clears its backlog from here on. */
    "backlog.mode_changed": { mode: WorkflowMode };
    /** Clearing mode hands out no more items until somebody decides or resumes it. */
    "backlog.clearing_paused": { why: PauseReason };
    /** Clearing mode continues. `passing`: what waits for a person but no longer holds it up. */
    "backlog.clearing_resumed": { because: "asked" | "decided"; passing: Word[] };
  }
}

/** An item as it is when it has just been added. */
export function addedItem({ reason, ...item }: NewItem, at: number, by: string): BacklogItem {
  return {
    ...item,
    addedAt: at,
    stateAt: at,
    taskId: null,
    asked: null,
    note: item.state === "open" ? null : { text: reason, by, at },
    lastTry: null,
  };
}

export const BACKLOG_FACTS: FactsOf<EventsOf<"backlog">> = {
  "backlog.added": fact(NOTHING, (next, event) => {
    const { backlog } = next;
    const added = event.data.items.map((item) => addedItem(item, event.at, nameOf(event)));
    const last = event.data.items.at(-1);
    next.backlog = {
      ...backlog,
      number: last?.id ?? backlog.number,
      items: [...backlog.items, ...added.filter((item) => !hasEnded(item))],
      ended: [...added.filter(hasEnded).reverse(), ...backlog.ended].slice(0, ITEMS_ENDED_KEPT),
    };
  }),
  "backlog.edited": fact(NOTHING, (next, { data: { itemId, changes } }) =>
    setItem(next, itemId, (item) => ({ ...item, ...changes })),
  ),
  "backlog.moved": fact(NOTHING, (next, { data: { itemId, priority, positions } }) => {
    const places = new Map(positions.map((one) => [one.itemId, one.position]));
    const items = next.backlog.items.map((item) => {
      const position = places.get(item.id) ?? item.position;
      const rank = item.id === itemId ? priority : item.priority;
      const isSame = position === item.position && rank === item.priority;
      return isSame ? item : { ...item, position, priority: rank };
    });
    next.backlog = { ...next.backlog, items };
  }),
  "backlog.picked": fact(ONE_TASK_MORE, (next, event) => {
    const { itemId, taskId, task } = event.data;
    if (task) addTask(next, task);
    next.backlog = { ...next.backlog, work: { ...next.backlog.work, [taskId]: itemId } };
    setItem(next, itemId, (item) => ({ ...turned(item, "picked", event), taskId }));
  }),
  "backlog.deferred": fact(NOTHING, (next, event) => turn(next, event, "deferred")),
  "backlog.finished": fact(NOTHING, (next, event) => {
    const { itemId, summary, by } = event.data;
    forgetWork(next, itemId);
    setItem(next, itemId, (item) => ({
      ...turned(item, "in_review", event),
      note: { text: summary, by, at: event.at },
      lastTry: null,
    }));
    if (next.backlog.failures.length > 0) next.backlog = { ...next.backlog, failures: [] };
  }),
  "backlog.returned": fact(NOTHING, (next, event) => {
    const { itemId, ...tried } = event.data;
    setItem(next, itemId, (item) => ({
      ...turned(item, "open", event),
      note: null,
      lastTry: { ...tried, at: event.at },
    }));
    if (tried.how !== "failed") return forgetWork(next, itemId);
    const others = next.backlog.failures.filter((id) => id !== itemId);
    next.backlog = { ...next.backlog, failures: [...others, itemId] };
  }),
  "backlog.closed": fact(NOTHING, (next, event) => turn(next, event, "closed")),
  "backlog.dropped": fact(NOTHING, (next, event) => turn(next, event, "dropped")),
  "backlog.reopened": fact(NOTHING, (next, event) => {
    const { itemId, position, stored } = event.data;
    const { backlog } = next;
    if (stored && !findItem(backlog, itemId)) next.backlog = { ...backlog, ended: [stored, ...backlog.ended] };
    turn(next, event, "reopened");
    setItem(next, itemId, (item) => ({ ...item, position }));
  }),
  "backlog.mode_changed": fact(NOTHING, (next, { data }) => {
    const nothing = { paused: null, passing: [], failures: [] };
    next.backlog = { ...next.backlog, workflowMode: data.mode, ...nothing };
  }),
  "backlog.clearing_paused": fact(NOTHING, (next, { data, at }) => {
    next.backlog = { ...next.backlog, paused: { at, why: data.why } };
  }),
  "backlog.clearing_resumed": fact(NOTHING, (next, { data: { because, passing } }) => {
    const failures = because === "asked" ? [] : next.backlog.failures;
    next.backlog = { ...next.backlog, paused: null, passing, failures };
  }),
};

/** What follows for the work on items from what happened to tasks and messages. */
export function followWork(before: RoomView, next: RoomView, event: RoomEvent): void {
  switch (event.type) {
    case "handoff.delivered": {
      const { fromTaskId, task, intent, to, message } = event.data;
      const itemId = next.backlog.work[fromTaskId];
      if (itemId === undefined) return;
      relink(next, fromTaskId, task ? task.id : null, itemId);
      if (to === "user" && intent === "question") setAsked(next, itemId, message.id);
      return;
    }
    case "task.created": {
      if (event.actor.kind !== "agent") return;
      const held = heldTask(next, event.actor.id);
      const itemId = held && next.backlog.work[held.id];
      if (itemId === undefined) return;
      const work = { ...next.backlog.work };
      for (const task of event.data.tasks) work[task.id] = itemId;
      next.backlog = { ...next.backlog, work };
      return;
    }
    case "message.sent": {
      const { task, answers } = event.data;
      if (!task || answers.length === 0) return;
      const item = next.backlog.items.find(({ asked }) => asked && answers.includes(asked));
      if (!item) return;
      relink(next, null, task.id, item.id);
      return setAsked(next, item.id, null);
    }
    case "message.withdrawn": {
      const { taskId, reopens } = event.data;
      const itemId = next.backlog.work[taskId];
      if (itemId === undefined) return;
      relink(next, taskId, null, itemId);
      return setAsked(next, itemId, reopens[0] ?? null);
    }
    default: {
      // A task that was handed on continues as the task that it becomes; any other that goes has ended.
      if (next.tasks.length >= before.tasks.length || !hasWork(next.backlog)) return;
      const live = new Set(next.tasks.map((task) => task.id));
      const gone = before.tasks.filter((task) => !live.has(task.id));
      for (const { id } of gone) {
        const itemId = next.backlog.work[id];
        if (itemId !== undefined) relink(next, id, null, itemId);
      }
    }
  }
}

function relink(next: RoomView, from: TaskId | null, to: TaskId | null, itemId: ItemId): void {
  const work = { ...next.backlog.work };
  if (from !== null) delete work[from];
  if (to !== null) work[to] = itemId;
  next.backlog = { ...next.backlog, work };
}

function setAsked(next: RoomView, itemId: ItemId, asked: MessageId | null): void {
  if (next.backlog.items.some((item) => item.id === itemId)) setItem(next, itemId, (item) => ({ ...item, asked }));
}

/** A person or the entry point says what becomes of the item; nothing works on it any more. */
function turn(next: RoomView, event: Recorded & { data: { itemId: ItemId; reason: string } }, state: ItemState): void {
  const { itemId, reason } = event.data;
  forgetWork(next, itemId);
  const item = findItem(next.backlog, itemId);
  if (!item) throw new Error(`item ${itemId} is not in room ${next.roomId}`);
  const note = { text: reason, by: nameOf(event), at: event.at };
  const changed = { ...turned(item, state, event), note };
  place(next, changed);
}

/** Puts an item where its state belongs. */
function place(next: RoomView, item: BacklogItem): void {
  const isLive = next.backlog.items.some((other) => other.id === item.id);
  const isEnd = hasEnded(item);
  if (isLive && !isEnd) return setItem(next, item.id, () => item);
  const items = next.backlog.items.filter((other) => other.id !== item.id);
  const ended = next.backlog.ended.filter((other) => other.id !== item.id);
  const at = items.findIndex((other) => other.id > item.id);
  next.backlog = {
    ...next.backlog,
    items: isEnd ? items : items.toSpliced(at < 0 ? items.length : at, 0, item),
    ended: isEnd ? [item, ...ended].slice(0, ITEMS_ENDED_KEPT) : ended,
  };
}

function turned(item: BacklogItem, state: ItemState, { at }: Recorded): BacklogItem {
  return { ...item, state, stateAt: at, asked: null };
}

function forgetWork(next: RoomView, itemId: ItemId): void {
  const gone = tasksOf(next.backlog, itemId);
  if (gone.length === 0) return;
  const work: Backlog["work"] = { ...next.backlog.work };
  for (const id of gone) delete work[id];
  next.backlog = { ...next.backlog, work };
}

function setItem(next: RoomView, id: ItemId, update: (item: BacklogItem) => BacklogItem): void {
  const at = next.backlog.items.findIndex((item) => item.id === id);
  if (at < 0) throw new Error(`item ${id} is not live in room ${next.roomId}`);
  const items = next.backlog.items.with(at, update(next.backlog.items[at] as BacklogItem));
  next.backlog = { ...next.backlog, items };
}
