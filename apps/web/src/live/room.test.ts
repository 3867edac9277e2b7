import { DEFAULT_LEASE_S } from "@squadroom/core/agent/agent";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { ServerMessage, Topic } from "@squadroom/core/live/protocol";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "./api.ts";
import { startLive } from "./connection.ts";
import { PlayRoom } from "./room.fixture.ts";
import { follow } from "./room.ts";
import { type RoomState, stateOf } from "./room-state.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const FRAME_MS = 16;
const KEY = ["room", "checkout"];

/** The page's end of a socket, into which a test speaks as the server. */
class Line {
  static latest: Line;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    Line.latest = this;
  }
  send(): void {}
  close(): void {}
  say(...messages: ServerMessage[]): void {
    this.onmessage?.({ data: JSON.stringify(messages) });
  }
}

let ends: (() => void)[];
let changes: number;
const known = (): RoomState | undefined => queryClient.getQueryData<RoomState>(KEY);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("location", new URL("http://127.0.0.1:4600/"));
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => Number(setTimeout(run, FRAME_MS)));
  vi.stubGlobal("cancelAnimationFrame", (id: number) => clearTimeout(id));
  changes = 0;
  ends = [];
});
afterEach(() => {
  for (const end of ends.reverse()) end();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A room that the page follows, with reports that are still to come. */
function followed(reports: number): { room: PlayRoom; topic: Topic; coming: RoomEvent[] } {
  const room = new PlayRoom("checkout", "squad", NOON).join("Planner", "planner").message("Go.");
  room.claim("Planner");
  const state = stateOf({
    epoch: 1,
    view: room.view,
    observations: room.observations,
    leaseS: DEFAULT_LEASE_S,
    events: room.events.slice(),
    now: NOON,
    allowedActions: [],
  });
  const seen = room.events.length;
  for (let n = 0; n < reports; n++) room.progress("Planner", n % 100, `step ${n}`);
  const topic: Topic = `room:${room.view.roomId}`;
  queryClient.setQueryData(KEY, state);
  ends.push(startLive(() => undefined));
  Line.latest.say({ type: "hello", protocol: 1, now: NOON, leaseS: DEFAULT_LEASE_S });
  ends.push(follow("checkout", room.view.roomId));
  Line.latest.say({
    type: "resumed",
    topic,
    cursor: { epoch: 1, seq: room.view.seq },
    head: room.view.seq,
  });
  ends.push(
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === "updated") changes++;
    }),
  );
  return { room, topic, coming: room.events.slice(seen) };
}

describe("a room that is followed", () => {
  it("changes once for all that came since the last frame", () => {
    const { room, topic, coming } = followed(1_000);
    for (let at = 0; at < coming.length; at += 15)
      Line.latest.say({ type: "events", topic, epoch: 1, events: coming.slice(at, at + 15) });
    expect(changes).toBe(0);
    vi.advanceTimersByTime(FRAME_MS);
    expect(changes).toBe(1);
    expect(known()?.view).toEqual(room.view);
    expect(known()?.feed.lastSeq).toBe(room.view.seq);
  });

  it("changes at most thirty-three times a second, however much comes", () => {
    const { room, topic, coming } = followed(1_000);
    for (const event of coming) {
      Line.latest.say({ type: "events", topic, epoch: 1, events: [event] });
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(250);
    expect(changes).toBeGreaterThan(10);
    expect(changes).toBeLessThanOrEqual(34);
    expect(known()?.view).toEqual(room.view);
  });
});
