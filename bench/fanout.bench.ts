import { join } from "node:path";
import { type Bench, benchmark } from "./harness/benchmark.ts";
import { startCluster } from "./harness/cluster.ts";
import type {
  PlainCommand,
  PlainResult,
  ViewersCommand,
  ViewersResult,
  WriterCommand,
  WriterResult,
} from "./harness/fanout.ts";
import { startLoad } from "./harness/load.ts";
import { personClient, startServer } from "./harness/server.ts";
import { seatSquads } from "./harness/squad.ts";

const ROUNDS = 5;
const VIEWERS = 500;
const EVENTS = 3_000;
/** The reference takes longer for as many. */
const PLAIN_EVENTS = 1_000;

/**
 * 500 viewers of one room over real sockets: deliveries (events × viewers) per second from the first
 * write to the last delivery. Ours are durable events that agents write over HTTP meanwhile; the
 * reference is a plain `ws` server that only sends, one frame per event and viewer, of the same payload.
 */
await benchmark("fanout", async (bench) => {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("ours");
  const server = await startServer(bench, { dataDir: join(bench.scratch, "server"), databaseUrl });
  const person = personClient(server);
  const seats = await seatSquads(server, person, { rooms: 1, agentsPerRole: 10, queuedPerRole: 0 });
  const room = seats[0]?.roomId ?? "";
  const writer = load<WriterCommand, WriterResult>(bench, "progress");
  await writer.run({ type: "open", port: server.port, seats });
  await writer.run({ type: "run", events: 300 });
  const { events } = await person.call("getRoom", { params: { room }, query: { events: 1 } });
  const [event] = events;
  if (!event) throw new Error("the room has no event");

  const plain = load<PlainCommand, PlainResult>(bench, "plain-ws");
  const topic = `room:${room}`;
  const { port } = await plain.run({ type: "open", topic, event });
  const ours = load<ViewersCommand, ViewersResult>(bench, "viewers");
  const theirs = load<ViewersCommand, ViewersResult>(bench, "viewers");
  const { authorization } = server;
  const hello = JSON.stringify({ type: "subscribe", topic });
  const viewers = { type: "open", viewers: VIEWERS } as const;
  const live = { port: server.port, path: "/api/v1/live", headers: { authorization }, hello };
  await ours.run({ ...viewers, ...live });
  await theirs.run({ ...viewers, port, path: "/", headers: {}, hello: null });
  bench.say(`${VIEWERS} viewers, events of ${JSON.stringify(event).length} bytes; Postgres ${cluster.version}`);

  const rates = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    await ours.run({ type: "begin" });
    const mine = await ours.run({
      type: "until",
      seq: (await writer.run({ type: "run", events: EVENTS })).seq,
    });
    await theirs.run({ type: "begin" });
    const other = await theirs.run({
      type: "until",
      seq: (await plain.run({ type: "run", events: PLAIN_EVENTS })).seq,
    });
    if (round === 0) continue; // It warms up.
    rates.ours.push(mine.deliveries / mine.seconds);
    rates.theirs.push(other.deliveries / other.seconds);
    bench.say(
      `round ${round}: ours ${mine.deliveries} in ${mine.seconds.toFixed(2)} s, ${(mine.deliveries / mine.frames).toFixed(1)} events a frame; plain ws ${other.deliveries} in ${other.seconds.toFixed(2)} s`,
    );
  }
  return [{ name: "fanout", unit: "deliveries/s", ours: rates.ours, reference: rates.theirs }];
});

function load<Command, Result>(bench: Bench, name: string) {
  return startLoad<Command, Result>(bench, new URL(`./load/${name}.ts`, import.meta.url));
}
