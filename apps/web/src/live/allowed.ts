import type { RouteId } from "@squadroom/core/contract/routes";
import type { RoomState } from "./room-state.ts";

/** May this person do it here? The server says; the screen never derives it. */
export function may(state: Pick<RoomState, "allowedActions">, action: RouteId): boolean {
  return state.allowedActions.includes(action);
}
