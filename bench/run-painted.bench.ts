import { join } from "node:path";
import { benchmark } from "./harness/benchmark.ts";
import { openBrowser } from "./harness/browser.ts";
import { percentile } from "./harness/figure.ts";
import { Machine } from "./harness/machine.ts";
import { personClient, startServer } from "./harness/server.ts";

const ROUNDS = 5;
const LINES = 200;
const EVERY_MS = 50;
const ROOM = "run-painted";
const LIMIT_MS = 150;
const READY_MS = 60_000;

/** Each line bears the time at which its agent said it. A turn for each message. */
const MIND = {
  name: "scripted",
  rules: [
    {
      when: "",
      do: [{ every: EVERY_MS, times: LINES, do: [{ say: "It is {{now}} now.\n" }] }, { end: { message: "Said." } }],
    },
  ],
};

/**
 * From the moment that a harness says a line until a browser, with the run's page open, has painted it: through
 * the runner, the server and its socket, all on the same cores.
 */
await benchmark(ROOM, async (bench) => {
  const server = await startServer(bench, { dataDir: join(bench.scratch, "server") });
  const person = personClient(server);
  await person.call("createRoom", { body: { name: ROOM, preset: "solo" } });
  const machine = new Machine({
    directory: bench.scratch,
    room: ROOM,
    url: server.baseUrl,
    keyDir: join(bench.scratch, "server"),
    roles: "solo",
    slots: 1,
    mind: MIND,
  });
  await machine.prepare();
  machine.start();
  bench.defer(() => machine.kill());
  const { page } = await openBrowser(bench, server, person);
  await page.addInitScript(watchLines);
  const p95: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const params = { room: ROOM };
    await person.call("sendMessage", { params, body: { body: `Say it, ${round}.` } });
    if (round === 0) {
      await page.goto(`${server.baseUrl}/rooms/${ROOM}/runs/1`);
      await page
        .getByText(/It is \d+ now/)
        .first()
        .waitFor({ timeout: READY_MS });
    }
    await page.waitForFunction(isFull, LINES - 20, { timeout: READY_MS });
    const times = await page.evaluate(takeLines);
    // The first turn opens the page and warms everything up.
    if (round === 0) continue;
    p95.push(percentile(times, 0.95));
    bench.say(`p50 ${percentile(times, 0.5)} ms, p95 ${p95.at(-1)} ms, ${times.length} lines`);
  }
  return [{ name: "run-painted-p95", unit: "ms", ours: p95, reference: [LIMIT_MS] }];
});

interface Lines {
  __lines: Map<string, number>;
}

/** Runs in the page before anything else: notes when each line is painted, ms after it was said. */
function watchLines(): void {
  const page = window as unknown as Lines;
  page.__lines = new Map();
  let last = 0;
  const look = (): void => {
    const text = document.querySelector("main")?.textContent ?? "";
    const fresh = [...text.matchAll(/It is (\d+) now/g)].map(([, at]) => Number(at)).filter((at) => at > last);
    if (fresh.length === 0) return;
    last = Math.max(...fresh);
    requestAnimationFrame(() => {
      for (const at of fresh) page.__lines.set(String(at), Date.now() - at);
    });
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

function isFull(lines: number): boolean {
  return (window as unknown as Lines).__lines.size >= lines;
}

function takeLines(): number[] {
  const page = window as unknown as Lines;
  const times = [...page.__lines.values()];
  page.__lines = new Map();
  return times;
}
