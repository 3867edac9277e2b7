import type { RoomView } from "../kernel/view.ts";
import { findRole, type Team } from "../team/team.ts";
import type { Agent } from "./agent.ts";

/** Agents that are, or may come back as, a role that this team does not have. */
export function seatlessAgents(view: RoomView, team: Team): Agent[] {
  return Object.values(view.agents).filter((agent) => agent.offlineReason !== "left" && !findRole(team, agent.role));
}
