import type { RoomId } from "@squadroom/core/kernel/ids";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { DataFault } from "./appender.ts";
import { layOut } from "./batch.ts";
import { aGate } from "./faulty-connection.fixture.ts";
import {
  aCaller,
  aKey,
  aRoom,
  batchOf,
  eventsOf,
  joining,
  logOf,
  must,
  outcomeOf,
  type RoomProcess,
  roomProcess,
  saying,
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
  room = await aRoom(here);
  await there.rooms.read(room);
});
afterEach(async () => {
  expect((await verified(here, room)).ok).toBe(true);
  for (const process of [here, there]) expect(process.rooms.stats().queuedBytes).toBe(0);
  await Promise.all([here.close(), there.close()]);
});
afterAll(() => db.drop());

const say = (process: RoomProcess, key = aKey(), body = "hello") => process.rooms.execute(room, saying(body), { key });
const bodies = async () => (await eventsOf(here, room, "message.sent")).map((e) => e.data.message.body);

/** Appends of this process since the room was made. */
const submissions = () => here.faults.calls.length - 1;

describe("the same request under the same key", () => {
  test("has one effect and one answer: here, in another process, and after a restart", async () => {
    const key = aKey();
    const first = await say(here, key);
    const later = await roomProcess(db.url);

    expect(await say(here, key)).toEqual(first);
    expect(await say(there, key)).toEqual(first);
    expect(await say(later, key)).toEqual(first);
    await later.close();
    expect(await bodies()).toEqual(["hello"]);
  });

  test("joins the one that is under way", async () => {
    const key = aKey();
    const gate = aGate();
    here.faults.next(gate);
    const first = say(here, key);
    await gate.reached;
    const second = say(here, key);
    gate.open();

    expect(await second).toEqual(await first);
    expect(submissions()).toBe(1);
    expect(await bodies()).toEqual(["hello"]);
  });

  test("under way in two processes at once has one effect and one answer", async () => {
    const key = aKey();
    const gates = [aGate(), aGate()] as const;
    here.faults.next(gates[0]);
    there.faults.next(gates[1]);
    const answers = [say(here, key), say(there, key)];
    await Promise.all(gates.map(({ reached }) => reached));
    for (const { open } of gates) open();

    const [one, other] = await Promise.all(answers);
    expect(one).toEqual(other);
    expect(await bodies()).toEqual(["hello"]);
  });

  test("of another credential is another request", async () => {
    const key = aKey();
    await say(here, key);
    await say(here, { ...key, credentialId: uuidv7() });

    expect(await bodies()).toEqual(["hello", "hello"]);
  });
});

describe("another request under a used key", () => {
  test("is refused, here and in another process, and leaves the first as it is", async () => {
    const key = aKey();
    const other = { ...key, requestHash: "another request" };
    const first = await say(here, key);

    expect(await outcomeOf(say(here, other, "another"))).toBe("key_reused");
    expect(await outcomeOf(say(there, other, "another"))).toBe("key_reused");
    expect(await say(there, key)).toEqual(first);
    expect(await bodies()).toEqual(["hello"]);
  });

  test("is refused while the first is under way", async () => {
    const key = aKey();
    const gate = aGate();
    here.faults.next(gate);
    const first = say(here, key);
    await gate.reached;

    expect(await outcomeOf(say(here, { ...key, requestHash: "another" }, "another"))).toBe("key_reused");
    gate.open();
    expect((await first).ok).toBe(true);
  });
});

describe("a refusal", () => {
  test("uses its key up: what is allowed by now is refused as before", async () => {
    const by = aCaller("builder");
    const key = aKey(by.id);
    const claim = (process: RoomProcess, under = key) =>
      process.rooms.execute(room, { type: "claim", by }, { key: under });
    const first = await claim(here);
    expect(first).toMatchObject({ ok: false, refusal: { code: "not_joined" } });
    await must(here.rooms.execute(room, joining(by)));

    expect(await claim(here)).toEqual(first);
    expect(await claim(there)).toEqual(first);
    expect((await claim(there, aKey(by.id))).ok).toBe(true);
  });

  test("and what goes with it in one batch are all answered", async () => {
    const [refused, accepted] = [aKey(), aKey()];
    const [no, yes] = await Promise.all([
      here.rooms.execute(room, { type: "claim", by: aCaller("builder") }, { key: refused }),
      say(here, accepted),
    ]);

    expect([no.ok, yes.ok]).toEqual([false, true]);
    expect(submissions()).toBe(1);
    expect(await say(there, accepted)).toEqual(yes);
  });
});

describe("a key and its effect", () => {
  test("are stored together or not at all", async () => {
    const { length } = await logOf(here, room);
    const batch = await batchOf(here, room, [saying("hello")], {
      key: { ...aKey(), key: "no uuid" },
    });

    await expect(here.appender.append(layOut([batch]))).rejects.toThrow(DataFault);
    expect(await logOf(here, room)).toHaveLength(length);
  });

  test("of others in a batch are decided again when one key of it was used", async () => {
    const used = aKey();
    const first = await say(there, used);
    const [again, fresh] = await Promise.all([say(here, used), say(here, aKey(), "and on")]);

    expect(again).toEqual(first);
    expect(fresh).toMatchObject({ ok: true, seq: 3 });
    expect(await bodies()).toEqual(["hello", "and on"]);
  });
});
