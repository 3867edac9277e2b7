import type { Command } from "@squadroom/core/kernel/command";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { projectAll } from "../../features/projections.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { aGate } from "./faulty-connection.fixture.ts";
import type { Projection } from "./projection.ts";
import {
  aKey,
  anAgent,
  aRoom,
  creating,
  eventsOf,
  logOf,
  must,
  outcomeOf,
  type RoomProcess,
  roomProcess,
  saying,
  until,
  verified,
} from "./room-process.fixture.ts";

/** Text that Postgres cannot store; the contract refuses it at the door. */
const UNSTORABLE = "a \u0000 in the middle";
/** Less than a server's own, and far more than what the other tests have waiting. */
const QUEUE_BYTES = 4_000_000;
const POISON = "a projection that throws";

let db: TestDatabase;
let here: RoomProcess;
let rooms: RoomId[];
let room: RoomId;

const project: Projection = (event, before, after) => {
  if (JSON.stringify(event.data).includes(POISON)) throw new Error("the projection has a bug");
  return projectAll(event, before, after);
};

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  here = await roomProcess(db.url, { project, queueBytes: QUEUE_BYTES });
  rooms = [await aRoom(here), await aRoom(here), await aRoom(here)];
  room = rooms[0] as RoomId;
});
afterEach(async () => {
  await here.rooms.idle();
  expect(here.rooms.stats().queuedBytes).toBe(0);
  await here.close();
});
afterAll(() => db.drop());

const bodies = async (id = room) => (await eventsOf(here, id, "message.sent")).map((e) => e.data.message.body);
const say = (body: string, id = room, key = aKey()) => here.rooms.execute(id, saying(body), { key });

/** Lets all of these go in one batch, in this order. */
async function inOneBatch(commands: [RoomId, Command][]): Promise<string[]> {
  const gate = aGate();
  here.faults.next(gate);
  const last = rooms[2] as RoomId;
  const first = must(say("keeps the lane busy", last));
  await gate.reached;
  const answers = commands.map(([id, command]) => outcomeOf(here.rooms.execute(id, command, { key: aKey() })));
  gate.open();
  await first;
  return Promise.all(answers);
}

describe("what the database refuses", () => {
  test("is one command's fault: rooms and commands beside it go on, in order", async () => {
    const other = rooms[1] as RoomId;
    const found = await inOneBatch([
      [room, saying("one")],
      [room, saying(UNSTORABLE)],
      [other, saying("beside it")],
      [room, saying("two")],
      [room, creating("builder")],
    ]);

    expect(found).toEqual(["ok", "internal", "ok", "ok", "ok"]);
    expect(await bodies()).toEqual(["one", "two"]);
    expect(await bodies(other)).toEqual(["beside it"]);
    for (const id of rooms) expect((await verified(here, id)).ok).toBe(true);
    expect(here.logged.filter(({ message }) => /refused a command's data/.test(message))).toHaveLength(1);
  });

  test("first, last or several times in a batch blames only what is at fault", async () => {
    const bad = saying(UNSTORABLE);
    const found = await inOneBatch([
      [room, bad],
      [room, saying("one")],
      [room, bad],
      [room, saying("two")],
      [room, bad],
    ]);

    expect(found).toEqual(["internal", "ok", "internal", "ok", "internal"]);
    expect(await bodies()).toEqual(["one", "two"]);
    expect((await verified(here, room)).ok).toBe(true);
    expect(await outcomeOf(say("and on"))).toBe("ok");
  });

  test("leaves its key free: the command was not answered by a ruling", async () => {
    const key = aKey();
    expect(await outcomeOf(say(UNSTORABLE, room, key))).toBe("internal");

    expect(await outcomeOf(say("storable", room, key))).toBe("ok");
  });
});

describe("a bug", () => {
  test.each<[string, Command]>([
    ["deciding", { type: "nonsense" } as unknown as Command],
    ["projecting", saying(POISON)],
  ])("in %s refuses that command under an id, and changes nothing", async (_where, command) => {
    const found = await inOneBatch([
      [room, saying("one")],
      [room, command],
      [room, saying("two")],
    ]);

    expect(found).toEqual(["ok", "internal", "ok"]);
    expect(await bodies()).toEqual(["one", "two"]);
    expect((await logOf(here, room)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(here.logged).toMatchObject([{ details: { errorId: expect.any(String), roomId: room } }]);
  });

  test("on the slow road too", async () => {
    const there = await roomProcess(db.url);
    const answer = outcomeOf(say(POISON));
    expect(await answer).toBe("internal");
    const slow = outcomeOf(say(UNSTORABLE));
    for (let i = 0; i < 3; i++) {
      const gate = aGate();
      here.faults.next(gate);
      await gate.reached;
      await must(there.rooms.execute(room, saying(`overtaking ${i}`)));
      gate.open();
    }

    expect(await slow).toBe("internal");
    expect(await outcomeOf(say("and on"))).toBe("ok");
    await there.close();
  });
});

describe("a room whose log cannot be read", () => {
  async function spoil(): Promise<void> {
    await here.sql.begin(async (sql) => {
      const [head] = await sql<{ seq: string }[]>`
        UPDATE rooms SET seq = seq + 1, commit_id = ${uuidv7()} WHERE id = ${room} RETURNING seq`;
      await sql`INSERT INTO events (room_id, seq, type, v, at, actor, data)
        VALUES (${room}, ${Number(head?.seq)}, 'task.of_the_future', 9, 0, '{}', '{}')`;
    });
  }

  test("is quarantined, visibly, and the others go on", async () => {
    await spoil();

    // It was in memory before: nothing is skipped, and nothing is decided on a part of the log.
    expect(await outcomeOf(say("hello"))).toBe("unavailable");
    expect(await outcomeOf(say("hello"))).toBe("room_quarantined");
    expect(await outcomeOf(say("hello", rooms[1]))).toBe("ok");
    expect(here.logged.some(({ message }) => /quarantined/.test(message))).toBe(true);
    expect(await bodies()).toEqual([]);
  });

  test("does not keep a sweep from the others", async () => {
    const other = rooms[1] as RoomId;
    const quick = await roomProcess(db.url, { leaseS: { managed: 0, hooked: 0, manual: 0 } });
    await anAgent(here, other, "builder");
    await spoil();
    await here.sql`UPDATE rooms SET due_at = 1 WHERE id IN (${room}, ${other})`;

    await quick.sweeper.sweep();

    expect(await eventsOf(here, other, "agent.went_offline")).toHaveLength(1);
    await quick.close();
  });

  test("and has a head beyond its log is not guessed at", async () => {
    await here.sql`UPDATE rooms SET seq = seq + 1 WHERE id = ${room}`;
    const later = await roomProcess(db.url);

    expect(await outcomeOf(later.rooms.execute(room, saying("hello")))).toBe("room_quarantined");
    await later.close();
  });
});

describe("queues", () => {
  test("are bounded by count: what is too much is refused before it is decided, the rest is done", async () => {
    const gate = aGate();
    here.faults.next(gate);
    const first = must(say("first"));
    await gate.reached;
    const answers = Array.from({ length: 2_100 }, () => outcomeOf(here.rooms.execute(room, { type: "tick" })));
    const beside = outcomeOf(say("beside", rooms[1]));
    gate.open();
    await first;
    const found = await Promise.all(answers);

    expect(found.filter((code) => code === "ok")).toHaveLength(2_000);
    expect(found.slice(2_000).every((code) => code === "overloaded")).toBe(true);
    expect(await beside).toBe("ok");
    expect(await outcomeOf(say("and on"))).toBe("ok");
    expect(await bodies()).toEqual(["first", "and on"]);
  });

  test("are bounded by bytes over all rooms", async () => {
    const gate = aGate();
    here.faults.next(gate);
    const first = must(say("first"));
    await gate.reached;
    const long = saying("x".repeat(QUEUE_BYTES / 64));
    const answers = Array.from({ length: 20 }, (_, i) => outcomeOf(here.rooms.execute(rooms[i % 2] as RoomId, long)));
    const small = outcomeOf(say("even this", rooms[2]));
    gate.open();
    await first;
    const found = await Promise.all(answers);

    expect(found.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "ok"));
    expect(found.at(-1)).toBe("overloaded");
    expect(await small).toBe("overloaded");
    expect(await outcomeOf(say("and on"))).toBe("ok");
  });
});

describe("times", () => {
  test("never go backwards in a room, whatever the clocks of its processes say", async () => {
    const there = await roomProcess(db.url);
    here.shiftClock(600);
    there.shiftClock(-600);
    for (let i = 0; i < 6; i++) {
      await must((i % 2 ? there : here).rooms.execute(room, saying(`message ${i}`)));
    }

    const at = (await logOf(here, room)).map((event) => event.at);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect((await verified(here, room)).ok).toBe(true);
    await there.close();
  });
});

describe("a snapshot", () => {
  async function withSnapshot(): Promise<void> {
    await Promise.all(Array.from({ length: 205 }, (_, i) => must(say(`message ${i}`))));
    await until(async () => (await here.sql`SELECT 1 FROM room_snapshots WHERE room_id = ${room}`).length > 0);
  }
  async function openedLater() {
    const later = await roomProcess(db.url);
    const opened = await later.rooms.read(room);
    await later.close();
    return opened?.view;
  }

  test("is what a room is opened from", async () => {
    await withSnapshot();
    const view = here.rooms.known(room)?.view;
    expect(await openedLater()).toEqual(view);

    const marked = { ...view, name: "as the snapshot has it" };
    await here.sql`UPDATE room_snapshots SET seq = ${marked.seq ?? 0}, view = ${JSON.stringify(marked)}::text::json WHERE room_id = ${room}`;
    expect(await openedLater()).toEqual(marked);
  });

  test("of another reducer is not used: the log is folded anew", async () => {
    await withSnapshot();
    await here.sql`UPDATE room_snapshots SET reducer_version = 1000, view = '{"name":"of another release"}' WHERE room_id = ${room}`;

    expect(await openedLater()).toEqual(here.rooms.known(room)?.view);
  });
});
