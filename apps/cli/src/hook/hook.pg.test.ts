import { spawn } from "node:child_process";
import { once } from "node:events";
import { symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Reply } from "@squadroom/client/call";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Harness } from "../connect/harnesses.ts";
import { TestServer } from "../server.fixture.ts";
import { answerOf, aProject } from "./project.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

const connected = (room: string, harness: Harness, preset?: string) => aProject(server, room, harness, preset);

test("its start joins as hooked and says who it is; the end of a turn waits for a task and hands it over", async () => {
  const { connect, call, start, say, status, hasWaiting, tasks } = await connected("loop", "claude");
  await connect("solo");
  const began = await call("start", { source: "startup" });
  expect(began).toMatchObject({ code: 0, err: "" });
  expect(began.said?.hookSpecificOutput?.additionalContext).toContain("Your harness brings you each next task");
  const end = start("stop", { stop_hook_active: false });
  await hasWaiting();
  await say("Tidy the garden");
  const { said, code } = await end.answer;
  expect(code).toBe(0);
  expect(said).toMatchObject({
    decision: "block",
    reason: expect.stringContaining("Tidy the garden"),
  });
  expect(await tasks()).toMatchObject([{ state: "claimed" }]);
  expect(await status()).toContain("claude");
});

test("whoever ends its turn with a task in hand is told once, and then let go", async () => {
  const { connect, call, say } = await connected("twice", "codex");
  await connect("solo");
  await call("start", { source: "startup" });
  await say("Tidy the garden");
  expect((await call("stop")).said?.reason).toContain("Tidy the garden");
  const told = await call("stop", { stop_hook_active: true });
  expect(told.said?.reason).toMatch(/^You still hold \S+: end it/);
  expect(await call("stop", { stop_hook_active: true })).toEqual({ code: 0, err: "", said: null });
});

test("mail reaches a busy agent after its next tool, and nobody else is given a task there", async () => {
  const { connect, call, say, tasks } = await connected("mail", "copilot", "duo");
  await connect("planner");
  await call("start");
  await say("Plan the garden");
  expect((await call("after", { toolName: "bash" })).said).toBeNull();
  expect(await tasks()).toMatchObject([{ state: "pending" }]);
  expect((await call("stop")).said?.reason).toContain("Plan the garden");
  const other = await server.credential("mail", "builder");
  await server.type(["join"], { token: other });
  expect((await server.type(["send", "planner", "--message", "Mind the roses"], { token: other })).code).toBe(0);
  expect((await call("after", { toolName: "bash" })).said?.additionalContext).toContain("Mind the roses");
  expect((await call("after", { toolName: "bash" })).said).toBeNull();
  const send = (text: string, ...more: string[]) =>
    server.type(["send", "planner", ...more, "--message", text], { token: other });
  await send("The hedge could be lower", "--priority", "low");
  expect((await call("after", { toolName: "bash" })).said).toBeNull();
  await send("The well is open", "--priority", "critical");
  const told = (await call("after", { toolName: "bash" })).said?.additionalContext;
  expect(told).toMatch(/The well is open[\s\S]*The hedge could be lower/);
});

test("a tool runs, is refused with the reason, or waits for a person, as the room's policy says", async () => {
  const { project, connect, call, start } = await connected("policy", "claude");
  await connect("solo");
  await call("start", { source: "startup" });
  const bash = (command: string, id = command) => ({
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: id,
  });
  const verdict = (said: Awaited<ReturnType<typeof call>>["said"]) => said?.hookSpecificOutput;

  expect(verdict((await call("before", bash("ls -la"))).said)).toMatchObject({
    hookEventName: "PreToolUse",
    permissionDecision: "allow",
  });
  const own = { tool_name: "mcp__squadroom__wait_for_task", tool_input: {}, tool_use_id: "own" };
  expect(verdict((await call("before", own)).said)).toMatchObject({ permissionDecision: "allow" });
  expect(verdict((await call("before", bash("sudo bash -c 'rm -rf /'"))).said)).toMatchObject({
    permissionDecision: "deny",
    permissionDecisionReason: expect.stringMatching(/\S/),
  });
  await symlink(homedir(), join(project, "elsewhere"));
  const outside = { file_path: join(project, "elsewhere", "note.md"), content: "x" };
  const written = await call("before", { tool_name: "Write", tool_input: outside });
  expect(verdict(written.said)?.permissionDecision).toBe("deny");

  const asked = start("before", bash("npm publish"));
  const pending = async () => (await server.ask<Reply<"listDecisions">>(["decisions", "--room", "policy"])).data;
  await expect.poll(pending, { interval: 200 }).toHaveLength(1);
  const [decision] = await pending();
  expect(decision).toMatchObject({ kind: "permission", question: "May solo run npm publish?" });
  await server.ask(["decide", decision?.id ?? "", "once"]);
  expect(verdict((await asked.answer).said)).toMatchObject({ permissionDecision: "allow" });

  const mode = ["policy", "set", "--room", "policy", "--role", "solo", "--mode", "harness"];
  await server.ask(mode);
  expect((await call("before", bash("ls", "again"))).said).toBeNull();
});

test("what a conversation used is told for its task before the task ends, once, and not what it used before", async () => {
  for (const harness of ["claude", "codex"] as const) {
    const room = `used-${harness}`;
    const { folder, connect, call, say, tasks } = await connected(room, harness);
    await connect("solo");
    const transcript_path = join(folder, `${harness}.jsonl`);
    const write = (answers: number) =>
      writeFile(
        transcript_path,
        `${recordOf[harness](answers)
          .map((line) => JSON.stringify(line))
          .join("\n")}\n`,
      );
    await write(2);
    await call("start", { source: "resume", transcript_path });
    await say("Tidy the garden");
    await call("stop", { transcript_path });
    await write(4);
    const end = { tool_name: "mcp__squadroom__hand_off", tool_input: {}, transcript_path };
    await call("before", end);
    await call("before", end);
    const [task] = await tasks();
    expect(task?.usage).toMatchObject({
      inputTokens: 20,
      outputTokens: 6,
      cacheReadTokens: 200,
      cacheWriteTokens: 0,
      costUsdMicros: 0,
      unpricedTokens: 226,
    });
    expect(task?.progress).toBeNull();
    await write(5);
    await call("after", { tool_name: "Bash", transcript_path });
    expect((await tasks())[0]?.usage).toMatchObject({ outputTokens: 6 });
    await call("stop", { transcript_path });
    expect((await tasks())[0]?.usage).toMatchObject({ outputTokens: 9 });
  }
});

test("what several models used between two reports is told of each, for its own price", async () => {
  const { folder, connect, call, say, tasks } = await connected("priced", "claude");
  await connect("solo");
  const transcript_path = join(folder, "several.jsonl");
  const answer = (id: string, model: string, output_tokens: number, more = {}) => {
    const usage = { input_tokens: 0, output_tokens, ...more };
    return JSON.stringify({ type: "assistant", message: { id, model, usage } });
  };
  await call("start", { source: "startup", transcript_path });
  await say("Tidy the garden");
  await call("stop", { transcript_path });
  const hour = { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 1_000_000 };
  const written = { cache_creation_input_tokens: 1_000_000, cache_creation: hour };
  const lines = [
    answer("a", "claude-opus-4-6", 1_000_000),
    answer("b", "claude-opus-4-6", 1_000, written),
    answer("c", "claude-haiku-4-5", 1_000_000),
    answer("d", "<synthetic>", 1_000_000),
    answer("e", "nobody-knows", 70),
  ];
  await writeFile(transcript_path, `${lines.join("\n")}\n`);
  await call("stop", { transcript_path });
  const [task] = await tasks();
  expect(task?.usage).toMatchObject({
    outputTokens: 2_001_070,
    costUsdMicros: 25_000_000 + 25_000 + 10_000_000 + 5_000_000,
    unpricedTokens: 70,
  });
});

/** As many answers of a model as the two write them down: 10 tokens in, 100 from the cache, 3 out each. */
const recordOf = {
  claude: (answers: number) =>
    Array.from({ length: answers }, (_, n) => {
      const usage = { input_tokens: 10, cache_read_input_tokens: 100 };
      const line = (output_tokens: number) => ({
        type: "assistant",
        message: { id: `msg_${n}`, model: "opus", usage: { ...usage, output_tokens } },
      });
      return [{ type: "user", message: { role: "user", content: "x" } }, line(1), line(3)];
    }).flat(),
  codex: (answers: number) =>
    Array.from({ length: answers }, (_, n) => {
      const total = { input_tokens: 110, cached_input_tokens: 100, output_tokens: 3 };
      const summed = Object.entries(total).map(([name, one]) => [name, one * (n + 1)]);
      const info = { total_token_usage: Object.fromEntries(summed) };
      return [
        { type: "turn_context", payload: { model: "gpt" } },
        { type: "event_msg", payload: { type: "token_count", info } },
        { type: "event_msg", payload: { type: "token_count", info: null } },
      ];
    }).flat(),
};

test("a tool that nobody could check does not run", async () => {
  const { connect, call } = await connected("closed", "claude");
  await connect("solo");
  await call("start", { source: "startup" });
  await server.ask(["credential", "revoke", "solo", "--room", "closed"]);
  const { said } = await call("before", { tool_name: "Bash", tool_input: { command: "ls" } });
  expect(said?.hookSpecificOutput).toMatchObject({
    permissionDecision: "deny",
    permissionDecisionReason: expect.stringContaining("Squadroom couldn't be asked"),
  });
});

test("a hook whose harness was killed takes no task, and ends", async () => {
  const { connect, call, say, tasks, hasWaiting, env, hook, project } = await connected("killed", "claude");
  await connect("solo");
  await call("start");
  const line = `'${process.execPath}' '${hook}' --for claude --on stop < /dev/null; echo never`;
  // The outer shell is the harness, the inner one runs its hook.
  const harness = spawn("sh", ["-c", `sh -c "${line}"; echo never`], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const over = once(harness.stdout, "end");
  harness.stdout.resume();
  await hasWaiting();
  harness.kill("SIGKILL");
  await over;
  await say("Is anybody there?");
  expect(await tasks()).toMatchObject([{ state: "pending", holder: null }]);
});

test("two conversations in one folder have two agents", async () => {
  const { connect, call } = await connected("both", "claude", "duo");
  await connect("planner", "Ann");
  await connect("builder", "Bob");
  const who = async (session: string) => {
    const { said } = await call("start", { session_id: session, source: "startup" });
    return /You are (\w+)/.exec(said?.hookSpecificOutput?.additionalContext ?? "")?.[1];
  };
  const first = await who("s1");
  expect([first, await who("s2")].sort()).toEqual(["Ann", "Bob"]);
  const again = await call("start", { session_id: "s1", source: "compact" });
  expect(again.said?.hookSpecificOutput?.additionalContext).toContain(`You are ${first}`);
});

/** A project whose agent takes tasks, finishes their files by tools, and is gone before it ends them. */
async function aWorker(room: string, harness: Harness) {
  const at = await connected(room, harness);
  await at.connect("solo");
  const params = { room };
  const after = (tool: string, tool_input: object = {}) =>
    at.call("after", { tool_name: `mcp__squadroom__${tool}`, tool_input });
  const create = (title: string) =>
    server.ask(["task", "create", "--room", room, "--role", "solo", "--title", title, "--instruction", "Draw it."]);
  const claim = async () => (await at.seated()).call("claimTask", { params, body: { waitS: 0 } });
  const finish = async (path: string) => {
    const agent = await at.seated();
    const { task } = await claim();
    const body = {
      fence: task?.fence ?? 0,
      percent: 100,
      artifacts: [{ path, status: "created" as const }],
    };
    await agent.call("reportProgress", { params: { room, taskId: task?.taskId ?? "" }, body });
    await after("report_progress", { taskId: task?.taskId, artifacts: body.artifacts });
    await agent.call("leaveRoom", { params });
  };
  const write = (path: string, text: string) => writeFile(join(at.project, path), text);
  await at.call("start", { source: "startup" });
  return { ...at, after, create, claim, finish, write };
}

test("a task that an attempt before had finished is ended without a turn, if its files are as they were", async () => {
  const { write, create, finish, call, tasks, seated } = await aWorker("resumed", "claude");
  await create("Banner");
  await write("banner.md", "# Banner\n");
  await finish("banner.md");

  await write("banner.md", "# Another banner\n");
  expect((await call("stop")).said?.reason).toContain("All of it was final: banner.md ");
  expect(await tasks()).toMatchObject([{ state: "claimed" }]);
  await (await seated()).call("leaveRoom", { params: { room: "resumed" } });
  await write("banner.md", "# Banner\n");
  await create("Poster");
  const { said } = await call("stop");
  expect(said?.reason).toMatch(/^TASK-001 is done, and no longer yours: .+banner\.md is unchanged\.[\s\S]+Poster/);
  const left = (await tasks()).map(({ id, state }) => [id, state]);
  expect(new Map(left as [string, string][])).toEqual(
    new Map([
      ["TASK-001", "completed"],
      ["TASK-002", "claimed"],
    ]),
  );
});

test("a task that a tool brings, or that a session starts with, is ended too where it is done already", async () => {
  const { write, create, finish, call, after, claim, tasks } = await aWorker("brought", "codex");
  const cutShort = async (title: string) => {
    await create(title);
    await write(`${title}.md`, title);
    await finish(`${title}.md`);
    // The next call joins again, and the tool brings the task.
    await after("show_team");
    await claim();
  };
  await cutShort("Banner");
  const brought = await after("wait_for_task");
  expect(brought.said?.hookSpecificOutput?.additionalContext).toMatch(
    /^TASK-001 is done, .+ Call wait_for_task again\.$/,
  );
  await cutShort("Poster");
  const started = await call("start", { source: "compact" });
  expect(started.said?.hookSpecificOutput?.additionalContext).toContain("TASK-002 is done, ");
  expect((await tasks()).map(({ state }) => state)).toEqual(["completed", "completed"]);
});

test("where nobody was connected the harness works as if there were no hook", async () => {
  const { connect, folder, env, hook } = await connected("elsewhere", "claude");
  await connect("solo");
  for (const on of ["start", "before", "after", "stop"]) {
    const child = spawn(process.execPath, [hook, "--for", "claude", "--on", on], {
      cwd: folder,
      env,
    });
    child.stdin.end("{}");
    expect(await answerOf(child)).toEqual({ code: 0, err: "", said: null });
  }
});

test("a revoked credential is said at the start", async () => {
  const { connect, call } = await connected("revoked", "codex");
  await connect("solo");
  await server.ask(["credential", "revoke", "solo", "--room", "revoked"]);
  expect((await call("start")).said?.hookSpecificOutput?.additionalContext).toContain("Squadroom didn't let you in");
});

test("a wrong call says how it is called", async () => {
  const { connect, env, hook, project } = await connected("wrong", "claude");
  await connect("solo");
  const child = spawn(process.execPath, [hook, "--for", "nobody"], { cwd: project, env });
  child.stdin.end("{}");
  expect(await answerOf(child)).toMatchObject({
    code: 2,
    err: expect.stringContaining("--for claude|copilot"),
  });
});

test("a turn that its model's service ends, and a question in its terminal, are told; the end of the client leaves the room", async () => {
  const { connect, call, say, tasks, status } = await aProject(server, "signs", "claude");
  await connect("solo");
  await call("start", { source: "startup" });
  await say("Tidy the garden");
  await call("stop");
  const sign = (hook_event_name: string, more: object) => call("sign", { hook_event_name, ...more });
  const nothing = { code: 0, err: "", said: null };
  expect(await sign("StopFailure", { error: "rate_limit", error_details: "429" })).toEqual(nothing);
  expect(await sign("PermissionRequest", { tool_name: "Bash", tool_input: {} })).toEqual(nothing);
  await sign("Notification", { notification_type: "idle_prompt", message: "Waiting" });
  await sign("StopFailure", { session_id: "another", error: "server_error" });
  await sign("ConfigChange", { source: "skills", file_path: "/p/.claude/skills" });
  await sign("ConfigChange", { source: "local_settings", file_path: "/p/.claude/s.json" });
  const { data } = await server.ask<Reply<"listErrors">>(["errors", "--room", "signs"]);
  expect(data.map(({ message, severity, count }) => [message, severity, count])).toEqual([
    [expect.stringMatching(/guard, were changed: local_settings: .p/), "warning", 0],
    ["It waits for an answer in its own terminal: Bash", "warning", 0],
    ["Its turn ended by an error of its client or model: rate_limit: 429", "warning", 0],
  ]);

  await sign("SessionEnd", { reason: "clear" });
  expect(await tasks()).toMatchObject([{ state: "in_progress" }]);
  await sign("SessionEnd", { reason: "other" });
  expect(await tasks()).toMatchObject([{ state: "pending", holder: null }]);
  expect(await status()).toContain("left");
  const bash = { tool_name: "Bash", tool_input: { command: "sudo true" } };
  const { said } = await call("before", bash);
  expect(said?.hookSpecificOutput).toMatchObject({ permissionDecision: "deny" });
});

test.each([
  ["claude", "SubagentStart", { agent_id: "a1", agent_type: "Explore" }, "SubagentStop"],
  ["claude", "TaskCreated", { teammate_name: "a1", task_subject: "Explore" }, "TeammateIdle"],
  ["codex", "SubagentStart", { agent_id: "a1", agent_type: "Explore" }, "SubagentStop"],
  ["copilot", "subagentStart", { agentId: "a1", agentType: "Explore" }, "subagentStop"],
  ["opencode", "SubagentStart", { agent_id: "a1", agent_type: "Explore" }, "SubagentStop"],
] as const)("a lead sees what works under the name of %s (%s)", async (harness, begins, about, ends) => {
  const room = `helped-${harness}-${begins.toLowerCase()}`;
  const { connect, call, say, status } = await aProject(server, room, harness);
  await connect("solo");
  await call("start");
  await say("Tidy the garden");
  await call("stop");
  // Copilot says in the command alone which event it is.
  const sign = (name: string) => {
    const named = harness === "copilot" ? {} : { hook_event_name: name };
    return call("sign", { ...named, ...about }, ["--event", name]);
  };
  await sign(begins);
  expect(await status()).toContain("1 subagent at work (Explore)");
  await sign(ends);
  expect(await status()).not.toContain("at work");
});

test("what a client says of its subagents ends no turn, brings no mail, and reminds of nothing", async () => {
  const { connect, call, say } = await aProject(server, "subagents", "copilot");
  await connect("solo");
  await call("start");
  await say("Tidy the garden");
  expect((await call("stop", { agentId: "explore-1" })).said).toBeNull();
  expect((await call("stop")).said?.reason).toContain("Tidy the garden");
  const background_tasks = [{ id: "a", type: "subagent", status: "running" }];
  expect((await call("stop", { background_tasks })).said).toBeNull();
  expect((await call("stop")).said?.reason).toMatch(/^You still hold/);
});
