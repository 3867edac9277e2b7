import { allRows } from "@squadroom/client/pages";
import type { RoomCard } from "@squadroom/core/room/card";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, queryClient } from "./api.ts";
import { subscribe } from "./connection.ts";
import { perFrame } from "./frames.ts";

const KEY = ["rooms"] as const;

/** All rooms that the person may see, as cards. */
export function useRooms(): UseQueryResult<readonly RoomCard[]> {
  return useQuery({
    queryKey: KEY,
    queryFn: () => allRows(call, "listRooms", { query: { limit: 100 } }),
    structuralSharing: false,
  });
}

/** Keeps the cards live while the shell is on the page. */
export function useLiveRooms(): void {
  useEffect(() => {
    const frames = perFrame<CardChange>((batch) => {
      queryClient.setQueryData<readonly RoomCard[]>(KEY, (cards) => batch.reduce(changeCards, cards ?? []));
      return batch.length;
    });
    const end = subscribe("rooms", { onCards: (change) => frames.push(change) });
    return () => {
      end();
      frames.stop();
    };
  }, []);
}

export function forgetRoom(roomId: string): void {
  queryClient.setQueryData<readonly RoomCard[]>(KEY, (cards) => cards?.filter((card) => card.roomId !== roomId));
}

interface CardChange {
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
