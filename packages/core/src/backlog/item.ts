import type { MessageId, RoleName, TaskId, Word } from "../kernel/ids.ts";
import { PRIORITIES, type Priority } from "../task/task.ts";

/** Counts 1, 2, 3 … in its room: people say "item 41". */
export type ItemId = number;

/**
 * The item machine.
 *
 * | state     | entered by                                     | left by                                                         |
 * |-----------|------------------------------------------------|-----------------------------------------------------------------|
 * | open      | added; its work failed, was cancelled, put back | picked → picked; deferred; finished → in_review; closed; dropped |
 * | picked    | picked: the entry point has a task for it      | its work ends → in_review; fails → open; put back → open        |
 * | in_review | its work ended; finished                       | closed; reopened; dropped                                       |
 * | closed    | closed, with a reason                          | reopened                                                        |
 * | deferred  | deferred; a person ended its work for good     | picked; reopened; closed; dropped                               |
 * | dropped   | dropped, with a reason                         | reopened                                                        |
 * | reopened  | reopened, with a reason                        | as open                                                         |
 */
export const ITEM_STATES = ["open", "picked", "in_review", "closed", "deferred", "dropped", "reopened"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export type ItemMove = "edit" | "move" | "pick" | "defer" | "finish" | "putBack" | "close" | "reopen" | "drop";

/** What may be done with an item in each state; `movesFor` says which of them somebody may do now. */
export const ITEM_MOVES: Record<ItemState, readonly ItemMove[]> = {
  open: ["edit", "move", "pick", "defer", "finish", "close", "drop"],
  reopened: ["edit", "move", "pick", "defer", "finish", "close", "drop"],
  picked: ["edit", "finish", "putBack", "defer"],
  in_review: ["edit", "close", "reopen", "drop"],
  deferred: ["edit", "move", "pick", "reopen", "close", "drop"],
  closed: ["reopen"],
  dropped: ["reopen"],
};

/** `normal`, or the room works its backlog off by itself. */
export const WORKFLOW_MODES = ["normal", "backlog_clearing"] as const;
export type WorkflowMode = (typeof WORKFLOW_MODES)[number];

export const TITLE_MAX = 200;
export const BODY_MAX = 8_000;
export const ITEM_REASON_MAX = 2_000;
export const LABEL_MAX = 40;
export const LABELS_MAX = 10;
/** Value and complexity go from 1 to this. */
export const SCALE_MAX = 5;
/** Most items that are neither closed nor dropped. */
export const ITEMS_MAX = 2_000;
/** Characters of all their texts together, UTF-16 units: the room's state has them. */
export const TEXT_MAX = 2_000_000;
/** Closed and dropped items that the view keeps; all are in the table. */
export const ITEMS_ENDED_KEPT = 100;
/** Most items of one import. */
export const IMPORT_MAX = 1_000;
/** Clearing mode pauses after this many items in a row whose work failed. */
export const FAILURES_MAX = 3;

export interface ItemFields {
  title: string;
  body: string;
  priority: Priority;
  labels: string[];
  /** 1 to 5, or not given. */
  value: number | null;
  complexity: number | null;
}

export interface ItemOrigin {
  kind: "person" | "agent";
  id: Word;
  name: Word;
  role?: RoleName;
  isImport: boolean;
}

/** An item as it is added. */
export interface NewItem extends ItemFields {
  id: ItemId;
  /** Its place in the room's order; compared as text. */
  position: Word;
  origin: ItemOrigin;
  /** An import may bring items that others deferred, closed or dropped, with the reason. */
  state: "open" | "deferred" | "closed" | "dropped";
  reason: string;
}

/** What was last said about it when its state changed. */
export interface ItemNote {
  text: string;
  by: Word;
  at: number;
}

/** How work on an item ended without a result. */
export interface LastTry {
  taskId: TaskId | null;
  how: "failed" | "cancelled" | "put_back";
  reason: string;
  at: number;
}

export interface BacklogItem extends ItemFields {
  id: ItemId;
  position: Word;
  origin: ItemOrigin;
  state: ItemState;
  addedAt: number;
  /** Since when it is in this state. */
  stateAt: number;
  /** The task of its last pick. */
  taskId: TaskId | null;
  /** Its work ended with this question to the user; the answer continues the work. */
  asked: MessageId | null;
  note: ItemNote | null;
  lastTry: LastTry | null;
}

/** Value for each unit of complexity, to one decimal; `null` until both are given. It advises and moves nothing. */
export function scoreOf({ value, complexity }: Pick<ItemFields, "value" | "complexity">) {
  return value === null || complexity === null ? null : Math.round((value / complexity) * 10) / 10;
}

/** The order in which items are handed out: by priority, then by position. */
export function compareItems(
  a: Pick<BacklogItem, "priority" | "position" | "id">,
  b: Pick<BacklogItem, "priority" | "position" | "id">,
): number {
  return (
    PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) ||
    (a.position < b.position ? -1 : a.position > b.position ? 1 : a.id - b.id)
  );
}

/** The best score first, those without one last; equal ones as they are handed out. */
export function compareScores(a: BacklogItem, b: BacklogItem): number {
  return (scoreOf(b) ?? -1) - (scoreOf(a) ?? -1) || compareItems(a, b);
}

export function isOpen(item: Pick<BacklogItem, "state">): boolean {
  return item.state === "open" || item.state === "reopened";
}

export function hasEnded(item: Pick<BacklogItem, "state">): boolean {
  return item.state === "closed" || item.state === "dropped";
}
