import { join } from "node:path";
import { createClient } from "@squadroom/client/http";
import { draftOf } from "@squadroom/core/team/draft";
import { presetTeam } from "@squadroom/core/team/presets";
import { benchmark } from "./harness/benchmark.ts";
import { openBrowser } from "./harness/browser.ts";
import { msToDraw } from "./harness/drawn.ts";
import { type PersonClient, personClient, type Server, startServer } from "./harness/server.ts";

/** As many as a room holds, in rows, each behind two of the row before. */
const STEPS = 2_000;
const ROW = 50;
const PREFIXES = ["IMPL", "TEST"] as const;
const AGENTS_PER_ROLE = 1;
const ROUNDS = 5;
const ENDS_PER_ROUND = 40;
const LONGEST_MS = 100;
const OPENED_MS = 1_000;

/**
 * Chromium has a pipeline of 2,000 steps open as a graph while agents report progress and end its tasks, as fast as
 * the server lets them and on the same cores; what the page's thread is held up by most, also while it scrolls.
 */
await benchmark("pipeline-graph", async (bench) => {
  const server = await startServer(bench, { dataDir: join(bench.scratch, "server") });
  const person = personClient(server);
  const team = { ...draftOf(presetTeam("lifecycle")), pipelines: [yaml()] };
  const { roomId } = await person.call("createRoom", { body: { name: "wide", team } });
  const { sessionId } = await person.call("createSession", {
    params: { room: roomId },
    body: { title: "Port the parts", description: "Each part of the old tool.", pipeline: "wide" },
  });
  const work = await seat(server, person, roomId);
  const { page } = await openBrowser(bench, server, person);
  const opened: number[] = [];
  const url = `${server.baseUrl}/rooms/${roomId}/sessions/${sessionId}`;
  for (let round = 0; round <= ROUNDS; round++) {
    const ms = await msToDraw(page, url, ".pg-node");
    if (round > 0) opened.push(ms);
  }
  await page.evaluate(() => {
    const watch = window as unknown as { __longest: number };
    watch.__longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.__longest = Math.max(watch.__longest, duration);
    }).observe({ type: "longtask" });
  });
  const longest: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    const scrolling = page.evaluate(scroll, round);
    const reports = await work(ENDS_PER_ROUND);
    await scrolling;
    const ms = await page.evaluate(() => {
      const watch = window as unknown as { __longest: number };
      const { __longest } = watch;
      watch.__longest = 0;
      return __longest;
    });
    const perSecond = (reports / (performance.now() - began)) * 1000;
    bench.say(`${reports} calls, ${perSecond.toFixed(0)}/s, longest task ${ms.toFixed(0)} ms`);
    if (round > 0) longest.push(ms);
  }
  const nodes = await page.locator(".pg-node").count();
  const timeline: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const ms = await msToDraw(page, `${url}/timeline`, ".tm-bar");
    if (round > 0) timeline.push(ms);
  }
  return [
    {
      name: "pipeline-graph-longest-task",
      unit: "ms",
      ours: longest,
      reference: [LONGEST_MS],
      note: `${nodes} of ${STEPS} steps in the page`,
    },
    { name: "pipeline-timeline-opened", unit: "ms", ours: timeline, reference: [OPENED_MS] },
    { name: "pipeline-graph-opened", unit: "ms", ours: opened, reference: [OPENED_MS] },
  ];
});

/** Agents that end so many tasks together, with a report of each on the way; how many calls that took. */
async function seat(server: Server, person: PersonClient, room: string): Promise<(ends: number) => Promise<number>> {
  const params = { room };
  const roles = ["executor", "tester"].flatMap((role) => Array(AGENTS_PER_ROLE).fill(role));
  const agents: ReturnType<typeof createClient>[] = [];
  for (const [i, role] of roles.entries()) {
    const body = { name: `${role} ${i + 1}`, roles: [role] };
    const { token } = await person.call("createCredential", { params, body });
    const { connection } = await createClient({ baseUrl: server.baseUrl, token }).call("joinRoom", {
      params,
      body: { role, class: "managed", harness: "bench" },
    });
    agents.push(createClient({ baseUrl: server.baseUrl, token, connection }));
  }
  return async (ends) => {
    let left = ends;
    let calls = 0;
    await Promise.all(
      agents.map(async (agent) => {
        while (left > 0) {
          const { task } = await agent.call("claimTask", { params, body: { waitS: 1 } });
          calls += 1;
          if (!task) continue;
          left -= 1;
          const of = { params: { room, taskId: task.taskId } };
          const { fence } = task;
          const report = { fence, percent: 40, action: "ports it" };
          await agent.call("reportProgress", { ...of, body: report });
          await agent.call("completeTask", {
            ...of,
            body: { fence, result: { summary: "Ported.", verdict: "passed" } },
          });
          calls += 2;
        }
      }),
    );
    return calls;
  };
}

/** Runs in the page: goes through the graph as a hand would, and to and fro. */
async function scroll(round: number): Promise<void> {
  const box = document.querySelector<HTMLElement>(".pg-box");
  if (!box) throw new Error("there is no graph");
  for (let step = 0; step < 60; step++) {
    box.scrollLeft += round % 2 === 0 ? 120 : -120;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

function yaml(): string {
  const name = (i: number) => `${PREFIXES[Math.floor(i / ROW) % 2]}-${String(i + 1).padStart(4, "0")}`;
  const steps = Array.from({ length: STEPS }, (_, i) => {
    const row = Math.floor(i / ROW) * ROW;
    const requires = i < ROW ? [] : [name(i - ROW), name(row - ROW + ((i + 1) % ROW))];
    return [
      `  - id: ${name(i)}`,
      `    title: Part ${i + 1} of the old tool`,
      ...(requires.length > 0 ? [`    requires: [${requires.join(", ")}]`] : []),
    ].join("\n");
  });
  return `name: wide\ntitle: Wide\nabout: many parts side by side\nsteps:\n${steps.join("\n")}\n`;
}
