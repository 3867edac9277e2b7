import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createChance } from "../faults/random.ts";
import { type Server, startServer } from "../harness/server.ts";
import { describe, judge, send } from "./answers.ts";
import { callerFor, chase, createChoice, definitionOf } from "./choice.ts";
import { follow, heed } from "./effects.ts";
import { startReceiver } from "./receiver.ts";
import { mannerOf, type Operation, operationsOf, requestFor } from "./requests.ts";
import { residentMb } from "./resident.ts";
import { talk } from "./sockets.ts";
import { type FuzzCaller, type FuzzRoom, makeRoom } from "./world.ts";

export interface FuzzOptions {
  requests: number;
  seed: number;
  log?: (line: string) => void;
}

export interface FuzzReport {
  requests: number;
  sockets: number;
  seed: number;
  seconds: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** How often each operation was asked for, was done, and was refused by which codes. */
  operations: Record<string, Tally>;
  /** Operations that were never done; those that change something, and those that read. */
  neverDone: { writes: string[]; reads: string[] };
  /** Resident memory of the server after a fifth of the requests and at the end, MB. */
  memoryMb: { early: number; late: number };
  violations: string[];
  /** What the server wrote of its failures. */
  faults: string[];
}

export interface Tally {
  sent: number;
  done: number;
  refused: Record<string, number>;
}

const WORKERS = 8;
/** Requests after which the fuzzer gets a new room. */
const ROOM_EVERY = 500;
/** Of the requests so many are as allowed, for what was never done so far. */
const CHASED = 0.25;
/** Requests beyond those wanted, as long as something was never done. */
const FURTHER_MAX = 12_000;
/** One socket talks nonsense per so many requests. */
const SOCKET_EVERY = 40;
const VIOLATIONS_MAX = 50;
/** The server may keep what was written in memory, up to its caps. */
const GROWTH_MAX = 1.5;
const GROWTH_FREE_MB = 100;

/** Sends valid, nearly valid and hostile requests to the built server, and looks at every answer. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const scratch = mkdtempSync(join(tmpdir(), "squadroom-fuzz-"));
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
    const receiver = await startReceiver();
    cleanUps.push(receiver.close);
    // Webhooks may call this machine, and who calls may say where from.
    const env = { SQUADROOM_WEBHOOK_PRIVATE: "1", SQUADROOM_TRUST_PROXY: "1" };
    const faults: string[] = [];
    const onOutput = (text: string) => {
      if (text.includes("a request failed") && faults.length < VIOLATIONS_MAX) faults.push(text.slice(0, 2_000));
    };
    const dataDir = join(scratch, "server");
    const server = await startServer(bench, { dataDir, env, onOutput });
    const report = await fuzz(server, receiver.url, options);
    return { ...report, faults };
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

async function fuzz(server: Server, webhookUrl: string, options: FuzzOptions): Promise<Omit<FuzzReport, "faults">> {
  const { requests, seed, log = () => undefined } = options;
  const began = performance.now();
  const document = await (await fetch(new URL("/api/openapi.json", server.baseUrl))).json();
  const operations = operationsOf(document);
  const choose = createChoice(operations);
  const agent = new Agent({ keepAlive: true, maxSockets: WORKERS });
  const statuses: Record<string, number> = {};
  const tallies = new Map<string, Tally>(operations.map(({ id }) => [id, { sent: 0, done: 0, refused: {} }]));
  const violations: string[] = [];
  const blame = (what: string) => {
    if (violations.length < VIOLATIONS_MAX) violations.push(what);
  };
  let sent = 0;
  let sockets = 0;
  let early = 0;
  let rooms = 0;
  let room = makeRoom(server, rooms++, null, webhookUrl);
  /** Who had the former room may go on with it; all others come to a new one. */
  const moveOn = (former: FuzzRoom) => {
    room = makeRoom(server, rooms++, former, webhookUrl);
  };

  const stillUndone = () => operations.filter((one) => tallies.get(one.id)?.done === 0 && !needsOthers(one));

  async function work(worker: number): Promise<void> {
    const chance = createChance(seed * 7919 + worker);
    /** What was done just now, and by whom. */
    let done: { operation: Operation; caller: FuzzCaller } | null = null;
    while (sent < requests || (sent < requests + FURTHER_MAX && stillUndone().length > 0)) {
      const number = sent++;
      if (number % ROOM_EVERY === ROOM_EVERY - 1) moveOn(await room);
      if (number === Math.floor(requests / 5)) early = residentMb(server.pid);
      if (number % 5_000 === 4_999) log(`${number + 1} requests, ${residentMb(server.pid)} MB`);
      const here = await room;
      const missed = chance.is(CHASED) ? stillUndone() : [];
      const operation: Operation =
        missed.length > 0 ? chase(chance, missed, operations) : choose(chance, done?.operation ?? null);
      const caller = callerFor(operation, here, chance, done?.caller ?? null);
      done = null;
      if (number % SOCKET_EVERY === 0) {
        sockets++;
        const why = await talk(server.baseUrl, caller.headers, chance, here.roomId);
        if (why) blame(`live socket: ${why}`);
      }
      const manner = missed.length > 0 ? "valid" : mannerOf(chance);
      const wanted = requestFor(operation, manner, chance, here, caller, webhookUrl);
      const tally = tallies.get(operation.id) as Tally;
      tally.sent++;
      try {
        const answer = await send(server.port, agent, wanted);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        const { why, said, code } = judge(wanted, answer);
        if (why) blame(`${describe(wanted)} → ${answer.status}: ${why}`);
        if (answer.status >= 300) {
          tally.refused[code] = (tally.refused[code] ?? 0) + 1;
          heed(here, caller, wanted, code);
        } else {
          tally.done++;
          done = { operation, caller };
          const { isGone } = await follow(here, caller, wanted, said);
          if (isGone) moveOn(here);
        }
      } catch (error) {
        blame(`${describe(wanted)} → ${String(error)}`);
      }
    }
  }

  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  agent.destroy();
  const health = await fetch(new URL("/healthz", server.baseUrl));
  if (!health.ok) blame(`the server is not healthy at the end: ${health.status}`);
  const late = residentMb(server.pid);
  if (late > early * GROWTH_MAX + GROWTH_FREE_MB)
    blame(`memory grew from ${early} to ${late} MB between a fifth of the requests and the end`);
  const never = stillUndone();
  return {
    requests: sent,
    sockets,
    seed,
    seconds: Math.round((performance.now() - began) / 1000),
    statuses,
    operations: Object.fromEntries(tallies),
    neverDone: {
      writes: never.filter(({ method }) => method !== "GET").map(({ id }) => id),
      reads: never.filter(({ method }) => method === "GET").map(({ id }) => id),
    },
    memoryMb: { early, late },
    violations,
  };
}

/**
 * What succeeds only beside a runner, a mailbox or a provider, or after several agents did the right thing in turn; it is
 * asked all the same.
 */
function needsOthers({ id }: Operation): boolean {
  return definitionOf({ id } as Operation)?.access.who === "runner" || OF_RUNS.has(id) || OUT_OF_REACH.has(id);
}

const OUT_OF_REACH = new Set(["retryBranch", "confirmMail", "stopMail", "startOidc", "finishOidc", "reviseSteps"]);

const OF_RUNS = new Set([
  "setRunner",
  "startRun",
  "orderRun",
  "getRun",
  "listRunOutput",
  "getRunChanges",
  "forgetRunner",
  "getBranch",
  "getBranchChanges",
  "orderBranch",
  "retryMerge",
  "skipMerge",
  "listComments",
  "commentLines",
]);
