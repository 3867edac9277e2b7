import { type AgentCaller, type Author, actorOf } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, type RoomRuling, refused } from "../kernel/ruling.ts";
import { findRole } from "../team/team.ts";
import type { Agent } from "./agent.ts";

type Seated = { ok: true; agent: Agent; actor: Author; events: ActedFact[] };

/** The refusal for an agent whose role has left the team; `null` while the team has the role. */
export function refuseGoneRole(
  room: Pick<Room, "team">,
  agent: Pick<Agent, "role">,
  own: readonly string[],
): Extract<RoomRuling, { ok: false }> | null {
  if (findRole(room.team, agent.role)) return null;
  const roles = room.team.roles.map((role) => role.name);
  const message = `The team has changed and no longer has the role ${agent.role}. Its roles are ${roles.join(", ")}.`;
  const allowed = roles.filter((role) => own.includes(role));
  return refused("role_gone", message, { role: agent.role, roles }, allowed);
}

/** It joined after the moment to which the server was restored: no log has its join. */
function isOfLostTime({ connection, epoch = 1 }: AgentCaller, agent: Agent | undefined): boolean {
  if (connection === null) return false;
  return agent ? connection > agent.connection : connection < epoch;
}

/**
 * The agent behind a call: joined, on its newest connection. `events` has its return if the log shows it as silent; a
 * command puts them first.
 */
export function seat(room: Room, by: AgentCaller): Seated | Extract<RoomRuling, { ok: false }> {
  const agent = room.agents[by.id];
  const gone = agent ? refuseGoneRole(room, agent, by.roles) : null;
  if (gone) return gone;
  if (isOfLostTime(by, agent)) {
    const isKnown = (by.epoch ?? 1) > 1;
    const message = isKnown
      ? "The server was restored to a time before you joined."
      : `The server does not know your connection ${by.connection}: either it was restored to an earlier time, or your join returned another number.`;
    return refused("server_restored", message, { connection: by.connection });
  }
  if (!agent || agent.offlineReason === "left") {
    const message = !agent
      ? "You have not joined this room."
      : room.teamVersion > 1 && (agent.offlineSince ?? 0) <= room.teamSince
        ? `The team has changed since you were here. It still has the role ${agent.role}; join again to go on.`
        : "You left this room.";
    return refused("not_joined", message, { roomId: room.roomId });
  }
  if (by.connection !== null && by.connection !== agent.connection) {
    return refused("superseded", "A newer join of this credential took over.", {
      connection: by.connection,
      newest: agent.connection,
    });
  }
  // With two processes around, a call that names no connection may come from the older one.
  if (by.connection === null && agent.connection > 1 && agent.connection !== by.epoch) {
    const message =
      "This credential has joined more than once, and this call does not say which connection it comes from.";
    return refused("connection_required", message, { header: "x-squadroom-connection" });
  }
  const actor = actorOf(by, agent.role);
  if (agent.online) return { ok: true, agent, actor, events: [] };
  return {
    ok: true,
    agent,
    actor,
    events: [{ type: "agent.came_online", data: { agentId: agent.id }, actor }],
  };
}
