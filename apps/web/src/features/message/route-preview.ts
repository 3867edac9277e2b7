import type { RoleName } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { aheadOf } from "@squadroom/core/message/decide";
import { mentionsIn } from "@squadroom/core/routing/mentions";
import { type Route, routeMessage } from "@squadroom/core/routing/route";
import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import { heldTask, readyTasks } from "@squadroom/core/task/order";
import { unavailableSince } from "@squadroom/core/team/availability";

/** Where a message would go if it were sent now, why, and what stands in front of it. */
export interface RoutePreview {
  role: RoleName;
  /** The agent that would get it: the one that is idle, else the one in the middle of something. */
  agentId: string | null;
  because: Route["reason"] | "routed";
  /** Of a routed team. */
  decision: RouteDecision | null;
  /** Roles named with @: a hint for the entry point. */
  hints: RoleName[];
  /** Several that are named each get a part; `role` joins what they find. */
  fanOut: readonly RoleName[];
  ahead: number;
  /** The one task in front of it, where it is just one. */
  behind: string | null;
  /** What one of the role has in hand: who has it is told of an interrupt. */
  inHand: { taskId: string; agentId: string } | null;
  /** Nobody fills the role since, epoch ms. */
  missingSince: number | null;
}

/**
 * @param now epoch ms: who is away for long enough is acted for
 * @param decision of a routed team
 */
export function previewRoute(
  view: RoomView,
  body: string,
  now: number,
  decision: RouteDecision | null = null,
): RoutePreview | null {
  const { team } = view;
  if (!team) return null;
  const { target: role, reason, fanOut } = routeMessage({ ...view, team }, now, decision);
  const agents = Object.values(view.agents).filter((agent) => agent.role === role && agent.online);
  const free = agents.find((agent) => !heldTask(view, agent.id)) ?? agents[0];
  const ahead = aheadOf({ ...view, team }, role);
  const inHand = view.tasks.find((task) => task.role === role && task.lease !== null);
  return {
    role,
    agentId: free?.id ?? null,
    // Before there are words, no rule has looked at them.
    because: reason === "entry_point" && team.routing ? "routed" : reason,
    decision,
    hints: fanOut.length > 0 ? [] : mentionsIn(team, body).filter((name) => name !== role),
    fanOut,
    ahead,
    behind: ahead === 1 ? ((inHand ?? readyTasks(view, role)[0])?.id ?? null) : null,
    inHand: inHand?.lease ? { taskId: inHand.id, agentId: inHand.lease.agentId } : null,
    missingSince: unavailableSince(view, role),
  };
}
