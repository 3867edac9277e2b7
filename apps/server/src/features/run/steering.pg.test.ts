import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createToken, type Server } from "../../server.fixture.ts";
import { refusalOf } from "../decision/squad.fixture.ts";
import { aCaller } from "../mcp/mcp.fixture.ts";
import { aRun } from "./run.fixture.ts";

let db: TestDatabase;
let here: Server;

beforeAll(async () => {
  db = await testDatabase();
  here = await aServer(db.url);
});
afterAll(async () => {
  await here.close();
  await db.drop();
});

async function seated(roomId: string, role: string) {
  const agent = await aCaller(here, await createToken(here.admin, roomId, role));
  await agent.call("join_room", { role });
  return agent;
}

test("the entry point's agent sees by tool where runs overlap, and steers and stops them; no other does", async () => {
  const { roomId, runner, workIn, touch } = await aRun(here);
  const [one, two] = [await workIn("dev-1"), await workIn("dev-2")];
  await touch(one, "dev-1", "src/refund.ts", [1, 4]);
  await touch(two, "dev-2", "src/refund.ts", [3, 9]);
  const lead = await seated(roomId, "planner");
  const other = await seated(roomId, "reviewer");
  try {
    const { overlaps } = (await lead.call("list_runs")).data;
    expect(overlaps).toMatchObject([{ path: "src/refund.ts", runs: [one, two] }]);

    const act = "steer";
    const refused = await other.call("steer_run", { run: one, act, text: "Wait." });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain("entry_point_only");
    await lead.call("steer_run", { run: one, act, text: "Leave lines 3 and 4 alone." });
    await lead.call("steer_run", { run: two, act: "stop" });
    const { runs } = await runner.call("takeWork", {
      params: { room: roomId },
      body: { free: 0 },
    });
    const orders = runs.map(({ id, orders }) => [id, ...orders.map(({ act, text }) => act + text)]);
    expect(orders.filter(([, order]) => order !== undefined)).toEqual([
      [one, "steerLeave lines 3 and 4 alone."],
      [two, "stop"],
    ]);
  } finally {
    await Promise.all([lead.close(), other.close()]);
  }
});

test("what a run changed is what its runner saw last, without its secrets", async () => {
  const { roomId, runner, workIn } = await aRun(here);
  const run = await workIn("dev-1");
  const params = { room: roomId, run };
  const changes = () => here.admin.call("getRunChanges", { params });
  expect(await changes()).toEqual({ at: null, diff: "", note: null });
  const inRoom = { room: roomId };
  await here.admin.call("sendMessage", { params: inRoom, body: { body: "Refund once." } });
  const evidence = {
    taskId: "PLAN-001",
    branch: "squadroom/dev-1",
    base: "a",
    head: "b",
    artifacts: [],
    changes: null,
    checks: [],
  };
  const secret = "sqr_0123456789abcdef0123456789abcdef0123456789abcdef";
  for (const diff of ["+first\n", `+second ${secret}\n`]) {
    const body = { report: { kind: "examined", evidence, diff } };
    await runner.call("reportRun", { params, body } as never);
  }
  const { diff, at } = await changes();
  expect([diff.startsWith("+second "), diff.includes(secret)]).toEqual([true, false]);
  expect(at).toBeGreaterThan(0);
  // Before anything is merged, what a branch changes is what was seen where it is worked on.
  const ofBranch = (key: string) =>
    here.admin.call("getBranchChanges", { params: { ...inRoom, branch: key } } as never);
  expect(await ofBranch("PLAN-001")).toEqual({ at, diff, note: null });
  expect(await refusalOf(ofBranch("NONE-1"))).toMatchObject({ code: "branch_unknown" });
  const missing = { room: roomId, run: run + 1 };
  expect(await refusalOf(here.admin.call("getRunChanges", { params: missing } as never))).toMatchObject({
    code: "run_unknown",
  });
});
