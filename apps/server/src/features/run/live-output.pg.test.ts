import { connectLive } from "@squadroom/client/live";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { until } from "../../platform/room/room-process.fixture.ts";
import { aPair, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { aRun } from "./run.fixture.ts";

let db: TestDatabase;
let here: Server;
let there: Server;
const ends: (() => void)[] = [];

beforeAll(async () => {
  db = await testDatabase();
  [here, there] = await aPair(db.url);
});
afterAll(async () => {
  for (const end of ends) end();
  await Promise.all([here.close(), there.close()]);
  await db.drop();
});

/** Follows a run over a real socket, with the client that everybody has. */
async function follow(server: Server, roomId: string, run: number, token: string) {
  const told = { ns: [] as number[], text: "", anew: 0, resumed: 0, refused: [] as string[] };
  const backoff = { baseMs: 20, capMs: 40 };
  const live = connectLive({ url: server.baseUrl, token, WebSocket, backoff });
  ends.push(() => live.close());
  live.subscribe(`run:${roomId}:${run}`, {
    onOutput(chunks, isAnew) {
      if (isAnew) told.anew++;
      told.ns.push(...chunks.map(({ n }) => n));
      told.text += chunks.map((chunk) => (chunk.kind === "tool" ? "" : chunk.text)).join("");
    },
    onResumed: () => void told.resumed++,
    onRefused: ({ code }) => void told.refused.push(code),
  });
  await until(() => told.anew + told.refused.length > 0);
  return { ...told, told, live };
}

test("a viewer gets what a run says as it is stored, without its secrets, and over a loss without a gap or a double", async () => {
  const { roomId, run, say } = await aRun(here);
  const token = await createToken(here.admin, roomId, "builder");
  await say(1, 2);
  const { told, live } = await follow(here, roomId, run, token);
  await say(3);
  await until(() => told.ns.length === 3);
  live.loseNow();
  await say(4, 5);
  await say(4, 5);
  await until(() => told.ns.length === 5);
  await say(7);
  await until(() => told.ns.length === 6);
  expect(told).toMatchObject({ ns: [1, 2, 3, 4, 5, 7], anew: 1, resumed: 1, refused: [] });
  await say({ n: 8, text: "token sqr_0123456789abcdef0123456789abcdef0123456789abcdef" });
  await until(() => told.ns.length === 7);
  expect(told.text).not.toContain("0123456789abcdef");
});

test("another process tells of it too, and finds by itself what nobody told it", async () => {
  const { roomId, run, say } = await aRun(here);
  const token = await createToken(here.admin, roomId, "builder");
  const { told } = await follow(there, roomId, run, token);
  await say(1);
  await until(() => told.ns.length === 1);
  const row = { n: 2, at: 2, turn: 1, kind: "text", text: "stored by nobody who rings" } as const;
  const { sql } = here.runtime;
  await sql`INSERT INTO run_output (room_id, run_id, n, chunk) VALUES (${roomId}, ${run}, 2, ${sql.json(row)})`;
  await there.runtime.sweeper.sweep();
  await until(() => told.ns.length === 2);
  expect(told).toMatchObject({ ns: [1, 2], anew: 1 });
});

test("what is no longer kept is a gap in the numbers", async () => {
  const { roomId, run, say } = await aRun(here);
  const token = await createToken(here.admin, roomId, "builder");
  await say(1, 2, 3);
  const { told, live } = await follow(here, roomId, run, token);
  live.loseNow();
  await say(4, 5_000);
  await until(() => told.ns.includes(5_000));
  expect(told.ns).toEqual([1, 2, 3, ...(told.ns.includes(4) ? [4] : []), 5_000]);
  const late = await follow(here, roomId, run, token);
  expect(late.told.ns).toEqual([5_000]);
});

test("who doesn't see the room doesn't see its runs, and who sees it is told which there are not", async () => {
  const { roomId, run, say } = await aRun(here);
  const other = await createRoom(here.admin);
  await say(1);
  const foreign = await follow(here, roomId, run, await createToken(here.admin, other, "builder"));
  const own = await createToken(here.admin, roomId, "builder");
  const missing = await follow(here, roomId, run + 1, own);
  expect([foreign.told.refused, foreign.told.ns]).toEqual([["room_unknown"], []]);
  expect(missing.told.refused).toEqual(["run_unknown"]);
});
