import { type Agent, isFull, longestGone } from "../agent/agent.ts";
import { setAgent } from "../agent/set.ts";
import { ANYTHING, type EventsOf, type FactsOf, fact } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { unpark } from "../task/set.ts";

const HERE = { online: true, offlineSince: null, offlineReason: null };

const WHO_IS_THERE = {
  ...ANYTHING,
  isIdle: true,
  locksOut: ({ after }: { after: RoomView }) => after.tasks.some(({ rejections }) => rejections.length > 0),
};

export const AGENT_FACTS: FactsOf<EventsOf<"agent">> = {
  // Whatever an earlier release left unasked is asked when somebody joins.
  "agent.joined": fact({ asks: true, touches: "all", isIdle: true }, (next, { data, at }) => {
    const { agentId, name, role, class: connectionClass, harness, connection, door } = data;
    const before = next.agents[agentId];
    const agent: Agent = {
      id: agentId,
      name,
      role,
      class: connectionClass,
      harness,
      connection,
      joinedAt: at,
      ...HERE,
      onlineSince: at,
      seenAt: at,
      mail: [...(before?.mail ?? []), ...(next.roleMail[role] ?? [])],
      ...(door === undefined ? {} : { door }),
    };
    if (next.roleMail[role]) {
      const { [role]: _, ...others } = next.roleMail;
      next.roleMail = others;
    }
    next.agents = { ...(before ? next.agents : withPlace(next.agents)), [agentId]: agent };
    unpark(next, role, agentId);
  }),
  "agent.left": fact(WHO_IS_THERE, (next, { data, at }) =>
    setAgent(next, data.agentId, (agent) => ({ ...agent, ...goneSince(at, "left"), seenAt: at })),
  ),
  "agent.came_online": fact(WHO_IS_THERE, (next, { data, at }) => {
    setAgent(next, data.agentId, (one) => ({ ...one, ...HERE, onlineSince: at, seenAt: at }));
    const agent = next.agents[data.agentId];
    if (agent) unpark(next, agent.role, agent.id);
  }),
  "agent.went_offline": fact(WHO_IS_THERE, (next, { data: { agentId, seenAt }, at }) =>
    setAgent(next, agentId, (agent) => ({ ...agent, ...goneSince(at, "silent"), seenAt })),
  ),
};

export function goneSince(at: number, offlineReason: "left" | "silent") {
  return { online: false, offlineSince: at, offlineReason } as const;
}

/** A full room forgets the agent that has been gone the longest. */
function withPlace(agents: RoomView["agents"]): RoomView["agents"] {
  const gone = isFull(agents) ? longestGone(agents) : undefined;
  if (!gone) return agents;
  const { [gone.id]: _, ...others } = agents;
  return others;
}
