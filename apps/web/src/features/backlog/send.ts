import type { BacklogItem, ItemMove } from "@squadroom/core/backlog/item";
import type { Priority } from "@squadroom/core/task/task";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";

const DONE = {
  pick: (item) => `Item ${item} is picked.`,
  defer: (item) => `Item ${item} is deferred.`,
  finish: (item) => `Item ${item} is waiting for a review.`,
  putBack: (item) => `Item ${item} is open again.`,
  close: (item) => `Item ${item} is closed.`,
  reopen: (item) => `Item ${item} is open again.`,
  drop: (item) => `Item ${item} is dropped.`,
} satisfies Record<string, (item: number) => string>;

/** Where an item goes, seen from its new neighbour. */
export type Place = { before: number } | { after: number };

/** Puts an item beside another one; among items of another priority it takes theirs. */
export async function sendMove(
  room: string,
  item: BacklogItem,
  to: Place,
  priority: Priority,
): Promise<void> {
  const params = { room, item: String(item.id) };
  const other = priority === item.priority ? {} : { priority };
  try {
    await call("moveItem", { params, body: { to, ...other } });
  } catch (error) {
    toast(explain(error).message, { tone: "bad" });
  }
}

/** What is done with an item in one word. */
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

/** Answers what went wrong; `null` when it is done. */
export async function sendAct(
  room: string,
  itemId: number,
  act: Act,
  reason: string,
): Promise<string | null> {
  const params = { room, item: String(itemId) };
  try {
    if (act === "pick") await call("pickItem", { params });
    else if (act === "finish") await call("finishItem", { params, body: { summary: reason } });
    else await call(ROUTES[act], { params, body: { reason } });
    toast(DONE[act](itemId));
    return null;
  } catch (error) {
    return explain(error).message;
  }
}
