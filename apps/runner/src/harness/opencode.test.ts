import { expect, test } from "vitest";
import type { RunEvent, RunSpec, Verdict } from "./harness.ts";
import { opencodeHarness } from "./opencode.ts";
import type { OpenService, ServerEvent } from "./opencode-server.ts";

const DEADLINE = { deadlineMs: 60_000 };
const SESSION = "ses_1";

interface Asked {
  method: string;
  path: string;
  body?: object | undefined;
}

/** A server that answers as the real one does, and says what the test lets it say. */
class FakeServer {
  readonly asked: Asked[] = [];
  env: Record<string, string> = {};
  plugin = "";
  mcp: object = { squadroom: { status: "connected" } };
  /** Called when a prompt came in. */
  onPrompt: () => unknown = () => undefined;
  private hear: (event: ServerEvent) => void = () => {};
  private exit = (_code: number | null) => {};
  answer: (asked: unknown) => Promise<unknown> = async () => ({});

  say(type: string, properties: object): void {
    this.hear({ type, properties: { sessionID: SESSION, ...properties } });
  }

  status(type: string, more: object = {}): void {
    this.say("session.status", { status: { type, ...more } });
  }

  /** A call of a tool as its plugin asks for it. */
  ask(tool: string, callID: string, args: object): Promise<unknown> {
    return this.answer({ tool, callID, args });
  }

  readonly open: OpenService = async (_argv, { env }, hear) => {
    this.env = env;
    this.hear = hear;
    void this.answer({}).then(() => this.answer({ isReady: true }));
    const exited = new Promise<number | null>((resolve) => {
      this.exit = resolve;
    });
    return {
      pid: 1,
      exited,
      complaint: () => "",
      request: async (method, path, body) => {
        this.asked.push({ method, path, body });
        if (path === "/session") return { id: SESSION };
        if (path === "/mcp") return this.mcp;
        if (path === "/config/providers") return { providers: [] };
        if (path.endsWith("/prompt_async")) queueMicrotask(() => this.onPrompt());
        return null;
      },
      end: async () => this.exit(null),
    };
  };

  async start(given: Partial<RunSpec> & { events?: RunEvent[] } = {}) {
    const { events, ...spec } = given;
    const harness = opencodeHarness({ env: {}, cwd: "/" }, this.open, async (answer, plugin) => {
      this.answer = answer;
      this.plugin = plugin ?? "";
      return { command: "", module: "/door/ask.mjs", close: async () => {} };
    });
    return harness.start({
      cwd: "/",
      env: {},
      permit: async () => ({ act: "allow" }),
      on: (event) => events?.push(event),
      ...spec,
    });
  }
}

const FAILURE = { name: "APIError", data: { message: "Rate limit reached. Try again in 20s." } };

test("its plugin is one more, beside those of the user's settings", async () => {
  const server = new FakeServer();
  const own = { plugin: ["mine"], share: "disabled" };
  const run = await server.start({ env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(own) } });

  expect(JSON.parse(server.env.OPENCODE_CONFIG_CONTENT ?? "")).toEqual({
    share: "disabled",
    autoupdate: false,
    plugin: ["mine", "file:///door/ask.mjs"],
  });
  await run.dispose(0);
});

test("without a network it doesn't try for a minute to install what its plugins may need", async () => {
  const name = "npm_config_fetch_retries";
  for (const [given, told, left] of [
    [undefined, "0", undefined],
    ["3", "3", "3"],
  ]) {
    const server = new FakeServer();
    const run = await server.start({ env: given === undefined ? {} : { [name]: given } });
    expect(server.env[name]).toBe(told);
    // As it loads the plugin, when that is over: what tools install is the user's own affair.
    process.env[name] = told;
    await import(`data:text/javascript,${encodeURIComponent(`/*${given}*/${server.plugin}`)}`);
    expect(process.env[name]).toBe(left);
    delete process.env[name];
    await run.dispose(0);
  }
});

test("opens no conversation without the room's tools", async () => {
  const server = new FakeServer();
  server.mcp = { squadroom: { status: "failed", error: "no route" } };

  await expect(server.start({ mcp: { url: "http://x", headers: {} } })).rejects.toThrow(
    "opencode opened no conversation: it doesn't reach the room's tools (no route)",
  );
});

test("what its own rules ask for gets the answer that its plugin got, with a reason", async () => {
  const server = new FakeServer();
  const asked: string[] = [];
  const deny: Verdict = { act: "deny", reason: "Ask the reviewer first." };
  const run = await server.start({
    async permit({ name, input }) {
      asked.push(`${name} ${JSON.stringify(input)}`);
      return deny;
    },
  });
  server.onPrompt = async () => {
    server.status("busy");
    const said = await server.ask("bash", "call_1", { command: "rm x" });
    expect(said).toEqual({ deny: deny.reason });
    const tool = { callID: "call_1" };
    server.say("permission.asked", { id: "per_1", permission: "bash", metadata: {}, tool });
    server.say("permission.asked", { id: "per_2", permission: "doom_loop", metadata: {} });
    server.say("question.asked", { id: "que_1" });
    await expect.poll(() => server.asked.length).toBe(6);
    server.status("idle");
  };
  await run.send("go", DEADLINE);

  expect(asked).toEqual(['bash {"command":"rm x"}', "doom_loop {}"]);
  const body = { reply: "reject", message: deny.reason };
  expect(server.asked.filter(({ path }) => /permission|question/.test(path))).toEqual([
    { method: "POST", path: "/question/que_1/reject", body: undefined },
    { method: "POST", path: "/permission/per_1/reply", body },
    { method: "POST", path: "/permission/per_2/reply", body },
  ]);
  await run.dispose(0);
});

test("a provider's limit is told while it waits, and another refusal is a notice", async () => {
  const server = new FakeServer();
  const events: RunEvent[] = [];
  const run = await server.start({ events });
  server.onPrompt = () => {
    server.status("busy");
    server.status("retry", { message: "Overloaded", next: 1_800_000_000_000 });
    server.status("retry", { message: "Bad gateway", next: 1_800_000_000_000 });
    server.say("session.error", { error: FAILURE });
    server.status("idle");
  };

  expect(await run.send("go", DEADLINE)).toEqual({ why: "failed", text: FAILURE.data.message });
  expect(events).toEqual([
    { kind: "limited", untilAt: 1_800_000_000_000, text: "Overloaded" },
    { kind: "notice", text: "Bad gateway" },
    expect.objectContaining({ kind: "limited", text: FAILURE.data.message }),
  ]);
  await run.dispose(0);
});

test("that it is idle again after an abort ends no later turn", async () => {
  const server = new FakeServer();
  const run = await server.start();
  server.onPrompt = async () => {
    server.status("idle");
    await new Promise((resolve) => setImmediate(resolve));
    server.status("busy");
    const part = { id: "p1", messageID: "m1", sessionID: SESSION, type: "text" };
    server.say("message.part.updated", { part: { ...part, text: "", time: {} } });
    server.say("message.part.delta", { partID: "p1", delta: "hel" });
    server.say("message.part.updated", { part: { ...part, text: "hello", time: { end: 1 } } });
    server.status("idle");
  };

  expect(await run.send("go", DEADLINE)).toEqual({ why: "done", text: "hello" });
  await run.dispose(0);
});

test("counts each message once, with what agents below it used, and says what it cost if it knows", async () => {
  const server = new FakeServer();
  const events: RunEvent[] = [];
  const run = await server.start({ events });
  const tokens = { input: 7, output: 2, reasoning: 1, cache: { read: 3, write: 0 } };
  const info = { role: "assistant", providerID: "acme", modelID: "big", tokens, cost: 0 };
  server.onPrompt = () => {
    server.status("busy");
    server.say("message.updated", { info: { ...info, id: "m1", time: {} } });
    for (const _ of [1, 2]) server.say("message.updated", { info: { ...info, id: "m1", time: { completed: 1 } } });
    const below = { ...info, id: "m2", cost: 0.5, time: { completed: 2 } };
    server.say("message.updated", { sessionID: "ses_below", info: below });
    server.status("idle");
  };
  await run.send("go", DEADLINE);

  const used = {
    kind: "usage",
    model: "acme/big",
    input: 7,
    output: 3,
    cacheRead: 3,
    cacheWrite: 0,
  };
  expect(events).toEqual([
    { ...used, costUsd: null, basis: "unknown" },
    { ...used, costUsd: 0.5, basis: "estimated" },
  ]);
  await run.dispose(0);
});
