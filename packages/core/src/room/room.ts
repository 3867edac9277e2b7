import type { RoomView } from "../log/view.ts";
import type { Team } from "../team/team.ts";

/** A room that exists: its first event has been applied. */
export type Room = RoomView & { team: Team };
