import { connectLive } from "@squadroom/client/live";
import type { Observations } from "@squadroom/core/room/card";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { until } from "../../platform/room/room-process.fixture.ts";
import { aPair, createToken, type Server } from "../../server.fixture.ts";
import { refusalOf } from "../decision/squad.fixture.ts";
import { aRun } from "./run.fixture.ts";

let db: TestDatabase;
let here: Server;
let there: Server;

beforeAll(async () => {
  db = await testDatabase();
  [here, there] = await aPair(db.url);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await db.drop();
});

const overlapsBy = async (server: Server, room: string) =>
  (await server.admin.call("listRuns", { params: { room } })).overlaps;

test("two runs that change the same lines are listed with them while both work", async () => {
  const { roomId, runner, workIn, touch } = await aRun(here);
  const [one, two] = [await workIn("dev-1"), await workIn("dev-2")];
  await touch(one, "dev-1", "src/refund.ts", [1, 4], [20, 20]);
  expect(await overlapsBy(here, roomId)).toEqual([]);
  await touch(two, "dev-2", "src/refund.ts", [3, 9]);
  const met = { path: "src/refund.ts", runs: [one, two] };
  const overlap = { ...met, lines: [{ from: 3, to: 4, runs: [one, two] }] };
  expect(await overlapsBy(here, roomId)).toEqual([overlap]);
  // Each has changed its mind.
  await touch(two, "dev-2", "src/refund.ts", [12, 12]);
  expect(await overlapsBy(here, roomId)).toEqual([{ ...met, lines: [] }]);
  const params = { room: roomId, run: two };
  const report = { kind: "ended", why: "finished", reason: "" } as const;
  await runner.call("reportRun", { params, body: { report } } as never);
  expect(await overlapsBy(here, roomId)).toEqual([]);
  expect(await refusalOf(touch(two, "dev-2", "src/refund.ts", [1, 1]))).toMatchObject({
    code: "run_unknown",
  });
});

test("whoever watches the room sees it, by whatever process, and its secrets nobody", async () => {
  const { roomId, workIn, touch } = await aRun(here);
  const [one, two] = [await workIn("dev-1"), await workIn("dev-2")];
  const token = await createToken(here.admin, roomId, "builder");
  const live = connectLive({ url: there.baseUrl, token, WebSocket });
  try {
    let seen: Observations["overlaps"] | null = null;
    live.subscribe(`room:${roomId}`, {
      onSnapshot: ({ observations }) => {
        seen = observations.overlaps;
      },
      onObservations: ({ overlaps }) => {
        seen = overlaps;
      },
    });
    await until(() => seen !== null);
    const path = "sqr_0123456789abcdef0123456789abcdef0123456789abcdef.ts";
    for (const [run, tree] of [
      [one, "dev-1"],
      [two, "dev-2"],
    ] as const)
      await touch(run, tree, path, [1, 4]);
    // Each second time it looks at what other processes were told.
    for (const _ of [1, 2]) await there.runtime.sweeper.sweep();
    await until(() => seen?.length === 1);
    expect(await overlapsBy(there, roomId)).toEqual(seen);
    expect(JSON.stringify(seen)).not.toContain("0123456789abcdef");
  } finally {
    live.close();
  }
});

test("a run tells of itself alone, by the runner that has it", async () => {
  const { roomId, run } = await aRun(here);
  const other = await aRun(here);
  const call = other.runner.call("setRunTouches", {
    params: { room: roomId, run },
    body: { tree: "dev-1", files: [] },
  } as never);
  expect(await refusalOf(call)).toMatchObject({ code: "room_unknown" });
  const stranger = other.touch(7, "dev-1", "a.ts", [1, 1]);
  expect(await refusalOf(stranger)).toMatchObject({ code: "run_unknown" });
});
