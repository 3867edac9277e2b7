import { createContext, use } from "react";
import type { RoomState } from "./room-state.ts";

/** The surrounding room, for rows that show more than their own event; `null` if there is none. */
export const RoomHere = createContext<RoomState | null>(null);

export function useRoomHere(): RoomState | null {
  return use(RoomHere);
}
