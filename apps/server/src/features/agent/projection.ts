import type { Projection } from "../../platform/room/projection.ts";

export const agentProjection: Projection = (_event, before, after) => {
  if (before.agents === after.agents) return [];
  return Object.values(after.agents)
    .filter((agent) => before.agents[agent.id] !== agent)
    .map((agent) => ({
      table: "agents" as const,
      row: {
        roomId: after.roomId,
        id: agent.id,
        name: agent.name,
        role: agent.role,
        class: agent.class,
        harness: agent.harness,
        connection: agent.connection,
        online: agent.online,
        joinedAt: agent.joinedAt,
        offlineSince: agent.offlineSince,
        offlineReason: agent.offlineReason,
      },
    }));
};
