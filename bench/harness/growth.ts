import { join } from "node:path";
import { createUuidv7 } from "@squadroom/client/uuidv7";
import type { Bench } from "./benchmark.ts";
import { startCluster } from "./cluster.ts";
import { cpuUse } from "./cpu.ts";
import type { ViewersCommand, ViewersResult, WriterCommand, WriterResult } from "./fanout.ts";
import { median } from "./figure.ts";
import { HttpSocket, headOf } from "./http-socket.ts";
import { startLoad } from "./load.ts";
import { lengthenLog } from "./long-room.ts";
import { personClient, startServer } from "./server.ts";
import { INSTRUCTION, seatSquads } from "./squad.ts";
import { residentMb, startWaiting } from "./waiting.ts";

const OPENINGS = 5;
const MESSAGES = 3_000;
const CONNECTIONS = 16;
const IDLE_S = 15;
const VIEWED_EVENTS = 600;
const VIEWED_ROUNDS = 3;

/** Milliseconds until a fresh process has answered with a room, by the length of its log. */
export async function measureEvents(bench: Bench, sizes: number[]): Promise<number[][]> {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("growth_events");
  const start = () => startServer(bench, { dataDir: join(bench.scratch, "events"), databaseUrl });
  const first = await start();
  const person = personClient(first);
  // One more, which is opened before the others: nothing but the room itself is cold.
  const size = { rooms: sizes.length + 1, agentsPerRole: 1, queuedPerRole: 0 };
  const seats = await seatSquads(first, person, { ...size, claimed: false, preset: "solo" });
  const views = await Promise.all(
    seats.map(
      async ({ roomId: room }) => (await person.call("getRoom", { params: { room } })).view,
    ),
  );
  await first.stop();
  const sql = cluster.connect(databaseUrl);
  for (const [n, seat] of seats.entries()) {
    const view = views[n];
    if (view) await lengthenLog(sql, seat, view, sizes[n] ?? 1_000);
  }
  await sql`VACUUM ANALYZE events`;
  const times = sizes.map(() => [] as number[]);
  for (let n = 0; n < OPENINGS; n++) {
    const server = await start();
    const open = async (room: string) => {
      const began = performance.now();
      const headers = { authorization: server.authorization };
      await (await fetch(`${server.baseUrl}/api/v1/rooms/${room}`, { headers })).text();
      return performance.now() - began;
    };
    await open(seats.at(-1)?.roomId ?? "");
    for (const [i, all] of times.entries()) all.push(await open(seats[i]?.roomId ?? ""));
    await server.stop();
  }
  bench.say(`events: ${times.map((all) => median(all).toFixed(1)).join(", ")} ms`);
  return times.map((all) => [median(all)]);
}

/** Microseconds of a core in the server for one message, by the rooms that the messages go round. */
export async function measureRooms(bench: Bench, sizes: number[]): Promise<number[][]> {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("growth_rooms");
  const server = await startServer(bench, { dataDir: join(bench.scratch, "rooms"), databaseUrl });
  const person = personClient(server);
  const newKey = createUuidv7();
  const rooms: string[] = [];
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => HttpSocket.open(server.port)),
  );
  const body = JSON.stringify({ body: INSTRUCTION });
  async function send(count: number): Promise<void> {
    let sent = 0;
    await Promise.all(
      sockets.map(async (socket) => {
        while (sent < count) {
          const room = rooms[sent++ % rooms.length] as string;
          const head = headOf("POST", `/api/v1/rooms/${room}/messages`, {
            authorization: server.authorization,
            "idempotency-key": newKey(),
          });
          const { status, body: answer } = await socket.request(head, body);
          if (status !== 200) throw new Error(`${status}: ${String(answer)}`);
        }
      }),
    );
  }
  const used: number[][] = [];
  for (const size of sizes) {
    while (rooms.length < size) {
      const name = `room-${rooms.length}`;
      rooms.push((await person.call("createRoom", { body: { name, preset: "solo" } })).roomId);
    }
    await send(Math.max(size, 200));
    const before = cpuUse({ server }).server ?? 0;
    await send(MESSAGES);
    used.push([(((cpuUse({ server }).server ?? 0) - before) / MESSAGES) * 1e6]);
    bench.say(`${size} rooms: ${used.at(-1)?.[0]?.toFixed(0)} µs a message`);
  }
  return used;
}

/** Memory of the server in MB, and per cent of a core that it takes, by the agents that wait. */
export async function measureAgents(bench: Bench, sizes: number[]): Promise<number[][]> {
  const { server, add } = await startWaiting(bench);
  const found: number[][] = [];
  let waiting = 0;
  for (const size of sizes) {
    await add((size - waiting) / 10, 10);
    waiting = size;
    const before = cpuUse({ server }).server ?? 0;
    await new Promise((resolve) => setTimeout(resolve, IDLE_S * 1000));
    const share = ((cpuUse({ server }).server ?? 0) - before) / IDLE_S;
    found.push([residentMb(server.pid), share * 100]);
    bench.say(
      `${size} agents: ${residentMb(server.pid).toFixed(0)} MB, ${(share * 100).toFixed(2)} % of a core`,
    );
  }
  return found;
}

/** Deliveries of events per second, and microseconds of a core for each, by the viewers of the room. */
export async function measureViewers(bench: Bench, sizes: number[]): Promise<number[][]> {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("growth_viewers");
  const server = await startServer(bench, { dataDir: join(bench.scratch, "viewers"), databaseUrl });
  const person = personClient(server);
  const seats = await seatSquads(server, person, { rooms: 1, agentsPerRole: 10, queuedPerRole: 0 });
  const writer = startLoad<WriterCommand, WriterResult>(
    bench,
    new URL("../load/progress.ts", import.meta.url),
  );
  await writer.run({ type: "open", port: server.port, seats });
  const { authorization, port } = server;
  const hello = JSON.stringify({ type: "subscribe", topic: `room:${seats[0]?.roomId}` });
  const found: number[][] = [];
  for (const size of sizes) {
    const viewers = startLoad<ViewersCommand, ViewersResult>(
      bench,
      new URL("../load/viewers.ts", import.meta.url),
    );
    const live = { port, path: "/api/v1/live", headers: { authorization }, hello };
    await viewers.run({ type: "open", viewers: size, ...live });
    const rates: number[] = [];
    const costs: number[] = [];
    for (let round = 0; round <= VIEWED_ROUNDS; round++) {
      await viewers.run({ type: "begin" });
      const before = cpuUse({ server }).server ?? 0;
      const { seq } = await writer.run({ type: "run", events: VIEWED_EVENTS });
      const { deliveries, seconds } = await viewers.run({ type: "until", seq });
      if (round === 0) continue; // It warms up.
      rates.push(deliveries / seconds);
      costs.push((((cpuUse({ server }).server ?? 0) - before) / deliveries) * 1e6);
    }
    await viewers.stop();
    found.push([median(rates), median(costs)]);
    bench.say(
      `${size} viewers: ${median(rates).toFixed(0)} deliveries/s, ${median(costs).toFixed(1)} µs each`,
    );
  }
  return found;
}
