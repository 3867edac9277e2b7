import { join } from "node:path";
import { benchmark } from "./harness/benchmark.ts";
import { startCluster } from "./harness/cluster.ts";
import { median } from "./harness/figure.ts";
import { startLoad } from "./harness/load.ts";
import { lengthenLog } from "./harness/long-room.ts";
import { personClient, startServer } from "./harness/server.ts";
import { seatSquads } from "./harness/squad.ts";
import type { ExportingCommand } from "./load/exporting.ts";

const ROUNDS = 5;
const EVENTS = 50_000;
const READERS = 30;
/** Messages whose median is a round's time. */
const CALLS = 40;

/** What a message takes in one room while thirty readers export another, against the same message while nobody does. */
await benchmark("fairness", async (bench) => {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("ours");
  const start = () => startServer(bench, { dataDir: join(bench.scratch, "server"), databaseUrl });
  const first = await start();
  const size = { rooms: 2, agentsPerRole: 1, queuedPerRole: 0, claimed: false } as const;
  const seats = await seatSquads(first, personClient(first), { ...size, preset: "solo" });
  const [seat, other] = seats;
  if (!seat || !other) throw new Error("there are no rooms");
  const room = { room: seat.roomId };
  const { view } = await personClient(first).call("getRoom", { params: room, query: {} });
  await first.stop();
  await lengthenLog(cluster.connect(databaseUrl), seat, view, EVENTS);

  const server = await start();
  const person = personClient(server);
  const message = async () => {
    const at = performance.now();
    await person.call("sendMessage", { params: { room: other.roomId }, body: { body: "Go on." } });
    return performance.now() - at;
  };
  const messages = async () => {
    const times: number[] = [];
    for (let n = 0; n < CALLS; n++) times.push(await message());
    return times;
  };
  await messages();
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    alone.push(median(await messages()));
    const load = startLoad<ExportingCommand, null>(bench, new URL("./load/exporting.ts", import.meta.url));
    const { port, authorization } = server;
    await load.run({ port, authorization, roomId: seat.roomId, readers: READERS });
    const times = await messages();
    await load.stop();
    beside.push(median(times));
    bench.say(
      `round ${round}: alone ${alone.at(-1)?.toFixed(1)} ms, beside ${READERS} exports ${beside.at(-1)?.toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
    );
  }
  return [{ name: "fairness-export", unit: "ms", ours: beside, reference: alone }];
});
