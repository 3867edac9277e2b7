import { type Agent, type Delivery, joinRoom } from "@squadroom/client/agent";
import { type Client, createClient } from "@squadroom/client/http";
import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { type Refusal, RefusalError } from "@squadroom/core/kernel/refusal";
import type { PersonRole } from "@squadroom/core/kernel/route";
import { insertPerson, signedIn } from "../../platform/auth/accounts.fixture.ts";
import { createRoom, createToken, type Server } from "../../server.fixture.ts";

/** A person of these rooms in a browser of this server. */
export async function aPerson(
  server: Server,
  name: string,
  rooms: Record<string, PersonRole> = {},
): Promise<{ id: PersonId; client: Client; cookie: string }> {
  const id = await insertPerson(server.runtime.sql, name, {
    rooms: rooms as Record<RoomId, PersonRole>,
  });
  const { headers } = await signedIn(server.runtime.sql, id);
  return { id, client: clientWith(server, headers.cookie), cookie: headers.cookie };
}

/** The same browser at another server of the same database. */
export function clientWith(server: Server, cookie: string): Client {
  return createClient({
    baseUrl: server.baseUrl,
    retries: 0,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("cookie", cookie);
      headers.set("sec-fetch-site", "same-origin");
      return fetch(input, { ...init, headers });
    },
  });
}

export async function anAgent(server: Server, room: string, role: string): Promise<Agent> {
  const token = await createToken(server.admin, room, role);
  return joinRoom(server.clientOf(token), { role });
}

export async function take(agent: Agent): Promise<Delivery> {
  const { task } = await agent.claim();
  if (!task) throw new Error("there is no task");
  return task;
}

/** A duo with both there, whose builder has failed DEV-001 for good. */
export async function aFailedTask(server: Server, room?: string) {
  const id = room ?? (await createRoom(server.admin, "duo"));
  const planner = await anAgent(server, id, "planner");
  const builder = await anAgent(server, id, "builder");
  const task = { role: "builder", title: "Refunds", instruction: "Make refunds idempotent." };
  await server.admin.call("createTasks", { params: { room: id }, body: { tasks: [task] } });
  for (let attempt = 0; attempt < 3; attempt++) await builder.fail(await take(builder), "no luck");
  return { room: id, planner, builder, decision: await onlyPending(server.admin, id) };
}

/** The one pending decision of a room. */
export async function onlyPending(client: Client, room: string) {
  const { data: decisions } = await client.call("listDecisions", {
    params: { room },
    query: { state: "pending" },
  });
  const [only] = decisions;
  if (!only || decisions.length > 1) throw new Error(`${decisions.length} decisions are pending`);
  return only;
}

/** The refusal of a call that is refused. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  }
  throw new Error("it was not refused");
}

/** What differs between the room's log and the tables. */
export async function differencesIn(server: Server, room: string): Promise<unknown[]> {
  return (await server.admin.call("verifyRoom", { params: { room } })).differences;
}
