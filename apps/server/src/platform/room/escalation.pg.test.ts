import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { AgentCaller } from "@squadroom/core/kernel/actor";
import type { Command } from "@squadroom/core/kernel/command";
import { type RoomId, roleName } from "@squadroom/core/kernel/ids";
import { anError } from "@squadroom/core/testing/error-kinds.fixture";
import { faultsOf } from "@squadroom/core/testing/log-check.fixture";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import type { Orders } from "./escalating-process.fixture.ts";
import {
  anAgent,
  aRoom,
  creating,
  logOf,
  must,
  type RoomProcess,
  roomProcess,
  verified,
} from "./room-process.fixture.ts";

const FIXTURE = fileURLToPath(new URL("./escalating-process.fixture.ts", import.meta.url));
const LOADER = new URL("../../../../../scripts/sql-loader.mjs", import.meta.url).href;
/** Enough that the two meet in many of them. */
const ROOMS = 12;

let db: TestDatabase;
let here: RoomProcess;
let both: ChildProcess[];

beforeAll(async () => {
  db = await testDatabase();
  here = await roomProcess(db.url);
});
beforeEach(async () => {
  both = [0, 1].map(() =>
    spawn(process.execPath, ["--import", "tsx", "--import", LOADER, FIXTURE, db.url], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    }),
  );
  await Promise.all(both.map((child) => once(child, "message")));
});
afterEach(() => {
  for (const child of both) child.kill("SIGKILL");
});
afterAll(async () => {
  await here.close();
  await db.drop();
});

/** Each process does the same at the same moment; what each command came to. */
async function atOnce(orders: Orders): Promise<string[][]> {
  const told = both.map((child) => once(child, "message"));
  for (const child of both) child.send(orders);
  return (await Promise.all(told)).map(([outcomes]) => outcomes);
}

/** Each room's events of these families, in order; the logs are sound and are what the tables say. */
async function toldIn(rooms: readonly RoomId[], families: RegExp): Promise<string[][]> {
  return Promise.all(
    rooms.map(async (room) => {
      const log = await logOf(here, room);
      expect(faultsOf(log)).toEqual([]);
      expect((await verified(here, room)).ok).toBe(true);
      return log.flatMap(({ type }) => (families.test(type) ? [type] : []));
    }),
  );
}

const everywhere = <T>(one: T): T[] => Array.from({ length: ROOMS }, () => one);

test("an answer that is overdue is raised once, then asked about once, by two processes of which one is killed", async () => {
  const rooms = await Promise.all(everywhere(null).map(() => aRoom(here)));
  const to = { kind: "role" as const, role: roleName("reviewer") };
  const said = { body: "Which clock?", repliesTo: null, kind: "question" as const, responseS: 600 };
  for (const room of rooms) {
    const by = await anAgent(here, room, "builder");
    await anAgent(here, room, "reviewer");
    await must(here.rooms.execute(room, { type: "sendAgentMessage", by, to, ...said }));
  }
  const begun = here.clock.now();
  const ticks = (afterS: number): Orders => ({
    nowMs: begun + afterS * 1_000,
    all: rooms.map((roomId) => ({ roomId, command: { type: "tick" } })),
  });
  const late = ["message.sent", "message.late"];
  for (const [afterS, told] of [
    [301, late],
    [602, [...late, "message.raised"]],
  ] as const) {
    await atOnce(ticks(afterS));
    expect(await toldIn(rooms, /^(message|decision)\./)).toEqual(everywhere(told));
  }
  const [victim, survivor] = both as [ChildProcess, ChildProcess];
  const told = once(survivor, "message");
  const gone = once(victim, "exit");
  for (const child of both) child.send(ticks(1_203));
  victim.kill("SIGKILL");
  await Promise.all([told, gone]);
  // Before anybody counts as offline, which the decision would say.
  survivor.send(ticks(1_700));
  await once(survivor, "message");
  const all = [...late, "message.raised", "message.overdue", "decision.opened"];
  expect(await toldIn(rooms, /^(message|decision)\./)).toEqual(everywhere(all));
});

test("the third error of a run is one stop and one question, whichever of two processes it is sent to, or both", async () => {
  const rooms = await Promise.all(everywhere(null).map(() => aRoom(here, "duo")));
  const third = new Map<RoomId, { by: AgentCaller; command: Command }>();
  for (const room of rooms) {
    const by = await anAgent(here, room, "builder");
    await must(here.rooms.execute(room, creating("builder")));
    const { taskId, fence } = await must(here.rooms.execute(room, { type: "claim", by }));
    if (taskId === null || fence === null) throw new Error("nothing is claimed");
    const command = { type: "reportError", by, taskId, fence, error: anError() } as const;
    for (const _ of [1, 2]) await must(here.rooms.execute(room, command));
    third.set(room, { by, command });
  }
  const nowMs = here.clock.now();
  // In every other room one request comes to both of them, as when an answer is lost and it is sent again.
  const isSame = rooms.map((_, i) => i % 2 === 0);
  const keys = rooms.map(() => uuidv7());
  const told = both.map((child) => once(child, "message"));
  for (const child of both) {
    const all = rooms.map((roomId, i) => {
      const { by, command } = third.get(roomId) as { by: AgentCaller; command: Command };
      const key = (isSame[i] && keys[i]) || uuidv7();
      return { roomId, command, key: { credentialId: by.id, key } };
    });
    child.send({ nowMs, all });
  }
  const outcomes = (await Promise.all(told)).map(([one]) => one as string[]);
  for (const i of rooms.keys())
    expect(outcomes.map((one) => one[i]).toSorted()).toEqual(isSame[i] ? ["ok", "ok"] : ["ok", "worker_stopped"]);
  const reported = "error.reported";
  expect(await toldIn(rooms, /^(error|decision)\.|^task\.attempt_ended/)).toEqual(
    everywhere([reported, reported, reported, "task.attempt_ended", "decision.opened"]),
  );
});
