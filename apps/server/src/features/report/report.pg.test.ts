import type { Agent } from "@squadroom/client/agent";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, KEY, type Server } from "../../server.fixture.ts";
import { anAgent, onlyPending, take } from "../decision/squad.fixture.ts";

const USAGE = { inputTokens: 1000, outputTokens: 200, costUsd: 0.5, model: "large" };
const FINDING = { severity: "high", file: "src/a.ts", line: 12, issue: "It loses writes." };
const LET_PASS = { severity: "low", file: "src/b.ts", line: 3, issue: "The name is long." };
const ARTIFACT = { path: "src/a.ts", status: "created" as const, lines: 40 };
const PRESENTED = {
  scout: { type: "scout", angle: "what there is", notes: "Two stores." },
  triage: { type: "triage", level: "straightforward", reasoning: "One way." },
  design: { type: "design", sections: [{ id: "s1", title: "Store", content: "One store." }] },
  plan: {
    type: "plan",
    tasks: [{ id: "t1", title: "Make it", instruction: "Make the store.", role: "builder" }],
  },
  failed: { type: "review", passed: false, findings: [FINDING], summary: "Not yet." },
  review: { type: "review", passed: true, summary: "It is right." },
  letPass: { type: "review", passed: true, findings: [LET_PASS], summary: "Right, almost." },
};

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

async function aSquad() {
  const room = await createRoom(server.admin);
  const [planner, builder, reviewer] = await Promise.all([
    anAgent(server, room, "planner"),
    anAgent(server, room, "builder"),
    anAgent(server, room, "reviewer"),
  ]);
  const params = { room, sessionId: 1 };
  const title = "One store";
  const description = "Put both stores into one.\n> and *keep* <b>what</b> is there";
  await server.admin.call("createSession", { params: { room }, body: { title, description } });
  const present = async (step: keyof typeof PRESENTED, by: Agent = planner) => {
    const body = { result: { summary: step }, reply: PRESENTED[step], usage: USAGE };
    expect(await by.complete(await take(by), body)).toMatchObject({ state: "completed" });
  };
  const choose = async (optionId: string, note = "") => {
    const { id: decisionId, version } = await onlyPending(server.admin, room);
    const body = { optionId, version, note };
    await server.admin.call("answerDecision", { params: { room, decisionId }, body });
  };
  const report = () => server.admin.call("getReport", { params });
  return { room, params, planner, builder, reviewer, present, choose, report };
}

test("an ended session has its report at once: asked, decided, done by whom, found, spent and open", async () => {
  const { room, params, builder, reviewer, present, choose, report } = await aSquad();
  await expect(report()).rejects.toMatchObject({ code: "session_state" });
  await present("scout");
  await present("triage");
  await choose("agree");
  await present("design");
  await choose("approve");
  await present("plan");
  await choose("approve", "Keep the old one for a week.");
  const work = async (summary: string) => {
    const task = await take(builder);
    await builder.client.call("addWisdom", {
      params: { room },
      body: { entries: [{ kind: "decision", text: `One table: ${summary}.` }] },
    });
    await builder.client.call("reportError", {
      params: { room, taskId: task.taskId },
      body: { fence: task.fence, severity: "warning", message: `A test was flaky: ${summary}.` },
    });
    const keyDecisions = ["The limit is capped at 50.", `One table: ${summary}.`];
    const checks = [{ name: "tests", passed: true }];
    const result = { summary, keyDecisions, artifacts: [ARTIFACT], checks };
    expect(await builder.complete(task, { result, usage: USAGE })).toMatchObject({
      state: "in_review",
    });
  };
  await work("made");
  await present("failed", reviewer);
  await work("mended");
  await present("letPass", reviewer);
  await present("review", reviewer);

  const { report: said, markdown } = await report();
  expect(said).toMatchObject({
    sessionId: 1,
    title: "One store",
    status: "completed",
    asked: { text: expect.stringContaining("Put both stores"), level: "straightforward" },
    figures: { tasks: 1, passed: 1, findings: 2, fixed: 1, longestWait: expect.anything() },
    tasks: [{ taskId: "DEV-001", state: "passed", author: expect.any(String), rounds: 2 }],
    // What was let pass with a finding was not fixed by that.
    findings: [
      { ...LET_PASS, state: "open", taskId: "DEV-001", round: 2 },
      { ...FINDING, state: "fixed", taskId: "DEV-001", round: 1 },
    ],
    artifacts: [{ path: "src/a.ts", status: "created", lines: 40, taskId: "DEV-001" }],
    errors: [{ severity: "warning" }, { severity: "warning" }],
    open: [{ kind: "finding", of: "DEV-001", text: LET_PASS.issue }],
  });
  expect(said.decided.map(({ about, who }) => [about, who])).toEqual([
    ["triage", "person"],
    ["design", "person"],
    ["plan", "person"],
    ["team", "team"],
    ["team", "team"],
    // With the result of the task; what is written down as well stands once.
    ["DEV-001", "team"],
  ]);
  expect(said.decided.at(-1)?.what).toBe("The limit is capped at 50.");
  expect(said.decided[2]?.note).toBe("Keep the old one for a week.");
  // What agents consumed adds up to the session's own sum, to the millionth.
  const costs = said.agents.map(({ usage }) => usage.costUsdMicros);
  expect(costs.reduce((sum, one) => sum + one, 0)).toBe(said.figures.usage.costUsdMicros);
  expect(said.figures.usage.costUsdMicros).toBe(9 * 500_000);
  expect(said.agents.map(({ role, tasks, reviews, sentBack }) => [role, tasks, reviews, sentBack])).toEqual([
    ["planner", 4, 0, 0],
    ["builder", 1, 0, 1],
    ["reviewer", 0, 3, 0],
  ]);
  expect(said.checks.find(({ check }) => check === "tests")).toBeUndefined();
  expect(said.checks.length).toBeGreaterThan(0);

  expect(markdown).toContain("# One store\n\nSession 1 of room-");
  expect(markdown).toContain("> > and *keep* &lt;b>what&lt;/b> is there");
  expect(markdown).toContain("| fixed | high: It loses writes. | src/a.ts:12 | DEV-001, round 1 |");
  const url = `${server.baseUrl}/api/v1/rooms/${room}/sessions/1/report`;
  const headers = { accept: "text/markdown", authorization: `Local ${KEY}` };
  const raw = await fetch(url, { headers });
  expect(raw.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(await raw.text()).toBe(markdown);

  // What happens afterwards is in no report.
  const { seq: _, ...before } = await report();
  await server.admin.call("createSession", { params: { room }, body: { title: "The next one" } });
  expect(await report()).toMatchObject(before);
  expect(before.markdown).toBe(markdown);
  expect(params.sessionId).toBe(1);
});

test("a stopped session releases its locks, and its report says what is open and what nobody answered", async () => {
  const { room, params, builder, present, choose, report } = await aSquad();
  await present("scout");
  await present("triage");
  await choose("agree");
  await present("design");
  await choose("approve");
  await present("plan");
  await choose("approve");
  await take(builder);
  const body = { patterns: ["src/**"] };
  await builder.client.call("takeLock", { params: { room }, body });
  const locks = () => server.admin.call("listLocks", { params: { room } });
  expect((await locks()).data).toHaveLength(1);
  await server.admin.call("stopSession", { params, body: { reason: "Other plans." } });
  expect((await locks()).data).toEqual([]);
  const { report: said } = await report();
  expect(said).toMatchObject({
    status: "stopped",
    reason: "Other plans.",
    figures: { tasks: 1, passed: 0 },
    open: [{ kind: "task", of: "DEV-001", text: "Make it" }, ...said.open.slice(1)],
  });

  await server.admin.call("createSession", { params: { room }, body: { title: "Asked" } });
  await present("scout");
  await present("triage");
  await server.admin.call("stopSession", { params: { room, sessionId: 2 }, body: {} });
  const second = await server.admin.call("getReport", { params: { room, sessionId: 2 } });
  expect(second.report.open).toEqual([{ kind: "question", of: "triage", text: expect.any(String) }]);
  expect(second.report.figures.waitedMs).toBeGreaterThanOrEqual(0);
});

test("a session that never started has a report too", async () => {
  const { room } = await aSquad();
  await server.admin.call("createSession", { params: { room }, body: { title: "Behind it" } });
  await server.admin.call("stopSession", { params: { room, sessionId: 2 }, body: {} });
  const { report, markdown } = await server.admin.call("getReport", {
    params: { room, sessionId: 2 },
  });
  expect(report).toMatchObject({ startedAt: null, status: "stopped", tasks: [], agents: [] });
  expect(report.figures).toMatchObject({ tookMs: null, waitedMs: 0 });
  expect(markdown).toContain("never started; ended");
});
