import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { fallbackNow } from "../task/entry-fallback.ts";

/** Where a message of a user goes, and why. */
export interface Route {
  /** The role that gets it. */
  target: RoleName;
  reason: "entry_point" | "only_role" | "acting";
  /** What says so in the log: the message itself, or its task's move from the entry point. */
  event: "message.sent" | "task.reassigned";
}

/** @param now epoch ms */
type Router = (room: Room, now: number) => Route;

/** To the entry point, or to who acts as it while it is long away. */
const entryPoint: Router = (room, now) => {
  const { team } = room;
  const acting = fallbackNow(room, now);
  if (acting) return { target: acting, reason: "acting", event: "task.reassigned" };
  const reason = team.roles.length === 1 ? "only_role" : "entry_point";
  return { target: team.entryPoint, reason, event: "message.sent" };
};

/** Who gets a message that a user sends now. */
export const routeMessage: Router = entryPoint;
