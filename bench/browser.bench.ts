import { loadavg } from "node:os";
import { join } from "node:path";
import { benchmark } from "./harness/benchmark.ts";
import { startCluster } from "./harness/cluster.ts";
import type { WriterCommand, WriterResult } from "./harness/fanout.ts";
import type { FeedCommand, FeedResult } from "./harness/fed.ts";
import { type Figure, median, percentile } from "./harness/figure.ts";
import { type LivePage, openRoom } from "./harness/live-page.ts";
import { startLoad } from "./harness/load.ts";
import { argument, personClient, startServer } from "./harness/server.ts";
import { seatSquads } from "./harness/squad.ts";

const PER_SECOND = Number(argument("--rate") ?? 1_000);
const MINUTES = Number(argument("--minutes") ?? 10);
/** With server, database and load on the same cores, the page's heap says nothing more. */
const SERVED_MINUTES = Math.min(2, MINUTES);
const FIRST_MS = 60_000;
/** The page and the server get warm before anything counts. */
const WARM_UP_S = 10;
const SLICE_S = 10;
const AGENTS_PER_ROLE = 20;
const NAME = "browser";
const ROOM = `${NAME}-0`;

/**
 * Chromium has a room open while a thousand events a second come: first as its agents report progress through the
 * server's API, then the same reports to the page alone, so that the cores carry nothing else. `--minutes N` and
 * `--rate N` try it with less.
 */
await benchmark(NAME, async (bench) => {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("ours");
  const server = await startServer(bench, { dataDir: join(bench.scratch, "server"), databaseUrl });
  const person = personClient(server);
  const size = { rooms: 1, agentsPerRole: AGENTS_PER_ROLE, queuedPerRole: 0, name: NAME };
  const seats = await seatSquads(server, person, size);
  const writer = startLoad<WriterCommand, WriterResult>(bench, new URL("./load/progress.ts", import.meta.url));
  await writer.run({ type: "open", port: server.port, seats });
  const write = (perSecond: number, seconds: number) => writer.run({ type: "pace", perSecond, seconds });

  bench.say("With the server:");
  const served = await openRoom(bench, { server, person, room: ROOM });
  const whole = await measure(served, write, SERVED_MINUTES, bench.say);
  await served.close();

  bench.say("The page alone:");
  const feeder = startLoad<FeedCommand, FeedResult>(bench, new URL("./load/feed.ts", import.meta.url));
  const { port: livePort } = await feeder.run({ type: "open", port: server.port });
  const fed = await openRoom(bench, { server, person, room: ROOM, livePort });
  // What is said again must have been said once, by every agent.
  await write(seats.length, 2);
  const alone = await measure(
    fed,
    (perSecond, seconds) => feeder.run({ type: "pace", perSecond, seconds }),
    MINUTES,
    bench.say,
  );

  const figure = (name: string, ours: number[], reference: number, note?: string): Figure => ({
    name,
    unit: "ms",
    ours,
    reference: [reference],
    ...(note ? { note } : {}),
  });
  return [
    figure("browser-paint-p95", whole.fromEvent, 150, whole.note),
    figure("browser-to-socket-p95", whole.toSocket, 150, "the server's part of it"),
    figure("browser-paint-from-socket-p95", whole.fromSocket, 150, "the page's part of it"),
    figure("browser-longest-task", [whole.longestTask], 100),
    figure("browser-cpu-per-event", whole.cpuMs, 1, "of the page's thread"),
    figure("browser-alone-paint-p95", alone.fromEvent, 150, alone.note),
    figure("browser-alone-longest-task", [alone.longestTask], 100),
    figure("browser-alone-cpu-per-event", alone.cpuMs, 1, "of the page's thread"),
    {
      name: "browser-heap",
      unit: "MB",
      ours: [alone.lateMb],
      reference: [alone.earlyMb],
      note: `of the page alone after ${MINUTES} minutes, against after ${Math.min(1, MINUTES / 3).toFixed(1)}`,
    },
  ];
});

type Pace = (perSecond: number, seconds: number) => Promise<{ events: number; seconds: number }>;

/** By slices of ten seconds, after a warm-up that does not count. */
async function measure(page: LivePage, pace: Pace, minutes: number, say: (text: string) => void) {
  await pace(PER_SECOND, WARM_UP_S);
  await page.paints();
  const fromEvent: number[] = [];
  const toSocket: number[] = [];
  const fromSocket: number[] = [];
  const cpuMs: number[] = [];
  const rates: number[] = [];
  const loads: number[] = [];
  let longestTask = 0;
  let earlyMb = Number.NaN;
  const began = performance.now();
  while (performance.now() - began < minutes * 60_000) {
    const before = page.cpuMs();
    const { events, seconds } = await pace(PER_SECOND, SLICE_S);
    const painted = await page.paints();
    const p95 = (values: number[]) => percentile(values, 0.95);
    fromEvent.push(p95(painted.fromEvent));
    toSocket.push(p95(painted.toSocket));
    fromSocket.push(p95(painted.fromSocket));
    cpuMs.push((page.cpuMs() - before) / events);
    longestTask = Math.max(longestTask, painted.longestTask);
    rates.push(events / seconds);
    loads.push(loadavg()[0] ?? Number.NaN);
    const last = (values: number[], digits = 0) => values.at(-1)?.toFixed(digits);
    say(
      `${last(rates)} events/s, p95 ${last(fromEvent)} ms (${last(toSocket)} to the socket, ${last(fromSocket)} from it), longest task ${painted.longestTask.toFixed(0)} ms, ${last(cpuMs, 2)} ms of a core an event, load ${last(loads, 1)}`,
    );
    if (Number.isNaN(earlyMb) && performance.now() - began >= Math.min(FIRST_MS, minutes * 20_000))
      earlyMb = await page.heapMb();
  }
  const note = `at ${median(rates).toFixed(0)} events/s, load ${median(loads).toFixed(1)}`;
  const lateMb = await page.heapMb();
  return { fromEvent, toSocket, fromSocket, cpuMs, longestTask, earlyMb, lateMb, note };
}
