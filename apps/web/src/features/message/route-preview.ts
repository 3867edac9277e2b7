import type { RoleName } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { aheadOf } from "@squadroom/core/message/decide";
import { mentionsIn } from "@squadroom/core/routing/mentions";
import { type Route, routeMessage } from "@squadroom/core/routing/route";
import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import { heldTask, readyTasks } from "@squadroom/core/task/order";
import { unavailableSince } from "@squadroom/core/team/availability";

/** Where a message would go if it were sent now, why, and what is ahead of it. */
export interface RoutePreview {
  role: RoleName;
  /** The agent that would get it: the idle one, otherwise the one that is busy. */
  agentId: string | null;
  because: Route["reason"] | "routed";
  /** For a routed team. */
  decision: RouteDecision | null;
  /** Roles named with @: a hint for the entry point. */
  hints: RoleName[];
  /** Several named roles each get a part; `role` joins what they find. */
  fanOut: readonly RoleName[];
  ahead: number;
  /** The one task ahead of it, if it is just one. */
  behind: string | null;
  /** What an agent of the role holds: that agent is told of an interrupt. */
  inHand: { taskId: string; agentId: string } | null;
  /** Since when nobody has filled the role, epoch ms. */
  missingSince: number | null;
}

/**
 * @param now epoch ms: a role that is away for long enough has a stand-in
 *
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
    // Before there is a text, no rule has looked at it.
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
