import type { Fence, RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { aServer, createRoom, createToken } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import {
  anAgent,
  aRoom,
  aWaiter,
  creating,
  eventsOf,
  logOf,
  must,
  outcomeOf,
  type RoomProcess,
  roomProcess,
  until,
  verified,
} from "./room-process.fixture.ts";

/** With leases of no time at all everybody is silent at once. */
const AT_ONCE = { managed: 0, hooked: 0, manual: 0 };
const tick = { type: "tick" } as const;

let db: TestDatabase;
let here: RoomProcess;
let there: RoomProcess;
let room: RoomId;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  here = await roomProcess(db.url, { leaseS: AT_ONCE });
  there = await roomProcess(db.url);
  room = await aRoom(here);
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect((await verified(here, room)).ok).toBe(true);
  await Promise.all([here.close(), there.close()]);
});
afterAll(() => db.drop());

const types = async () => (await logOf(here, room)).map(({ type }) => type);
const dueAt = async () => {
  const [row] = await here.sql<{ due_at: string | null }[]>`SELECT due_at FROM rooms WHERE id = ${room}`;
  return row?.due_at === null ? null : Number(row?.due_at);
};

describe("a lease", () => {
  test("ends by an event, together with the agent's silence, and never by the clock alone", async () => {
    const by = await anAgent(here, room, "builder");
    await must(here.rooms.execute(room, creating("builder")));
    const claimed = await must(here.rooms.execute(room, { type: "claim", by }));
    const task = { taskId: claimed.taskId as TaskId, fence: claimed.fence as Fence };
    const progress = { type: "progress", by, ...task, progress: {} } as const;
    expect(await outcomeOf(here.rooms.execute(room, progress))).toBe("ok");

    await must(here.rooms.execute(room, tick));

    expect((await types()).slice(-2)).toEqual(["task.attempt_ended", "agent.went_offline"]);
    expect(await outcomeOf(here.rooms.execute(room, progress))).toBe("lease_lost");
  });

  test("does not end on evidence that another process knows better than", async () => {
    const by = await anAgent(here, room, "builder");
    await there.observations.renew(room, by.id);

    const { events } = await must(here.rooms.execute(room, tick));

    expect(events).toBe(0);
    expect(await types()).not.toContain("agent.went_offline");
  });

  test("does not end while everybody has a grace", async () => {
    await anAgent(here, room, "builder");
    here.state.graceUntil = here.clock.now() + 60_000;
    await here.sweeper.sweep();

    expect(await types()).not.toContain("agent.went_offline");
    expect(await dueAt()).toBeGreaterThan(here.clock.now());
    here.state.graceUntil = 0;
    await must(here.rooms.execute(room, tick));
    expect(await types()).toContain("agent.went_offline");
  });

  test("ends once, however many processes sweep", async () => {
    await anAgent(here, room, "builder");
    const other = await roomProcess(db.url, { leaseS: AT_ONCE });
    await Promise.all([other.rooms.read(room), here.rooms.read(room)]);
    await Promise.all([other.rooms.execute(room, tick), here.rooms.execute(room, tick)]);
    await other.close();

    expect(await eventsOf(here, room, "agent.went_offline")).toHaveLength(1);
  });
});

describe("an agent that the log has as silent", () => {
  test("returns in the same commit as its call, first", async () => {
    const by = await anAgent(here, room, "builder");
    await must(here.rooms.execute(room, creating("builder")));
    await must(here.rooms.execute(room, tick));

    await must(there.rooms.execute(room, { type: "claim", by }));

    expect((await types()).slice(-2)).toEqual(["agent.came_online", "task.claimed"]);
  });

  test("returns by a mere renewal too, through a process that has not heard of its silence", async () => {
    const servers = await Promise.all([aServer(db.url), aServer(db.url)]);
    const [one, other] = servers;
    const id = (await createRoom(one.admin)) as RoomId;
    const agent = one.clientOf(await createToken(one.admin, id, "builder"));
    const params = { room: id };
    await agent.call("joinRoom", { params, body: {} });
    const { events } = await must(other.runtime.rooms.execute(id, tick));
    expect(events).toBe(0);
    // Silent by the other process's account, which this one has not read.
    await here.sql`UPDATE agent_observations SET seen_at = 0 WHERE room_id = ${id}`;
    await must(here.rooms.execute(id, tick));
    expect(one.runtime.rooms.known(id)?.view.seq).toBe(2);

    await agent.call("renewLease", { params });

    expect((await logOf(here, id)).map(({ type }) => type)).toEqual([
      "room.created",
      "agent.joined",
      "agent.went_offline",
      "agent.came_online",
    ]);
    await Promise.all(servers.map((server) => server.close()));
  });
});

describe("a sweep", () => {
  test("takes what is due and moves the deadline, whether it finds something or not", async () => {
    const by = await anAgent(here, room, "builder");
    await here.sql`UPDATE rooms SET due_at = 1 WHERE id = ${room}`;
    here.observations.touch(room, by.id);
    await there.sweeper.sweep();
    expect(await types()).not.toContain("agent.went_offline");
    expect(await dueAt()).toBeGreaterThan(there.clock.now());

    await here.sql`UPDATE rooms SET due_at = 1 WHERE id = ${room}`;
    await here.sweeper.sweep();
    expect(await types()).toContain("agent.went_offline");
    expect(await dueAt()).toBeNull();
  });

  test("leaves a room that is due to the process that owns it, for some seconds", async () => {
    const other = await roomProcess(db.url, { leaseS: AT_ONCE, isElsewhere: () => true });
    await anAgent(here, room, "builder");
    await here.sql`UPDATE rooms SET due_at = ${here.clock.now() - 1_000} WHERE id = ${room}`;
    await other.sweeper.sweep();
    expect(await types()).not.toContain("agent.went_offline");

    await here.sql`UPDATE rooms SET due_at = ${here.clock.now() - 4_000} WHERE id = ${room}`;
    await other.sweeper.sweep();
    expect(await types()).toContain("agent.went_offline");
    await other.close();
  });

  test("leaves a room that fails alone for a while, says so, and goes on with the others", async () => {
    const broken = await Promise.all(Array.from({ length: 120 }, () => aBrokenRoom()));
    await anAgent(here, room, "builder");
    await here.sql`UPDATE rooms SET due_at = 2 WHERE id = ${room}`;

    await here.sweeper.sweep();
    await here.sweeper.sweep();

    expect(await types()).toContain("agent.went_offline");
    const swept = here.logged.filter(({ message }) => /couldn't be swept/.test(message));
    expect(swept).toHaveLength(broken.length);
    expect(here.logged.filter(({ message }) => /quarantined/.test(message))).toHaveLength(120);
    await here.sql`DELETE FROM rooms WHERE id = ANY(${broken}::uuid[])`;
  });

  async function aBrokenRoom(): Promise<RoomId> {
    const id = uuidv7() as RoomId;
    await here.sql`INSERT INTO rooms (id, commit_id, min_reader, due_at) VALUES (${id}, ${id}, 1000, 1)`;
    return id;
  }

  test("notices that the process stood still, before it gives anybody up", async () => {
    await here.sweeper.sweep();
    expect(here.outages).toEqual([]);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + 5_000);

    await here.sweeper.sweep();
    await here.sweeper.sweep();

    expect(here.outages).toHaveLength(1);
  });

  test("offers what other processes made to who waits here", async () => {
    const by = await anAgent(there, room, "builder");
    const claims = aWaiter(here, room, by);
    await until(() => claims.length === 1);
    await must(there.rooms.execute(room, creating("builder")));

    await here.sweeper.sweep();
    await until(() => claims.length === 2);

    expect(claims).toEqual([false, true]);
    expect(here.followed.at(-1)).toMatchObject({ roomId: room, seq: 3 });
  });

  test("finds rooms that are waited in and not in memory any more", async () => {
    const by = await anAgent(there, room, "builder");
    const claims = aWaiter(here, room, by);
    await until(() => claims.length === 1);
    here.rooms.forget(room);
    await must(there.rooms.execute(room, creating("builder")));

    await here.sweeper.sweep();
    await until(() => claims.length === 2);

    expect(claims).toEqual([false, true]);
  });
});
