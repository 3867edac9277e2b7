import type { RouteId } from "@squadroom/core/contract/routes";
import { createContext, useContext } from "react";
import type { RoomState } from "./room-state.ts";

/** What may be done in the surrounding room; nothing if there is none. */
export const AllowedHere = createContext<readonly string[]>([]);

export function useMay(action: RouteId): boolean {
  return useContext(AllowedHere).includes(action);
}

/** May this person do it here? The server decides; the screen never derives it. */
export function may(state: Pick<RoomState, "allowedActions">, action: RouteId): boolean {
  return state.allowedActions.includes(action);
}
