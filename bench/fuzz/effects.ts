import type { FuzzRequest } from "./requests.ts";
import { anAgent, type FuzzCaller, type FuzzRoom, heldIn } from "./world.ts";

const AGENTS_MAX = 6;
/** After these an agent's hand is empty, or holds the next task. */
const ENDING = new Set(["completeTask", "failTask", "handOff", "leaveRoom"]);

const REFUSED_FOR_STATE = /_(?:state|moot|answered|pending|off)$|^undo_refused$/;

/** What an answer changes for those who call. Says whether the room is gone. */
export async function follow(
  room: FuzzRoom,
  caller: FuzzCaller,
  wanted: FuzzRequest,
  said: unknown,
): Promise<{ isGone: boolean }> {
  const { operation, address } = wanted;
  const { id } = operation;
  room.memory.learn(id, said, address);
  const last = lastOf(wanted);
  if (operation.method === "DELETE" && last) room.memory.forget(last, address[last]);
  const answer = (said ?? {}) as Record<string, unknown>;
  if (caller.kind === "agent") {
    const held = heldIn(answer);
    if (held || ENDING.has(id)) caller.held = held;
    if (id === "joinRoom") caller.headers["x-squadroom-connection"] = String(answer.connection);
  }
  switch (id) {
    case "createCredential": {
      const { token, credential } = answer as { token: string; credential: { id: string } };
      if (room.callers.filter(({ kind }) => kind === "agent").length < AGENTS_MAX)
        room.callers.push(anAgent(token, credential.id));
      break;
    }
    case "redeemConnectLink": {
      const { agentId, token } = answer as { agentId: string; token: string };
      for (const one of room.callers) if (one.agentId === agentId) one.headers.authorization = `Bearer ${token}`;
      break;
    }
    case "revokeCredential":
      room.callers = room.callers.filter(({ agentId }) => agentId !== address.credentialId);
      break;
    case "setPassword": {
      const { password } = (wanted.sent ?? {}) as { password?: string };
      caller.own = { ...caller.own, current: [password], secretWord: [password] };
      break;
    }
    case "signIn":
    case "signOut":
      if (caller.headers.cookie !== undefined) await room.signInAgain(caller);
      break;
  }
  return {
    isGone: id === "removeRoom" && [room.roomId, room.name].includes(address.room ?? ""),
  };
}

/** What a refusal tells: a lease that was lost is in no hand any more, and what is unknown is gone. */
export function heed(room: FuzzRoom, caller: FuzzCaller, wanted: FuzzRequest, code: string): void {
  if (code === "lease_lost" || code === "role_gone") caller.held = null;
  const last = lastOf(wanted);
  if (last === undefined || last === "room") return;
  if (code.endsWith("_unknown")) {
    const named = `${code.slice(0, -"_unknown".length)}Id`;
    const kind = wanted.address[named] === undefined ? last : named;
    room.memory.forget(kind, wanted.address[kind]);
    if (kind !== last) room.memory.forget(last, wanted.address[last]);
  } else if (REFUSED_FOR_STATE.test(code)) room.memory.doubt(last, wanted.address[last]);
}

/** The thing that the address ends with, by its parameter. */
function lastOf({ operation }: FuzzRequest): string | undefined {
  return operation.parameters.filter(({ in: place }) => place === "path").at(-1)?.name;
}
