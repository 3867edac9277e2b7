import { joinRoom } from "@squadroom/client/agent";
import type { Client } from "@squadroom/client/http";
import { connectLive } from "@squadroom/client/live";
import { DEFAULT_LEASE_S } from "@squadroom/core/agent/agent";
import type { InboxItem } from "@squadroom/core/inbox/contract";
import type { InboxGroup, Thing } from "@squadroom/core/inbox/thing";
import { thingsOf } from "@squadroom/core/inbox/things-of";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import postgres, { type Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { aFailedTask, aPerson, clientWith, refusalOf, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let server: Server;
let other: Server;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = postgres(db.url, { max: 1 });
  const leaseS = { ...DEFAULT_LEASE_S, managed: 1 };
  server = await aServer(db.url, { leaseS, joins: true });
  other = await aServer(db.url, { leaseS, joins: true });
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await sql.end();
  await db.drop();
});

const HOUR_MS = 3_600_000;

/** Two approvers of a room in which a task has failed. */
async function aPair() {
  const failed = await aFailedTask(server);
  const rights = { [failed.room]: "approver" } as const;
  const dana = await aPerson(server, `Dana ${uuidv7()}`, rights);
  const ben = await aPerson(server, `Ben ${uuidv7()}`, rights);
  return { ...failed, dana, ben, things: [thing(failed.room, `decision:${failed.decision.id}`)] };
}

const thing = (room: string, item: string): Thing => ({ room, item });
const groupOf = async (client: Client, group: InboxGroup): Promise<InboxItem[]> =>
  (await client.call("listNeedsYou", { query: { group } })).data;
const countsOf = async (client: Client) => (await client.call("getInbox")).counts;
const onlyIn = async (client: Client, group: InboxGroup) => {
  const groups = ["waiting", "snoozed", "others"] as const;
  for (const one of groups) expect(await groupOf(client, one)).toHaveLength(one === group ? 1 : 0);
};

describe("what is snoozed", () => {
  test("waits for nobody there until its time, and is said to be back then", async () => {
    const { room, dana, ben, things } = await aPair();
    const { now } = await dana.client.call("getInbox");
    const until = now + HOUR_MS;
    expect(await dana.client.call("snooze", { body: { things, until } })).toEqual({ applied: 1 });
    await onlyIn(dana.client, "snoozed");
    expect((await groupOf(dana.client, "snoozed"))[0]).toMatchObject({
      snoozed: { until, isOver: false },
    });
    const inbox = await dana.client.call("getInbox");
    expect(inbox).toMatchObject({
      counts: { needsYou: 0, byRoom: {}, snoozed: 1, heldUp: { tasks: 0 } },
      wakesAt: until,
    });
    // It is one's own doing: others have it as before.
    expect(await countsOf(ben.client)).toMatchObject({ needsYou: 1, snoozed: 0 });
    await sql`UPDATE inbox_snoozes SET until = ${now} WHERE room_id = ${room}`;
    await onlyIn(dana.client, "waiting");
    const back = await dana.client.call("getInbox");
    expect(back).toMatchObject({ counts: { needsYou: 1, byRoom: { [room]: 1 } }, wakesAt: null });
    expect(back.needsYou.data[0]?.snoozed).toMatchObject({ isOver: true });
  });

  test("is back when it escalates, when it changes, and when one says so", async () => {
    const { room, dana, things } = await aPair();
    const snooze = () => dana.client.call("snooze", { body: { things, until: null } });
    await snooze();
    await onlyIn(dana.client, "snoozed");
    await sql`UPDATE decisions SET urgency = 'critical' WHERE room_id = ${room}`;
    await onlyIn(dana.client, "waiting");
    await snooze();
    await sql`UPDATE decisions SET version = version + 1 WHERE room_id = ${room}`;
    await onlyIn(dana.client, "waiting");
    await snooze();
    expect(await dana.client.call("wake", { body: { things } })).toEqual({ applied: 1 });
    await onlyIn(dana.client, "waiting");
  });

  test("is nothing that does not wait, or that one may not settle", async () => {
    const { room, dana, decision, things } = await aPair();
    const gone = [thing(room, `decision:${uuidv7()}`), thing(room, "paused")];
    expect(await dana.client.call("snooze", { body: { things: gone } })).toEqual({ applied: 0 });
    const viewer = await aPerson(server, `Vera ${uuidv7()}`, { [room]: "viewer" });
    expect(await viewer.client.call("snooze", { body: { things } })).toEqual({ applied: 0 });
    const past = dana.client.call("snooze", { body: { things, until: 1 } });
    expect((await refusalOf(past)).code).toBe("bad_request");
    const odd = dana.client.call("snooze", { body: { things: [thing(room, decision.id)] } });
    expect((await refusalOf(odd)).code).toBe("bad_request");
  });

  test("may be a silent agent, until it gives a sign of life and is silent anew", async () => {
    const room = await createRoom(server.admin, "duo");
    const token = await createToken(server.admin, room, "builder");
    const builder = await joinRoom(server.clientOf(token), { role: "builder", class: "managed" });
    const task = { role: "builder", title: "Refunds", instruction: "x" };
    await server.admin.call("createTasks", { params: { room }, body: { tasks: [task] } });
    const { taskId, fence } = await take(builder);
    builder.stop();
    const lea = await aPerson(server, `Lea ${uuidv7()}`, { [room]: "lead" });
    const things = [thing(room, `stuck:${taskId}`)];
    await eventually(async () => expect(await countsOf(lea.client)).toMatchObject({ needsYou: 1 }));
    await lea.client.call("snooze", { body: { things } });
    await onlyIn(lea.client, "snoozed");
    await builder.client.call("reportProgress", {
      params: { room, taskId },
      body: { fence, percent: 40 },
    });
    await eventually(async () => onlyIn(lea.client, "waiting"));
  });
});

describe("what is handed over", () => {
  test("waits for who got it, and stands with them for the others", async () => {
    const { room, dana, ben, things } = await aPair();
    const { data: people } = await dana.client.call("listTakers", { body: { things } });
    expect(people.map(({ id }) => id).sort()).toEqual([ben.id, dana.id].sort());
    const to = ben.id as string;
    expect(await dana.client.call("handOver", { body: { things, to } })).toEqual({ applied: 1 });
    await onlyIn(dana.client, "others");
    await onlyIn(ben.client, "waiting");
    const held = { person: { id: ben.id }, by: { id: dana.id } };
    expect(await groupOf(dana.client, "others")).toMatchObject([{ heldBy: held }]);
    expect(await groupOf(ben.client, "mine")).toMatchObject([{ heldBy: held }]);
    expect(await countsOf(dana.client)).toMatchObject({ needsYou: 0, byRoom: {}, others: 1 });
    expect(await countsOf(ben.client)).toMatchObject({
      needsYou: 1,
      byRoom: { [room]: 1 },
      mine: 1,
    });
    // Rights stay as they are, and whoever takes it back may.
    await dana.client.call("handOver", { body: { things, to: null } });
    await onlyIn(dana.client, "waiting");
    expect(await countsOf(ben.client)).toMatchObject({ needsYou: 1, mine: 0 });
  });

  test("is seen by who gets it, also where they had snoozed it", async () => {
    const { dana, ben, things } = await aPair();
    await ben.client.call("snooze", { body: { things } });
    await dana.client.call("handOver", { body: { things, to: ben.id } });
    await onlyIn(ben.client, "waiting");
  });

  test("goes to people only who may settle it, and back to all when they no longer may", async () => {
    const { room, dana, ben, things } = await aPair();
    const viewer = await aPerson(server, `Vera ${uuidv7()}`, { [room]: "viewer" });
    const stranger = await aPerson(server, `Stan ${uuidv7()}`);
    for (const to of [viewer.id, stranger.id, uuidv7()]) {
      const refused = await refusalOf(dana.client.call("handOver", { body: { things, to } }));
      expect(refused.code).toBe("person_unknown");
    }
    for (const client of [viewer.client, stranger.client]) {
      const body = { things, to: ben.id as string };
      expect((await refusalOf(client.call("handOver", { body }))).code).toBe("decision_moot");
      expect((await refusalOf(client.call("listTakers", { body: { things } }))).code).toBe("decision_moot");
    }
    await dana.client.call("handOver", { body: { things, to: ben.id } });
    await onlyIn(dana.client, "others");
    await sql`UPDATE room_people SET role = 'viewer' WHERE person_id = ${ben.id}`;
    await onlyIn(dana.client, "waiting");
    expect((await groupOf(dana.client, "waiting"))[0]?.heldBy).toBeNull();
    await sql`UPDATE room_people SET role = 'approver' WHERE person_id = ${ben.id}`;
    await onlyIn(dana.client, "others");
    await sql`UPDATE people SET deactivated_at = 1 WHERE id = ${ben.id}`;
    await onlyIn(dana.client, "waiting");
  });

  test("is all of it or nothing, over several rooms", async () => {
    const [one, two] = [await aPair(), await aFailedTask(server)];
    await sql`INSERT INTO room_people VALUES (${two.room}, ${one.dana.id}, 'approver')`;
    const dana = one.dana.cookie;
    const again = await aPerson(server, `Max ${uuidv7()}`, {
      [one.room]: "approver",
      [two.room]: "lead",
    });
    const things = [...one.things, thing(two.room, `decision:${two.decision.id}`)];
    await server.runtime.auth.refresh();
    const client = clientWith(server, dana);
    const { data: people } = await again.client.call("listTakers", { body: { things } });
    expect(people.map(({ id }) => id)).not.toContain(one.ben.id);
    const no = await refusalOf(again.client.call("handOver", { body: { things, to: one.ben.id } }));
    expect(no.code).toBe("person_unknown");
    expect(await countsOf(client)).toMatchObject({ others: 0 });
    expect(await again.client.call("handOver", { body: { things, to: again.id as string } })).toEqual({ applied: 2 });
    expect(await countsOf(again.client)).toMatchObject({ needsYou: 2, mine: 2 });
  });
});

test("each window of who is concerned is told at once, in whatever process it is", async () => {
  const { dana, ben, things } = await aPair();
  const told = { dana: 0, ben: 0 };
  const watch = (who: keyof typeof told, from: Server, cookie: string) =>
    connectLive({
      url: from.baseUrl,
      WebSocket: class extends WebSocket {
        constructor(url: string) {
          super(url, { headers: { cookie, "sec-fetch-site": "same-origin" } });
        }
      } as never,
      onInbox: () => told[who]++,
    });
  const lives = [watch("dana", server, dana.cookie), watch("ben", other, ben.cookie)];
  await eventually(() => expect(lives.map(({ status }) => status.state)).toEqual(["live", "live"]));
  await eventually(() => expect(server.runtime.doorbell.isOpen()).toBe(true));
  await eventually(() => expect(other.runtime.doorbell.isOpen()).toBe(true));
  const before = { ...told };
  await dana.client.call("handOver", { body: { things, to: ben.id } });
  await eventually(() => expect(told).toEqual({ dana: before.dana + 1, ben: before.ben + 1 }));
  await dana.client.call("wake", { body: { things } });
  await eventually(() => expect(told).toEqual({ dana: before.dana + 2, ben: before.ben + 1 }));
  for (const live of lives) live.close();
});

test("a row of several things is put aside whole", () => {
  const asked = ["a", "b"].map((id) => ({
    room: { id: `room ${id}`, name: id },
    decision: { id },
  }));
  const row = { kind: "empty_roles", room: asked[0]?.room, asked } as unknown as InboxItem;
  expect(thingsOf(row)).toEqual([
    { room: "room a", item: "decision:a" },
    { room: "room b", item: "decision:b" },
  ]);
});
