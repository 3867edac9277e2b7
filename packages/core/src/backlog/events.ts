import type { TaskId } from "../kernel/ids.ts";
import type { Priority } from "../task/task.ts";
import type { PauseReason } from "./backlog.ts";
import type { BacklogItem, ItemFields, ItemId, LastTry, NewItem, WorkflowMode } from "./item.ts";

/** Payloads of the backlog's events; `backlog.picked` makes a task, and stands where tasks are known. */
export interface BacklogEventData {
  "backlog.added": { items: NewItem[] };
  "backlog.edited": { itemId: ItemId; changes: Partial<ItemFields> };
  /** `positions`: of this item, and of all when they were numbered anew. */
  "backlog.moved": {
    itemId: ItemId;
    priority: Priority;
    positions: { itemId: ItemId; position: string }[];
  };
  "backlog.deferred": { itemId: ItemId; reason: string };
  /** Its work ended, or somebody says it is done: a person looks at it. */
  "backlog.finished": { itemId: ItemId; taskId: TaskId | null; summary: string; by: string };
  /** Its work ended without a result: it is open again. */
  "backlog.returned": { itemId: ItemId } & Omit<LastTry, "at">;
  "backlog.closed": { itemId: ItemId; reason: string };
  "backlog.dropped": { itemId: ItemId; reason: string };
  /** `stored`: as the table has it, when the room has forgotten it. `position`: where it stands from now on. */
  "backlog.reopened": {
    itemId: ItemId;
    reason: string;
    position: string;
    stored: BacklogItem | null;
  };
  "backlog.mode_changed": { mode: WorkflowMode };
  "backlog.clearing_paused": { why: PauseReason };
  /** `passing`: what waits for a person, and no longer holds it up. */
  "backlog.clearing_resumed": { because: "asked" | "decided"; passing: string[] };
}
