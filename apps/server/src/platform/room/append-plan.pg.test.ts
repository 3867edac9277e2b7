import { expect, test } from "vitest";
import { testDatabase } from "../postgres/test-database.ts";
import { aKey, aRoom, must, roomProcess, saying } from "./room-process.fixture.ts";

test("a commit reads no table whole, not even where the tables were small when it was planned", async () => {
  const db = await testDatabase();
  const here = await roomProcess(db.url);
  const room = await aRoom(here);

  // More often than a session plans a statement anew for its parameters.
  for (let n = 0; n < 10; n++) {
    await must(here.rooms.execute(room, saying(`message ${n}`), { key: aKey() }));
  }
  await here.close();

  // A session tells what it scanned when it ends, which it does soon after its client.
  const again = await roomProcess(db.url);
  const scansOfKeys = async () => {
    const [row] = await again.sql<{ n: string }[]>`
      SELECT idx_scan AS n FROM pg_stat_user_tables WHERE relname = 'command_keys'`;
    return Number(row?.n);
  };
  await expect.poll(scansOfKeys).toBeGreaterThanOrEqual(10);
  const readWhole = await again.sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_stat_user_tables
    WHERE relname IN ('command_keys', 'events', 'tasks', 'messages') AND seq_scan > 0`;
  expect(readWhole.map(({ name }) => name)).toEqual([]);
  await again.close();
  await db.drop();
});
