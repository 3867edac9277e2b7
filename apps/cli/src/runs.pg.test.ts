import { readFile } from "node:fs/promises";
import { createClient } from "@squadroom/client/http";
import type { RoleName } from "@squadroom/core/kernel/ids";
import { LAST_LINE } from "@squadroom/core/run/radar";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** A runner that offers planners, and starts none of them. */
async function aRunner(room: string, slots = 1) {
  const key = (await readFile(`${server.folder}/local-admin.key`, "utf8")).trim();
  const admin = createClient({ baseUrl: server.url, authorization: `Local ${key}` });
  const params = { room };
  const { token } = await admin.call("createRunner", { params, body: { name: "studio" } });
  const base = createClient({ baseUrl: server.url, token });
  const { connection } = await base.call("connectRunner", {
    params,
    body: {
      platform: "linux",
      version: "1",
      slots,
      harnesses: [],
      offers: [{ role: "planner" as RoleName, harness: "scripted" }],
      project: { name: "checkout", branch: null, hasRemote: false },
    },
  });
  return { admin, runner: base.withConnection(connection) };
}

test("runs are started, listed, stopped and paused by the command line", async () => {
  await server.ask(["room", "new", "quay", "--preset", "duo"]);
  const lead = async (...args: string[]) => {
    const done = await server.type([...args, "--room", "quay"]);
    return [done.code, done.err || done.out];
  };
  expect(await lead("runs", "list")).toEqual([0, "Nothing has run in quay.\n"]);
  const [unoffered, why] = await lead("runs", "start", "planner");
  expect([unoffered, why]).toEqual([5, expect.stringContaining("(runner_unknown")]);
  const { admin } = await aRunner("quay");

  expect(await lead("runs", "start", "planner", "--model", "premium")).toEqual([0, "Run 1 waits for a free slot.\n"]);
  const { view } = await admin.call("getRoom", {
    params: { room: "quay" },
    query: { events: 0 },
  });
  expect(view.runs.live).toMatchObject([{ modelBy: "asked", modelHow: { wanted: "premium" } }]);
  expect((await lead("runs", "list", "--live"))[1]).toContain("planner");
  expect(await lead("runs", "steer", "1", "--stop")).toEqual([0, "Run 1 is over.\n"]);
  const [unknown, none] = await lead("runs", "steer", "7", "--stop");
  expect([unknown, none]).toEqual([5, expect.stringContaining("(run_unknown")]);
  expect((await lead("runs", "stop-all"))[1]).toContain("0 stopped.");
  expect((await server.type(["status", "quay"])).out).toMatch(
    /Runner studio is paused and starts nothing: `\S+ runs resume`/,
  );
  expect((await lead("runs", "resume"))[1]).toBe("1 runner may start agents again.\n");
});

test("under the runs stand the files that two of them change, with the lines where they meet", async () => {
  await server.ask(["room", "new", "mole", "--preset", "duo"]);
  const { admin, runner } = await aRunner("mole", 2);
  const params = { room: "mole" };
  const ALL = { from: 1, to: LAST_LINE };
  for (const [run, ranges] of [
    [
      1,
      [
        { from: 2, to: 4 },
        { from: 9, to: 9 },
      ],
    ],
    [2, [{ from: 3, to: 9 }]],
  ] as const) {
    await admin.call("startRun", { params, body: { role: "planner" as RoleName } });
    await runner.call("takeWork", { params, body: { free: 2 } });
    const at = { ...params, run };
    const { agentId, token, role } = await runner.call("seatAgent", { params: at });
    const agent = createClient({ baseUrl: server.url, token });
    await agent.call("joinRoom", { params, body: { role } });
    const tree = `DEV-00${run}`;
    const where = { folder: "/work", branch: null, tree };
    const up = { agentId, harness: "scripted", model: null, ref: null, isResumed: false };
    for (const report of [
      { kind: "started" as const, ...up, ...where },
      { kind: "turn_began" as const, taskId: null, fence: null, ...where },
    ])
      await runner.call("reportRun", { params: at, body: { report } });
    const files = [
      { path: "a.ts", ranges: [...ranges] },
      { path: "b.ts", ranges: [{ from: run, to: run }] },
      { path: "c.bin", ranges: [ALL] },
    ];
    await runner.call("setRunTouches", { params: at, body: { tree, files } });
  }
  const { out } = await server.type(["runs", "list", "--room", "mole"]);
  expect(out.split("\n").slice(2)).toEqual([
    "",
    "Runs 1 and 2 change a.ts and meet in lines 3-4 and line 9.",
    "Runs 1 and 2 change b.ts, each in other lines.",
    "Runs 1 and 2 change c.bin and meet in the whole file.",
    "",
  ]);
});

test("taking a branch says what came of it, once its runner has done it or couldn't", async () => {
  await server.ask(["room", "new", "slip", "--preset", "duo"]);
  const { admin, runner } = await aRunner("slip");
  const params = { room: "slip" };
  await admin.call("sendMessage", { params, body: { body: "Greet politely." } });
  await runner.call("takeWork", { params, body: { free: 1 } });
  const at = { ...params, run: 1 };
  const { agentId, token, role } = await runner.call("seatAgent", { params: at });
  await createClient({ baseUrl: server.url, token }).call("joinRoom", { params, body: { role } });
  const where = { folder: "/work", branch: "squadroom/greet", tree: "PLAN-001" };
  const up = { agentId, harness: "scripted", model: null, ref: null, isResumed: false };
  const evidence = {
    taskId: "PLAN-001" as never,
    branch: where.branch,
    base: "a",
    head: "b",
    artifacts: [],
    changes: null,
    checks: [],
  };
  for (const report of [
    { kind: "started" as const, ...up, ...where },
    { kind: "examined" as const, evidence, diff: "" },
  ])
    await runner.call("reportRun", { params: at, body: { report } });

  await admin.call("cancelTask", {
    params: { ...params, taskId: "PLAN-001" as never },
    body: { reason: "Done by hand." },
  });
  expect((await server.type(["status", "slip"])).out).toMatch(
    /Branch PLAN-001 is unfinished, its task has no result: `\S+ branches show PLAN-001`/,
  );

  /** Types the command, and settles what it wants as the runner. */
  const typed = async (words: string[], settled: { isDone: boolean; note: string }) => {
    const done = server.type(["branches", ...words, "PLAN-001", "--room", "slip"]);
    const wanted = async () => (await runner.call("takeWork", { params, body: { free: 0 } })).branches[0];
    await expect.poll(wanted).toBeDefined();
    const orderId = (await wanted())?.orderId ?? "";
    const report = { kind: "settled" as const, orderId, ...settled, head: "b", remote: null };
    const branch = { ...params, branch: "PLAN-001" };
    await runner.call("reportBranch", { params: branch, body: { report } } as never);
    const { code, out, err } = await done;
    return [code, out || err];
  };
  const into = ["take", "--anyway", "--into", "main"];
  const [code, why] = await typed(into, { isDone: false, note: "main has changes of yours." });
  expect([code, why]).toEqual([4, expect.stringContaining("main has changes of yours.")]);
  expect(await typed(into, { isDone: true, note: "" })).toEqual([0, "PLAN-001 is in main.\n"]);
  expect(await typed(["clean"], { isDone: true, note: "" })).toEqual([0, "PLAN-001 is removed.\n"]);
});
