import { type Actor, type AgentCaller, actorOf, isAgent, type PersonCaller } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, type Refused, refused } from "../kernel/ruling.ts";
import type { NewTask } from "../task/task.ts";
import { findRole } from "../team/team.ts";
import { seat } from "./seat.ts";

/** Who acts on the backlog. */
export interface Acting {
  ok: true;
  actor: Actor;
  createdBy: NewTask["createdBy"];
  isAgent: boolean;
  /** The return of an agent that the log shows as silent. */
  events: ActedFact[];
}

/** What only people and the entry point do, and what every agent may do instead. */
const RESERVED = {
  backlog: {
    what: "manage the backlog",
    others: "add and list items",
    allowed: ["addItems", "listBacklog"],
  },
  session: {
    what: "add sessions",
    others: "add items to the backlog",
    allowed: ["addItems"],
  },
} as const;

/** People, and agents that have joined; any agent may add, only the entry point may do the rest. */
export function actingOn(
  room: Room,
  by: AgentCaller | PersonCaller,
  { anyAgent = false, act = "backlog" }: { anyAgent?: boolean; act?: keyof typeof RESERVED } = {},
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
    const { what, others, allowed } = RESERVED[act];
    const message = `Only the ${title} and people ${what}; ${agent.role} may ${others}.`;
    return refused("entry_point_only", message, { role: agent.role, entryPoint }, [...allowed]);
  }
  const createdBy = { kind: "agent" as const, id: agent.id, name: agent.name, role: agent.role };
  return { ok: true, actor, createdBy, isAgent: true, events };
}
