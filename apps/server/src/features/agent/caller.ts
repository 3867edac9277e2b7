import type { Agent, Door } from "@squadroom/core/agent/agent";
import type { AgentCaller, PersonCaller, RunnerCaller } from "@squadroom/core/kernel/actor";
import type { Command, CommandType, Replies } from "@squadroom/core/kernel/command";
import type { AgentId, RoomId } from "@squadroom/core/kernel/ids";
import { type Refusal, RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import type { RefusalCode } from "@squadroom/core/kernel/refusal-code";
import { isThere, type Room } from "@squadroom/core/kernel/room";
import type { AgentPrincipal, PersonPrincipal } from "../../platform/auth/principal.ts";
import type { Call } from "../../platform/http/route.ts";
import type { Answer } from "../../platform/room/entry.ts";
import type { ExecuteOptions, Rooms } from "../../platform/room/rooms.ts";

/** The caller as core sees it; the route's access has checked its kind. */
export function agentOf(call: Pick<Call<never>, "principal">): AgentPrincipal {
  if (call.principal?.kind !== "agent") throw refuse("forbidden", "This is for agents.", {});
  return call.principal;
}

export function personOf(call: Pick<Call<never>, "principal">): PersonPrincipal {
  if (call.principal?.kind !== "person") throw refuse("forbidden", "This is for people.", {});
  return call.principal;
}

export function roomOf(call: Pick<Call<never>, "roomId">): RoomId {
  if (call.roomId === null) throw new Error("a route without :room asked for the room");
  return call.roomId;
}

/** The room that the call is about, as it is now. */
export async function readRoom(rooms: Rooms, call: Pick<Call<never>, "roomId">): Promise<Room> {
  const roomId = roomOf(call);
  const view = (await rooms.read(roomId))?.view;
  if (view && isThere(view)) return view;
  throw refuse("room_unknown", "There is no such room.", { roomId });
}

/** The runner that calls. */
export function runnerCaller(call: Pick<Call<never>, "principal" | "connection" | "epoch">): RunnerCaller {
  if (call.principal?.kind !== "runner") throw refuse("forbidden", "This is for runners.", {});
  const { id, name } = call.principal;
  return { id, name, connection: call.connection, epoch: call.epoch };
}

/** Whoever in the room calls: one of its agents, or a person. */
export function callerOf(call: Pick<Call<never>, "principal" | "connection" | "epoch">): AgentCaller | PersonCaller {
  return call.principal?.kind === "agent" ? agentCaller(call) : personCaller(call);
}

export function agentCaller(call: Pick<Call<never>, "principal" | "connection" | "epoch">): AgentCaller {
  const { id, name, roles } = agentOf(call);
  return {
    id,
    name,
    roles,
    connection: call.connection,
    epoch: call.epoch,
  };
}

/** Whom a task is delivered to, and in which words. */
export type Receiver = { id: AgentId; door: Door | null };

export function receiverOf(call: Pick<Call<never>, "principal" | "door">): Receiver {
  return { id: agentOf(call).id, door: call.door };
}

/** The agent as the room knows it, addressed in the words of the door that it now uses. */
export function spokenTo<A extends Pick<Agent, "door">>(agent: A, door: Door | null): A {
  if (door === null) return agent;
  return { ...agent, door: door === "cli" ? undefined : door };
}

export function personCaller(call: Pick<Call<never>, "principal">): PersonCaller {
  const { id, name } = personOf(call);
  return { id, name };
}

/** Executes the command and returns the reply, or throws the refusal. */
export async function run<T extends CommandType>(
  rooms: Rooms,
  call: Pick<Call<never>, "principal" | "roomId" | "key">,
  command: Command & { type: T },
  more: ExecuteOptions = {},
): Promise<Replies[T] & { seq: number }> {
  const credential = call.principal?.credential ?? null;
  const answer = await rooms.execute<T>(roomOf(call), command, {
    key: call.key,
    credential,
    ...more,
  });
  if (!answer.ok && "by" in command) tellLostTime(answer.refusal, command.by);
  return replyOf(answer);
}

/** What an agent of an older history holds may come from a time that the server does not know. */
const MAY_BE_LOST: readonly RefusalCode[] = ["task_unknown", "lease_lost"];

function tellLostTime({ code, message }: Refusal, by: AgentCaller | PersonCaller | RunnerCaller): void {
  if (!("connection" in by) || by.connection === null || !MAY_BE_LOST.includes(code)) return;
  if (by.connection >= (by.epoch ?? 1)) return;
  const why = `The server was restored to an earlier time since you joined. ${message}`;
  throw refuse("server_restored", why, { connection: by.connection, instead: code });
}

export function replyOf<R>(answer: Answer<R>): R & { seq: number } {
  if (answer.ok) return { ...answer.reply, seq: answer.seq };
  throw new RefusalError({
    ...answer.refusal,
    details: { ...answer.refusal.details, seq: answer.seq },
  });
}
