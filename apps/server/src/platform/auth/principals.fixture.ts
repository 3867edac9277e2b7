import type { AgentId, PersonId, RoleName, RoomId } from "@squadroom/core/kernel/ids";
import type { PersonRole } from "@squadroom/core/kernel/route";
import type { RunnerId } from "@squadroom/core/run/run";
import type { AgentPrincipal, PersonPrincipal, RunnerPrincipal } from "./principal.ts";

export const aRoomId = "0190a000-0000-7000-8000-000000000001" as RoomId;
export const anotherRoomId = "0190a000-0000-7000-8000-000000000002" as RoomId;

export function aPerson(rooms: Record<RoomId, PersonRole> = {}, more: Partial<PersonPrincipal> = {}): PersonPrincipal {
  return {
    kind: "person",
    id: "0190a000-0000-7000-8000-000000000011" as PersonId,
    name: "Robin",
    admin: false,
    hasPassword: false,
    token: null,
    credential: { id: "0190a000-0000-7000-8000-000000000012", version: 1 },
    rooms: new Map(Object.entries(rooms) as [RoomId, PersonRole][]),
    ...more,
  };
}

export function aRunner(): RunnerPrincipal {
  const id = "0190a000-0000-7000-8000-000000000031";
  const name = "studio";
  return {
    kind: "runner",
    id: id as RunnerId,
    name,
    roomId: aRoomId,
    credential: { id, version: 1 },
  };
}

export function anAgent(more: Partial<AgentPrincipal> = {}): AgentPrincipal {
  const id = "0190a000-0000-7000-8000-000000000021";
  return {
    kind: "agent",
    id: id as AgentId,
    name: "builder-1",
    roomId: aRoomId,
    roles: ["builder" as RoleName],
    credential: { id, version: 1 },
    ...more,
  };
}
