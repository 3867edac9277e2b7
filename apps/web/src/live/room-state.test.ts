import { DEFAULT_LEASE_S } from "@squadroom/core/agent/agent";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomSnapshot } from "@squadroom/core/room/contract";
import { describe, expect, it } from "vitest";
import { PlayRoom } from "./room.fixture.ts";
import { cursorOf, inPieces, prependPage, receive, receiveSome, stateOf, trimmed } from "./room-state.ts";

const AT = Date.UTC(2026, 10, 21, 12);

const snapshotOf = (room: PlayRoom, epoch = 1): RoomSnapshot => ({
  epoch,
  view: room.view,
  observations: room.observations,
  leaseS: DEFAULT_LEASE_S,
  events: room.events.slice(),
  now: AT,
  allowedActions: ["sendMessage"],
});

function started(): {
  room: PlayRoom;
  state: ReturnType<typeof stateOf>;
  since: () => RoomEvent[];
} {
  const room = new PlayRoom("checkout", "squad", AT).join("Planner", "planner");
  const state = stateOf(snapshotOf(room));
  const seen = room.events.length;
  return { room, state, since: () => room.events.slice(seen) };
}

describe("a room's state", () => {
  it("folds events to the view that the server has", () => {
    const { room, state, since } = started();
    room.message("Go.").claim("Planner");
    const next = receive(state, [{ type: "events", epoch: 1, events: since() }]);
    expect(next?.view).toEqual(room.view);
    expect(next?.feed.lastSeq).toBe(room.view.seq);
    expect(next && cursorOf(next)).toEqual({ epoch: 1, seq: room.view.seq });
  });

  it("takes an event once, however often it comes", () => {
    const { room, state, since } = started();
    room.message("Go.");
    const twice = receive(state, [
      { type: "events", epoch: 1, events: since() },
      { type: "events", epoch: 1, events: since() },
    ]);
    expect(twice?.view.totals.messages).toBe(1);
    expect(twice?.feed.events).toBe(room.events.length);
  });

  it("stops at a gap instead of going on without it", () => {
    const { room, state, since } = started();
    room.message("a").message("b");
    expect(() => receive(state, [{ type: "events", epoch: 1, events: since().slice(1) }])).toThrow(/does not follow/);
  });

  it("begins anew with a snapshot, and shares nothing with another history", () => {
    const { room, state, since } = started();
    room.message("Go.");
    const next = receive(state, [
      { type: "snapshot", snapshot: snapshotOf(room, 2) },
      { type: "events", epoch: 1, events: since() },
    ]);
    expect(next).toMatchObject({ epoch: 2, generation: state.generation + 1 });
    expect(next?.view.seq).toBe(room.view.seq);
  });

  it("keeps observations apart from the log", () => {
    const { state } = started();
    const observations = { seenAt: {}, waiting: [], overlaps: [] };
    const next = receive(state, [{ type: "observations", observations }]);
    expect(next?.observations).toBe(observations);
    expect(next?.view).toBe(state.view);
  });

  it("knows the titles of tasks from the view, new events and older pages", () => {
    const { room, state, since } = started();
    room.message("Build the thing.");
    const next = receive(state, [{ type: "events", epoch: 1, events: since() }]);
    expect(next?.titles.get("PLAN-001")).toBe("Build the thing.");
    expect(stateOf({ ...snapshotOf(room), events: [] }).titles.get("PLAN-001")).toBe("Build the thing.");
    expect(prependPage(stateOf({ ...snapshotOf(room), events: [] }), room.events).feed.firstSeq).toBe(1);
  });

  it("lets go of nothing while there is little", () => {
    const { state } = started();
    expect(trimmed(state)).toBe(state);
  });
});

describe("a long stretch of events", () => {
  const PIECES = 22;
  const { room, state, since } = started();
  for (let n = 0; n < PIECES * 100; n++) room.says("Planner", `m${n}`);
  const pieces = inPieces(since(), 1);

  it("is taken in over several frames, each event once and in order", () => {
    expect(pieces).toHaveLength(PIECES);
    let time = 0;
    let frames = 0;
    let next = state;
    for (let rest = pieces; rest.length > 0; frames++) {
      const taken = receiveSome(next, rest, 8, () => (time += 3));
      expect(taken.count).toBeGreaterThan(0);
      expect(taken.state.isStopped).toBe(false);
      next = taken.state;
      rest = rest.slice(taken.count);
    }
    expect(frames).toBe(2);
    expect(next.view).toEqual(room.view);
    expect(next.feed.lastSeq).toBe(room.view.seq);
  });

  it("stops the room where it cannot be read, and takes nothing after it", () => {
    const { state: next, count } = receiveSome(state, pieces.slice(1), 8, () => 0);
    expect(count).toBe(PIECES - 1);
    expect(next.isStopped).toBe(true);
  });

  it("leaves the page with a bounded feed, read or not", () => {
    const next = receive(state, pieces);
    expect(next?.feed.items.length).toBeGreaterThan(2_000);
    expect(next && trimmed(next).feed.items.length).toBeLessThanOrEqual(1_201);
  });
});
