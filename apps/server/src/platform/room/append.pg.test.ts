import type { RoomId } from "@squadroom/core/kernel/ids";
import postgres from "postgres";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { ClockSkew } from "./appender.ts";
import { layOut, type RoomBatch, type RoomOutcome } from "./batch.ts";
import {
  aCredential,
  aKey,
  anAgent,
  aRoom,
  batchOf,
  creating,
  LEAD,
  logOf,
  type RoomProcess,
  roomProcess,
  saying,
  verified,
} from "./room-process.fixture.ts";

let db: TestDatabase;
let here: RoomProcess;
let room: RoomId;

beforeAll(async () => {
  db = await testDatabase();
  here = await roomProcess(db.url);
});
afterAll(async () => {
  await here.close();
  await db.drop();
});

async function append(...batches: RoomBatch[]): Promise<RoomOutcome[]> {
  const outcomes = await here.appender.append(layOut(batches));
  return batches.map(({ roomId }) => outcomes.find(({ id }) => id === roomId) as RoomOutcome);
}

async function outcomes(...batches: RoomBatch[]): Promise<string[]> {
  return (await append(...batches)).map(({ outcome }) => outcome);
}

describe("the swap", () => {
  beforeAll(async () => {
    room = await aRoom(here);
  });

  test("takes one of two batches that were decided on the same head", async () => {
    const [one, other] = [await batchOf(here, room, [saying("one")]), await batchOf(here, room, [saying("other")])];

    expect(await outcomes(one)).toEqual(["ok"]);
    expect(await outcomes(other)).toEqual(["lost"]);
    expect((await logOf(here, room)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test("is lost to another history of the same length", async () => {
    const batch = await batchOf(here, room, [saying("on a history that was replaced")]);
    await here.sql`UPDATE rooms SET commit_id = ${uuidv7()} WHERE id = ${room}`;

    expect(await outcomes(batch)).toEqual(["lost"]);
  });

  test("of an answer without events is lost when the head has moved", async () => {
    const none = await batchOf(here, room, [{ type: "tick" }]);
    expect(none.next).toEqual(none.expected);
    expect(await outcomes(none)).toEqual(["ok"]);

    await outcomes(await batchOf(here, room, [saying("meanwhile")]));

    expect(await outcomes(none)).toEqual(["lost"]);
  });

  test("knows the very batch again, and does not write it twice", async () => {
    const batch = await batchOf(here, room, [saying("once")]);
    expect(await outcomes(batch)).toEqual(["ok"]);
    const { length } = await logOf(here, room);

    expect(await outcomes(batch)).toEqual(["committed_before"]);
    expect(await logOf(here, room)).toHaveLength(length);
  });

  test("is lost where a newer release writes: that is said, and nothing is written", async () => {
    const batch = await batchOf(here, room, [saying("too old")]);
    await here.sql`UPDATE rooms SET min_reader = 1000 WHERE id = ${room}`;

    expect(await outcomes(batch)).toEqual(["reader"]);
    await here.sql`UPDATE rooms SET min_reader = 1 WHERE id = ${room}`;
    expect(await outcomes(batch)).toEqual(["ok"]);
  });
});

describe("one statement judges", () => {
  test("each room of a batch by itself", async () => {
    const rooms = [await aRoom(here), await aRoom(here), await aRoom(here)] as const;
    const batches = await Promise.all(rooms.map((id) => batchOf(here, id, [saying("hello")])));
    const [, stale] = batches;
    await outcomes(await batchOf(here, rooms[1], [saying("before you")]));

    expect(await outcomes(...batches)).toEqual(["ok", "lost", "ok"]);
    for (const id of rooms) expect((await verified(here, id)).ok).toBe(true);
    expect(await outcomes(stale as RoomBatch)).toEqual(["lost"]);
  });

  test("a used key, with what it was answered, and writes nothing of its batch", async () => {
    const id = await aRoom(here);
    const key = aKey();
    await outcomes(await batchOf(here, id, [saying("first")], { key }));
    const again = await batchOf(here, id, [saying("again")], { key });

    const [outcome] = await append(again);

    expect(outcome?.outcome).toBe("duplicate");
    expect(outcome?.detail).toMatchObject([{ ...key, seq: 2, reply: { ok: true, seq: 2 } }]);
    expect(await logOf(here, id)).toHaveLength(2);
  });

  test("a credential that was revoked, changed or has expired, from that instant", async () => {
    const id = await aRoom(here);
    const ref = await aCredential(here, id, uuidv7());
    const batch = await batchOf(here, id, [saying("hello")], { credential: ref });
    const judge = async (change: { version: number; revoked: number | null; expires: number | null }) => {
      await here.sql`UPDATE credentials SET version = ${change.version}, revoked_at = ${change.revoked}, expires_at = ${change.expires} WHERE id = ${ref.id}`;
      return append(batch);
    };
    const now = here.clock.now();

    expect(await judge({ version: 1, revoked: now, expires: null })).toMatchObject([
      { outcome: "revoked", detail: [ref.id] },
    ]);
    expect(await judge({ version: 2, revoked: null, expires: null })).toMatchObject([{ outcome: "revoked" }]);
    expect(await judge({ version: 1, revoked: null, expires: now - 1 })).toMatchObject([{ outcome: "revoked" }]);
    expect(await judge({ version: 1, revoked: null, expires: now + 60_000 })).toMatchObject([{ outcome: "ok" }]);
  });

  test("a credential that never was", async () => {
    const id = await aRoom(here);
    const batch = await batchOf(here, id, [saying("hello")], {
      credential: { id: uuidv7(), version: 1 },
    });

    expect(await outcomes(batch)).toEqual(["revoked"]);
  });
});

describe("the clock", () => {
  test("of a committer that is off by more than a second writes nothing", async () => {
    const id = await aRoom(here);
    const batch = await batchOf(here, id, [saying("from the future")]);
    const at = (offMs: number) => {
      here.shiftClock(offMs);
      return here.appender.append(layOut([batch]));
    };

    await expect(at(1_500)).rejects.toThrow(ClockSkew);
    await expect(at(-1_500)).rejects.toThrow(ClockSkew);
    expect(await logOf(here, id)).toHaveLength(1);
    expect(await at(500)).toMatchObject([{ outcome: "ok" }]);
    here.shiftClock(0);
  });
});

describe("rooms that others hold", () => {
  test("are not waited for: busy, and the others of the batch are written", async () => {
    const [free, held] = [await aRoom(here), await aRoom(here)];
    const batches = [await batchOf(here, free, [saying("hello")]), await batchOf(here, held, [saying("hello")])];
    const other = postgres(db.url, { max: 1, onnotice: () => undefined });
    const found = await other.begin(async (tx) => {
      await tx`SELECT 1 FROM rooms WHERE id = ${held} FOR NO KEY UPDATE`;
      return outcomes(...batches);
    });
    await other.end();

    expect(found).toEqual(["ok", "busy"]);
    expect(await outcomes(batches[1] as RoomBatch)).toEqual(["ok"]);
  });

  test("never deadlock two processes whose batches name them in any order", async () => {
    const there = await roomProcess(db.url);
    const ids = Array.from({ length: 400 }, () => uuidv7() as RoomId);
    await here.sql`INSERT INTO rooms (id, commit_id) SELECT id, id FROM unnest(${ids}::uuid[]) AS x(id)`;
    const before = await deadlocks();

    const rounds = async (process: RoomProcess, direction: 1 | -1) => {
      for (let round = 0; round < 12; round++) {
        const heads = await process.store.heads(ids);
        const batch = [...heads].map(([roomId, expected]): RoomBatch => {
          const next = { seq: expected.seq + 1, commitId: uuidv7() };
          return { roomId, expected, next, dueAt: null, entries: [] };
        });
        batch.sort((a, b) => direction * (a.roomId < b.roomId ? -1 : 1));
        const answer = await process.appender.append(moving(batch));
        expect(answer).toHaveLength(ids.length);
      }
    };
    await Promise.all([rounds(here, 1), rounds(there, -1)]);
    await there.close();

    expect(await deadlocks()).toBe(before);
  });
});

/** A batch that writes one made-up event into each of its rooms. */
function moving(batch: RoomBatch[]): ReturnType<typeof layOut> {
  const bytes = layOut(batch);
  const events = batch.map(({ roomId, next }) => {
    const actor = { kind: "person", id: LEAD.id, name: LEAD.name };
    return {
      roomId,
      seq: next.seq,
      type: "room.removed",
      v: 1,
      at: 0,
      actor,
      data: { reason: "" },
    };
  });
  const all = batch.map(({ roomId }) => roomId);
  return [all, [], bytes[2] ?? "", JSON.stringify(events), ...bytes.slice(4)];
}

async function deadlocks(): Promise<number> {
  await here.sql`SELECT pg_stat_clear_snapshot()`;
  const [row] = await here.sql<{ deadlocks: string }[]>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`;
  return Number(row?.deadlocks);
}

describe("the evidence of an expiry", () => {
  const leaseS = { managed: 0, hooked: 0, manual: 0 };

  test("counts only while it is the last sign of life", async () => {
    const id = await aRoom(here);
    const agent = await anAgent(here, id, "builder");
    const [joined] = (await logOf(here, id)).slice(-1);
    const silentSince = joined?.at ?? 0;
    const expiry = await batchOf(here, id, [{ type: "tick" }], { leaseS, seenAt: {} });
    expect(expiry.entries[0]?.decision?.events).toMatchObject([
      { type: "agent.went_offline", data: { agentId: agent.id, seenAt: silentSince } },
    ]);
    await here.sql`INSERT INTO agent_observations VALUES (${id}, ${agent.id}, ${silentSince + 1})
      ON CONFLICT (room_id, agent_id) DO UPDATE SET seen_at = excluded.seen_at`;

    expect(await append(expiry)).toMatchObject([{ outcome: "guard", detail: [agent.id] }]);
    await here.sql`UPDATE agent_observations SET seen_at = ${silentSince} WHERE agent_id = ${agent.id}`;
    expect(await outcomes(expiry)).toEqual(["ok"]);
  });

  test("does not count while a renewal is being stored", async () => {
    const id = await aRoom(here);
    const agent = await anAgent(here, id, "builder");
    const seenAt = (await logOf(here, id)).at(-1)?.at ?? 0;
    await here.sql`INSERT INTO agent_observations VALUES (${id}, ${agent.id}, ${seenAt})
      ON CONFLICT (room_id, agent_id) DO UPDATE SET seen_at = excluded.seen_at`;
    const expiry = await batchOf(here, id, [{ type: "tick" }], { leaseS });
    const other = postgres(db.url, { max: 1, onnotice: () => undefined });
    const found = await other.begin(async (renewal) => {
      await renewal`UPDATE agent_observations SET seen_at = ${seenAt + 1000} WHERE agent_id = ${agent.id}`;
      return outcomes(expiry);
    });
    await other.end();

    expect(found).toEqual(["guard"]);
    expect(await outcomes(expiry)).toEqual(["guard"]);
  });
});

test("a task that is created is in the tables when its event is in the log", async () => {
  const id = await aRoom(here);
  await outcomes(await batchOf(here, id, [creating("builder"), saying("and a message")]));

  expect(await verified(here, id)).toMatchObject({ ok: true, events: 3, differences: [] });
});
