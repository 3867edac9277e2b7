import { type AgentCaller, isAgent, type PersonCaller } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import { type Refused, refused } from "../kernel/ruling.ts";
import { dependantsOf, waitersByTask } from "../task/dependants.ts";
import { liveTask } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { findItem, tasksOf } from "./backlog.ts";
import { type BacklogItem, ITEM_MOVES, type ItemId, type ItemMove } from "./item.ts";

/** What this caller may do with the item now: each of these is accepted. */
export function movesFor(room: Room, item: BacklogItem, by: AgentCaller | PersonCaller): ItemMove[] {
  if (isAgent(by) && room.agents[by.id]?.role !== room.team.entryPoint) return [];
  const { others, own } = workToSkip(room, item, by);
  const isClearing = room.backlog.workflowMode === "backlog_clearing";
  return ITEM_MOVES[item.state].filter((move) => {
    if (isAgent(by) && move === "reopen") return false;
    // Judging finished work is up to a person.
    if (isAgent(by) && item.state === "in_review" && move !== "edit") return false;
    if (move === "pick") return own.length + others.length === 0;
    if (item.state !== "picked") return true;
    if (move === "defer") return others.length === 0;
    // In clearing mode it would be handed out again at once.
    if (move === "putBack") return others.length === 0 && (own.length === 0 || !isClearing);
    return true;
  });
}

/**
 * The live tasks of an item, for somebody who wants to skip it: `own`, held by the caller or by nobody, end with the
 * skip; `others` are under way elsewhere and keep the item.
 */
export function workToSkip(
  room: Room,
  item: BacklogItem,
  by: AgentCaller | PersonCaller,
): { own: Task[]; others: Task[] } {
  const tasks = tasksOf(room.backlog, item.id).flatMap((id) => liveTask(room, id) ?? []);
  const ids = tasks.map(({ id }) => id);
  const waiters = waitersByTask(room);
  const isOwn = ({ id, lease, state }: Task) =>
    (lease === null ? state !== "in_review" : lease.agentId === by.id) &&
    dependantsOf(waiters, [id]).every((other) => ids.includes(other));
  return { own: tasks.filter(isOwn), others: tasks.filter((task) => !isOwn(task)) };
}

/** The item, if it and its work allow the move; otherwise what they allow. */
export function movable(
  room: Room,
  itemId: ItemId,
  move: ItemMove,
  by: AgentCaller | PersonCaller,
): { ok: true; item: BacklogItem } | Refused {
  const item = findItem(room.backlog, itemId);
  if (!item) return unknownItem(room, itemId);
  const allowed = movesFor(room, item, by);
  if (allowed.includes(move)) return { ok: true, item };
  const { own, others } = workToSkip(room, item, by);
  const tasks = [...own, ...others].map(({ id }) => id);
  const message = `Item ${itemId} is ${item.state.replace("_", " ")}${whyNot(item, move, tasks, isAgent(by))}.`;
  const work = tasks.length > 0 ? { tasks } : {};
  return refused("item_state", message, { itemId, state: item.state, ...work }, allowed);
}

function whyNot(item: BacklogItem, move: ItemMove, tasks: string[], byAgent: boolean): string {
  if (byAgent && item.state === "in_review") return " and waits for a person's review; only people can settle it now";
  if (tasks.length === 0 || !ITEM_MOVES[item.state].includes(move)) return "";
  const [them, are] = tasks.length === 1 ? ["it", "is"] : ["them", "are"];
  if (move === "pick")
    return `, and ${tasks.join(", ")} of its last try ${are} still open: retry, hand on or cancel ${them} first`;
  return move === "putBack" && item.state === "picked"
    ? `: work on it is under way (${tasks.join(", ")}); cancel that, or defer the item`
    : `: work on it is under way (${tasks.join(", ")}); cancel that first`;
}

export function unknownItem(room: Room, itemId: ItemId): Refused {
  const { number } = room.backlog;
  const message =
    itemId >= 1 && itemId <= number
      ? `Item ${itemId} ended long ago; it can only be reopened.`
      : `The backlog has no item ${itemId}${number > 0 ? `; the last one is ${number}` : ""}.`;
  return refused("item_unknown", message, { itemId });
}
