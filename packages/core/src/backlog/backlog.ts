import type { DecisionId } from "../decision/decision.ts";
import type { MessageId, TaskId, Word } from "../kernel/ids.ts";
import { keysIn } from "../kernel/keys.ts";
import { type BacklogItem, compareItems, type ItemId, isOpen, type WorkflowMode } from "./item.ts";

/** Why clearing mode is paused; screens and the CLI turn it into a sentence. */
export type PauseReason =
  | { kind: "decision"; decisionId: DecisionId; question: string }
  | { kind: "question"; messageId: MessageId; from: Word; text: string }
  | { kind: "failures"; items: ItemId[] };

/** The room's backlog at one `seq`. */
export interface Backlog {
  workflowMode: WorkflowMode;
  /** Clearing mode is paused since then, epoch ms, and why. */
  paused: { at: number; why: PauseReason } | null;
  /** Decisions and questions despite which a person lets it continue. */
  passing: string[];
  /** The last items in a row whose work failed. */
  failures: ItemId[];
  /** The last number given. */
  number: number;
  /** Neither closed nor dropped, in the order they were added. */
  items: readonly BacklogItem[];
  /** Closed and dropped, the latest first. */
  ended: readonly BacklogItem[];
  /** Live tasks that are the work on an item. */
  work: Record<TaskId, ItemId>;
}

declare module "../kernel/view.ts" {
  interface RoomView {
    backlog: Backlog;
  }
}

export function emptyBacklog(): Backlog {
  return {
    workflowMode: "normal",
    paused: null,
    passing: [],
    failures: [],
    number: 0,
    items: [],
    ended: [],
    work: {},
  };
}

/** The item with this number, unless it ended so long ago that only the table has it. */
export function findItem({ items, ended }: Pick<Backlog, "items" | "ended">, id: ItemId) {
  return items.find((item) => item.id === id) ?? ended.find((item) => item.id === id);
}

/** Live tasks that are the work on this item. */
export function tasksOf({ work }: Pick<Backlog, "work">, id: ItemId): TaskId[] {
  return keysIn(work).filter((taskId) => work[taskId] === id);
}

export function hasWork({ work }: Pick<Backlog, "work">): boolean {
  for (const _ in work) return true;
  return false;
}

/** The item that clearing mode hands out next: open, with nothing left of an earlier try. */
export function nextItem(backlog: Backlog): BacklogItem | undefined {
  const inWork = new Set(Object.values(backlog.work));
  let best: BacklogItem | undefined;
  for (const item of backlog.items) {
    if (!isOpen(item) || inWork.has(item.id)) continue;
    if (!best || compareItems(item, best) < 0) best = item;
  }
  return best;
}
