import { type Agent, joinRoom } from "@squadroom/client/agent";
import { GOOD } from "@squadroom/core/interchange/hostile.fixture";
import { packZip } from "@squadroom/core/interchange/zip";
import { createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, take } from "../decision/squad.fixture.ts";

const USAGE = { inputTokens: 1000, outputTokens: 200, costUsd: 0.5, model: "large" };
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");

/** A squad whose builder is a run of a runner, so that runs say something too. */
export async function aTeam(server: Server) {
  const { call } = server.admin;
  const room = await createRoom(server.admin);
  const params = { room };
  const { token, runnerId } = await call("createRunner", { params, body: { name: "studio" } });
  const first = server.clientOf(token);
  const { connection } = await first.call("connectRunner", {
    params,
    body: {
      platform: "linux",
      version: "1",
      slots: 4,
      harnesses: [],
      offers: [{ role: "builder", harness: "scripted" }],
      project: { name: "checkout", branch: null, hasRemote: false },
    } as never,
  });
  const runner = first.withConnection(connection);
  const planner = await anAgent(server, room, "planner");
  const reviewer = await anAgent(server, room, "reviewer");
  const { runId } = await call("startRun", {
    params,
    body: { role: "builder", runner: runnerId } as never,
  });
  await runner.call("takeWork", { params, body: { free: 4 } });
  const at = { ...params, run: runId };
  const seat = await runner.call("seatAgent", { params: at } as never);
  const builder = await joinRoom(server.clientOf(seat.token), { role: "builder" });
  const report = (said: object) => runner.call("reportRun", { params: at, body: { report: said } } as never);
  const where = { folder: "/work/dev-1", branch: null, tree: "dev-1" };
  const up = { harness: "scripted", model: null, ref: null, isResumed: false };
  await report({ kind: "started", agentId: seat.agentId, ...up, ...where });
  return { room, planner, builder, reviewer, runner, runId, report };
}

/** A whole session with this word in everything that people and agents can write in it. */
export async function aSessionOf(
  server: Server,
  team: Awaited<ReturnType<typeof aTeam>>,
  sessionId: number,
  word: string,
): Promise<void> {
  const { room, planner, builder, reviewer, runner, runId, report } = team;
  const { call } = server.admin;
  const params = { room };
  const c = (what: string) => `${word} ${what}`;
  const file = `src/${word}.ts`;
  await call("createSession", { params, body: { title: c("title"), description: c("asked") } });
  const present = async (reply: object, by: Agent = planner) => {
    const result = { summary: c("summary"), keyDecisions: [c("decided")], warnings: [c("warns")] };
    const task = await take(by);
    await by.say(c("agent says"), "user");
    await by.complete(task, { result, reply, usage: USAGE } as never);
  };
  const choose = async (optionId: string) => {
    const { data } = await call("listDecisions", { params, query: { state: "pending" } });
    const [only] = data;
    if (!only) throw new Error(`nothing asks for ${optionId}`);
    const body = { optionId, version: only.version, note: c("note") };
    await call("answerDecision", { params: { room, decisionId: only.id }, body });
  };
  const finding = { severity: "high", file, line: 12, issue: c("issue"), suggestion: c("mend") };
  const found = { files: [{ path: file, why: c("why") }], top5: [c("place")] };
  const scout = { angle: c("angle"), notes: c("notes"), keywords: [c("keyword")], ...found };
  await present({ type: "scout", ...scout });
  await present({ type: "triage", level: "exploration", reasoning: c("reasoning") });
  await choose("agree");
  const asked = ["q1", "q2", "q3"].map((id) => ({ id, text: c(`question ${id}`), type: "input" }));
  await present({ type: "questions", questions: asked });
  await choose("done");
  const approach = (id: string) => ({
    id,
    title: c(`way ${id}`),
    summary: c("way"),
    tradeoffs: c("tradeoff"),
    taskEstimate: 1,
  });
  const approaches = [approach("a1"), approach("a2")];
  await present({ type: "approaches", approaches, recommendation: "a1", reasoning: c("better") });
  await choose("choose:a2");
  const section = (id: string) => ({ id, title: c(`section ${id}`), content: c("design") });
  await present({ type: "design", sections: ["s1", "s2", "s3"].map(section) });
  for (let n = 0; n < 3; n++) await choose("approve");
  await present({
    type: "plan",
    tasks: [
      {
        id: "t1",
        title: c("task"),
        instruction: c("instruction"),
        role: "builder",
        successCriteria: [c("criterion")],
        outputs: [`${word}/out.md`],
        boundaries: { allowed: [`src/${word}*`, "src/**"], forbidden: [`${word}/secret/**`] },
      },
    ],
  });
  await choose("approve");

  const work = async () => {
    const task = await take(builder);
    const { taskId, fence } = task;
    const of = { params: { room, taskId } };
    const tree = { folder: "/work/dev-1", branch: `squadroom/${word}-task`, tree: "dev-1" };
    await report({ kind: "turn_began", taskId, fence, ...tree });
    const chunk = { n: Date.now(), at: 1, turn: 1, kind: "text", text: c("output") };
    await runner.call("addRunOutput", {
      params: { room, run: runId },
      body: { chunks: [chunk] },
    } as never);
    await runner.call("setRunTouches", {
      params: { room, run: runId },
      body: { tree: "dev-1", files: [{ path: file, ranges: [{ from: 1, to: 2 }] }] },
    } as never);
    await builder.progress(task, {
      percent: 40,
      action: c("action"),
      completed: [c("step")],
      remaining: [c("rest")],
      artifacts: [{ path: file, status: "created", lines: 4, content: c("content") }],
      checks: [{ name: "tests", passed: true }],
    } as never);
    const client = builder.client;
    const entries = [{ kind: "learning", text: c("wisdom"), files: [file], labels: [word] }];
    await client.call("addWisdom", { params, body: { entries } } as never);
    const error = { severity: "warning", type: c("type"), message: c("error"), file };
    const attemptedFixes = [{ fix: c("fix"), note: c("why not") }];
    await client.call("reportError", {
      ...of,
      body: { fence, ...error, suggestedAgent: "reviewer", attemptedFixes },
    } as never);
    await client.call("takeLock", { params, body: { patterns: [`src/${word}x.ts`] } } as never);
    const stored = await client.call("addAttachment", {
      params,
      body: { name: `${word}.txt`, type: "text/plain", content: base64(c("file")) },
    });
    await client.call("sendMessage", {
      params,
      body: {
        body: c("message"),
        to: "planner",
        subject: c("subject"),
        kind: "request",
        about: { component: c("component"), file },
        attachments: [stored.id],
      },
    });
    await client.call("checkCall", {
      params,
      body: {
        callId: `${sessionId}-${taskId}`,
        harness: "claude",
        tool: "Bash",
        input: { command: `ls ${word}` },
      },
    });
    const post = { command: `curl -X POST https://example.com/${word}` };
    const call_ = { callId: `post-${sessionId}-${taskId}`, harness: "claude", tool: "Bash" };
    const said = await client.call("checkCall", { params, body: { ...call_, input: post } });
    // What is allowed for good is not asked about again.
    if (said.verdict === "ask") await choose("role");
    const comment = { file, line: 2, text: c("comment"), severity: "low" as const };
    await call("commentLines", { params, body: { task: taskId, comments: [comment] } } as never);
    await client.call("saveScout", {
      params,
      body: { reply: JSON.stringify({ type: "scout", ...scout, angle: c("own angle") }) },
    });
    const result = {
      summary: c("made"),
      keyDecisions: [c("chose")],
      warnings: [c("careful")],
      artifacts: [{ path: file, status: "created", lines: 40 }],
      checks: [{ name: "tests", passed: true }],
      criteria: [{ criterion: c("criterion"), met: true, note: c("met") }],
    };
    await builder.complete(task, { result, usage: USAGE } as never);
    const turn = { why: "done", reason: c("turn"), durationMs: 1, tools: 1, usage: null };
    await report({ kind: "turn_ended", ...turn, context: null });
  };
  await work();
  const failed = { passed: false, findings: [finding], mustFix: [c("must")], summary: c("no") };
  await present({ type: "review", ...failed }, reviewer);
  await work();
  await present({ type: "review", passed: true, summary: c("yes") }, reviewer);
  await present({ type: "review", passed: true, summary: c("all") }, reviewer);
}

/** A session that came in as files, with the word in its name and in each of them. */
export async function anImport(server: Server, room: string, word: string): Promise<number> {
  const files = GOOD.map(({ path, bytes }) => {
    const text = Buffer.from(bytes).toString();
    return { path, bytes: Buffer.from(text.replaceAll("Find users", `Find ${word}`)) };
  });
  const { sessionId } = await server.admin.call("importSession", {
    params: { room },
    body: { name: `${word} shop`, archive: base64(packZip(files)) },
  });
  return Number(sessionId);
}
