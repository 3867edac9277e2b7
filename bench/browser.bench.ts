import { join } from "node:path";
import { launchChromium } from "../e2e/fixtures/chromium.ts";
import { type Bench, benchmark } from "./harness/benchmark.ts";
import { startCluster } from "./harness/cluster.ts";
import type { WriterCommand, WriterResult } from "./harness/fanout.ts";
import { median, percentile } from "./harness/figure.ts";
import { startLoad } from "./harness/load.ts";
import { takePaints, watchPaints } from "./harness/painted.ts";
import { argument, personClient, type Server, startServer } from "./harness/server.ts";
import { seatSquads } from "./harness/squad.ts";

const PER_SECOND = Number(argument("--rate") ?? 1_000);
const MINUTES = Number(argument("--minutes") ?? 10);
const FIRST_MS = 60_000;
/** The page and the server get warm before anything counts. */
const WARM_UP_S = 10;
const SLICE_S = 10;
const AGENTS_PER_ROLE = 20;
const NAME = "browser";

/**
 * Chromium has a room open while its agents report progress through the server's API, a thousand
 * events a second. `--minutes N` and `--rate N` try it with less.
 */
await benchmark(NAME, async (bench) => {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("ours");
  const server = await startServer(bench, { dataDir: join(bench.scratch, "server"), databaseUrl });
  const person = personClient(server);
  const size = { rooms: 1, agentsPerRole: AGENTS_PER_ROLE, queuedPerRole: 0, name: NAME };
  const seats = await seatSquads(server, person, size);
  const { url } = await person.call("makeLink", {});
  const writer = startLoad<WriterCommand, WriterResult>(
    bench,
    new URL("./load/progress.ts", import.meta.url),
  );
  await writer.run({ type: "open", port: server.port, seats });
  const { page, heapMb } = await openRoom(bench, server, url.split("#")[1] ?? "");

  await writer.run({ type: "pace", perSecond: PER_SECOND, seconds: WARM_UP_S });
  await page.evaluate(takePaints);
  const fromEvent: number[] = [];
  const fromSocket: number[] = [];
  const rates: number[] = [];
  let longestTask = 0;
  let early = Number.NaN;
  const began = performance.now();
  while (performance.now() - began < MINUTES * 60_000) {
    const { events, seconds } = await writer.run({
      type: "pace",
      perSecond: PER_SECOND,
      seconds: SLICE_S,
    });
    const painted = await page.evaluate(takePaints);
    fromEvent.push(percentile(painted.fromEvent, 0.95));
    fromSocket.push(percentile(painted.fromSocket, 0.95));
    longestTask = Math.max(longestTask, painted.longestTask);
    rates.push(events / seconds);
    bench.say(
      `${(events / seconds).toFixed(0)} events/s, p95 ${fromEvent.at(-1)?.toFixed(0)} ms (${fromSocket.at(-1)?.toFixed(0)} ms from the socket), longest task ${painted.longestTask.toFixed(0)} ms`,
    );
    if (Number.isNaN(early) && performance.now() - began >= Math.min(FIRST_MS, MINUTES * 20_000))
      early = await heapMb();
  }
  const note = `at ${median(rates).toFixed(0)} events/s`;
  return [
    { name: "browser-paint-p95", unit: "ms", ours: fromEvent, reference: [150], note },
    { name: "browser-paint-from-socket-p95", unit: "ms", ours: fromSocket, reference: [150], note },
    { name: "browser-longest-task", unit: "ms", ours: [longestTask], reference: [100], note },
    {
      name: "browser-heap",
      unit: "MB",
      ours: [await heapMb()],
      reference: [early],
      note: `after ${MINUTES} minutes, against after ${Math.min(1, MINUTES / 3).toFixed(1)}`,
    },
  ];
});

async function openRoom(bench: Bench, server: Server, link: string) {
  const signedIn = await fetch(new URL("/api/v1/sign-ins", server.baseUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ link }),
  });
  const [name = "", value = ""] =
    signedIn.headers.get("set-cookie")?.split(";")[0]?.split("=") ?? [];
  const browser = await launchChromium();
  bench.defer(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name, value, url: server.baseUrl }]);
  const page = await context.newPage();
  // The loader of the sources names functions by a function of its own, which the page lacks.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(watchPaints);
  await page.goto(`${server.baseUrl}/rooms/${NAME}-0`);
  await page.locator(".feed-rows [data-seq]").first().waitFor();
  const session = await context.newCDPSession(page);
  const heapMb = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize / 1e6;
  };
  return { page, heapMb };
}
