import type { RoomId, TaskId } from "@squadroom/core/kernel/ids";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { aGate, type Fault } from "./faulty-connection.fixture.ts";
import {
  aKey,
  anAgent,
  aRoom,
  creating,
  eventsOf,
  LEAD,
  logOf,
  must,
  outcomeOf,
  type RoomProcess,
  roomProcess,
  saying,
  until,
  verified,
} from "./room-process.fixture.ts";

/** Each submission may take a third of it: more than a busy machine needs for one. */
const SETTLE_MS = 6_000;

let db: TestDatabase;
let here: RoomProcess;
let there: RoomProcess;
let room: RoomId;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  here = await roomProcess(db.url, { settleMs: SETTLE_MS });
  there = await roomProcess(db.url);
  room = await aRoom(there);
});
afterEach(async () => {
  for (const id of [room]) expect((await verified(there, id)).ok).toBe(true);
  expect(here.rooms.stats().queuedBytes).toBe(0);
  await Promise.all([here.close(), there.close()]);
});
afterAll(() => db.drop());

/** The database answers again, in whatever time it takes. */
function mend(): void {
  here.faults.clear();
  here.state.settleMs = 15_000;
}
const bodies = async () => (await eventsOf(there, room, "message.sent")).map((e) => e.data.message.body);
/** What was submitted, without the time of the submission. */
const submissions = () => here.faults.calls.map(([, ...bytes]) => JSON.stringify(bytes));

describe("a connection that dies", () => {
  test.each<[string, Fault[]]>([
    ["before the batch is executed", ["dies_before"]],
    ["after the batch was executed", ["dies_after"]],
    ["again and again", ["dies_before", "dies_after", "dies_before", "dies_after"]],
  ])("%s: the same bytes settle it, one effect, acknowledged once", async (_when, faults) => {
    await here.rooms.read(room);
    here.faults.next(...faults);

    const answer = await must(here.rooms.execute(room, saying("hello"), { key: aKey() }));

    expect(await bodies()).toEqual(["hello"]);
    expect(answer.seq).toBe(2);
    expect(submissions()).toHaveLength(faults.length + 1);
    expect(new Set(submissions()).size).toBe(1);
    expect(here.told(room)).toEqual([2]);
  });

  test("and what it carried is executed late: nothing happens twice", async () => {
    here.faults.next("orphaned");
    await must(here.rooms.execute(room, saying("hello")));

    expect(await here.faults.executeOrphans()).toMatchObject([{ rooms: [{ outcome: "committed_before" }] }]);
    expect(await bodies()).toEqual(["hello"]);
  });

  test("after the batch was executed, and others went on from it: it is known to be committed, without a key too", async () => {
    const gate = aGate();
    here.faults.next("dies_after", gate);
    const answer = must(here.rooms.execute(room, saying("hello")));
    await gate.reached;
    await must(there.rooms.execute(room, saying("next")));
    gate.open();

    expect((await answer).seq).toBe(2);
    expect(await bodies()).toEqual(["hello", "next"]);
    await must(here.rooms.execute(room, saying("and on")));
    expect(await bodies()).toEqual(["hello", "next", "and on"]);
    expect(here.told(room)).toEqual([2, 3, 4]);
  });

  test("before the batch is executed, and others are faster: it is decided again", async () => {
    const gate = aGate();
    here.faults.next("dies_before", gate);
    const answer = must(here.rooms.execute(room, saying("hello")));
    await gate.reached;
    await must(there.rooms.execute(room, saying("faster")));
    gate.open();

    expect((await answer).seq).toBe(3);
    expect(await bodies()).toEqual(["faster", "hello"]);
  });

  test("before the batch is executed, and another that ends alike is faster: it is not taken for that one", async () => {
    // The times of both are those of an event that is ahead of both clocks.
    there.shiftClock(900);
    const { taskId } = await must(there.rooms.execute(room, saying("ahead of time")));
    there.shiftClock(0);
    await here.rooms.read(room, 2);
    const front = { type: "moveTaskToFront", by: LEAD, taskId: taskId as TaskId } as const;
    const both = (process: RoomProcess, body: string) =>
      Promise.all([saying(body), front].map((command) => must(process.rooms.execute(room, command))));
    const gate = aGate();
    here.faults.next("dies_before", gate);
    const mine = both(here, "mine");
    await gate.reached;
    await both(there, "theirs");
    gate.open();
    await mine;

    expect(await bodies()).toEqual(["ahead of time", "theirs", "mine"]);
  });

  test("under an answer without events: it is looked up again, and told once it is sure", async () => {
    const by = await anAgent(there, room, "builder");
    await here.rooms.read(room, 2);
    here.faults.next("dies_before", "dies_after");

    const claim = await must(here.rooms.execute(room, { type: "claim", by }));

    expect(claim).toMatchObject({ taskId: null, seq: 2 });
  });
});

describe("a connection that stays silent", () => {
  test.each<[string, Fault]>([
    ["nothing was executed", "hangs_before"],
    ["the batch was executed", "hangs_after"],
  ])("is given up for another one (%s)", async (_when, fault) => {
    here.faults.next(fault);

    await must(here.rooms.execute(room, saying("hello")));

    expect(await bodies()).toEqual(["hello"]);
    expect(here.faults.connections()).toBe(2);
  });

  test("for too long is an unknown outcome, not an endless wait", async () => {
    here.faults.next(...Array<Fault>(5).fill("hangs_before"));

    expect(await outcomeOf(here.rooms.execute(room, saying("hello"), { key: aKey() }))).toBe("outcome_unknown");
  });
});

describe("what cannot be settled in time", () => {
  const long: Fault[] = Array<Fault>(40).fill("dies_before");

  beforeEach(async () => {
    await here.close();
    here = await roomProcess(db.url, { settleMs: 500 });
  });

  test.each<[string, Fault]>([
    ["was not executed", "dies_before"],
    ["was executed", "dies_after"],
  ])("is told to be unknown; the same request has one effect (it %s)", async (_how, first) => {
    const key = aKey();
    here.faults.next(first, ...long);
    expect(await outcomeOf(here.rooms.execute(room, saying("hello"), { key }))).toBe("outcome_unknown");
    mend();

    const answers = [
      await must(here.rooms.execute(room, saying("hello"), { key })),
      await must(there.rooms.execute(room, saying("hello"), { key })),
    ];

    expect(answers[0]).toEqual(answers[1]);
    expect(await bodies()).toEqual(["hello"]);
  });

  test("and is executed after the retry: one effect", async () => {
    const key = aKey();
    here.faults.next("orphaned", ...long);
    expect(await outcomeOf(here.rooms.execute(room, saying("hello"), { key }))).toBe("outcome_unknown");
    mend();
    await must(there.rooms.execute(room, saying("hello"), { key }));

    expect(await here.faults.executeOrphans()).toMatchObject([{ rooms: [{ outcome: "lost" }] }]);
    expect(await bodies()).toEqual(["hello"]);
  });

  test("and is executed after the retry was refused: no effect, for that is what was told", async () => {
    const by = await anAgent(there, room, "planner");
    await must(there.rooms.execute(room, creating("planner")));
    const { taskId, fence } = await must(there.rooms.execute(room, { type: "claim", by }));
    const task = { taskId: taskId as never, fence: fence as never };
    const failing = { type: "fail" as const, by, ...task, reason: "cannot" };
    const key = aKey();
    here.faults.next("orphaned", ...long);
    expect(await outcomeOf(here.rooms.execute(room, failing, { key }))).toBe("outcome_unknown");
    mend();
    // The retry finds the lease gone; a refusal under the key is as final as an effect.
    await must(there.rooms.execute(room, { type: "leaveRoom", by, reason: "" }));
    expect(await outcomeOf(here.rooms.execute(room, failing, { key }))).toBe("not_joined");
    const { length } = await logOf(there, room);

    await here.faults.executeOrphans();

    expect(await logOf(there, room)).toHaveLength(length);
    expect(await outcomeOf(there.rooms.execute(room, failing, { key }))).toBe("not_joined");
  });

  test("is nothing of what waits behind it: that was never sent", async () => {
    const gate = aGate();
    here.faults.next({ gate, fault: "dies_before" }, ...long);
    const first = outcomeOf(here.rooms.execute(room, saying("first"), { key: aKey() }));
    await gate.reached;
    const second = outcomeOf(here.rooms.execute(room, saying("second"), { key: aKey() }));
    gate.open();

    expect([await first, await second]).toEqual(["outcome_unknown", "unavailable"]);
    mend();
    await here.faults.executeOrphans();
    expect(await bodies()).toEqual([]);
  });

  test("because something holds the room, maybe the first submission itself, is unknown too", async () => {
    await here.rooms.read(room);
    const holder = postgres(db.url, { max: 1, onnotice: () => undefined });
    here.faults.next("dies_before");
    const answer = await holder.begin(async (tx) => {
      await tx`SELECT 1 FROM rooms WHERE id = ${room} FOR NO KEY UPDATE`;
      return outcomeOf(here.rooms.execute(room, saying("hello"), { key: aKey() }));
    });
    await holder.end();

    expect(answer).toBe("outcome_unknown");
    expect(new Set(submissions()).size).toBe(1);
  });

  test("and settles once what holds the room lets go", async () => {
    await here.rooms.read(room);
    const holder = postgres(db.url, { max: 1, onnotice: () => undefined });
    here.faults.next("dies_before");
    const answer = await holder.begin(async (tx) => {
      await tx`SELECT 1 FROM rooms WHERE id = ${room} FOR NO KEY UPDATE`;
      const held = must(here.rooms.execute(room, saying("hello")));
      await until(() => here.faults.calls.length > 2);
      return { held };
    });
    await holder.end();

    expect((await answer.held).seq).toBe(2);
    expect(new Set(submissions()).size).toBe(1);
  });
});

describe("the clock", () => {
  test("of a batch that arrives late is not held against it", async () => {
    const gate = aGate();
    here.faults.next(gate);
    const answer = must(here.rooms.execute(room, saying("hello")));
    await gate.reached;
    const since = Date.now();
    await until(() => Date.now() > since + 1_100);
    gate.open();

    expect((await answer).seq).toBe(2);
    expect(submissions()).toHaveLength(2);
    expect(new Set(submissions()).size).toBe(1);
  });

  test("that is off is set, and what it stamped is decided again", async () => {
    await here.rooms.read(room);
    here.shiftClock(60_000);

    await must(here.rooms.execute(room, saying("from the future")));

    const [event] = await eventsOf(there, room, "message.sent");
    expect(Math.abs((event?.at ?? 0) - there.clock.now())).toBeLessThan(5_000);
    expect(await outcomeOf(here.rooms.execute(room, saying("and on")))).toBe("ok");
  });
});

test("everybody is told that the database is back, once", async () => {
  let recovered = 0;
  here.appender.onRecovered(() => void recovered++);
  here.faults.next("dies_before", "dies_before");

  await must(here.rooms.execute(room, saying("hello")));
  await must(here.rooms.execute(room, saying("and on")));

  expect(recovered).toBe(1);
});

test("a process that stood still takes the answer that has come in meanwhile", async () => {
  await must(here.rooms.execute(room, saying("connected and prepared")));
  const gate = aGate();
  here.faults.next(gate);
  const answer = must(here.rooms.execute(room, saying("hello")));
  await gate.reached;
  gate.open();
  // Until the statement is on its way; then nothing runs here for longer than an answer may take.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  const since = performance.now();
  while (performance.now() < since + SETTLE_MS / 3 + 200);

  expect((await answer).seq).toBe(3);
  expect(here.faults.connections()).toBe(1);
});
