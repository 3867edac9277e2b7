import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { testDatabase } from "../postgres/test-database.ts";
import { aCredential, aKey, aRoom, must, roomProcess, saying } from "./room-process.fixture.ts";

/** More often than a session plans a statement anew for its parameters. */
const COMMITS = 100;
const CREDENTIALS = 100;

test("a commit reads no table and no index whole, not even where they were small when it was planned", async () => {
  const db = await testDatabase();
  const here = await roomProcess(db.url);
  const room = await aRoom(here);
  for (let n = 0; n < CREDENTIALS; n++) await aCredential(here, room, uuidv7());
  const credential = await aCredential(here, room, uuidv7());

  for (let n = 0; n < COMMITS; n++) {
    await must(here.rooms.execute(room, saying(`message ${n}`), { key: aKey(), credential }));
  }
  await here.close();

  // A session tells what it scanned when it ends, which it does soon after its client.
  const again = await roomProcess(db.url);
  const usesOf = async () => {
    const rows = await again.sql<{ name: string; whole: number; scans: number; read: number }[]>`
      SELECT t.relname AS name, t.seq_scan::int AS whole, i.idx_scan::int AS scans, i.idx_tup_read::int AS read
      FROM pg_stat_user_tables t JOIN pg_stat_user_indexes i USING (relid)
      WHERE i.indexrelname ~ '_pk(ey)?$'
        AND t.relname IN ('command_keys', 'credentials', 'events', 'tasks', 'messages', 'rooms')`;
    return new Map(rows.map((row) => [row.name, row]));
  };
  await expect.poll(async () => (await usesOf()).get("command_keys")?.scans).toBeGreaterThanOrEqual(COMMITS);
  const uses = await usesOf();
  const readWhole = ["command_keys", "events", "tasks", "messages"].filter((name) => (uses.get(name)?.whole ?? 1) > 0);
  expect(readWhole).toEqual([]);
  // No key was there before; the one credential was, each time.
  expect(uses.get("command_keys")?.read).toBe(0);
  expect(uses.get("credentials")?.read).toBeLessThanOrEqual(2 * COMMITS);
  await again.close();
  await db.drop();
});
