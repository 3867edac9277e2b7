import { connect } from "node:net";
import { type Agent, joinRoom } from "@squadroom/client/agent";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import { LIVE_CLOSE, LIVE_PATH } from "@squadroom/core/live/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aGate, faultyConnection } from "../../platform/room/faulty-connection.fixture.ts";
import { until } from "../../platform/room/room-process.fixture.ts";
import { aServer, createRoom, createToken } from "../../server.fixture.ts";

type Server = Awaited<ReturnType<typeof aServer>>;

let db: TestDatabase;
let here: Server;
let there: Server;
let room: string;
const faulty = faultyConnection();

beforeAll(async () => {
  db = await testDatabase();
  [here, there] = await Promise.all([aServer(db.url, { connect: faulty.connect }), aServer(db.url)]);
});
beforeEach(async () => {
  room = await createRoom(here.admin);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await db.drop();
});

interface Seat {
  token: string;
  agent: Agent;
}

async function aSeat(role = "builder"): Promise<Seat> {
  const token = await createToken(here.admin, room, role);
  return { token, agent: await joinRoom(here.clientOf(token), { role }) };
}

const work = (title = "a part", role = "builder") =>
  here.admin.call("createTasks", {
    params: { room },
    body: { tasks: [{ role, title, instruction: "do it" }] },
  });
const log = async (): Promise<RoomEvent[]> =>
  (await here.admin.call("listEvents", { params: { room }, query: { limit: 1000 } })).data;
const types = async () => (await log()).map(({ type }) => type);
const waiting = () => here.runtime.waiters.all().filter(({ busy }) => !busy).length;
/** How a call that is refused is refused. */
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => "not refused",
    (error: { code: string }) => error.code,
  );
const titleOf = (reply: Awaited<ReturnType<Agent["claim"]>>) => reply.task?.title ?? null;

describe("a poll that waits", () => {
  test("gets the task as soon as it is there; who waits longest gets it first", async () => {
    const [first, second] = [await aSeat(), await aSeat()];
    const polls = [first.agent.claim({ waitS: 30 })];
    await until(() => waiting() === 1);
    polls.push(second.agent.claim({ waitS: 30 }));
    await until(() => waiting() === 2);
    await work("one");
    await work("two");

    expect((await Promise.all(polls)).map(titleOf)).toEqual(["one", "two"]);
    expect(waiting()).toBe(0);
  });

  test("gets what another process was told to make", async () => {
    const { agent } = await aSeat();
    const poll = agent.claim({ waitS: 30 });
    await until(() => waiting() === 1);
    const body = { tasks: [{ role: "builder", title: "from there", instruction: "do it" }] };
    await there.admin.call("createTasks", { params: { room }, body });
    await here.runtime.sweeper.sweep();

    expect(titleOf(await poll)).toBe("from there");
  });

  test("is answered with mail that comes", async () => {
    const { agent } = await aSeat();
    const other = await aSeat("planner");
    const poll = agent.claim({ waitS: 30 });
    await until(() => waiting() === 1);
    await other.agent.say("Look at this.", "builder");

    const answer = await poll;
    expect(answer).toMatchObject({ status: "empty", task: null });
    expect(answer).toMatchObject({ messages: [{ body: "Look at this." }] });
  });

  test("gives way to a newer one of the same agent, which is served", async () => {
    const { agent } = await aSeat();
    const older = refusalOf(agent.claim({ waitS: 30 }));
    await until(() => waiting() === 1);
    const newer = agent.claim({ waitS: 30 });

    expect(await older).toBe("superseded");
    await work();
    expect(titleOf(await newer)).toBe("a part");
  });

  test("whose socket is gone gets nothing, and whoever is left does", async () => {
    const [gone, left] = [await aSeat(), await aSeat()];
    const abort = new AbortController();
    const lost = gone.agent.claim({ waitS: 30, signal: abort.signal }).catch(() => null);
    await until(() => waiting() === 1);
    const poll = left.agent.claim({ waitS: 30 });
    await until(() => waiting() === 2);
    abort.abort();
    await lost;
    await until(() => here.runtime.waiters.all().filter((waiter) => waiter.isOpen()).length === 1);
    await work();

    expect(titleOf(await poll)).toBe("a part");
    expect((await types()).filter((type) => type === "task.claimed")).toHaveLength(1);
  });
});

describe("a claim whose answer does not get out", () => {
  /** Sends a claim and hangs up before it can be answered. */
  function claimAndHangUp({ token }: Seat): Promise<void> {
    const { port, hostname } = new URL(here.baseUrl);
    const body = JSON.stringify({ waitS: 0 });
    const head = [
      `POST /api/v1/rooms/${room}/claims HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `authorization: Bearer ${token}`,
      "content-type: application/json",
      `content-length: ${body.length}`,
    ];
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
      });
      socket.on("error", reject);
      socket.on("close", () => resolve());
    });
  }

  test("is released; the agent's next poll gets the same task, and no attempt is counted", async () => {
    const seat = await aSeat();
    await work();
    await claimAndHangUp(seat);
    await until(async () => (await types()).includes("task.released"));

    const answer = await seat.agent.claim();

    expect(answer).toMatchObject({ again: false, task: { title: "a part", attempt: 1, fence: 2 } });
    expect((await types()).slice(-3)).toEqual(["task.claimed", "task.released", "task.claimed"]);
  });

  test("stays the agent's where it has asked again meanwhile and was told of it", async () => {
    const seat = await aSeat();
    await work();
    const gate = aGate();
    faulty.next(gate);
    const hungUp = claimAndHangUp(seat);
    await gate.reached;
    await hungUp;
    const { queuedBytes } = here.runtime.rooms.stats();
    const again = seat.agent.claim();
    await until(() => here.runtime.rooms.stats().queuedBytes > queuedBytes);
    gate.open();
    const { task, ...answer } = await again;

    expect([answer, task?.fence]).toMatchObject([{ again: true }, 1]);
    if (!task) throw new Error("a task is in hand");
    await seat.agent.complete(task, { result: { summary: "done" } });
    expect((await types()).filter((type) => /claimed|released/.test(type))).toEqual(["task.claimed"]);
  });

  test("and was not released goes to the agent that asks again, as the claim that it is", async () => {
    const { agent } = await aSeat();
    await work();
    const first = await agent.claim();
    const second = await agent.claim({ waitS: 30 });

    expect(second).toMatchObject({
      again: true,
      task: { taskId: first.task?.taskId, fence: 1, attempt: 1 },
    });
    expect((await types()).filter((type) => type === "task.claimed")).toHaveLength(1);
  });
});

describe("a credential that is revoked", () => {
  const revoke = (seat: Seat) =>
    here.admin.call("revokeCredential", {
      params: { room, credentialId: seat.agent.joined.agentId },
    });

  test("commits nothing from that instant, not even through a process that has not heard of it", async () => {
    const seat = await aSeat();
    await work();
    const elsewhere = there.clientOf(seat.token).withConnection(seat.agent.joined.connection);
    const claimed = await elsewhere.call("claimTask", { params: { room }, body: {} });
    await revoke(seat);
    const { length } = await log();
    expect((await types()).slice(-2)).toEqual(["task.attempt_ended", "agent.left"]);

    const params = { room, taskId: claimed.task?.taskId ?? "" };
    const body = { fence: claimed.task?.fence ?? 0, percent: 50 };
    expect(await refusalOf(elsewhere.call("reportProgress", { params, body }))).toBe("unauthorized");
    expect(await log()).toHaveLength(length);
  });

  test.each(["here", "there"])("ends its polls and sockets %s", async (where) => {
    const server = where === "here" ? here : there;
    const seat = await aSeat();
    const client = server.clientOf(seat.token).withConnection(seat.agent.joined.connection);
    const poll = refusalOf(client.call("claimTask", { params: { room }, body: { waitS: 60 } }));
    await until(() => server.runtime.waiters.count() === 1);
    const socket = new WebSocket(`${server.baseUrl.replace("http", "ws")}${LIVE_PATH}`, {
      headers: { authorization: `Bearer ${seat.token}` },
    });
    await new Promise((resolve) => socket.once("message", resolve));
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    await revoke(seat);

    expect(await poll).toBe("unauthorized");
    expect(await closed).toBe(LIVE_CLOSE.unauthorized);
    expect(await refusalOf(client.call("getMe"))).toBe("unauthorized");
  });
});
