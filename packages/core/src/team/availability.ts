import type { RoleName } from "../kernel/ids.ts";
import { oncePerBoth } from "../kernel/once-per.ts";
import type { RoomView } from "../kernel/view.ts";
import type { Task } from "../task/task.ts";
import { specError } from "./role-spec.ts";
import { findRole } from "./team.ts";

/** The roles that runners start agents for. */
export function offeredRoles({ runs }: Pick<RoomView, "runs">): RoleName[] {
  return Object.values(runs.runners).flatMap(({ online, isDraining, slots, offers }) =>
    online && !isDraining && slots > 0 ? offers.map(({ role }) => role) : [],
  );
}

/**
 * The roles that somebody fills or offers to fill, by the log's crossings, in the team's order. Nobody works by a spec
 * that can't be read.
 */
export function availableRoles(view: RoomView): RoleName[] {
  return availableIn(view.agents, view.team)(view.runs);
}

const availableIn = oncePerBoth((agents: RoomView["agents"], team: RoomView["team"]) => {
  const filled = new Set<RoleName>();
  for (const agent of Object.values(agents)) if (agent.online) filled.add(agent.role);
  const byRuns = new Map<RoomView["runs"], RoleName[]>();
  return (runs: RoomView["runs"]): RoleName[] => {
    const known = byRuns.get(runs);
    if (known) return known;
    const online = new Set([...filled, ...offeredRoles({ runs })]);
    const roles = (team?.roles ?? [])
      .filter((role) => online.has(role.name) && specError(role) === null)
      .map((role) => role.name);
    byRuns.clear();
    byRuns.set(runs, roles);
    return roles;
  };
});

/** Since when nobody has filled the role, epoch ms; `null` while somebody does. */
export function unavailableSince(view: RoomView, role: RoleName): number | null {
  const filled = view.team && findRole(view.team, role);
  if (filled && specError(filled)) return Math.max(view.createdAt, view.teamSince);
  if (offeredRoles(view).includes(role)) return null;
  let since = Math.max(view.createdAt, view.teamSince);
  for (const agent of Object.values(view.agents)) {
    if (agent.role !== role) continue;
    if (agent.online) return null;
    since = Math.max(since, agent.offlineSince ?? 0);
  }
  for (const { offers, offlineSince } of Object.values(view.runs.runners))
    if (offers.some((offer) => offer.role === role)) since = Math.max(since, offlineSince ?? 0);
  return since;
}

/**
 * Since when the only agent that may take the task has been away while others fill its role, epoch ms; `null` if that
 * is not so: a role that nobody fills is another matter.
 */
export function missedSince(view: RoomView, { agentId, role }: Task): number | null {
  if (agentId === null || unavailableSince(view, role) !== null) return null;
  const agent = view.agents[agentId];
  if (agent?.online && agent.role === role) return null;
  // An agent that is online in another role does not take what is for this one.
  return (agent?.online ? agent.joinedAt : agent?.offlineSince) ?? view.createdAt;
}
