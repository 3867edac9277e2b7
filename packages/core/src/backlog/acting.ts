import { seat } from "../agent/decide.ts";
import { refused } from "../kernel/ruling.ts";
import type { Actor, NewTask } from "../log/event.ts";
import { type AgentCaller, actorOf, isAgent, type PersonCaller } from "../room/command.ts";
import type { Room } from "../room/room.ts";
import type { ActedFact, RoomRuling } from "../room/ruling.ts";
import { findRole } from "../team/team.ts";
import { findItem } from "./backlog.ts";
import { type BacklogItem, ITEM_MOVES, type ItemId, type ItemMove } from "./item.ts";

export type Refused = Extract<RoomRuling, { ok: false }>;

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
    const message = `The backlog is ${title}'s and the people's; ${agent.role} may add items and list them.`;
    return refused("entry_point_only", message, { role: agent.role, entryPoint }, [
      "addItems",
      "listBacklog",
    ]);
  }
  const createdBy = { kind: "agent" as const, id: agent.id, name: agent.name, role: agent.role };
  return { ok: true, actor, createdBy, isAgent: true, events };
}

/** The item, if its state allows the move; else what it allows. */
export function movable(
  room: Room,
  itemId: ItemId,
  move: ItemMove,
): { ok: true; item: BacklogItem } | Refused {
  const item = findItem(room.backlog, itemId);
  if (!item) return unknownItem(room, itemId);
  if (ITEM_MOVES[item.state].includes(move)) return { ok: true, item };
  const message = `Item ${itemId} is ${item.state.replace("_", " ")}.`;
  return refused("item_state", message, { itemId, state: item.state }, [...ITEM_MOVES[item.state]]);
}

export function unknownItem(room: Room, itemId: ItemId): Refused {
  const { number } = room.backlog;
  const message =
    itemId >= 1 && itemId <= number
      ? `Item ${itemId} ended long ago; it can only be reopened.`
      : `The backlog has no item ${itemId}${number > 0 ? `; the last one is ${number}` : ""}.`;
  return refused("item_unknown", message, { itemId });
}
