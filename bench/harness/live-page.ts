import { readFileSync } from "node:fs";
import type { Bench } from "./benchmark.ts";
import { openBrowser } from "./browser.ts";
import { type Painted, takePaints, watchPaints } from "./painted.ts";
import type { PersonClient, Server } from "./server.ts";

/** A page of Chromium with a room open, and what can be measured of it. */
export interface LivePage {
  /** What was painted since it was last asked. */
  paints(): Promise<Painted>;
  /** Of JavaScript, after a collection. */
  heapMb(): Promise<number>;
  /** What the page's own thread has used of a core so far, ms; what it waited for one does not count. */
  cpuMs(): number;
  close(): Promise<void>;
}

/** @param livePort where the page's socket goes instead of to the server */
export async function openRoom(
  bench: Bench,
  at: { server: Server; person: PersonClient; room: string; livePort?: number },
): Promise<LivePage> {
  const { server, person, room, livePort } = at;
  // The page may talk to its own server only, and not to what stands in front of it here.
  const options = { bypassCSP: livePort !== undefined };
  const { browser, context, page } = await openBrowser(bench, server, person, options);
  if (livePort !== undefined) await page.addInitScript(redirectSocket, livePort);
  await page.addInitScript(watchPaints);
  await page.goto(`${server.baseUrl}/rooms/${room}`);
  await page.locator(".feed-rows [data-seq]").first().waitFor();
  const session = await context.newCDPSession(page);
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
  const pids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  return {
    paints: () => page.evaluate(takePaints),
    async heapMb() {
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      return usedSize / 1e6;
    },
    cpuMs: () => pids.reduce((sum, pid) => sum + mainThreadMs(pid), 0),
    close: () => browser.close(),
  };
}

/** Runs in the page before anything else. */
function redirectSocket(port: number): void {
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      const to = new URL(url);
      to.port = String(port);
      super(to, protocols);
    }
  };
}

/** The first thread of a renderer is the one that runs the page; none where there is no /proc. */
function mainThreadMs(pid: number): number {
  try {
    const [ranNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
    return Number(ranNs) / 1e6;
  } catch {
    return Number.NaN;
  }
}
