import type { TaskId, Word } from "../kernel/ids.ts";
import type { NewTask, Priority } from "../task/task.ts";
import type { PauseReason } from "./backlog.ts";
import type { BacklogItem, ItemFields, ItemId, LastTry, NewItem, WorkflowMode } from "./item.ts";

/** Payloads of the backlog's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** Items came into the backlog. */
    "backlog.added": { items: NewItem[] };
    /** An item has other words, labels or scores. */
    "backlog.edited": { itemId: ItemId; changes: Partial<ItemFields> };
    /** An item has another priority or place. `positions`: of this item, and of all when they were numbered anew. */
    "backlog.moved": {
      itemId: ItemId;
      priority: Priority;
      positions: { itemId: ItemId; position: Word }[];
    };
    /**
     * The entry point gets a task for it. `task`: `null` when the work of the last try goes on, by a retry
     * or because it was handed on; `why` says who picked it.
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
    /** A finished item was looked at and closed. */
    "backlog.closed": { itemId: ItemId; reason: string };
    /** An item will not be done. */
    "backlog.dropped": { itemId: ItemId; reason: string };
    /**
     * An item is open again. `stored`: as the table has it, when the room has forgotten it. `position`: where it
     * stands from now on.
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
    /** Clearing mode goes on. `passing`: what waits for a person, and no longer holds it up. */
    "backlog.clearing_resumed": { because: "asked" | "decided"; passing: Word[] };
  }
}
