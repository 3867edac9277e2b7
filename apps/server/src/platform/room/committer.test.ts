import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { expect, test } from "vitest";
import type { Appender } from "./appender.ts";
import { CachedRoom } from "./cached-room.ts";
import type { Clock } from "./clock.ts";
import { createCommitter } from "./committer.ts";
import type { Decision, Entry } from "./entry.ts";

const HEAD = { seq: 1, commitId: "00000000-0000-7000-8000-000000000000" };

function aRoom(number: number): CachedRoom {
  const view = { seq: 1 } as RoomView;
  const room = new CachedRoom(`room-${number}` as RoomId, {
    head: HEAD,
    view,
    tail: [],
    snapshotSeq: 1,
  });
  ask(room);
  return room;
}

/** A refused command under a key: an append without events; or with so many. */
function ask(room: CachedRoom, events = 0): void {
  const decision = {
    events: Array(events).fill({}),
    rows: [],
    after: { seq: room.pending.seq + events },
    answer: { ok: true },
  };
  const entry = { command: { type: "claim" }, key: null, credential: null, weight: 1 };
  room.put(entry as unknown as Entry, () => decision as unknown as Decision);
}

/** A database that answers when it is told to. */
function setUp() {
  const under: { rooms: string[]; dueAt: (number | null)[]; answer: () => void }[] = [];
  const appender: Appender = {
    append: (bytes) =>
      new Promise((resolve) => {
        const rooms = [...(bytes[0] as string[]), ...(bytes[1] as string[])];
        const outcomes = rooms.map((id) => ({ id: id as RoomId, outcome: "ok" as const }));
        const answer = () => resolve(outcomes.map((o) => ({ ...o, detail: null })));
        const given: { dueAt: number | null }[] = JSON.parse(bytes[2] as string);
        under.push({ rooms, dueAt: given.map(({ dueAt }) => dueAt), answer });
      }),
    onRecovered: () => undefined,
    close: async () => undefined,
  };
  const fail = () => {
    throw new Error("the database said yes");
  };
  const committer = createCommitter(appender, {} as Clock, {
    dueAt: ({ seq }) => seq,
    committed: (room, { next }) => room.committed(next),
    rejected: fail,
    faulty: fail,
    refused: fail,
    unknown: fail,
  });
  /** What the n-th append carries, once it is sent. */
  const sent = async (n: number) => {
    await expect.poll(() => under.length, { interval: 1 }).toBe(n);
    return under[n - 1] as (typeof under)[number];
  };
  return { committer, sent };
}

test("an idle lane takes half of many, so that the next half is written while the first is answered", async () => {
  const { committer, sent } = setUp();
  const rooms = Array.from({ length: 20 }, (_, n) => aRoom(n));
  for (const room of rooms) committer.schedule(room);

  const first = await sent(1);
  expect(first.rooms).toHaveLength(10);
  // Who comes while the lane is busy goes with the second half.
  const late = aRoom(20);
  committer.schedule(late);
  first.answer();
  const second = await sent(2);
  expect(new Set(second.rooms)).toEqual(
    new Set([...rooms, late].map(({ id }) => id).filter((id) => !first.rooms.includes(id))),
  );
  second.answer();
  await committer.idle();
});

test("halves that became uneven are even again with the next batch", async () => {
  const { committer, sent } = setUp();
  const one = aRoom(0);
  committer.schedule(one);
  const alone = await sent(1);
  expect(alone.rooms).toHaveLength(1);
  for (let n = 1; n < 64; n++) committer.schedule(aRoom(n));
  alone.answer();
  const half = await sent(2);
  expect(half.rooms).toHaveLength(32);
  half.answer();
  // The rest, with nobody new: who was answered is expected back, so that nothing is split again.
  const rest = await sent(3);
  expect(rest.rooms).toHaveLength(31);
  rest.answer();
  await committer.idle();
});

test("a few go together, and one room's commands in a row too", async () => {
  const { committer, sent } = setUp();
  const few = Array.from({ length: 7 }, (_, n) => aRoom(n));
  for (const room of few) committer.schedule(room);
  const together = await sent(1);
  expect(together.rooms).toHaveLength(7);
  together.answer();
  await committer.idle();

  const hot = aRoom(8);
  for (let n = 1; n < 20; n++) ask(hot);
  committer.schedule(hot);
  const half = await sent(2);
  expect(hot.flight).toHaveLength(10);
  half.answer();
  const rest = await sent(3);
  expect(hot.flight).toHaveLength(10);
  rest.answer();
  await committer.idle();
});

test("a batch's deadline is of the state that it brings its room to, not of what still waits", async () => {
  const { committer, sent } = setUp();
  const room = aRoom(0);
  for (let n = 1; n < 20; n++) ask(room, 1);
  committer.schedule(room);

  const half = await sent(1);
  expect(room.flight).toHaveLength(10);
  expect(half.dueAt).toEqual([HEAD.seq + 9]);
  half.answer();
  const rest = await sent(2);
  expect(rest.dueAt).toEqual([HEAD.seq + 19]);
  rest.answer();
  await committer.idle();
});
