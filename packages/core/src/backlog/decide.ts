import { actingOn } from "../agent/acting.ts";
import { isAgent } from "../kernel/actor.ts";
import type { Command, CommandOf, Rules, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, refused } from "../kernel/ruling.ts";
import { cancelled } from "../task/cancel.ts";
import type { Task } from "../task/task.ts";
import { movable, workToSkip } from "./acting.ts";
import { decideAdd } from "./add.ts";
import { findItem, tasksOf } from "./backlog.ts";
import { decideResume, decideSetMode } from "./clearing.ts";
import type { ItemId, ItemMove } from "./item.ts";
import { decideMove, lastPlaces } from "./move.ts";
import { decidePick } from "./pick.ts";
import { refuseTooMuchText, textOf } from "./text-limit.ts";

export const backlogRules = {
  addItems: decideAdd,
  importItems: decideAdd,
  editItem: decideEdit,
  moveItem: decideMove,
  pickItem: decidePick,
  deferItem(room, command) {
    const { itemId, reason } = command;
    return skip(room, command, "defer", { type: "backlog.deferred", data: { itemId, reason } });
  },
  finishItem(room, command) {
    const { itemId, summary, by } = command;
    const taskId = tasksOf(room.backlog, itemId)[0] ?? null;
    const data = { itemId, taskId, summary, by: by.name };
    return act(room, command, "finish", { type: "backlog.finished", data });
  },
  putBackItem: decidePutBack,
  closeItem(room, command) {
    const { itemId, reason } = command;
    return act(room, command, "close", { type: "backlog.closed", data: { itemId, reason } });
  },
  dropItem(room, command) {
    const { itemId, reason } = command;
    return act(room, command, "drop", { type: "backlog.dropped", data: { itemId, reason } });
  },
  reopenItem: decideReopen,
  setMode: decideSetMode,
  resumeClearing: decideResume,
} satisfies Partial<Rules>;

/** One fact about an item, where its state and the caller allow it. */
function act(
  room: Room,
  { by, itemId }: Extract<Command, { itemId: ItemId }>,
  move: ItemMove,
  fact: Extract<Omit<ActedFact, "actor">, object> & { type: string; data: object },
): RulingOn<"editItem"> {
  const acting = actingOn(room, by);
  if (!acting.ok) return acting;
  const found = movable(room, itemId, move, by);
  if (!found.ok) return found;
  const acted = { ...fact, actor: acting.actor } as ActedFact;
  return accept([...acting.events, acted], { itemId });
}

function decideEdit(room: Room, command: CommandOf<"editItem">): RulingOn<"editItem"> {
  const { itemId, changes, by } = command;
  const acting = actingOn(room, by);
  if (!acting.ok) return acting;
  const found = movable(room, itemId, "edit", by);
  if (!found.ok) return found;
  const { item } = found;
  const same = (key: keyof typeof changes) => JSON.stringify(changes[key]) === JSON.stringify(item[key]);
  const changed = Object.fromEntries(
    (Object.keys(changes) as (keyof typeof changes)[])
      .filter((key) => changes[key] !== undefined && !same(key))
      .map((key) => [key, changes[key]]),
  ) as typeof changes;
  const tooMuch = refuseTooMuchText(room, textOf({ ...item, ...changed }) - textOf(item));
  if (tooMuch) return tooMuch;
  if (Object.keys(changed).length === 0) return accept([], { itemId });
  const edited: ActedFact = {
    type: "backlog.edited",
    data: { itemId, changes: changed },
    actor: acting.actor,
  };
  return accept([...acting.events, edited], { itemId });
}

/** Lets an item wait; work on it that nobody else holds ends with that. */
function skip(
  room: Room,
  command: CommandOf<"deferItem" | "putBackItem">,
  move: "defer" | "putBack",
  fact: Extract<Omit<ActedFact, "actor">, object> & { type: string; data: object },
): RulingOn<"deferItem"> {
  const acting = actingOn(room, command.by);
  if (!acting.ok) return acting;
  const found = movable(room, command.itemId, move, command.by);
  if (!found.ok) return found;
  const { item } = found;
  const { own } = item.state === "picked" ? workToSkip(room, item, command.by) : { own: [] as Task[] };
  const reason = `Item ${item.id} was put aside${command.reason ? `: ${command.reason}` : "."}`;
  const { actor } = acting;
  const ids = own.map(({ id }) => id);
  const acted = { ...fact, actor } as ActedFact;
  return accept([...acting.events, ...cancelled(ids, reason, actor), acted], { itemId: item.id });
}

/** A picked item whose work nobody continues, such as an unanswered question, is open again. */
function decidePutBack(room: Room, command: CommandOf<"putBackItem">): RulingOn<"putBackItem"> {
  const { itemId, reason } = command;
  const taskId = findItem(room.backlog, itemId)?.taskId ?? null;
  const data = { itemId, taskId, how: "put_back" as const, reason };
  return skip(room, command, "putBack", { type: "backlog.returned", data });
}

function decideReopen(room: Room, command: CommandOf<"reopenItem">): RulingOn<"reopenItem"> {
  const { itemId, reason, stored, by } = command;
  if (isAgent(by)) return refused("forbidden", "Only people reopen items.", { itemId });
  const acting = actingOn(room, by);
  if (!acting.ok) return acting;
  const isStored = stored?.id === itemId && !room.backlog.items.some(({ id }) => id === itemId);
  if (!isStored) {
    const found = movable(room, itemId, "reopen", by);
    if (!found.ok) return found;
  }
  const isKnown = room.backlog.ended.some(({ id }) => id === itemId);
  // An item that comes back goes behind all that were there meanwhile.
  const live = room.backlog.items.find(({ id }) => id === itemId);
  const position = live?.position ?? lastPlaces(room.backlog, 1)[0] ?? "";
  const data = { itemId, reason, position, stored: isStored && !isKnown ? stored : null };
  const reopened: ActedFact = { type: "backlog.reopened", data, actor: acting.actor };
  return accept([...acting.events, reopened], { itemId });
}
