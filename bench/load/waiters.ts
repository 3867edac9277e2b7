import { createUuidv7 } from "@squadroom/client/uuidv7";
import postgres, { type Sql } from "postgres";
import { quantile } from "../harness/figure.ts";
import { HttpSocket, headOf } from "../harness/http-socket.ts";
import { serveLoad } from "../harness/load.ts";
import { INSTRUCTION, type Seat, SUMMARY } from "../harness/squad.ts";
import type { WaitersCommand, WaitersResult } from "../harness/waiters.ts";

const WAIT_S = 250;
/** Polls younger than this may not wait yet, ms. */
const SETTLED_MS = 150;
/** Between two tasks, so that one measurement does not meet the end of the one before, ms. */
const PAUSE_MS = 10;
const CLOCK_PROBES = 50;

interface Waiter {
  seat: Seat;
  socket: HttpSocket;
  claimHead: string;
  head: string;
  polledAt: number;
  /** When the poll was answered, with its text. */
  answer: Promise<{ at: number; text: string }>;
}

const newKey = createUuidv7();
let waiters: Waiter[] = [];
let person: HttpSocket;
let personHead = "";
let sql: Sql;

serveLoad<WaitersCommand, WaitersResult>(async (command) => {
  if (command.type === "run") return await run(command.samples);
  const { port, seats, databaseUrl } = command;
  sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`CREATE TABLE commit_probe (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL)`;
  person = await HttpSocket.open(port);
  personHead = headOf("POST", `/api/v1/rooms/${seats[0]?.roomId}/tasks`, {
    authorization: command.person,
  });
  waiters = await Promise.all(
    seats.map(async (seat) => {
      const agent = {
        authorization: `Bearer ${seat.token}`,
        "x-squadroom-connection": seat.connection,
      };
      const waiter: Waiter = {
        seat,
        socket: await HttpSocket.open(port),
        claimHead: headOf("POST", `/api/v1/rooms/${seat.roomId}/claims`, agent),
        head: headOf("", "", agent).slice(" ".length),
        polledAt: 0,
        answer: Promise.resolve({ at: 0, text: "" }),
      };
      poll(waiter);
      return waiter;
    }),
  );
  await sleep(1000);
  return await run(command.warmUpSamples);
});

async function run(samples: number): Promise<WaitersResult> {
  const clock = await clockOfPostgres();
  const fromCommit: number[] = [];
  const fromSending: number[] = [];
  const commits: number[] = [];
  while (fromSending.length < samples) {
    const { taskId, roomId, sent, received } = await oneTask();
    fromSending.push(received - sent);
    fromCommit.push(received - ((await committedAt(roomId, taskId)) - clock.aheadMs));
    await sleep(PAUSE_MS);
    const began = performance.now();
    await sql`INSERT INTO commit_probe (body) VALUES (${INSTRUCTION})`;
    commits.push(performance.now() - began);
  }
  return {
    p50Ms: quantile(fromCommit, 0.5),
    p99Ms: quantile(fromCommit, 0.99),
    sentP50Ms: quantile(fromSending, 0.5),
    sentP99Ms: quantile(fromSending, 0.99),
    commitP50Ms: quantile(commits, 0.5),
    commitP99Ms: quantile(commits, 0.99),
  };
}

/** By how much Postgres's clock is ahead of this process's, ms: by the quickest of many answers, half-way. */
async function clockOfPostgres(): Promise<{ aheadMs: number }> {
  let quickest = Number.POSITIVE_INFINITY;
  let aheadMs = 0;
  for (let i = 0; i < CLOCK_PROBES; i++) {
    const asked = performance.now();
    const [row] = await sql<{ at: number }[]>`
      SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at`;
    const answered = performance.now();
    if (!row || answered - asked >= quickest) continue;
    quickest = answered - asked;
    aheadMs = row.at - (asked + answered) / 2;
  }
  return { aheadMs };
}

/** When the task's creation committed, ms by Postgres's clock; noted before the commit is flushed to the disk. */
async function committedAt(roomId: string, taskId: string): Promise<number> {
  const [row] = await sql<{ at: number }[]>`
    SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS at FROM (
      SELECT xmin, data FROM events WHERE room_id = ${roomId} AND type = 'task.created'
      ORDER BY seq DESC LIMIT 1
    ) AS created WHERE data->'tasks'->0->>'id' = ${taskId}`;
  if (!row) throw new Error(`the log does not end with the creation of ${taskId}`);
  return row.at;
}

/** A task for one of the agents that wait, drawn by lot; then the agent completes it and waits again. */
async function oneTask(): Promise<{
  taskId: string;
  roomId: string;
  sent: number;
  received: number;
}> {
  const waiter = await settledWaiter();
  const { seat } = waiter;
  const task = {
    role: seat.role,
    agentId: seat.agentId,
    title: "Look at the form",
    instruction: INSTRUCTION,
  };
  const sent = performance.now();
  const created = person.request(`${personHead}idempotency-key: ${newKey()}\r\n`, JSON.stringify({ tasks: [task] }));
  const { at: received, text } = await waiter.answer;
  const [, taskId, fence] = /"taskId":"([A-Z0-9-]+)","fence":(\d+)/.exec(text) ?? [];
  const [, key] = /"done":"([0-9a-f-]{36})"/.exec(text) ?? [];
  if (!taskId || (await created).status >= 300) throw new Error(`no task came: ${text}`);
  const done = await waiter.socket.request(
    `POST /api/v1/rooms/${seat.roomId}/tasks/${taskId}/completion${waiter.head}idempotency-key: ${key}\r\n`,
    `{"fence":${fence},"result":{"summary":${JSON.stringify(SUMMARY)}}}`,
  );
  if (done.status !== 200) throw new Error(`${done.status}: ${String(done.body)}`);
  poll(waiter);
  return { taskId, roomId: seat.roomId, sent, received };
}

async function settledWaiter(): Promise<Waiter> {
  for (;;) {
    const settled = waiters.filter(({ polledAt }) => performance.now() - polledAt > SETTLED_MS);
    const drawn = settled[Math.floor(Math.random() * settled.length)];
    if (drawn) return drawn;
    await sleep(SETTLED_MS);
  }
}

function poll(waiter: Waiter): void {
  waiter.polledAt = performance.now();
  waiter.answer = waiter.socket
    .request(waiter.claimHead, `{"waitS":${WAIT_S}}`)
    .then(({ body }) => ({ at: performance.now(), text: body.toString("latin1") }));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
