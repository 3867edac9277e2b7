import { createContext, use } from "react";
import type { RoomState } from "./room-state.ts";

/** The room around, for rows that show more than their own event; `null` where there is none. */
export const RoomHere = createContext<RoomState | null>(null);

export function useRoomHere(): RoomState | null {
  return use(RoomHere);
}
