import { actingOn } from "../agent/acting.ts";
import type { CommandOf, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept } from "../kernel/ruling.ts";
import { movable, unknownItem } from "./acting.ts";
import type { Backlog } from "./backlog.ts";
import type { ItemPlace } from "./command.ts";
import type { BacklogItem, ItemId } from "./item.ts";
import { POSITION_MAX, positionBetween, positionsBehind } from "./position.ts";

/**
 * Puts an item before or after another one. Each move names a neighbour, so that two simultaneous moves both hold,
 * whichever comes first.
 */
export function decideMove(room: Room, command: CommandOf<"moveItem">): RulingOn<"moveItem"> {
  const { itemId, to, by, priority } = command;
  const acting = actingOn(room, by);
  if (!acting.ok) return acting;
  const found = movable(room, itemId, "move", by);
  if (!found.ok) return found;
  const others = room.backlog.items
    .filter((item) => item.id !== itemId)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const at = placeIn(others, to, itemId);
  if (at === null) return unknownItem(room, neighbourOf(to) ?? itemId);
  const position = positionBetween(others[at - 1]?.position ?? null, others[at]?.position ?? null);
  const positions =
    position.length <= POSITION_MAX ? [{ itemId, position }] : numberedAnew(others.toSpliced(at, 0, found.item));
  const moved: ActedFact = {
    type: "backlog.moved",
    data: { itemId, priority: priority ?? found.item.priority, positions },
    actor: acting.actor,
  };
  return accept([...acting.events, moved], { itemId });
}

/** Places behind all that are there. */
export function lastPlaces({ items }: Pick<Backlog, "items">, count: number): string[] {
  const last = items.reduce<string | null>(
    (max, { position }) => (max === null || position > max ? position : max),
    null,
  );
  return positionsBehind(last, count);
}

/** Where among the others it goes; `null` when the neighbour is not there. */
function placeIn(others: readonly BacklogItem[], to: ItemPlace, self: ItemId): number | null {
  if (to === "first") return 0;
  if (to === "last") return others.length;
  const neighbour = neighbourOf(to);
  if (neighbour === self) return null;
  const at = others.findIndex((item) => item.id === neighbour);
  if (at < 0) return null;
  return "before" in to ? at : at + 1;
}

function neighbourOf(to: ItemPlace): ItemId | null {
  if (typeof to === "string") return null;
  return "before" in to ? to.before : to.after;
}

function numberedAnew(items: readonly BacklogItem[]) {
  const places = positionsBehind(null, items.length);
  return items.map((item, i) => ({ itemId: item.id, position: places[i] ?? "" }));
}
