import { allRows } from "@squadroom/client/pages";
import type { RoomCard } from "@squadroom/core/room/card";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, queryClient } from "./api.ts";
import { type CardChange, changeCards } from "./cards.ts";
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
