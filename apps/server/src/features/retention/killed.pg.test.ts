import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { differencesIn } from "../decision/squad.fixture.ts";
import { anImport } from "./canary.fixture.ts";
import { retainIn } from "./step.ts";

const FIXTURE = fileURLToPath(new URL("./retaining-process.fixture.ts", import.meta.url));
const LOADER = new URL("../../../../../scripts/sql-loader.mjs", import.meta.url).href;
const DAY = 24 * 3_600_000;
const WORD = "zqgone";

/** What the deletion writes, in its order: the log, what is kept beside it, rows of the append, the snapshot. */
const STEPS = ["events", "attachments", "command_keys", "session_archive", "room_snapshots"];

let db: TestDatabase;
let server: Server;
let locks: Sql;
beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
  locks = postgres(db.url, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await server.close();
  await locks.end();
  await db.drop();
});

async function aProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", "--import", LOADER, FIXTURE, db.url], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  expect((await once(child, "message"))[0]).toEqual({ ready: true });
  return child;
}

/** A room in which a stopped session and an imported one are due. */
async function aRoom(): Promise<string> {
  const room = await createRoom(server.admin);
  const { call } = server.admin;
  await call("createSession", { params: { room }, body: { title: WORD, description: WORD } });
  await call("stopSession", { params: { room, sessionId: 1 }, body: { reason: WORD } } as never);
  await anImport(server, room, WORD);
  const { sql, rooms, clock } = server.runtime;
  const back = async (days: number) =>
    sql`UPDATE session_archive SET at = at - ${days * DAY}::bigint WHERE room_id = ${room}`;
  await back(10);
  expect(await retainIn({ sql, rooms }, room as never, "archive", clock.now())).toEqual([1, 2]);
  await back(31);
  return room;
}

const read = async (room: string) => {
  const [row] = await server.runtime.sql<{ deleted: number; words: number; files: number }[]>`
    SELECT (SELECT count(*)::int FROM events WHERE room_id = ${room} AND type = 'retention.deleted') AS deleted,
      (SELECT count(*)::int FROM events WHERE room_id = ${room} AND data::text LIKE ${`%${WORD}%`}) AS words,
      (SELECT count(*)::int FROM attachments WHERE room_id = ${room}) AS files`;
  return row;
};

test("a server that is killed while it deletes has deleted nothing; another one deletes it, once", async () => {
  const [survivor, ...victims] = await Promise.all(["survivor", ...STEPS].map(async () => aProcess()));
  try {
    for (const [i, table] of STEPS.entries()) {
      const room = await aRoom();
      const before = await read(room);
      expect(before).toMatchObject({ deleted: 0, files: 1 });
      const victim = victims[i] as ChildProcess;
      await locks.begin(async (tx) => {
        // Everybody may read it; who writes it waits.
        await tx.unsafe(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
        victim.send(room);
        await eventually(async () => {
          const waiting = await server.runtime.sql`
            SELECT 1 FROM pg_locks WHERE NOT granted AND relation = ${table}::regclass`;
          expect(waiting).toHaveLength(1);
        });
        const gone = once(victim, "exit");
        victim.kill("SIGKILL");
        await gone;
        expect(await read(room)).toEqual(before);
      });
      const answered = once(survivor as ChildProcess, "message");
      survivor?.send(room);
      const told = await answered;
      expect(told[0]).toEqual({ deleted: [1, 2] });
      expect(await read(room)).toEqual({ deleted: 1, words: 0, files: 0 });
      expect(await differencesIn(server, room)).toEqual([]);
    }
  } finally {
    for (const child of [survivor, ...victims]) child?.kill("SIGKILL");
  }
});
