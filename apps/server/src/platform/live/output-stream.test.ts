import type { RoomId } from "@squadroom/core/kernel/ids";
import type { ServerMessage } from "@squadroom/core/live/protocol";
import type { RunChunk } from "@squadroom/core/run/output";
import type { RunId } from "@squadroom/core/run/run";
import { anId } from "@squadroom/core/testing/builders.fixture";
import { expect, test } from "vitest";
import { createOutputStream } from "./output-stream.ts";
import type { Client } from "./viewer.ts";

const ROOM = anId(1) as RoomId;
const topicOf = (run: number) => `run:${ROOM}:${run}` as const;
const TOPIC = topicOf(1);

/** A run whose chunks the test stores; reads may be held, and may fail. */
function aStream() {
  const chunks: RunChunk[] = [];
  const state = { reads: 0, isFailing: false, mayWatch: true };
  const held: (() => void)[] = [];
  let isHolding = false;
  async function read<T>(value: T): Promise<T> {
    state.reads++;
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
    if (state.isFailing) throw new Error("the database is away");
    return value;
  }
  const waiting = new Set<Client>();
  const stream = createOutputStream(
    {
      epoch: () => 1,
      mayWatch: () => state.mayWatch,
      output: {
        head: async (_roomId, runId) => (runId > 50 ? null : (chunks.at(-1)?.n ?? 0)),
        after: (_roomId, _runId, n, limit) => read(chunks.filter((chunk) => chunk.n > n).slice(0, limit)),
        newest: (_roomId, _runId, limit) => read(chunks.slice(-limit)),
      },
      log: { warn: () => undefined },
    },
    {
      send: (client, message) => tell(client, [message]),
      write: (client, frame) => tell(client, JSON.parse(frame.toString()) as ServerMessage[]),
      hold: (client) => waiting.add(client),
    },
  );
  return {
    stream,
    state,
    waiting,
    store(...ns: number[]) {
      for (const n of ns) chunks.push({ n, at: n, turn: 1, kind: "text", text: `${n}` });
      stream.tell(ROOM, 1 as RunId);
    },
    hold() {
      isHolding = true;
    },
    async letGo() {
      isHolding = false;
      for (const one of held.splice(0)) one();
      await settle();
    },
    settle,
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const told = new WeakMap<Client, ServerMessage[]>();
const tell = (client: Client, messages: ServerMessage[]) => told.get(client)?.push(...messages);

function aClient(): Client {
  const socket = { bufferedAmount: 0 };
  const client = { socket, principal: {}, rooms: new Map(), runs: new Map() } as unknown as Client;
  told.set(client, []);
  return client;
}

const messages = (client: Client) => told.get(client) ?? [];
const outputs = (client: Client) => messages(client).flatMap((one) => (one.type === "output" ? [one] : []));
const numbers = (client: Client) => outputs(client).flatMap(({ chunks }) => chunks.map(({ n }) => n));

test("a viewer gets the newest first, then each chunk once, and knows after which it follows", async () => {
  const { stream, store, settle } = aStream();
  store(1, 2);
  const client = aClient();
  await stream.subscribe(client, TOPIC, null);
  store(3);
  store(4, 6);
  await settle();
  expect(numbers(client)).toEqual([1, 2, 3, 4, 6]);
  expect(outputs(client)[0]?.after).toBeNull();
  expect(outputs(client)[1]?.after).toBe(2);
});

test("one who comes back goes on where it was, in pieces; one who is ahead begins anew", async () => {
  const { stream, store } = aStream();
  store(...Array.from({ length: 450 }, (_, i) => i + 1));
  const [back, ahead, other] = [aClient(), aClient(), aClient()];
  await stream.subscribe(back, TOPIC, { epoch: 1, seq: 10 });
  await stream.subscribe(ahead, TOPIC, { epoch: 1, seq: 451 });
  await stream.subscribe(other, TOPIC, { epoch: 2, seq: 10 });
  expect(messages(back)[0]).toMatchObject({ type: "resumed", head: 450 });
  expect(numbers(back)).toEqual(Array.from({ length: 440 }, (_, i) => i + 11));
  expect(outputs(back).map(({ chunks }) => chunks.length)).toEqual([200, 200, 40]);
  for (const client of [ahead, other])
    expect(outputs(client).map(({ after, chunks }) => [after, chunks.length])).toEqual([[null, 200]]);
});

test("what is stored during a read is read after it, once for all who stand there", async () => {
  const { stream, store, state, hold, letGo } = aStream();
  const clients = [aClient(), aClient(), aClient()];
  for (const client of clients) await stream.subscribe(client, TOPIC, null);
  state.reads = 0;
  hold();
  store(1);
  store(2);
  store(3);
  await letGo();
  expect(clients.map(numbers)).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
  ]);
  expect(state.reads).toBeLessThanOrEqual(2);
});

test("a slow line is left alone, and gets all of it once it has room", async () => {
  const { stream, store, waiting, settle } = aStream();
  const client = aClient();
  await stream.subscribe(client, TOPIC, null);
  Object.assign(client.socket, { bufferedAmount: 2_000_000 });
  store(1, 2);
  await settle();
  expect([numbers(client), waiting.has(client)]).toEqual([[], true]);
  Object.assign(client.socket, { bufferedAmount: 0 });
  stream.catchUp(client);
  await settle();
  expect(numbers(client)).toEqual([1, 2]);
});

test("a read that failed is made up for by the next look", async () => {
  const { stream, store, state, settle } = aStream();
  const client = aClient();
  await stream.subscribe(client, TOPIC, null);
  state.isFailing = true;
  store(1);
  await settle();
  state.isFailing = false;
  stream.look();
  await settle();
  expect(numbers(client)).toEqual([1]);
});

test("nobody gets a run that is not there, one of a room that is not theirs, or too many", async () => {
  const { stream, store, state, settle } = aStream();
  const client = aClient();
  await expect(stream.subscribe(client, topicOf(51), null)).rejects.toMatchObject({
    refusal: { code: "run_unknown" },
  });
  stream.unsubscribe(client, topicOf(51));
  for (let run = 1; run <= 20; run++) await stream.subscribe(client, topicOf(run), null);
  await expect(stream.subscribe(client, topicOf(21), null)).rejects.toMatchObject({
    refusal: { code: "limit_reached" },
  });
  state.mayWatch = false;
  await expect(stream.subscribe(aClient(), TOPIC, null)).rejects.toMatchObject({
    refusal: { code: "room_unknown" },
  });
  expect(stream.recheck(client)).toHaveLength(20);
  const before = messages(client).length;
  store(1);
  await settle();
  expect(messages(client)).toHaveLength(before);
});
