import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { fallbackNow } from "../task/entry-fallback.ts";
import type { RouteDecision } from "./route-decision.ts";

/** Where a user's message goes, and why. */
export interface Route {
  /** The role that gets it; if several are named, the one that gets their results. */
  target: RoleName;
  /** The several named roles that work on it at once. */
  fanOut: readonly RoleName[];
  reason: "entry_point" | "only_role" | "acting" | RouteDecision["by"];
  /** The event that says so in the log: the message itself, or its task's move from the entry point. */
  event: "message.sent" | "task.reassigned";
}

/**
 * Who gets a message that a user sends now: in a routed team whomever it names or a rule finds; otherwise the entry
 * point, or whoever acts as it while it is away for long.
 *
 * @param now epoch ms
 * @param decision of a routed team
 */
export function routeMessage(room: Room, now: number, decision: RouteDecision | null): Route {
  const { team } = room;
  if (decision?.by === "status")
    return { target: team.entryPoint, fanOut: [], reason: "status", event: "message.sent" };
  const [best, ...more] = decision?.candidates ?? [];
  const isByMention = decision?.by === "mention" && more.length > 0;
  const fanOut = isByMention ? (decision?.candidates ?? []).map(({ role }) => role) : [];
  if (decision && best && decision.by !== "undecided" && !isByMention && best.role !== team.entryPoint)
    return { target: best.role, fanOut, reason: decision.by, event: "message.sent" };
  const acting = fallbackNow(room, now);
  if (acting) return { target: acting, fanOut, reason: "acting", event: "task.reassigned" };
  const reason = decision?.by ?? (team.roles.length === 1 ? "only_role" : "entry_point");
  return { target: team.entryPoint, fanOut, reason, event: "message.sent" };
}
