import postgres from "postgres";
import { expect, test } from "vitest";
import { testDatabase } from "../postgres/test-database.ts";
import { createEpoch } from "./epoch.ts";

test("the epoch is the timeline that the database writes on", async () => {
  const db = await testDatabase();
  const sql = postgres(db.url, { max: 1, onnotice: () => undefined });
  const epoch = await createEpoch(sql);
  await sql`CHECKPOINT`;
  const [row] = await sql`SELECT timeline_id FROM pg_control_checkpoint()`;

  expect(epoch.current()).toBe(row?.timeline_id);
  expect(await epoch.refresh()).toBe(false);
  await sql.end({ timeout: 5 });
  await db.drop();
});
