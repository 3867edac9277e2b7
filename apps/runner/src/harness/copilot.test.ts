import { tmpdir } from "node:os";
import { afterEach, expect, test } from "vitest";
import { copilotHarness } from "./copilot.ts";
import { type CopilotSdk, openRuntime } from "./copilot-runtime.ts";
import type { HarnessRun, RunEvent, RunSpec } from "./harness.ts";

const DEADLINE = { deadlineMs: 60_000 };
const LISTENS = `console.log("CLI server listening on port 7"); setInterval(() => {}, 1000)`;

interface Config {
  model?: string;
  provider?: object;
  hooks: { onPreToolUse(asked: object): Promise<object> };
  onPermissionRequest(): object;
}

/** In place of the user's package: it reaches no runtime, and says what the test lets it say. */
class FakeSdk {
  config!: Config;
  readonly sent: object[] = [];
  onSend: () => unknown = () => undefined;
  private hear: (event: { type: string; data: object }) => void = () => {};
  private run: HarnessRun | undefined;

  say(type: string, data: object = {}): void {
    this.hear({ type, data });
  }

  async start(given: Partial<RunSpec> & { events?: RunEvent[] } = {}): Promise<HarnessRun> {
    const { events, ...spec } = given;
    const open = async (config: Config) => {
      this.config = config;
      return {
        sessionId: "s1",
        on: (hear: typeof this.hear) => {
          this.hear = hear;
        },
        send: async (message: object) => {
          this.sent.push(message);
          queueMicrotask(() => this.onSend());
          return "m1";
        },
        abort: async () => {},
      };
    };
    const sdk = {
      RuntimeConnection: { forUri: () => ({}) },
      CopilotClient: class {
        start = async () => {};
        stop = async () => [];
        forceStop = async () => {};
        createSession = open;
        resumeSession = (_id: string, config: Config) => open(config);
      },
    } as unknown as CopilotSdk;
    const service = openRuntime(async () => sdk);
    const harness = copilotHarness({ env: {}, cwd: "/" }, (_argv, place, hear) =>
      service([process.execPath, "-e", LISTENS], place, hear),
    );
    this.run = await harness.start({
      cwd: tmpdir(),
      env: {},
      permit: async () => ({ act: "allow" }),
      on: (event) => events?.push(event),
      ...spec,
    });
    return this.run;
  }

  async end(): Promise<void> {
    await this.run?.dispose(0);
  }
}

let sdk: FakeSdk;

afterEach(() => sdk.end());

test("runs nothing that its hook didn't ask for", async () => {
  sdk = new FakeSdk();
  await sdk.start();

  expect(sdk.config.onPermissionRequest()).toMatchObject({ kind: "reject" });
});

test("a model of the user's own is the one that Copilot CLI is told of", async () => {
  sdk = new FakeSdk();
  const own = { COPILOT_PROVIDER_BASE_URL: "http://model/v1", COPILOT_PROVIDER_API_KEY: "k" };
  await sdk.start({ env: { ...own, COPILOT_MODEL: "small" } });

  expect(sdk.config).toMatchObject({
    model: "small",
    provider: { type: "openai", baseUrl: "http://model/v1", apiKey: "k" },
  });
});

test("the model of the role counts before that", async () => {
  sdk = new FakeSdk();
  await sdk.start({ env: { COPILOT_MODEL: "small" }, model: "big" });

  expect(sdk.config.model).toBe("big");
});

test("two calls that are alike get an answer each, and end each on its own", async () => {
  sdk = new FakeSdk();
  const asked: string[] = [];
  const events: RunEvent[] = [];
  const run = await sdk.start({
    events,
    async permit({ id }) {
      asked.push(id);
      return id === "b" ? { act: "deny", reason: "Once is enough." } : { act: "allow" };
    },
  });
  const call = { toolName: "bash", toolArgs: { command: "ls" } };
  sdk.onSend = async () => {
    sdk.say("user.message");
    for (const toolCallId of ["a", "b"])
      sdk.say("tool.execution_start", {
        toolCallId,
        toolName: "bash",
        arguments: call.toolArgs,
      });
    const { onPreToolUse: ask } = sdk.config.hooks;
    expect(await Promise.all([ask(call), ask(call)])).toEqual([
      { permissionDecision: "allow" },
      { permissionDecision: "deny", permissionDecisionReason: "Once is enough." },
    ]);
    sdk.say("tool.execution_complete", { toolCallId: "a", success: true, result: {} });
    sdk.say("assistant.message", { content: "Done." });
    sdk.say("assistant.idle");
  };

  expect(await run.send("List it.", DEADLINE)).toEqual({ why: "done", text: "Done." });
  expect(asked).toEqual(["a", "b"]);
  const ends = events.flatMap((one) => (one.kind === "tool" ? [`${one.id} ${one.state}`] : []));
  expect(ends).toEqual(["a start", "b start", "b denied", "a ok"]);
});

test("what it still says of an earlier turn ends no turn that hasn't begun", async () => {
  sdk = new FakeSdk();
  const run = await sdk.start();
  sdk.onSend = async () => {
    sdk.say("assistant.idle", { aborted: true });
    await new Promise(setImmediate);
    sdk.say("user.message");
    sdk.say("assistant.message", { content: "Here." });
    sdk.say("assistant.idle");
  };

  expect(await run.send("Hello", DEADLINE)).toEqual({ why: "done", text: "Here." });
});

test("a turn without the room's tools fails, and says why", async () => {
  sdk = new FakeSdk();
  const run = await sdk.start();
  sdk.onSend = () => {
    sdk.say("user.message");
    const servers = [{ name: "squadroom", status: "failed", error: "no route" }];
    sdk.say("session.mcp_servers_loaded", { servers });
    sdk.say("assistant.idle");
  };

  expect(await run.send("Hello", DEADLINE)).toEqual({
    why: "failed",
    text: "It doesn't reach the room's tools (no route).",
  });
});

test("a limit of its provider is told as one", async () => {
  sdk = new FakeSdk();
  const events: RunEvent[] = [];
  const run = await sdk.start({ events });
  sdk.onSend = () => {
    sdk.say("session.error", { errorType: "rate_limit", message: "Too many requests." });
    sdk.say("assistant.idle");
  };

  expect(await run.send("Hello", DEADLINE)).toMatchObject({ why: "failed" });
  expect(events).toContainEqual({ kind: "limited", untilAt: null, text: "Too many requests." });
});
