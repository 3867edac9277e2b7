import type { RoomId } from "@squadroom/core/kernel/ids";
import { faultsOf } from "@squadroom/core/testing/log-check.fixture";
import postgres, { type Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { aGate } from "./faulty-connection.fixture.ts";
import {
  aCaller,
  aKey,
  anAgent,
  aRoom,
  aWaiter,
  creating,
  eventsOf,
  joining,
  logOf,
  must,
  outcomeOf,
  type RoomProcess,
  roomProcess,
  saying,
  until,
  verified,
} from "./room-process.fixture.ts";

let db: TestDatabase;
let here: RoomProcess;
let there: RoomProcess;
let room: RoomId;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  here = await roomProcess(db.url);
  there = await roomProcess(db.url);
  room = await aRoom(there);
  await here.rooms.read(room);
});
afterEach(async () => {
  expect((await verified(there, room)).ok).toBe(true);
  for (const process of [here, there]) expect(process.rooms.stats().queuedBytes).toBe(0);
  await Promise.all([here.close(), there.close()]);
});
afterAll(() => db.drop());

const bodies = async () => (await eventsOf(there, room, "message.sent")).map((e) => e.data.message.body);
const say = (process: RoomProcess, body: string, key = aKey()) => process.rooms.execute(room, saying(body), { key });

/** The next append of `here` loses its swap to a message of `there`. */
async function overtake(body: string): Promise<void> {
  const gate = aGate();
  here.faults.next(gate);
  await gate.reached;
  await must(say(there, body));
  gate.open();
}

describe("an answer without events", () => {
  test("that rests on the want of another process's event is decided again", async () => {
    const by = aCaller("builder");
    await must(there.rooms.execute(room, joining(by)));

    expect(await outcomeOf(here.rooms.execute(room, { type: "claim", by }))).toBe("ok");
  });

  test("is decided again under a key too, which keeps the answer that was told", async () => {
    const by = aCaller("builder");
    const key = aKey(by.id);
    await must(there.rooms.execute(room, joining(by)));
    const claim = await here.rooms.execute(room, { type: "claim", by }, { key });

    expect(claim.ok).toBe(true);
    expect(await there.rooms.execute(room, { type: "claim", by }, { key })).toEqual(claim);
  });

  test("that finds no task finds the one that another process has just made", async () => {
    const by = await anAgent(here, room, "builder");
    await must(there.rooms.execute(room, creating("builder")));

    expect(await must(here.rooms.execute(room, { type: "claim", by }))).toMatchObject({
      taskId: "DEV-001",
    });
  });

  test("is not told before what it rests on is durable", async () => {
    const by = await anAgent(here, room, "builder");
    const gate = aGate();
    here.faults.next(gate);
    const order: string[] = [];
    const leave = must(here.rooms.execute(room, { type: "leaveRoom", by, reason: "" }));
    await gate.reached;
    const claim = outcomeOf(here.rooms.execute(room, { type: "claim", by }));
    void leave.then(() => order.push("left"));
    void claim.then((code) => order.push(code));
    // A whole round through the database: time enough to tell it too early.
    await must(say(there, "meanwhile"));
    expect(order).toEqual([]);
    gate.open();
    await Promise.all([leave, claim]);

    expect(order).toEqual(["left", "not_joined"]);
  });
});

describe("a room", () => {
  test("has one batch in flight; what comes meanwhile is decided on it and goes with the next", async () => {
    const gate = aGate();
    here.faults.next(gate);
    const first = must(say(here, "one"));
    await gate.reached;
    const others = [must(say(here, "two")), must(say(here, "three"))];
    expect(here.faults.calls).toHaveLength(1);
    gate.open();
    await Promise.all([first, ...others]);

    expect(here.faults.calls).toHaveLength(2);
    expect(await bodies()).toEqual(["one", "two", "three"]);
  });

  test("that others hold again and again takes all that comes meanwhile, once and without a gap", async () => {
    const holder = postgres(db.url, { max: 1, onnotice: () => undefined });
    const said: Promise<unknown>[] = [];
    for (let round = 0; round < 15; round++) {
      const { length } = here.faults.calls;
      await holder.begin(async (tx) => {
        await tx`SELECT 1 FROM rooms WHERE id = ${room} FOR NO KEY UPDATE`;
        said.push(must(say(here, `first of ${round}`)));
        await until(() => here.faults.calls.length > length);
      });
      // The first finds the room held and waits a moment; the second comes in that moment.
      said.push(must(say(here, `second of ${round}`)));
      await Promise.all(said);
    }
    await holder.end();

    expect(await bodies()).toHaveLength(30);
    expect(faultsOf(await logOf(there, room))).toEqual([]);
  });

  test("whose batch is lost decides it again, and all that was decided on top of it", async () => {
    const [ada, bo, cy] = [
      await anAgent(here, room, "builder"),
      await anAgent(here, room, "builder"),
      await anAgent(here, room, "builder"),
    ];
    await must(here.rooms.execute(room, creating("builder", "one")));
    await must(here.rooms.execute(room, creating("builder", "two")));
    const claim = (process: RoomProcess, by: typeof ada) => must(process.rooms.execute(room, { type: "claim", by }));
    const gate = aGate();
    here.faults.next(gate);
    const first = claim(here, ada);
    await gate.reached;
    const second = claim(here, bo);
    const third = await claim(there, cy);
    gate.open();

    expect(third.taskId).toBe("DEV-001");
    expect((await first).taskId).toBe("DEV-002");
    expect((await second).taskId).toBeNull();
    const fences = (await eventsOf(there, room, "task.claimed")).map(({ data }) => data.fence);
    expect(fences).toEqual([1, 2]);
  });

  test("gives each task to one of many rivals in two processes", async () => {
    const rivals = await Promise.all(
      Array.from({ length: 24 }, (_, i) => anAgent(i % 2 ? here : there, room, "builder")),
    );
    const tasks = Array.from({ length: 10 }, (_, i) => creating("builder", `part ${i}`));
    await Promise.all(tasks.map((task, i) => must((i % 2 ? here : there).rooms.execute(room, task))));

    const found = await Promise.all(
      rivals.map(async (by, i) => {
        const answer = await must((i % 2 ? there : here).rooms.execute(room, { type: "claim", by }));
        return answer.taskId;
      }),
    );

    const taken = found.filter((id) => id !== null);
    expect(taken).toHaveLength(10);
    expect(new Set(taken).size).toBe(10);
    const fences = (await eventsOf(there, room, "task.claimed")).map(({ data }) => data.fence);
    expect(fences).toEqual([...fences.keys()].map((i) => i + 1));
  });

  test("is read no older than asked for, even while its own commit is under way", async () => {
    const gate = aGate();
    here.faults.next(gate);
    const own = must(say(here, "one"));
    await gate.reached;
    const { seq } = await must(say(there, "other"));

    const seen = await here.rooms.read(room, seq);

    expect(seen?.view.seq).toBe(seq);
    expect(here.rooms.known(room)?.view.seq).toBe(1);
    gate.open();
    await own;
    expect(await bodies()).toEqual(["other", "one"]);
  });

  test("tells its viewers here each event once and in order, whoever made it", async () => {
    await must(say(here, "a"));
    const lost = say(here, "c");
    await overtake("b");
    await must(lost);
    await must(say(there, "d"));
    await here.rooms.read(room, 5);

    expect(here.told(room)).toEqual([2, 3, 4, 5]);
    expect(await bodies()).toEqual(["a", "b", "c", "d"]);
  });
});

test("what a lost swap brings is offered to who waits here", async () => {
  const by = await anAgent(there, room, "builder");
  await here.rooms.read(room, 2);
  const claims = aWaiter(here, room, by);
  await until(() => claims.length === 1);
  await must(there.rooms.execute(room, creating("builder")));

  await must(here.rooms.execute(room, { type: "tick" }));
  await until(() => claims.length === 2);

  expect(claims).toEqual([false, true]);
});

describe("a history that was replaced", () => {
  test("drops the room from memory: nothing is decided on what is not so any more", async () => {
    await must(say(here, "of the old history"));
    await there.sql`UPDATE rooms SET commit_id = ${uuidv7()} WHERE id = ${room}`;

    expect(await outcomeOf(say(here, "on top of it"))).toBe("unavailable");
    expect((await must(say(here, "and on"))).seq).toBe(3);
    expect(await bodies()).toEqual(["of the old history", "and on"]);
  });

  test("that is shorter is not gone on from", async () => {
    await must(say(here, "lost"));
    await there.sql`DELETE FROM events WHERE room_id = ${room} AND seq = 2`;
    await there.sql`DELETE FROM messages WHERE room_id = ${room}`;
    await there.sql`DELETE FROM tasks WHERE room_id = ${room}`;
    await there.sql`DELETE FROM task_details WHERE room_id = ${room}`;
    await there.sql`UPDATE rooms SET seq = 1, commit_id = ${uuidv7()} WHERE id = ${room}`;

    expect(await outcomeOf(say(here, "on top of it"))).toBe("unavailable");
    expect((await must(say(here, "and on"))).seq).toBe(2);
  });
});

describe("after three lost swaps", () => {
  async function loseThrice(answer: Promise<unknown>): Promise<void> {
    for (let i = 0; i < 3; i++) await overtake(`overtaking ${i}`);
    await answer;
  }

  test("a command takes the slow road, which always advances", async () => {
    const answer = must(say(here, "at last"));
    await loseThrice(answer);

    expect((await answer).seq).toBe(5);
    expect(here.faults.calls).toHaveLength(3);
    expect(here.told(room)).toEqual([2, 3, 4, 5]);
  });

  test("its key counts as ever", async () => {
    const key = aKey();
    const answer = must(say(here, "at last", key));
    await loseThrice(answer);

    expect(await must(say(there, "at last", key))).toEqual(await answer);
    const used = must(say(here, "overtaking 0", key));
    await expect(used).resolves.toEqual(await answer);
  });

  test("a refusal takes it too", async () => {
    const answer = outcomeOf(here.rooms.execute(room, { type: "claim", by: aCaller("builder") }, { key: aKey() }));
    await loseThrice(answer);

    expect(await answer).toBe("not_joined");
  });

  test.each([
    ["dies before it began", false, 0],
    ["dies after it committed", true, 1],
  ])("whoever waits is answered when that road %s", async (_when, commits, effects) => {
    await here.close();
    let isBroken = true;
    here = await roomProcess(db.url, {
      slowRoadSql: (sql) => breaking(sql, () => isBroken, commits),
    });
    await here.rooms.read(room);
    const key = aKey();
    const answer = outcomeOf(say(here, "hello", key));
    await loseThrice(answer);

    expect(await answer).toBe("outcome_unknown");
    expect((await bodies()).filter((body) => body === "hello")).toHaveLength(effects);
    isBroken = false;
    expect((await must(say(here, "hello", key))).seq).toBeGreaterThan(1);
    expect((await bodies()).filter((body) => body === "hello")).toHaveLength(1);
  });

  /** A database whose transactions die, before or after they are executed. */
  function breaking(sql: Sql, isBroken: () => boolean, commits: boolean): Sql {
    const begin = async (run: never) => {
      if (!isBroken()) return sql.begin(run);
      if (commits) await sql.begin(run);
      throw Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });
    };
    return { begin } as unknown as Sql;
  }
});
