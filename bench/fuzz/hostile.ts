import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@squadroom/client/http";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { LIVE_PATH } from "@squadroom/core/live/protocol";
import { WebSocket } from "ws";
import { pause } from "../faults/random.ts";
import { type PersonClient, personClient, type Server, startServer } from "../harness/server.ts";
import { type Bystander, createBystander } from "./bystander.ts";

/** What one who means harm did, how often it was answered how, and how another room fared meanwhile. */
export interface HostileResult {
  name: string;
  seconds: number;
  /** By `done` or the code of the refusal. */
  answers: Record<string, number>;
  bystander: Bystander;
}

export interface HostileSize {
  /** Calls with sixteen tasks, each as large as a task may be. */
  calls: number;
  /** Reports of 300 kB. */
  reports: number;
  verifications: number;
  webhookTests: number;
  sockets: number;
}

export const FULL: HostileSize = {
  calls: 120,
  reports: 200,
  verifications: 20,
  webhookTests: 1_000,
  sockets: 2_000,
};
export const SHORT: HostileSize = {
  calls: 14,
  reports: 30,
  verifications: 12,
  webhookTests: 80,
  sockets: 200,
};

const AT_ONCE = 8;
const SETTLE_MS = 60_000;

/** An agent, a person and a viewer who take whatever they may, beside somebody who only works. */
export async function runHostile(
  size: HostileSize,
  log: (line: string) => void = () => undefined,
): Promise<HostileResult[]> {
  const scratch = mkdtempSync(join(tmpdir(), "squadroom-hostile-"));
  chmodSync(scratch, 0o711);
  const cleanUps: (() => unknown)[] = [
    () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  ];
  const bench = {
    scratch,
    defer: (cleanUp: () => unknown) => void cleanUps.push(cleanUp),
    say: () => undefined,
  };
  try {
    const server = await startServer(bench, {
      dataDir: join(scratch, "server"),
      env: { SQUADROOM_WEBHOOK_PRIVATE: "1", SQUADROOM_SOCKETS: "50" },
    });
    const person = personClient(server);
    const { beside, params: quiet } = await createBystander(server, person);
    const villain = await createVillain(server, person);
    const results: HostileResult[] = [];
    const scenario = async (name: string, work: (count: Count) => Promise<void>) => {
      const answers: Record<string, number> = {};
      const count: Count = async (call) => {
        const code = await call.then(
          () => "done",
          (error: unknown) => (error instanceof RefusalError ? error.refusal.code : String(error)),
        );
        answers[code] = (answers[code] ?? 0) + 1;
      };
      const began = performance.now();
      const { bystander } = await beside(() => work(count));
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      results.push({ name, seconds, answers, bystander });
      log(JSON.stringify(results.at(-1)));
    };

    await scenario("nobody", async () => pause(3_000, new AbortController().signal));
    await scenario("an agent fills everything", (count) => villain.fill(size.calls, count));
    await scenario("large reports and a slow viewer", (count) => villain.report(size.reports, count));
    await scenario("verifications at once", (count) => villain.verify(size.verifications, count));
    await scenario("webhook tests into a tarpit", (count) => villain.testWebhooks(size.webhookTests, quiet, count));
    await scenario("sockets of one credential", (count) => villain.open(size.sockets, count));
    return results;
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

type Count = (call: Promise<unknown>) => Promise<void>;

async function createVillain(server: Server, person: PersonClient) {
  const { roomId } = await person.call("createRoom", { body: { name: "villain", preset: "solo" } });
  const params = { room: roomId };
  const body = { name: "Vic", roles: ["solo"] };
  const { token } = await person.call("createCredential", { params, body });
  const agent = createClient({ baseUrl: server.baseUrl, token });
  await agent.call("joinRoom", { params, body: { role: "solo", class: "managed" } });
  await person.call("createTasks", {
    params,
    body: { tasks: [{ role: "solo", title: "Work", instruction: "Do it." }] },
  });
  const { task } = await agent.call("claimTask", { params, body: { waitS: 0 } });
  if (!task) throw new Error("the villain got no task");
  const { taskId, fence } = task;

  const openSocket = () =>
    new WebSocket(new URL(LIVE_PATH, server.baseUrl.replace("http", "ws")), {
      headers: { authorization: `Bearer ${token}` },
      maxPayload: 0,
    });

  return {
    async fill(calls: number, count: Count): Promise<void> {
      const globs = (n: number) => Array.from({ length: 100 }, (_, i) => `src/${n}/${i}/**/*a*b*.ts`);
      const tasks = Array.from({ length: 16 }, (_, n) => ({
        role: "solo",
        title: "A large one",
        instruction: "x".repeat(20_000),
        boundaries: { allowed: globs(n), forbidden: globs(n + 100) },
        outputs: Array.from({ length: 100 }, (_, i) => `src/${n}/${i}/${"ab".repeat(40)}.ts`),
        successCriteria: Array.from({ length: 50 }, () => "c".repeat(400)),
      }));
      await inParallel(calls, AT_ONCE, () => count(agent.call("createTasks", { params, body: { tasks } })));
    },

    /** Whoever watches takes nothing from its line until all is reported, and must have all of it then. */
    async report(reports: number, count: Count): Promise<void> {
      const slow = openSocket();
      let seq = 0;
      let closed = 0;
      slow.on("error", () => undefined);
      slow.on("close", (code) => {
        closed = code;
      });
      slow.on("message", (data) => {
        for (const message of JSON.parse(String(data))) {
          if (message.type === "snapshot") seq = message.snapshot.view.seq;
          if (message.type === "events") seq = message.events.at(-1).seq;
        }
      });
      await new Promise((resolve) => slow.once("open", resolve));
      slow.send(JSON.stringify({ type: "subscribe", topic: `room:${roomId}` }));
      slow.pause();
      const artifacts = Array.from({ length: 500 }, (_, i) => ({
        path: `${i}-${"p".repeat(480)}`,
        status: "modified" as const,
      }));
      const completed = Array.from({ length: 100 }, () => "c".repeat(250));
      const progress = { fence, artifacts, completed, remaining: completed };
      await inParallel(reports, 4, () =>
        count(agent.call("reportProgress", { params: { ...params, taskId }, body: progress })),
      );
      const { head } = await person.call("listEvents", { params, query: { limit: 1 } });
      slow.resume();
      const until = performance.now() + SETTLE_MS;
      while (seq < head && closed === 0 && performance.now() < until) await pause(50, new AbortController().signal);
      await count(seq >= head ? Promise.resolve() : Promise.reject(`the slow viewer: closed with ${closed}`));
      slow.terminate();
    },

    async verify(verifications: number, count: Count): Promise<void> {
      const { baseUrl, authorization } = server;
      const once = createClient({ baseUrl, authorization, retries: 0 });
      await inParallel(verifications, verifications, () =>
        count(once.call("verifyRoom", { params, timeoutMs: 300_000 })),
      );
    },

    async testWebhooks(tests: number, quiet: { room: string }, count: Count): Promise<void> {
      const tarpit = await receiver(() => undefined);
      let arrived = 0;
      const good = await receiver(() => arrived++);
      const ids: string[] = [];
      for (let n = 0; n < 20; n++) {
        const { webhook } = await person.call("createWebhook", {
          params,
          body: { url: `${tarpit.url}/${n}` },
        });
        ids.push(webhook.id);
      }
      await inParallel(tests, AT_ONCE, (n) => {
        const webhookId = ids[n % ids.length] as string;
        return count(person.call("testWebhook", { params: { ...params, webhookId } }));
      });
      const { webhook } = await person.call("createWebhook", {
        params: quiet,
        body: { url: good.url },
      });
      const other = { params: { ...quiet, webhookId: webhook.id } };
      await person.call("testWebhook", other);
      const until = performance.now() + SETTLE_MS;
      while (arrived === 0 && performance.now() < until) await pause(20, new AbortController().signal);
      await count(arrived > 0 ? Promise.resolve() : Promise.reject("another room's webhook waits"));
      for (const webhookId of ids) await person.call("removeWebhook", { params: { ...params, webhookId } });
      await Promise.all([tarpit.close(), good.close()]);
    },

    async open(sockets: number, count: Count): Promise<void> {
      const open: WebSocket[] = [];
      await inParallel(sockets, 50, () => {
        const socket = openSocket();
        open.push(socket);
        return count(
          new Promise((resolve, reject) => {
            socket.on("message", resolve);
            socket.on("unexpected-response", (_request, response) => {
              response.resume();
              reject(`${response.statusCode} at the upgrade`);
            });
            socket.on("close", (code) => reject(`closed with ${code}`));
            socket.on("error", () => undefined);
          }),
        );
      });
      const health = await fetch(new URL("/readyz", server.baseUrl));
      await count(health.ok ? Promise.resolve() : Promise.reject(`/readyz ${health.status}`));
      for (const socket of open) socket.terminate();
    },
  };
}

/** Runs `work` so many times, a few at once. */
async function inParallel(times: number, atOnce: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const go = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, times) }, go));
}

async function receiver(onCall: () => unknown) {
  const server = createServer((request, response) => {
    request.resume();
    if (onCall() !== undefined) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
