import type { FoundHarness } from "@squadroom/core/run/run";
import type { RunReportBody } from "@squadroom/core/run/runner-contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, refusalOf } from "../decision/squad.fixture.ts";

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

const GEMINI: FoundHarness = { name: "gemini", version: "0.61.0", isSignedIn: true };

/** A room with a runner that is connected and offers both of its roles. */
async function aRunner() {
  const room = await createRoom(here.admin, "duo");
  const params = { room };
  const { token, runnerId } = await here.admin.call("createRunner", {
    params,
    body: { name: "studio" },
  });
  const base = here.clientOf(token);
  const connect = () =>
    base.call("connectRunner", {
      params,
      body: {
        platform: "linux",
        version: "1",
        slots: 2,
        harnesses: [GEMINI],
        offers: ["planner", "builder"].map((role) => ({ role: role as never, harness: "gemini" })),
        project: { name: "checkout", branch: null, hasRemote: false },
      },
    });
  const { connection } = await connect();
  const runner = base.withConnection(connection);
  const take = async () => (await runner.call("takeWork", { params, body: { free: 2 } })).runs.map(({ id }) => id);
  const listed = async () => (await here.admin.call("listRunners", { params })).data;
  const say = (body: string) => here.admin.call("sendMessage", { params, body: { body } });
  return { room, params, runnerId, base, runner, connect, take, listed, say };
}

describe("a runner's slots", () => {
  test("are what a lead says: none takes nothing, one takes one task of two", async () => {
    const { params, runnerId, take, listed, say } = await aRunner();
    const at = { ...params, runner: runnerId };
    await say("Make refunds idempotent.");
    await say("And log them.");
    const set = (slots: number) => here.admin.call("setRunner", { params: at, body: { slots } });
    expect(await set(0)).toMatchObject({ runnerId, slots: 0, isDraining: false });
    expect(await take()).toEqual([]);
    await set(1);
    expect(await take()).toEqual([1]);
    await set(2);
    expect(await take()).toEqual([1, 2]);
    expect(await listed()).toMatchObject([{ slots: 2 }]);
  });

  test("are refused where they are more than there may be, and set once where asked twice", async () => {
    const { params, runnerId } = await aRunner();
    const at = { ...params, runner: runnerId };
    expect(await refusalOf(here.admin.call("setRunner", { params: at, body: { slots: 65 } }))).toMatchObject({
      code: "bad_request",
    });
    const first = await here.admin.call("setRunner", { params: at, body: { slots: 3 } });
    const again = await here.admin.call("setRunner", { params: at, body: { slots: 3 } });
    expect(again.seq).toBe(first.seq);
  });
});

test("a runner that drains keeps what runs and takes nothing new, until it is resumed", async () => {
  const { params, runnerId, take, say } = await aRunner();
  const at = { ...params, runner: runnerId };
  await say("Make refunds idempotent.");
  expect(await take()).toEqual([1]);
  await here.admin.call("setRunner", { params: at, body: { isDraining: true } });
  await say("And log them.");
  expect(await take()).toEqual([1]);
  await here.admin.call("setRunner", { params: at, body: { isDraining: false } });
  expect(await take()).toEqual([1, 2]);
});

test("runs of one role that come up at once have an agent each, whose token opens the room", async () => {
  const { params, runner, take, say } = await aRunner();
  await say("Make refunds idempotent.");
  await say("And log them.");
  const seat = (run: number) => runner.call("seatAgent", { params: { ...params, run } });
  const seats = await Promise.all((await take()).map(seat));
  expect(new Set(seats.map(({ name }) => name)).size).toBe(2);
  for (const { token, role } of seats)
    await here.clientOf(token).call("joinRoom", { params, body: { role, harness: "gemini" } });
});

test("a runner that waits is told to start again as soon as a failed start has rested", async () => {
  const { params, runner, take, say } = await aRunner();
  await say("Make refunds idempotent.");
  await take();
  const report = { kind: "ended", why: "start_failed", reason: "No such program." } as const;
  await runner.call("reportRun", { params: { ...params, run: 1 }, body: { report } });
  const { state: seen } = await runner.call("takeWork", { params, body: { free: 2 } });
  const began = Date.now();
  const body = { free: 2, seen, waitS: 60 };
  const { runs } = await runner.call("takeWork", { params, body });
  expect(runs.map(({ id }) => id)).toEqual([2]);
  expect(Date.now() - began).toBeLessThan(40_000);
});

test("a runner that waits hears at once of what its agent at work is to be told at once, until a claim brought it", async () => {
  const { room, params, runner, take, say } = await aRunner();
  await say("Make refunds idempotent.");
  await take();
  const { token, role } = await runner.call("seatAgent", { params: { ...params, run: 1 } });
  const base = here.clientOf(token);
  const joined = await base.call("joinRoom", { params, body: { role, harness: "gemini" } });
  const planner = base.withConnection(joined.connection);
  await planner.call("claimTask", { params, body: { waitS: 0 } });
  const builder = await anAgent(here, room, "builder");
  const send = async (priority: "low" | "medium" | "critical") => {
    const body = { to: "planner", body: "The key is out.", priority };
    return (await builder.client.call("sendMessage", { params, body })).messageId;
  };
  await send("low");
  await send("medium");
  const work = (more: object = {}) => runner.call("takeWork", { params, body: { free: 0, ...more } });
  const { state: seen, runs } = await work();
  expect(runs).toMatchObject([{ id: 1, mail: [] }]);
  const waiting = work({ seen, waitS: 60 });
  const critical = await send("critical");
  expect((await waiting).runs).toMatchObject([{ mail: [critical] }]);
  const { task } = await planner.call("claimTask", { params, body: { waitS: 0 } });
  expect(task?.messages.map(({ priority }) => priority)).toEqual(["critical", "medium", "low"]);
  expect((await work()).runs).toMatchObject([{ mail: [] }]);
});

test("a runner that is stopped is told to stop each run, and starts nothing", async () => {
  const { params, runnerId, runner, take, say } = await aRunner();
  await say("Make refunds idempotent.");
  await take();
  const said = await here.admin.call("stopRuns", { params, body: { runner: runnerId } });
  expect(said).toMatchObject({ stopped: [1], paused: 1 });
  const { runs, isDraining } = await runner.call("takeWork", { params, body: { free: 2 } });
  expect(runs.map(({ orders }) => orders.map(({ act }) => act))).toEqual([["stop"]]);
  expect(isDraining).toBe(true);
});

test("what a runner finds on its machine is listed, and heard once where it is the same", async () => {
  const { params, runner, listed } = await aRunner();
  const newer = { ...GEMINI, version: "9.9.9" };
  const tell = () => runner.call("changeRunner", { params, body: { harnesses: [newer] } });
  const { seq } = await tell();
  expect((await tell()).seq).toBe(seq);
  expect(await listed()).toMatchObject([{ harnesses: [newer] }]);
});

test("what a turn consumed is estimated by the run's model, where the harness names no cost", async () => {
  const { params, runner, take, say } = await aRunner();
  await say("Make refunds idempotent.");
  await take();
  const at = { ...params, run: 1 };
  const { agentId, token, role } = await runner.call("seatAgent", { params: at });
  const body = { role, harness: "gemini" };
  const agent = here.clientOf(token);
  const { connection } = await agent.call("joinRoom", { params, body });
  const report = (said: RunReportBody) => runner.call("reportRun", { params: at, body: { report: said } });
  const where = { folder: "/work", branch: null, tree: null };
  const up = { harness: "gemini", model: "claude-sonnet-4-6", ref: null, isResumed: false };
  await report({ kind: "started", agentId, ...up, ...where });
  const claimed = await agent.withConnection(connection).call("claimTask", { params });
  const { taskId = null, fence = null } = claimed.task ?? {};
  await report({ kind: "turn_began", taskId, fence, ...where });
  const usage = { inputTokens: 1_000_000, outputTokens: 0 };
  const end = { kind: "turn_ended", why: "done", reason: "", durationMs: 1, tools: 0 } as const;
  const done = { fence, result: { summary: "It is planned." } } as never;
  const ended = { params: { ...params, taskId }, body: done } as never;
  await agent.withConnection(connection).call("completeTask", ended);
  await report({ ...end, usage, context: null });
  const { run } = await here.admin.call("getRun", { params: at });
  const cost = { costUsdMicros: 3_000_000, estimatedUsdMicros: 3_000_000 };
  expect(run.usage).toMatchObject(cost);
  // The task had ended by then.
  const { data } = await here.admin.call("listWorklog", { params, query: {} });
  expect(data).toMatchObject([{ taskId, outcome: "completed", usage: cost }]);
});

test("an older start of a runner changes nothing once another has connected", async () => {
  const { params, runner, connect, listed } = await aRunner();
  await connect();
  expect(await refusalOf(runner.call("changeRunner", { params, body: { harnesses: [] } }))).toMatchObject({
    code: "superseded",
  });
  expect(await listed()).toMatchObject([{ harnesses: [GEMINI] }]);
});

describe("a runner that is forgotten", () => {
  test("is off the list with its runs and its agents, and its credential opens nothing", async () => {
    const { params, runnerId, base, runner, take, listed, say } = await aRunner();
    await say("Make refunds idempotent.");
    await take();
    const seat = await runner.call("seatAgent", { params: { ...params, run: 1 } });
    const agent = here.clientOf(seat.token);
    await agent.call("joinRoom", { params, body: { role: seat.role } });
    const at = { ...params, runner: runnerId };
    expect(await here.admin.call("forgetRunner", { params: at })).toEqual({ forgotten: true });

    expect(await listed()).toEqual([]);
    const { data } = await here.admin.call("listRuns", { params });
    expect(data).toMatchObject([{ id: 1, state: "destroyed", why: "stopped" }]);
    for (const client of [base, agent])
      expect(await refusalOf(client.call("getMe"))).toMatchObject({ code: "unauthorized" });
    const { task } = await here.admin.call("getTask", {
      params: { ...params, taskId: "PLAN-001" },
    });
    expect(task.state).toBe("pending");
    expect(await refusalOf(here.admin.call("forgetRunner", { params: at }))).toMatchObject({
      code: "runner_unknown",
    });
  });

  test("needs not have used its link, which then opens nothing", async () => {
    const room = await createRoom(here.admin, "duo");
    const body = { name: "laptop" };
    const { runnerId, link } = await here.admin.call("createRunner", { params: { room }, body });
    const at = { room, runner: runnerId };
    expect(await here.admin.call("forgetRunner", { params: at })).toEqual({ forgotten: true });
    const redeem = here.clientOf("").call("redeemConnectLink", { body: { code: link.code } });
    expect(await refusalOf(redeem)).toMatchObject({ code: "connect_link_expired" });
  });
});

test("runners of other rooms are none of this room's", async () => {
  const { runnerId } = await aRunner();
  const room = await createRoom(here.admin, "duo");
  const at = { room, runner: runnerId };
  for (const wrong of [
    () => here.admin.call("setRunner", { params: at, body: { slots: 1 } }),
    () => here.admin.call("forgetRunner", { params: at }),
    () => here.admin.call("stopRuns", { params: { room }, body: { runner: runnerId } }),
  ])
    expect(await refusalOf(wrong())).toMatchObject({ code: "runner_unknown" });
});
