import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Reply } from "@squadroom/client/call";
import { createClient } from "@squadroom/client/http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NEXT_QUESTION } from "./demo/remark.ts";
import { anIo } from "./io.fixture.ts";
import { run } from "./run.ts";
import { COMMAND, ROOT, TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** A squad room with an agent for each role, joined. */
async function aSquad(room: string) {
  await server.ask(["room", "new", room]);
  const tokens = { planner: "", builder: "", reviewer: "" };
  for (const role of ["planner", "builder", "reviewer"] as const) {
    tokens[role] = await server.credential(room, role);
    const joined = await server.type(["join"], { token: tokens[role] });
    expect(joined.out).toContain(`**${role}**`);
  }
  const as = (role: keyof typeof tokens, ...args: string[]) => server.type(args, { token: tokens[role] });
  const says = (text: string) => server.ask(["send", "--room", room, "--message", text]);
  return { tokens, as, says };
}

test("a message goes through the whole chain and back to the user, by commands that deliveries name", async () => {
  const { as, says } = await aSquad("chain");
  const waiting = as("planner", "wait", "--timeout", "20");
  await says("Let customers refund an order, once");
  expect((await waiting).out).toContain("# PLAN-001: Let customers refund an order, once");
  await as("planner", "progress", "--percent", "40", "--action", "reading");
  const plan = ["handoff", "builder", "--message", "Build it", "--title", "Refunds", "--criterion", "tests pass"];
  expect((await as("planner", ...plan)).out).toContain("builder has the ball with DEV-001 (work)");

  await as("builder", "wait");
  const lacking = await as("builder", "handoff", "reviewer", "--message", "done");
  expect(lacking.code).toBe(4);
  expect(lacking.err).toContain("missing: tests pass");
  const wrong = await as("builder", "handoff", "user", "--message", "done", "--met", "1");
  expect(wrong.err).toMatch(/Allowed: reviewer \(work, question\).*\n\(target_not_allowed/);
  const built = ["handoff", "reviewer", "It is done", "--met", "1=41 tests", "--artifact", "created:src/refund.ts:84"];
  expect((await as("builder", ...built)).out).toContain("Next: `squadroom wait`");

  await as("reviewer", "wait");
  await as("reviewer", "handoff", "builder", "--intent", "findings", "--message", "a float");
  expect((await as("builder", "wait")).out).toContain("# FIX-001: a float");
  const rework = ["handoff", "reviewer", "--message", "cents now"];
  expect((await as("builder", ...rework)).err).toContain("missing: tests pass");
  await as("builder", ...rework, "--met", "1");
  await as("reviewer", "wait");
  await as("reviewer", "handoff", "planner", "--message", "passed");
  expect((await as("planner", "wait")).out).toContain("The user's message");
  await as("planner", "handoff", "user", "--intent", "deliver", "--message", "Refunds work");

  expect((await server.type(["status", "--room", "chain"])).out).toContain(
    'Ball: nobody: planner answered "Refunds work"',
  );
  expect((await server.type(["task", "show", "DEV-001", "--room", "chain"])).out).toContain(
    "- met: tests pass (41 tests)",
  );
  expect((await server.type(["verify", "chain"])).out).toMatch(/^chain {2}ok/);
});

test("a command that dies before its answer arrives has happened once when it is run again", async () => {
  const { as, says, tokens } = await aSquad("crash");
  await says("Go");
  await as("planner", "wait");
  const args = ["handoff", "builder", "--message", "Build it"];
  let hasArrived = false;
  void server.type(args, {
    token: tokens.planner,
    fetch: async (input, init) => {
      await (await fetch(input, init)).text();
      hasArrived = true;
      return new Promise<Response>(() => undefined);
    },
  });
  await expect.poll(() => hasArrived).toBe(true);
  const again = await as("planner", ...args);
  expect(again.out).toContain("builder has the ball with DEV-001");
  expect((await server.ask<Reply<"listTasks">>(["task", "list", "--room", "crash"])).data).toHaveLength(2);
});

test("an agent whose state is lost goes on from what the server knows", async () => {
  const { as, says, tokens } = await aSquad("lost");
  await says("Go");
  await as("planner", "wait");
  const env = { ...server.env(tokens.planner), SQUADROOM_STATE: join(server.folder, "elsewhere") };
  const { io, said } = anIo({ env, fetch });
  expect(await run(["progress", "--percent", "10"], io)).toBe(0);
  expect(said.out).toContain("you still hold PLAN-001");
});

test("another join of the same credential takes over, and the older one is told", async () => {
  const { as, tokens } = await aSquad("twice");
  const client = createClient({ baseUrl: server.url, token: tokens.builder });
  await client.call("joinRoom", { params: { room: "twice" }, body: {} });
  const late = await as("builder", "wait", "--timeout", "1");
  expect(late.code).toBe(4);
  expect(late.err).toContain("(superseded");
});

test("waiting in vain is no failure, and says how to come back", async () => {
  const { as } = await aSquad("idle");
  const { code, out } = await as("reviewer", "wait", "--timeout", "0.2");
  expect(code).toBe(0);
  expect(out).toContain("Come back: `squadroom wait`");
});

test("several tasks come from one JSON document, and wait for each other", async () => {
  const { tokens } = await aSquad("plan");
  const tasks = [
    { ref: "a", role: "builder", title: "A", instruction: "a" },
    { role: "reviewer", title: "B", instruction: "b", requires: ["ref:a"] },
  ];
  const { out } = await server.type(["task", "create", "--file", "-"], {
    token: tokens.planner,
    stdin: JSON.stringify({ tasks }),
  });
  expect(out).toMatch(/DEV-001.*ready.*A \(a\)\n.*REVIEW-001.*waits for DEV-001/);
});

test("a task for one agent is made by its name", async () => {
  const { as } = await aSquad("named");
  const token = await server.credential("named", "builder", "Bob");
  await server.type(["join"], { token });
  const create = ["task", "create", "--role", "builder", "--instruction", "x"];
  await as("planner", ...create, "--title", "His", "--agent", "Bob");
  expect((await as("builder", "wait", "--timeout", "0")).out).toContain("No task yet: DEV-001: It is for Bob.");
  expect((await server.type(["status", "named"])).out).toMatch(/DEV-001 +pending +for Bob \(builder\) +His/);
  expect((await as("builder", "send", "user", "It takes a while.")).out).toBe(
    "Sent to user. It is a line in the room and does not answer a message.\n",
  );
  expect((await server.type(["wait"], { token })).out).toContain("DEV-001: His");
  const nobody = await as("planner", ...create, "--title", "Whose", "--agent", "Eve");
  expect([nobody.code, nobody.err]).toEqual([5, expect.stringContaining("Bob (builder)")]);
  await server.ask(["send", "--room", "named", "Go"]);
  await as("planner", "wait");
  const wrong = await as("planner", "handoff", "builder", "--agent", "reviewer", "Build it");
  expect([wrong.code, wrong.err]).toEqual([5, expect.stringContaining("(agent_unknown")]);
  await as("planner", "handoff", "builder", "--agent", "builder", "Build it");
  expect((await as("builder", "wait")).out).toContain("DEV-002: Build it");
});

test("an agent says at its join how it is connected, and the status has it", async () => {
  const { as } = await aSquad("classes");
  const token = await server.credential("classes", "builder", "Bob");
  const strange = await server.type(["join", "--class", "robot"], { token });
  expect([strange.code, strange.err]).toEqual([2, expect.stringContaining("Use one of: managed, hooked, manual.")]);
  await server.type(["join", "--class", "hooked", "--harness", "claude"], { token });
  const { out } = await server.type(["status", "classes"]);
  expect(out).toMatch(/^ {2}builder +Bob +.*hooked, claude$/m);
  expect(out).toMatch(/^ {2}planner +planner +.*manual$/m);
  await as("planner", "send", "builder", "Stop!", "--priority", "critical");
  expect((await server.type(["wait", "--timeout", "0"], { token })).out).toMatch(
    /^Message from planner, .*, critical:$/m,
  );
});

test("a revoked credential ends the agent's commands, and its task waits for another at once", async () => {
  const { as, says } = await aSquad("revoked");
  await says("Go");
  await as("planner", "wait");
  await server.type(["credential", "revoke", "planner", "--room", "revoked"]);
  const { out: task } = await server.type(["task", "show", "PLAN-001", "--room", "revoked"]);
  expect(task).toContain("pending");
  expect((await server.type(["status", "revoked"])).out).toMatch(/planner +planner +offline \(left/);
  expect((await server.type(["credential", "revoke", "builder", "--room", "revoked"])).code).toBe(0);
  const { code, err } = await as("builder", "wait", "--timeout", "1");
  expect([code, err]).toEqual([3, expect.stringContaining("(unauthorized")]);
});

test("the doctor finds the server, the key and a good token", async () => {
  await server.ask(["room", "new", "health"]);
  const token = await server.credential("health", "planner", "Ada");
  const { code, out } = await server.type(["doctor"], { token });
  expect(code).toBe(0);
  expect(out).toContain("Token: Ada in health, for planner");
  const link = await server.ask<{ url: string }>(["signin"]);
  expect(link.url).toContain("/sign-in#");
});

test("an agent with only curl and sed takes a task and passes it on as it was written", async () => {
  await server.ask(["room", "new", "curl", "--preset", "solo"]);
  const token = await server.credential("curl", "solo");
  const words = 'Quotes " and \\ and\na\ttab, \\n, ümläut 🎉, `ticks`, $(id)';
  await server.ask(["send", "--room", "curl", "--message", words]);
  const work = join(server.folder, "work.sh");
  await writeFile(work, "#!/bin/sh\nsed -n '/^```text/,/^```$/p' | sed '1d;$d'\n", { mode: 0o755 });
  const script = join(ROOT, "docs", "agents", "curl.sh");
  await promisify(execFile)("sh", [script, work], {
    env: { ...process.env, ...server.env(token), TASKS: "1" },
  });
  const { view } = await createClient({ baseUrl: server.url, token }).call("getRoom", {
    params: { room: "curl" },
  });
  expect(view.lastDelivery?.text).toBe(words);
});

test("the demo squad tells its story in a room of the server's, and ends with the room", async () => {
  await server.ask(["room", "new", "story"]);
  const tokens = {
    planner: await server.credential("story", "planner"),
    builder: await server.credential("story", "builder"),
    builder2: await server.credential("story", "builder", "builder 2"),
    reviewer: await server.credential("story", "reviewer"),
  };
  const child = spawn(process.execPath, [COMMAND, "demo", "--attach", "--pace", "0.01"], {
    cwd: ROOT,
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.write(`${JSON.stringify({ url: server.url, room: "story", tokens })}\n`);
  const { call } = createClient({ baseUrl: server.url, token: tokens.planner });
  const events = async () => {
    const page = await call("listEvents", {
      params: { room: "story" },
      query: { after: 0, limit: 1000 },
    });
    return page.data;
  };
  const asks = async () => {
    const { view } = await call("getRoom", { params: { room: "story" } });
    return Object.values(view.decisions).map(({ question }) => question);
  };
  // The first thing that happens, and nothing goes on without it.
  await expect.poll(asks, { interval: 200 }).toEqual(["What can be refunded at first?"]);
  await server.ask(["decide", "all", "option-1", "--room", "story"]);
  await expect.poll(asks, { interval: 200 }).toEqual([NEXT_QUESTION.text]);
  // The reviewer comes back when the third request is delivered, while the planner asks for more.
  const reviewersCame = async () =>
    (await events()).filter((e) => e.type === "agent.joined" && e.data.role === "reviewer").length;
  await expect.poll(reviewersCame, { interval: 200 }).toBe(2);

  const told = await events();
  const chain = told.flatMap((e) => (e.type === "handoff.delivered" ? [`${e.data.from.role}→${e.data.to}`] : []));
  expect(chain.slice(0, 6)).toEqual([
    "planner→builder",
    "builder→reviewer",
    "reviewer→builder",
    "builder→reviewer",
    "reviewer→planner",
    "planner→user",
  ]);
  expect(told.filter(({ type }) => type === "handoff.rerouted").length).toBeGreaterThanOrEqual(1);
  const holders = told.flatMap((e) =>
    e.type === "task.claimed" && e.data.taskId === "DEV-003" ? [e.data.agentId] : [],
  );
  expect(new Set(holders).size).toBe(2);
  expect((await server.type(["verify", "story"])).code).toBe(0);

  await server.ask(["room", "remove", "story", "--yes"]);
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
});

test("messages that wait are listed, edited, moved and withdrawn; an interrupt is told with the next answer", async () => {
  const { as, says } = await aSquad("queue");
  const message = (...args: string[]) => server.type(["message", ...args, "--room", "queue"]);
  await says("first");
  await as("planner", "wait");
  await says("second");
  await says("third");
  expect(await message("edit", "PLAN-003", "The third, in other words")).toEqual({
    code: 0,
    err: "",
    out: "Reworded PLAN-003; 2 ahead of it.\n",
  });
  expect((await message("front", "PLAN-003")).out).toBe("PLAN-003 is next; 1 ahead of it.\n");
  expect((await message("withdraw", "PLAN-002")).out).toBe("PLAN-002 is withdrawn.\n");
  const interrupt = await message("--message", "Stop", "--interrupt");
  expect(interrupt.out).toMatch(/^Sent to planner as PLAN-004\. 1 ahead of it\. planner\S* is told/);
  const { out } = await message("list");
  expect(out).toMatch(/^PLAN-004 .*Stop\n {0,2}PLAN-003 .*The third, in other words\n$/);
  const told = await as("planner", "progress", "--percent", "20");
  expect(told.out).toContain("```text\nStop\n```\nAn interrupt, queued as PLAN-004");
  const late = await message("withdraw", "PLAN-001");
  expect(late.code).toBe(4);
  expect(late.err).toContain("has taken PLAN-001");
  expect((await server.type(["verify", "queue"])).out).toMatch(/^queue {2}ok/);
});
