import { join } from "node:path";
import type { RoomView } from "@squadroom/core/kernel/view";
import { type Bench, benchmark } from "./harness/benchmark.ts";
import { startCluster } from "./harness/cluster.ts";
import { lengthenLog } from "./harness/long-room.ts";
import { personClient, type Server, startServer } from "./harness/server.ts";
import { type Seat, seatSquads } from "./harness/squad.ts";

const ROUNDS = 7;
const LONG = 1_000_000;
const SHORT = 1_000;
/** Short rooms that are opened first, so that nothing but the room itself is cold. */
const WARM_UP_ROOMS = 12;

/**
 * `GET /rooms/:id` of a room that the server does not have in memory: a fresh process opens some other
 * rooms, then the one with a million events in its log and one with a thousand, in turns first.
 */
await benchmark("open-room", async (bench) => {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("ours");
  const start = () => startServer(bench, { dataDir: join(bench.scratch, "server"), databaseUrl });
  const seats = await prepare(bench, await start());
  const [long, short, ...others] = seats.map(({ seat }) => seat.roomId);
  if (!long || !short) throw new Error("there are no rooms");
  const sql = cluster.connect(databaseUrl);
  const began = performance.now();
  for (const [index, { seat, view }] of seats.entries()) {
    await lengthenLog(sql, seat, view, index === 0 ? LONG : SHORT);
  }
  await sql`VACUUM ANALYZE events`;
  await sql`CHECKPOINT`;
  bench.say(
    `${LONG} events in one log, ${SHORT} in ${seats.length - 1} others, written in ${((performance.now() - began) / 1000).toFixed(0)} s; Postgres ${cluster.version}`,
  );

  const times = { long: [] as number[], short: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const server = await start();
    for (const room of others) await open(server, room, SHORT);
    const turns = [
      () => open(server, long, LONG).then((ms) => times.long.push(ms)),
      () => open(server, short, SHORT).then((ms) => times.short.push(ms)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    await server.stop();
    bench.say(`round ${round + 1}: ${times.long.at(-1)?.toFixed(1)} ms, ${times.short.at(-1)?.toFixed(1)} ms`);
  }
  return [{ name: "open-room", unit: "ms", ours: times.long, reference: times.short }];
});

async function prepare(bench: Bench, server: Server): Promise<{ seat: Seat; view: RoomView }[]> {
  const person = personClient(server);
  const size = { agentsPerRole: 1, queuedPerRole: 0, claimed: false, preset: "solo" } as const;
  const seats = await seatSquads(server, person, { rooms: 2 + WARM_UP_ROOMS, ...size });
  const rooms: { seat: Seat; view: RoomView }[] = [];
  for (const seat of seats) {
    const { view } = await person.call("getRoom", { params: { room: seat.roomId }, query: {} });
    rooms.push({ seat, view });
  }
  bench.say("the rooms are made");
  await server.stop();
  return rooms;
}

/** Milliseconds until the whole answer is there. */
async function open(server: Server, room: string, seq: number): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${server.baseUrl}/api/v1/rooms/${room}`, {
    headers: { authorization: server.authorization },
  });
  const text = await answer.text();
  const ms = performance.now() - began;
  const snapshot = JSON.parse(text) as { view: RoomView; events: unknown[] };
  if (snapshot.view.seq !== seq || snapshot.events.length !== 200)
    throw new Error(`room ${room} answered ${snapshot.view.seq} instead of ${seq}`);
  return ms;
}
