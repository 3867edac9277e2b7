import type { BacklogItem, ItemMove } from "@squadroom/core/backlog/item";
import type { Priority } from "@squadroom/core/task/task";
import { doAct } from "../../act/do-act.ts";

export const DONE = {
  pick: (item) => `Item ${item} is picked.`,
  defer: (item) => `Item ${item} is deferred.`,
  finish: (item) => `Item ${item} is waiting for a review.`,
  putBack: (item) => `Item ${item} is open again.`,
  close: (item) => `Item ${item} is closed.`,
  reopen: (item) => `Item ${item} is open again.`,
  drop: (item) => `Item ${item} is dropped.`,
} satisfies Record<string, (item: number) => string>;

/** An item's new place, relative to its new neighbour. */
export type Place = { before: number } | { after: number };

/** Puts an item beside another one; among items of another priority it takes theirs. */
export function moveItem(room: string, item: BacklogItem, to: Place, priority: Priority): void {
  const params = { room, item: String(item.id) };
  const other = priority === item.priority ? {} : { priority };
  void doAct("moveItem", { params, body: { to, ...other } });
}

/** An act on an item without a text. */
export type Act = Exclude<ItemMove, "edit" | "move">;

export const ROUTES = {
  pick: "pickItem",
  defer: "deferItem",
  finish: "finishItem",
  putBack: "putBackItem",
  close: "closeItem",
  reopen: "reopenItem",
  drop: "dropItem",
} as const;

/** Needs no text: the entry point gets a task for it. */
export function pickItem(room: string, itemId: number): void {
  const params = { room, item: String(itemId) };
  void doAct("pickItem", { params }, { said: () => DONE.pick(itemId) });
}
