import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { ClientMessage, ServerMessage } from "@squadroom/core/live/protocol";
import type { RoomSnapshot } from "@squadroom/core/room/contract";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { afterEach, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { connectLive, type Live, type LiveOptions, type LiveStatus } from "./live.ts";

const TOPIC = "room:r1" as const;
const events = (...seqs: number[]): ServerMessage => ({
  type: "events",
  topic: TOPIC,
  epoch: 1,
  events: seqs.map((seq) => ({ seq }) as RoomEvent),
});
const snapshot = (seq: number, epoch = 1): ServerMessage => ({
  type: "snapshot",
  topic: TOPIC,
  snapshot: { epoch, view: { seq } } as RoomSnapshot,
});

/** A live server under the test's hand. */
class Peer {
  readonly got: ClientMessage[] = [];
  readonly headers: (string | undefined)[] = [];
  connection: WebSocket | undefined;
  private constructor(private server: WebSocketServer) {
    server.on("connection", (socket, request) => {
      this.connection = socket;
      this.headers.push(request.headers.authorization);
      socket.on("message", (data) => this.got.push(JSON.parse(String(data)) as ClientMessage));
      this.send({
        type: "hello",
        protocol: 1,
        now: 0,
        leaseS: { managed: 1, hooked: 1, manual: 1 },
      });
    });
  }
  static async start(port = 0): Promise<Peer> {
    const server = new WebSocketServer({ port, host: "127.0.0.1", path: "/api/v1/live" });
    await once(server, "listening");
    return new Peer(server);
  }
  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }
  send(...messages: ServerMessage[]): void {
    this.connection?.send(JSON.stringify(messages.length === 1 ? messages[0] : messages));
  }
  async subscribed(count: number): Promise<ClientMessage> {
    const asked = () => this.got.filter(({ type }) => type === "subscribe");
    await eventually(() => expect(asked()).toHaveLength(count));
    return asked().at(-1) as ClientMessage;
  }
  async stop(): Promise<void> {
    for (const client of this.server.clients) client.terminate();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function peerAt(port = 0): Promise<Peer> {
  const peer = await Peer.start(port);
  ends.push(() => peer.stop());
  return peer;
}

/** A subscriber of the room that writes down what it is told. */
function watch(port: number, options: Partial<LiveOptions> = {}) {
  const told: unknown[] = [];
  const statuses: LiveStatus[] = [];
  const live: Live = connectLive({
    url: `http://127.0.0.1:${port}`,
    WebSocket,
    backoff: { baseMs: 20, capMs: 40 },
    onStatus: (status) => statuses.push(status),
    ...options,
  });
  ends.push(() => live.close());
  const stop = live.subscribe(TOPIC, {
    onSnapshot: ({ view }, missed) => told.push(["snapshot", view.seq, missed]),
    onResumed: (missed) => told.push(["resumed", missed]),
    onEvents: (list) => told.push(["events", ...list.map(({ seq }) => seq)]),
    onRefused: ({ code }) => told.push(["refused", code]),
  });
  return { live, told, statuses, stop };
}

test("follows a room from its snapshot on, with the credential given", async () => {
  const peer = await peerAt();
  const { told, statuses } = watch(peer.port, { token: "secret" });
  expect(await peer.subscribed(1)).toEqual({ type: "subscribe", topic: TOPIC });
  peer.send(snapshot(5), events(6, 7));
  peer.send(events(8));
  await eventually(() =>
    expect(told).toEqual([
      ["snapshot", 5, null],
      ["events", 6, 7],
      ["events", 8],
    ]),
  );
  expect(peer.headers).toEqual(["Bearer secret"]);
  expect(statuses).toEqual([{ state: "live" }]);
});

test("follows what a run says: each piece once, over a loss, and anew where it is told so", async () => {
  const peer = await peerAt();
  const { live } = watch(peer.port);
  const topic = "run:r1:7" as const;
  const told: unknown[] = [];
  live.subscribe(topic, {
    onOutput: (chunks, isAnew) => told.push([isAnew, ...chunks.map(({ n }) => n)]),
    onResumed: () => told.push("resumed"),
  });
  const output = (after: number | null, ...ns: number[]): ServerMessage => ({
    type: "output",
    topic,
    epoch: 1,
    after,
    chunks: ns.map((n) => ({ n, at: n, turn: 1, kind: "text", text: "x" })),
  });
  await peer.subscribed(2);
  peer.send(output(null, 3, 4));
  peer.send(output(4, 5, 7), output(7, 8));
  await eventually(() => expect(told).toHaveLength(3));
  peer.connection?.terminate();
  await peer.subscribed(4);
  expect(peer.got.findLast((one) => one.type === "subscribe" && one.topic === topic)).toEqual({
    type: "subscribe",
    topic,
    cursor: { epoch: 1, seq: 8 },
  });
  peer.send({ type: "resumed", topic, cursor: { epoch: 1, seq: 8 }, head: 9 }, output(8, 9));
  // What it has is left out, and what does not follow is asked for again.
  peer.send(output(7, 8, 9, 10));
  peer.send(output(12, 13));
  await peer.subscribed(5);
  peer.send(output(null, 90));
  await eventually(() =>
    expect(told).toEqual([[true, 3, 4], [false, 5, 7], [false, 8], "resumed", [false, 9], [false, 10], [true, 90]]),
  );
});

test("resumes by its cursor after a loss and says what was missed", async () => {
  const peer = await peerAt();
  const { told, statuses } = watch(peer.port);
  await peer.subscribed(1);
  peer.send(snapshot(5), events(6));
  await eventually(() => expect(told).toHaveLength(2));
  peer.connection?.terminate();
  expect(await peer.subscribed(2)).toEqual({
    type: "subscribe",
    topic: TOPIC,
    cursor: { epoch: 1, seq: 6 },
  });
  peer.send({ type: "resumed", topic: TOPIC, cursor: { epoch: 1, seq: 6 }, head: 8 }, events(7, 8));
  await eventually(() =>
    expect(told.slice(2)).toEqual([
      ["resumed", 2],
      ["events", 7, 8],
    ]),
  );
  expect(statuses.map(({ state }) => state)).toEqual(["live", "lost", "live"]);
});

test("counts what was missed by the events that come along, and by a fresh snapshot", async () => {
  const peer = await peerAt();
  const { told } = watch(peer.port);
  await peer.subscribed(1);
  peer.send(snapshot(5));
  await eventually(() => expect(told).toHaveLength(1));
  peer.connection?.terminate();
  await peer.subscribed(2);
  peer.send({ type: "resumed", topic: TOPIC, cursor: { epoch: 1, seq: 5 }, head: 5 }, events(6, 7, 8));
  await eventually(() =>
    expect(told.slice(1)).toEqual([
      ["resumed", 3],
      ["events", 6, 7, 8],
    ]),
  );
  peer.connection?.terminate();
  await peer.subscribed(3);
  peer.send(snapshot(900));
  await eventually(() => expect(told.slice(3)).toEqual([["snapshot", 900, 892]]));
});

test("passes no event on twice, and asks again by its cursor when there is a gap", async () => {
  const peer = await peerAt();
  const { told } = watch(peer.port);
  await peer.subscribed(1);
  peer.send(snapshot(5), events(4, 5, 6));
  peer.send(events(8));
  expect(await peer.subscribed(2)).toEqual({
    type: "subscribe",
    topic: TOPIC,
    cursor: { epoch: 1, seq: 6 },
  });
  peer.send(events(9), { type: "resumed", topic: TOPIC, cursor: { epoch: 1, seq: 6 }, head: 9 }, events(7, 8, 9));
  await eventually(() =>
    expect(told).toEqual([
      ["snapshot", 5, null],
      ["events", 6],
      ["resumed", 3],
      ["events", 7, 8, 9],
    ]),
  );
});

test("begins anew when the history was replaced", async () => {
  const peer = await peerAt();
  const { told } = watch(peer.port);
  await peer.subscribed(1);
  peer.send(snapshot(5));
  peer.send({ ...(events(6) as Extract<ServerMessage, { type: "events" }>), epoch: 2 });
  await peer.subscribed(2);
  peer.send(snapshot(3, 2), {
    ...(events(4) as Extract<ServerMessage, { type: "events" }>),
    epoch: 2,
  });
  await eventually(() =>
    expect(told).toEqual([
      ["snapshot", 5, null],
      ["snapshot", 3, null],
      ["events", 4],
    ]),
  );
});

test("goes on trying while the server is away, and at once when asked to", async () => {
  const first = await Peer.start();
  const { port } = first;
  const { live, told, statuses } = watch(port, { backoff: { baseMs: 60_000, capMs: 60_000 } });
  await first.subscribed(1);
  first.send(snapshot(1));
  await eventually(() => expect(told).toHaveLength(1));
  const before = Date.now();
  await first.stop();
  await eventually(() => expect(live.status.state).toBe("lost"));
  expect(live.status).toMatchObject({ since: expect.any(Number), nextTryAt: expect.any(Number) });
  expect((live.status as { nextTryAt: number }).nextTryAt).toBeGreaterThan(before + 20_000);
  live.retryNow();
  await eventually(() => expect(statuses.length).toBeGreaterThanOrEqual(3));
  const again = await peerAt(port);
  await eventually(() => {
    live.retryNow();
    expect(live.status.state).toBe("live");
  });
  expect(await again.subscribed(1)).toMatchObject({ cursor: { epoch: 1, seq: 1 } });
});

test("takes a server that says nothing at all for lost", async () => {
  const peer = await peerAt();
  const { statuses } = watch(peer.port, { quietMs: 300 });
  await peer.subscribed(2);
  expect(peer.got).toContainEqual({ type: "ping", id: 1 });
  expect(statuses.map(({ state }) => state).slice(0, 3)).toEqual(["live", "lost", "live"]);
});

test("is lost at once when the platform says so, and comes back", async () => {
  const peer = await peerAt();
  const { live, statuses } = watch(peer.port, { quietMs: 60_000 });
  await peer.subscribed(1);
  live.loseNow();
  expect(live.status.state).toBe("lost");
  await peer.subscribed(2);
  await eventually(() => expect(live.status.state).toBe("live"));
  expect(statuses.filter(({ state }) => state === "lost")).toHaveLength(1);
});

test("stops for good when the credential has ended", async () => {
  const peer = await peerAt();
  const { live } = watch(peer.port);
  await peer.subscribed(1);
  peer.connection?.close(4401);
  await eventually(() => expect(live.status).toEqual({ state: "ended", reason: "unauthorized" }));
});

test("ends a subscription that is refused, and comes back to one that is refused for the moment", async () => {
  const peer = await peerAt();
  const { told, stop } = watch(peer.port);
  await peer.subscribed(1);
  const refusal = { message: "No.", details: {}, advice: "Ask." };
  peer.send({ type: "refused", topic: TOPIC, refusal: { code: "overloaded", ...refusal } });
  await peer.subscribed(2);
  peer.send({ type: "refused", topic: TOPIC, refusal: { code: "room_unknown", ...refusal } });
  await eventually(() => expect(told).toEqual([["refused", "room_unknown"]]));
  stop();
  expect(peer.got.filter(({ type }) => type === "unsubscribe")).toEqual([]);
});

test("leaves a topic and takes it up again on the same connection", async () => {
  const peer = await peerAt();
  const { live, stop } = watch(peer.port);
  await peer.subscribed(1);
  expect(() => live.subscribe(TOPIC, {})).toThrow(/subscription already/);
  stop();
  live.subscribe(TOPIC, { cursor: { epoch: 1, seq: 40 } });
  await peer.subscribed(2);
  expect(peer.got.slice(1)).toEqual([
    { type: "unsubscribe", topic: TOPIC },
    { type: "subscribe", topic: TOPIC, cursor: { epoch: 1, seq: 40 } },
  ]);
});
