import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, type Server } from "../../server.fixture.ts";
import { forgetOutput } from "./output.ts";
import { aRun } from "./run.fixture.ts";

const DAY_MS = 24 * 3_600_000;

let db: TestDatabase;
let server: Server;
beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

test("what a run said is forgotten three months after its end, and not before", async () => {
  const sql = postgres(db.url, { max: 1, onnotice: () => undefined });
  try {
    const live = await aRun(server);
    const over = await aRun(server);
    for (const { say, touch, run } of [live, over]) {
      await say(1, 2);
      await touch(run, "dev-1", "a.ts", [1, 1]);
    }
    const params = { room: over.roomId, run: over.run };
    const report = { kind: "ended", why: "finished", reason: "" } as const;
    await over.runner.call("reportRun", { params, body: { report } } as never);
    const rooms = [live.roomId, over.roomId];
    const left = async () => {
      const rows = await sql<{ room_id: string }[]>`SELECT room_id FROM run_output ORDER BY n`;
      return rows.map(({ room_id }) => (room_id === live.roomId ? "live" : "over")).sort();
    };
    await forgetOutput(sql)(rooms, Date.now() + 89 * DAY_MS);
    expect(await left()).toEqual(["live", "live", "over", "over"]);
    await forgetOutput(sql)(rooms, Date.now() + 91 * DAY_MS);
    expect(await left()).toEqual(["live", "live"]);
    const touches = await sql<{ room_id: string }[]>`SELECT room_id FROM run_touches`;
    expect(touches.map(({ room_id }) => room_id)).toEqual([live.roomId]);
  } finally {
    await sql.end();
  }
});
