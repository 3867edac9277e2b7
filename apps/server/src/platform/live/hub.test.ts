import { EventEmitter } from "node:events";
import { DEFAULT_LEASE_S } from "@squadroom/core/agent/agent";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { AgentId, RoomId } from "@squadroom/core/kernel/ids";
import { LIVE_CLOSE, type ServerMessage } from "@squadroom/core/live/protocol";
import { anEvent, anId, aRoom, T0 } from "@squadroom/core/testing/builders.fixture";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Principal } from "../auth/principal.ts";
import type { CachedRoom } from "../room/cached-room.ts";
import { createHub } from "./hub.ts";

const ROOM = anId(1) as RoomId;
const TOPIC = `room:${ROOM}` as const;

const principal: Principal = {
  kind: "agent",
  id: anId(5) as AgentId,
  name: "Ada",
  roomId: ROOM,
  roles: [],
  credential: { id: anId(5), version: 1 },
};

/** As much of a `ws` socket as the hub uses. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly frames: ServerMessage[] = [];
  closed: number | null = null;
  onSend = () => {};
  send(frame: Buffer): void {
    this.onSend();
    this.frames.push(...(JSON.parse(frame.toString()) as ServerMessage[]));
  }
  close(code: number): void {
    this.closed ??= code;
    this.readyState = 3;
    this.emit("close");
  }
  /** Seqs of all events, in the order in which they were written. */
  get seqs(): number[] {
    return this.frames.flatMap((frame) => (frame.type === "events" ? frame.events.map((event) => event.seq) : []));
  }
  ask(message: object): Promise<void> {
    this.emit("message", Buffer.from(JSON.stringify(message)), false);
    return vi.advanceTimersByTimeAsync(0).then(() => undefined);
  }
}

const eventAt = (seq: number): RoomEvent =>
  anEvent({ type: "task.moved_to_front", data: { taskId: "DEV-001" as never } }, seq, T0 + seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** A hub over a log that the test extends; reads of the log may be held. */
function aHub(more: { authenticate?: () => Promise<Principal | null>; padding?: number } = {}) {
  const log: RoomEvent[] = [];
  const held: (() => void)[] = [];
  let isHolding = false;
  let reads = 0;
  let looks = 0;
  const room = { id: ROOM } as CachedRoom;
  const hub = createHub({
    clock: { now: () => T0, measure: async () => undefined, check: async () => undefined },
    leaseS: DEFAULT_LEASE_S,
    epoch: () => 1,
    mayWatch: () => true,
    snapshot: async () => {
      const view = { ...aRoom(), seq: log.length };
      return {
        seq: view.seq,
        json: Buffer.from(JSON.stringify({ view, epoch: 1, padding: "x".repeat(more.padding ?? 0) })),
      };
    },
    async eventsSince(_roomId, seq) {
      reads++;
      const found = log.filter((event) => event.seq > seq);
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
      return found;
    },
    observations: () => ({ seenAt: { [principal.id]: ++looks }, waiting: [], overlaps: [] }),
    output: { head: async () => null, after: async () => [], newest: async () => [] },
    roomsOf: async () => [ROOM],
    cardsOf: async () => [],
    log: { warn: () => undefined },
  });
  function extend(to: number): RoomEvent[] {
    const fresh = range(log.length + 1, to).map(eventAt);
    log.push(...fresh);
    return fresh;
  }
  return {
    hub,
    extend,
    reads: () => reads,
    looks: () => looks,
    publish: (events: RoomEvent[]) => hub.publish(room, events),
    /** Reads of the log wait from now on. */
    hold: () => {
      isHolding = true;
    },
    /** Lets one read that waits go on; the others still wait. */
    async letOneGo() {
      held.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
    async letGo() {
      isHolding = false;
      for (const one of held.splice(0)) one();
      await vi.advanceTimersByTimeAsync(0);
    },
    flush: () => vi.advanceTimersByTimeAsync(20),
    async viewer(cursor?: number) {
      const socket = new FakeSocket();
      hub.connect(socket as never, principal, more.authenticate ?? (async () => principal));
      const at = cursor === undefined ? {} : { cursor: { epoch: 1, seq: cursor } };
      await socket.ask({ type: "subscribe", topic: TOPIC, ...at });
      return socket;
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("viewers are told", () => {
  const trouble = { state: "unreachable", words: "it doesn't answer", since: T0 } as const;
  const toldTo = (socket: FakeSocket) => socket.frames.flatMap((one) => (one.type === "database" ? [one.trouble] : []));

  test("that the database is away, those that come meanwhile too, and that it is back", async () => {
    const { hub, viewer } = aHub();
    const early = await viewer();
    hub.tellTrouble(trouble);
    const late = await viewer();
    hub.tellTrouble(null);
    const after = await viewer();
    expect([early, late, after].map(toldTo)).toEqual([[trouble, null], [trouble, null], []]);
  });
});

describe("a viewer", () => {
  test("gets each event once, in order, in one write for all of one flush", async () => {
    const { extend, publish, viewer, flush } = aHub();
    extend(3);
    const socket = await viewer();
    publish(extend(4));
    publish(extend(6));
    await flush();

    expect(socket.seqs).toEqual([4, 5, 6]);
    expect(socket.frames.filter(({ type }) => type === "events")).toHaveLength(1);
  });

  test("comes back with its cursor and gets what it missed, first of all", async () => {
    const { extend, publish, viewer, flush } = aHub();
    extend(9);
    const socket = await viewer(4);
    publish(extend(10));
    await flush();

    expect(socket.frames.map(({ type }) => type)).not.toContain("snapshot");
    expect(socket.seqs).toEqual(range(5, 10));
  });

  test("is written to before what came meanwhile goes to those before it", async () => {
    const { extend, publish, viewer, flush, reads } = aHub();
    const [first, second] = [await viewer(0), await viewer(0)];
    const before = reads();
    first.onSend = () => {
      first.onSend = () => {};
      publish(extend(2));
      // Writing takes its time.
      vi.advanceTimersByTime(200);
    };
    publish(extend(1));
    await flush();
    expect(second.seqs).toEqual([1]);
    await vi.advanceTimersByTimeAsync(200);

    expect([first.seqs, second.seqs]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(reads()).toBe(before);
  });

  test("sees the signs of life that others at its place see, written once", async () => {
    const { extend, viewer, looks } = aHub();
    extend(2);
    const viewers = [await viewer(2), await viewer(2), await viewer(2), await viewer(1)];
    const before = looks();
    await vi.advanceTimersByTimeAsync(2_000);
    const told = viewers.map(({ frames }) => frames.at(-1));

    expect(told.map((one) => one?.type)).toEqual(new Array(4).fill("observations"));
    expect(told[1]).toEqual(told[0]);
    // Whether they changed, and once for all of them: whoever stood elsewhere has been brought there.
    expect(looks() - before).toBe(2);
  });

  test("that subscribes while events are flushed misses none", async () => {
    const { extend, publish, viewer, flush, hold, letGo } = aHub();
    extend(2);
    hold();
    const socket = await viewer(0);
    publish(extend(3));
    await flush();
    await letGo();

    expect(socket.seqs).toEqual([1, 2, 3]);
  });

  test("who stands behind what is flushed gets the gap from the log", async () => {
    const { extend, publish, viewer, flush } = aHub();
    extend(2);
    const socket = await viewer(2);
    extend(5);
    publish(extend(6));
    await flush();

    expect(socket.seqs).toEqual([3, 4, 5, 6]);
  });

  test("whose gap is being filled while more is flushed misses nothing and gets nothing twice", async () => {
    const { extend, publish, viewer, flush, hold, letOneGo, letGo } = aHub();
    extend(2);
    const socket = await viewer(2);
    hold();
    extend(4);
    publish(extend(5));
    await flush();
    publish(extend(7));
    await flush();
    await letOneGo();
    publish(extend(8));
    await flush();
    await letGo();
    await flush();

    expect(socket.seqs).toEqual(range(3, 8));
  });

  test("whose gap is overtaken while it is being filled gets the rest too", async () => {
    const { extend, publish, viewer, flush, hold, letGo } = aHub();
    extend(2);
    const socket = await viewer(2);
    hold();
    const [third, fourth] = extend(4);
    publish([fourth as RoomEvent]);
    await flush();
    publish([third as RoomEvent]);
    await flush();
    await letGo();
    await flush();

    expect(socket.seqs).toEqual([3, 4]);
  });

  test("of a room that was dropped and loaded again gets neither a repetition nor a gap", async () => {
    const { extend, publish, viewer, flush } = aHub();
    extend(2);
    const socket = await viewer(2);
    const lost = extend(4);
    publish(lost);
    publish([...lost, ...extend(5)]);
    extend(7);
    publish(extend(8));
    await flush();

    expect(socket.seqs).toEqual(range(3, 8));
  });

  test("of a quiet room is brought to where the log is", async () => {
    const { hub, extend, viewer, flush, reads } = aHub();
    extend(2);
    const socket = await viewer(2);
    extend(4);
    hub.follow(ROOM, 4);
    await flush();
    const before = reads();
    hub.follow(ROOM, 4);
    await flush();

    expect(socket.seqs).toEqual([3, 4]);
    expect(reads()).toBe(before);
  });

  test("that is slow gets nothing more until it has taken what it has, and misses nothing", async () => {
    const { extend, publish, viewer, flush } = aHub();
    extend(2);
    const slow = await viewer(2);
    const quick = await viewer(2);
    publish(extend(3));
    await flush();
    slow.bufferedAmount = 2_000_000;
    publish(extend(4));
    await flush();
    publish(extend(5));
    await flush();
    expect(slow.seqs).toEqual([3]);
    expect(quick.seqs).toEqual([3, 4, 5]);

    slow.bufferedAmount = 1_500_000;
    await vi.advanceTimersByTimeAsync(29_000);
    expect(slow.seqs).toEqual([3]);
    slow.bufferedAmount = 0;
    await vi.advanceTimersByTimeAsync(200);
    expect(slow.closed).toBeNull();
    expect(slow.seqs).toEqual([3, 4, 5]);
  });

  test("whose line takes nothing for half a minute is dropped, and resumes by its cursor", async () => {
    const { extend, publish, viewer, flush } = aHub();
    extend(2);
    const dead = await viewer(2);
    publish(extend(3));
    await flush();
    dead.bufferedAmount = 2_000_000;
    publish(extend(4));
    await vi.advanceTimersByTimeAsync(31_000);

    expect(dead.closed).toBe(LIVE_CLOSE.tooSlow);
    expect(dead.seqs).toEqual([3]);
    const again = await viewer(dead.seqs.at(-1));
    expect(again.seqs).toEqual([4]);
  });

  test("is not closed for the size of one snapshot", async () => {
    const { extend, publish, viewer, flush } = aHub({ padding: 12_000_000 });
    extend(2);
    const slow = await viewer();
    slow.bufferedAmount = 12_000_000;
    publish(extend(3));
    await flush();
    await slow.ask({ type: "ping", id: 1 });
    slow.bufferedAmount = 0;
    await vi.advanceTimersByTimeAsync(200);

    expect(slow.closed).toBeNull();
    expect(slow.seqs).toEqual([3]);
  });

  test("that asks for many rooms and reads nothing has one snapshot on its line", async () => {
    const { extend, viewer } = aHub();
    extend(2);
    const slow = await viewer();
    slow.bufferedAmount = 5_000_000;
    for (const n of [2, 3, 4]) await slow.ask({ type: "subscribe", topic: `room:${anId(n)}` });
    const snapshots = () => slow.frames.filter(({ type }) => type === "snapshot").length;
    expect(snapshots()).toBe(1);

    slow.bufferedAmount = 0;
    await vi.advanceTimersByTimeAsync(200);
    expect(snapshots()).toBe(4);
  });

  test("of another epoch starts anew", async () => {
    const { extend, viewer } = aHub();
    extend(2);
    const socket = await viewer();
    await socket.ask({ type: "unsubscribe", topic: TOPIC });
    await socket.ask({ type: "subscribe", topic: TOPIC, cursor: { epoch: 7, seq: 1 } });

    expect(socket.frames.filter(({ type }) => type === "snapshot")).toHaveLength(2);
    expect(socket.seqs).toEqual([]);
  });
});

describe("a viewer that talks without end", () => {
  test("is ended, and a page that asks for dozens of rooms at once is not", async () => {
    const { extend, viewer, hub } = aHub();
    extend(1);
    const page = await viewer();
    for (let n = 0; n < 60; n++) await page.ask({ type: "ping", id: n });
    expect(page.closed).toBeNull();
    const endless = await viewer();
    for (let n = 0; n < 200; n++) await endless.ask({ type: "ping", id: n });
    expect(endless.closed).toBe(LIVE_CLOSE.tooMany);
    expect(endless.frames.filter(({ type }) => type === "pong").length).toBeLessThan(120);
    expect(hub.socketsOf(principal.credential.id)).toBe(1);
  });
});

describe("a credential that changed", () => {
  test("loses its sockets when it ended", async () => {
    const { hub, viewer } = aHub({ authenticate: async () => null });
    const socket = await viewer();
    await hub.recheck(principal.credential.id);

    expect(socket.closed).toBe(LIVE_CLOSE.unauthorized);
  });

  test("is asked to come back when nobody can tell, for what ended may not come back by itself", async () => {
    const outOfReach = () => Promise.reject(new Error("the database is out of reach"));
    const { hub, viewer } = aHub({ authenticate: outOfReach });
    const socket = await viewer();
    await hub.recheck(principal.credential.id);

    expect(socket.closed).toBe(LIVE_CLOSE.stopping);
  });
});

describe("a message that is not one of the protocol", () => {
  const ROOM_ID = "0198a7c2-5b1e-7c3a-9f40-2d6e8b1a4c57";
  test.each([
    [{ type: "follow", topic: "rooms" }, /must be `subscribe`, `unsubscribe` or `ping`/],
    [{ type: "subscribe", topic: "room:checkout-web" }, /message\.topic: .*`view\.roomId`/],
    [{ type: "subscribe", topic: `room:${ROOM_ID}`, since: 4 }, /message\.since/],
    [{ type: "subscribe", topic: `room:${ROOM_ID}`, cursor: { seq: 4 } }, /message\.cursor\.epoch/],
    ["ping", /message/],
  ])("%j is told what would be right", async (message, said) => {
    const socket = await aHub().viewer();
    socket.frames.length = 0;
    await socket.ask(message as object);
    expect(socket.frames).toHaveLength(1);
    const [frame] = socket.frames;
    if (frame?.type !== "refused") throw new Error("it was taken");
    expect(frame.refusal.message).toMatch(said);
    expect(frame.refusal.advice).not.toBe("");
  });

  test("bytes, no JSON and endless text are refused too", async () => {
    const socket = await aHub().viewer();
    socket.frames.length = 0;
    socket.emit("message", Buffer.from("{"), false);
    socket.emit("message", Buffer.from("{}"), true);
    socket.emit("message", Buffer.from(JSON.stringify("x".repeat(10_001))), false);
    const codes = socket.frames.map((frame) => frame.type === "refused" && frame.refusal.code);
    expect(codes).toEqual(["bad_request", "bad_request", "payload_too_large"]);
  });
});

test("a cursor that was resumed from may be stored: what lies between it and the head comes after", async () => {
  const { extend, hub } = aHub();
  extend(9);
  const socket = new FakeSocket();
  hub.connect(socket as never, principal, async () => principal);
  await socket.ask({ type: "subscribe", topic: TOPIC, cursor: { epoch: 1, seq: 4 } });
  const resumed = socket.frames.find((frame) => frame.type === "resumed");
  expect(resumed).toMatchObject({ cursor: { epoch: 1, seq: 4 }, head: 9 });
  expect(socket.seqs).toEqual([5, 6, 7, 8, 9]);
});
