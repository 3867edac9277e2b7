import type { Client } from "@squadroom/client/http";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aServer, createRoom, createToken, type Server, signInAs } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { ownerAmong } from "../processes/owners.ts";
import { until } from "../room/room-process.fixture.ts";
import { FORWARDED_HEADER } from "./forwarding.ts";
import { aMeddler } from "./meddler.fixture.ts";

/** Rooms of this file belong to the owner; calls come to the other one, and pass a meddler on their way. */
let db: TestDatabase;
let owner: Server;
let other: Server;
/** Here for some tests only, and then a room may be this one's. */
let direct: Server | null = null;
let meddler: Awaited<ReturnType<typeof aMeddler>>;
let room: string;
let builder: { token: string; connection: number };

beforeAll(async () => {
  db = await testDatabase();
  owner = await aServer(db.url);
  meddler = await aMeddler(() => owner.baseUrl);
  await owner.runtime.registry.join(meddler.baseUrl);
  other = await aServer(db.url, { joins: true });
  await owner.runtime.registry.beat();
});
afterAll(async () => {
  await Promise.all([owner.close(), other.close()]);
  await meddler.close();
  await db.drop();
});
beforeEach(async () => {
  meddler.state.mood = "pass";
  room = await aRoomOf(owner);
  builder = await aBuilderIn(room);
  await until(() => hasForgiven());
});

async function aBuilderIn(room: string): Promise<typeof builder> {
  const token = await createToken(owner.admin, room, "builder");
  const joining = { params: { room }, body: { role: "builder" } };
  const { connection } = await owner.clientOf(token).call("joinRoom", joining);
  return { token, connection };
}

/** An owner that failed the test before is asked again. */
async function hasForgiven(): Promise<boolean> {
  const before = meddler.seen.length;
  await agent(other).call("getContext", { params: { room } });
  return meddler.seen.length > before;
}

async function aRoomOf(server: Server): Promise<string> {
  const here = [owner, other, ...(direct ? [direct] : [])];
  const [first, ...rest] = here.map(({ runtime: { registry } }) => registry);
  const ids = [first as typeof server.runtime.registry, ...rest] as const;
  for (;;) {
    const id = await createRoom(server.admin);
    if (ownerAmong(ids, id).id === server.runtime.registry.id) return id;
  }
}

const agent = (server: Server): Client => server.clientOf(builder.token).withConnection(builder.connection);
const makeTask = (server: Server) => {
  const task = { role: "builder", title: "a part", instruction: "do it" };
  return server.admin.call("createTasks", { params: { room }, body: { tasks: [task] } });
};
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: unknown) => (error instanceof RefusalError ? error.code : String(error)),
  );
/** To the process that does not own the room, as it is. */
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${other.baseUrl}/api/v1/rooms/${room}/messages`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${builder.token}`,
      "x-squadroom-connection": String(builder.connection),
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify({ to: "planner", body }),
  });
const say = (body: string, key: string = uuidv7()) => post(body, { "idempotency-key": key });
const said = async () =>
  (await owner.admin.call("listEvents", { params: { room }, query: { limit: 1_000 } })).data.flatMap((event) =>
    event.type === "message.sent" ? [event.data.message.body] : [],
  );
const isHeldBy = (server: Server) => server.runtime.rooms.known(room as never) !== undefined;
const waiting = (server: Server) => server.runtime.waiters.all().filter(({ busy }) => !busy).length;

describe("a call that comes to another process than the room's owner", () => {
  test("runs at the owner, with its body, its answer and its request's id as they are", async () => {
    meddler.seen.length = 0;
    const answer = await say("with ünïcode, and\nlines");
    const refused = await post("x".repeat(100_001));
    const { requestId } = (await refused.json()) as { requestId: string };

    expect([answer.status, refused.status]).toEqual([200, 400]);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("x-squadroom-process")).toBeNull();
    expect(await said()).toEqual(["with ünïcode, and\nlines"]);
    expect([isHeldBy(owner), isHeldBy(other)]).toEqual([true, false]);
    const claims = meddler.seen.map((headers) => {
      const [claim = ""] = String(headers[FORWARDED_HEADER]).split(".");
      return JSON.parse(Buffer.from(claim, "base64url").toString());
    });
    const { host } = new URL(other.baseUrl);
    expect(claims).toEqual([
      [expect.any(Number), expect.any(String), "127.0.0.1", "http", host],
      [expect.any(Number), requestId, "127.0.0.1", "http", host],
    ]);
  });

  test("waits there, and gets its task from there", async () => {
    const poll = agent(other).call("claimTask", { params: { room }, body: { waitS: 30 } });
    await until(() => waiting(owner) === 1);
    expect(waiting(other)).toBe(0);
    await makeTask(owner);

    expect((await poll).task?.title).toBe("a part");
  });

  test("waits no more when its caller is gone, and takes no task", async () => {
    const caller = new AbortController();
    const how = { params: { room }, body: { waitS: 30 }, signal: caller.signal };
    const poll = codeOf(agent(other).call("claimTask", how));
    await until(() => waiting(owner) === 1);
    caller.abort();
    await poll;
    await until(() => owner.runtime.waiters.count() === 0 || !isAnyOpen());
    await makeTask(owner);

    const { data: tasks } = await owner.admin.call("listTasks", { params: { room }, query: {} });
    expect(tasks.map(({ state }) => state)).toEqual(["pending"]);
  });

  test("runs where it arrives under the machine's own key", async () => {
    meddler.seen.length = 0;
    await other.admin.call("sendMessage", { params: { room }, body: { body: "from the machine" } });

    expect(meddler.seen).toEqual([]);
    expect(await said()).toEqual(["from the machine"]);
  });
});

const isAnyOpen = () => owner.runtime.waiters.all().some((waiter) => waiter.isOpen());

describe("an owner that fails", () => {
  test("after it ran a call under a key, and before it answered: the call has happened once", async () => {
    meddler.state.mood = "cut the answer";
    const key = uuidv7();
    const answer = await say("once", key);
    const again = await say("once", key);

    expect([answer.status, again.status]).toEqual([200, 200]);
    expect(await answer.json()).toEqual(await again.json());
    expect(await said()).toEqual(["once"]);
  });

  test("in the same way, without a key: the caller is told that nobody knows", async () => {
    meddler.state.mood = "cut the answer";
    const answer = await post("perhaps");

    expect([answer.status, (await answer.json()).code]).toEqual([503, "outcome_unknown"]);
    expect(await said()).toEqual(["perhaps"]);
  });

  test("before it ran anything: the call runs here, and the owner is left alone for a while", async () => {
    meddler.state.mood = "stopping";
    meddler.seen.length = 0;

    expect((await post("one")).status).toBe(200);
    expect((await post("two")).status).toBe(200);
    expect(meddler.seen).toHaveLength(1);
    expect(await said()).toEqual(["one", "two"]);
  });

  test("by answering nothing: its calls run here when it is known no more", async () => {
    meddler.state.mood = "silent";
    meddler.seen.length = 0;
    const answer = say("patience");
    await until(() => meddler.seen.length === 1);
    await owner.runtime
      .sql`UPDATE server_processes SET seen_at = seen_at - 10000 WHERE id = ${owner.runtime.registry.id}`;
    await other.runtime.registry.beat();

    expect((await answer).status).toBe(200);
    expect(await said()).toEqual(["patience"]);
    await owner.runtime.registry.beat();
    await other.runtime.registry.beat();
  });
});

describe("who may send a call on", () => {
  test.each([
    ["made up", () => "WzEsMiwzXQ.c2lnbmF0dXJl"],
    ["empty", () => ""],
    ["of another call", () => String(meddler.seen.at(-1)?.[FORWARDED_HEADER])],
  ])("a header that is %s is refused, at every door", async (_what, header) => {
    await say("so that one has been seen");
    const headers = { [FORWARDED_HEADER]: header(), authorization: `Bearer ${builder.token}` };
    for (const server of [owner, other]) {
      for (const path of [`/api/v1/rooms/${room}`, "/api/v1/me", "/healthz"]) {
        const answer = await fetch(`${server.baseUrl}${path}`, { headers });
        expect([answer.status, (await answer.json()).code]).toEqual([400, "bad_request"]);
      }
    }
  });
});

test("a credential that is revoked at one process ends at both within a second", async () => {
  const poll = codeOf(agent(other).call("claimTask", { params: { room }, body: { waitS: 30 } }));
  await until(() => waiting(owner) === 1);
  const { data: credentials } = await owner.admin.call("listCredentials", { params: { room } });
  const credentialId = credentials[0]?.id ?? "";
  // What one call takes on this machine now: a loaded one gets that much more time.
  const before = performance.now();
  await owner.admin.call("listCredentials", { params: { room } });
  const callMs = performance.now() - before;
  await other.admin.call("revokeCredential", { params: { room, credentialId } });
  const began = performance.now();

  expect(await poll).toBe("unauthorized");
  for (const server of [owner, other])
    await until(async () => (await codeOf(agent(server).call("getContext", { params: { room } }))) === "unauthorized");
  expect(performance.now() - began).toBeLessThan(1_000 + 40 * callMs);
});

test("a process that does not send on runs everything where it arrives", async () => {
  const alone = await aServer(db.url, { joins: true, forward: false });
  try {
    meddler.seen.length = 0;
    await agent(alone).call("getContext", { params: { room } });

    expect(meddler.seen).toEqual([]);
    expect(isHeldBy(alone)).toBe(true);
  } finally {
    await alone.close();
    await other.runtime.registry.beat();
  }
});

describe("where agents reach the processes themselves", () => {
  beforeAll(async () => {
    direct = await aServer(db.url, { joins: true, direct: true });
  });
  afterAll(async () => {
    await direct?.close();
    direct = null;
    await other.runtime.registry.beat();
  });
  const there = () => direct as Server;
  const callsHere = () => meddler.seen.filter((headers) => FORWARDED_HEADER in headers).length;

  test("an agent is told of its room's process, and calls it from then on", async () => {
    const client = there().clientOf(builder.token).withConnection(builder.connection);
    meddler.seen.length = 0;
    await until(async () => {
      const sentOn = callsHere();
      await client.call("getContext", { params: { room } });
      return callsHere() === sentOn;
    });
    const before = meddler.seen.length;
    await client.call("sendMessage", { params: { room }, body: { to: "planner", body: "near" } });

    expect(meddler.seen.slice(before).map((headers) => FORWARDED_HEADER in headers)).toEqual([false]);
    expect(await said()).toEqual(["near"]);
  });

  test("a person is told of nothing, and nor is an agent elsewhere", async () => {
    const told = async (server: Server, headers: Record<string, string>) => {
      const answer = await fetch(`${server.baseUrl}/api/v1/rooms/${room}`, { headers });
      return [answer.status, answer.headers.get("x-squadroom-owner")];
    };
    const person = await signInAs(owner, room, "viewer", "a viewer of the room");
    const bearer = { authorization: `Bearer ${builder.token}` };

    expect(await told(there(), person.headers)).toEqual([200, null]);
    expect(await told(other, bearer)).toEqual([200, null]);
    const place = `${meddler.baseUrl}; process=${owner.runtime.registry.id}`;
    expect(await told(there(), bearer)).toEqual([200, place]);
  });
});
