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
import { INSTRUCTION, type Seat, SUMMARY, seatSquads } from "./squad.ts";
import { residentMb, startWaiting } from "./waiting.ts";

const OPENINGS = 5;
const MESSAGES = 3_000;
const CONNECTIONS = 10;
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
    seats.map(async ({ roomId: room }) => (await person.call("getRoom", { params: { room } })).view),
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

/** Microseconds of a core in the server for a message that is sent, taken and answered, by the rooms gone round. */
export async function measureRooms(bench: Bench, sizes: number[]): Promise<number[][]> {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("growth_rooms");
  const server = await startServer(bench, { dataDir: join(bench.scratch, "rooms"), databaseUrl });
  const person = personClient(server);
  const newKey = createUuidv7();
  const seats: Seat[] = [];
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => HttpSocket.open(server.port)));

  async function converse(socket: HttpSocket, seat: Seat): Promise<void> {
    const ask = async (path: string, headers: Record<string, string>, body: object) => {
      const head = headOf("POST", `/api/v1/rooms/${seat.roomId}/${path}`, headers);
      const { status, body: answer } = await socket.request(head, JSON.stringify(body));
      if (status !== 200 && status !== 201) throw new Error(`${status}: ${String(answer)}`);
      return JSON.parse(String(answer));
    };
    const { authorization } = server;
    const agent = {
      authorization: `Bearer ${seat.token}`,
      "x-squadroom-connection": String(seat.connection),
    };
    await ask("messages", { authorization, "idempotency-key": newKey() }, { body: INSTRUCTION });
    const { task } = await ask("claims", agent, { waitS: 0 });
    const { taskId, fence, keys } = task;
    await ask(
      "handoffs",
      { ...agent, "idempotency-key": keys.handoff },
      { taskId, fence, to: "user", intent: "deliver", message: SUMMARY },
    );
  }

  async function goRound(count: number): Promise<void> {
    // Never two connections in one room: each goes round a tenth of them.
    await Promise.all(
      sockets.map(async (socket, first) => {
        const own = seats.filter((_, index) => index % sockets.length === first);
        for (let turn = 0; turn * seats.length < count; turn++) {
          for (const seat of own) await converse(socket, seat);
        }
      }),
    );
  }

  const used: number[][] = [];
  for (const size of sizes) {
    const name = `of-${size}`;
    const wanted = { rooms: size - seats.length, agentsPerRole: 1, queuedPerRole: 0, name };
    seats.push(...(await seatSquads(server, person, { ...wanted, claimed: false, preset: "solo" })));
    await goRound(Math.max(size, 200));
    const before = cpuUse({ server }).server ?? 0;
    const turns = Math.ceil(MESSAGES / size);
    await goRound(turns * size);
    used.push([(((cpuUse({ server }).server ?? 0) - before) / (turns * size)) * 1e6]);
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
    bench.say(`${size} agents: ${residentMb(server.pid).toFixed(0)} MB, ${(share * 100).toFixed(2)} % of a core`);
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
  const writer = startLoad<WriterCommand, WriterResult>(bench, new URL("../load/progress.ts", import.meta.url));
  await writer.run({ type: "open", port: server.port, seats });
  const { authorization, port } = server;
  const hello = JSON.stringify({ type: "subscribe", topic: `room:${seats[0]?.roomId}` });
  const found: number[][] = [];
  for (const size of sizes) {
    const viewers = startLoad<ViewersCommand, ViewersResult>(bench, new URL("../load/viewers.ts", import.meta.url));
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
    bench.say(`${size} viewers: ${median(rates).toFixed(0)} deliveries/s, ${median(costs).toFixed(1)} µs each`);
  }
  return found;
}
