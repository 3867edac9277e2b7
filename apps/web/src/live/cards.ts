import type { RoomCard } from "@squadroom/core/room/card";

export interface CardChange {
  cards: RoomCard[];
  removed: string[];
  /** All rooms that the person may see: others are gone. */
  complete: boolean;
}

/** The cards after a change; an older card never replaces a newer one. */
export function changeCards(
  cards: readonly RoomCard[],
  { cards: changed, removed, complete }: CardChange,
): readonly RoomCard[] {
  const byId = new Map<string, RoomCard>(complete ? [] : cards.map((card) => [card.roomId, card]));
  const known = new Map<string, RoomCard>(cards.map((card) => [card.roomId, card]));
  for (const card of changed) {
    const before = known.get(card.roomId);
    byId.set(card.roomId, before && before.seq > card.seq ? before : card);
  }
  for (const id of removed) byId.delete(id);
  return [...byId.values()];
}
