import {
  type Actor,
  type AgentCaller,
  actorOf,
  isAgent,
  type PersonCaller,
} from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import { refused } from "../kernel/ruling.ts";
import type { ActedFact, RoomRuling } from "../room/ruling.ts";
import type { NewTask } from "../task/task.ts";
import { findRole } from "../team/team.ts";
import { seat } from "./seat.ts";

type Refused = Extract<RoomRuling, { ok: false }>;

/** Who acts on the backlog. */
export interface Acting {
  ok: true;
  actor: Actor;
  createdBy: NewTask["createdBy"];
  isAgent: boolean;
  /** The return of an agent that the log has as silent. */
  events: ActedFact[];
}

/** People, and agents that have joined; any agent may add, only the entry point may do the rest. */
export function actingOn(
  room: Room,
  by: AgentCaller | PersonCaller,
  { anyAgent = false }: { anyAgent?: boolean } = {},
): Acting | Refused {
  if (!isAgent(by)) {
    const createdBy = { kind: "person" as const, id: by.id, name: by.name };
    return { ok: true, actor: actorOf(by), createdBy, isAgent: false, events: [] };
  }
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  const { agent, actor, events } = seated;
  const { entryPoint } = room.team;
  if (!anyAgent && agent.role !== entryPoint) {
    const title = findRole(room.team, entryPoint)?.title ?? entryPoint;
    const message = `Only the ${title} and people manage the backlog; ${agent.role} may add and list items.`;
    return refused("entry_point_only", message, { role: agent.role, entryPoint }, [
      "addItems",
      "listBacklog",
    ]);
  }
  const createdBy = { kind: "agent" as const, id: agent.id, name: agent.name, role: agent.role };
  return { ok: true, actor, createdBy, isAgent: true, events };
}
