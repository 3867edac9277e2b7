import type { AgentId, RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { findRole } from "../team/team.ts";

/** A role, or one agent of it, that somebody named. */
export interface Named {
  role: RoleName;
  agentId?: AgentId;
  title: string;
}

/** The role with this name, otherwise the agent; `undefined` where the room has neither. */
export function namedIn(room: Room, name: string | null): Named | undefined {
  if (name === null) return undefined;
  const wanted = name.trim().toLowerCase();
  const role = room.team.roles.find((one) => one.name === wanted || one.title.toLowerCase() === wanted);
  if (role) return { role: role.name, title: role.title };
  const agent = Object.values(room.agents).find(
    (one) => one.name.toLowerCase() === wanted && one.offlineReason !== "left",
  );
  if (!agent || !findRole(room.team, agent.role)) return undefined;
  return { role: agent.role, agentId: agent.id, title: agent.name };
}
