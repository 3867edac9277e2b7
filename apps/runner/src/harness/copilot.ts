import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Exit } from "./child.ts";
import { type CopilotSdk, openRuntime } from "./copilot-runtime.ts";
import { Desk, type Driver, wordsOf } from "./desk.ts";
import { type Around, isSignedIn, packageNear, probeArgv, programNear } from "./found.ts";
import type { Harness, HarnessRun, Probe, RunSpec, ToolCall, TurnEnd } from "./harness.ts";
import type { OpenService, ServerEvent, Service } from "./opencode-server.ts";
import { opened } from "./patience.ts";

const SDK = "@github/copilot-sdk";
const INSTALL = `npm install --global @github/copilot ${SDK}`;
/** How long it may take to write down the rest of a conversation. */
const END_MS = 1_000;

/** GitHub Copilot: its CLI as a runtime, through the user's SDK. */
export function copilotHarness(around: Around, start: OpenService = openRuntime(loader(around))): Harness {
  const program = () => programNear("copilot", around) ?? "copilot";
  const open = async (spec: RunSpec, ref: string | null) => {
    const conversation = new Conversation(spec);
    try {
      const argv = [program(), "--headless", "--no-auto-update"];
      const service = await start(argv, spec, (event) => conversation.heard(event));
      return await conversation.open(service, ref);
    } catch (error) {
      throw new Error(`Copilot opened no conversation: ${wordsOf(error)}`, { cause: error });
    }
  };
  return {
    name: "copilot",
    async probe(): Promise<Probe> {
      const probe = await probeArgv([program()], around.env, INSTALL);
      if ("missing" in probe) return probe;
      if (!packageNear(SDK, around)) return { missing: `The package ${SDK} isn't installed.`, install: INSTALL };
      return { ...probe, isSignedIn: hasAccount(around.env) };
    },
    start: (spec) => open(spec, null),
    resume: (ref, spec) => open(spec, ref),
  };
}

function loader(around: Around) {
  return async (): Promise<CopilotSdk> => {
    const found = packageNear(SDK, around);
    if (!found) throw new Error(`the package ${SDK} isn't installed. Run: ${INSTALL}`);
    return (await import(pathToFileURL(found.entry).href)) as CopilotSdk;
  };
}

/** A sign-in may also be in the system's keychain, or GitHub CLI's. */
function hasAccount(env: NodeJS.ProcessEnv): true | null {
  const variables = ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "COPILOT_PROVIDER_BASE_URL"];
  const files = [join(env.COPILOT_HOME ?? join(env.HOME ?? "", ".copilot"), "auth.json")];
  return isSignedIn(env, { variables, files }) || null;
}

/** What it says about itself, all kinds in one. */
interface Said {
  agentId?: string;
  id: string;
  content: string;
  deltaContent: string;
  toolCallId: string;
  toolName: string;
  toolArgs: unknown;
  arguments: unknown;
  success: boolean;
  result?: { content?: string };
  error?: { message?: string };
  model: string;
  inputTokens?: number;
  outputTokens?: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  currentTokens: number;
  tokenLimit: number;
  message: string;
  servers: { name: string; status: string; error?: string }[];
}

class Conversation implements Driver {
  ref = "";
  exited: Promise<Exit> = new Promise(() => {});
  private readonly desk: Desk;
  private service!: Service;
  /** Calls that its hook, which doesn't identify them, hasn't asked about yet. */
  private readonly unasked: ToolCall[] = [];
  private idle = () => {};
  private begun: Promise<void> = Promise.resolve();
  private begin = () => {};
  private isBusy = false;
  private failure: string | null = null;

  constructor(private readonly spec: RunSpec) {
    this.desk = new Desk(spec, true);
  }

  get pid(): number {
    return this.service.pid;
  }

  async open(service: Service, ref: string | null): Promise<HarnessRun> {
    this.service = service;
    this.exited = service.exited;
    const early = service.exited.then((code) => {
      throw new Error(`it ended with ${code ?? "a signal"}`);
    });
    const { cwd, model, system, mcp } = this.spec;
    const config = {
      workingDirectory: cwd,
      ...(model && { model }),
      ...(system && { systemMessage: { mode: "append", content: system } }),
      ...(mcp && { mcpServers: { squadroom: { type: "http", ...mcp, tools: ["*"] } } }),
    };
    const path = ref === null ? "/session" : `/session/${ref}`;
    try {
      const opening = service.request("POST", path, config);
      this.ref = ((await opened(Promise.race([opening, early]))) as { id: string }).id;
    } catch (error) {
      await service.end(0);
      const said = service.complaint();
      throw said === "" ? error : new Error(`${wordsOf(error)} (${said})`, { cause: error });
    }
    return this.desk.run(this);
  }

  async turn(text: string): Promise<TurnEnd> {
    const idle = new Promise<void>((resolve) => {
      this.idle = resolve;
    });
    this.begun = new Promise((resolve) => {
      this.begin = resolve;
    });
    this.isBusy = false;
    this.failure = null;
    await this.service.request("POST", "/send", { prompt: text });
    await idle;
    const end = this.desk.done();
    return this.failure === null ? end : this.desk.failed(this.failure);
  }

  /** It puts a running command aside, and reads the line before it next asks its model. */
  async steer(text: string): Promise<void> {
    await this.service.request("POST", "/send", { prompt: text, mode: "immediate" });
  }

  async interrupt(): Promise<void> {
    // What it hasn't begun it would do after it was told to stop.
    await this.begun;
    await this.service.request("POST", "/abort");
  }

  close(graceMs: number): Promise<void> {
    return this.service.end(Math.min(graceMs, END_MS));
  }

  complaint(): string {
    return this.service.complaint();
  }

  heard(event: ServerEvent): void {
    this.desk.reading(() => this.hear(event));
  }

  private hear({ type, properties }: ServerEvent): void {
    const said = properties as unknown as Said;
    const isOwn = said.agentId === undefined;
    switch (type) {
      case "asked":
        return void this.permit(said).catch(() => {});
      case "user.message":
        if (!isOwn) return;
        this.isBusy = true;
        return this.begin();
      case "assistant.message_delta":
        return isOwn ? this.desk.piece(said.deltaContent) : undefined;
      case "assistant.message":
        return isOwn ? this.desk.whole(said.content) : undefined;
      case "tool.execution_start": {
        const call = { id: said.toolCallId, name: said.toolName, input: said.arguments };
        this.unasked.push(call);
        return this.desk.start(call);
      }
      case "tool.execution_complete": {
        this.forget(said.toolCallId);
        const output = said.success ? said.result?.content : said.error?.message;
        return this.desk.end(said.toolCallId, said.success ? "ok" : "failed", output ?? "");
      }
      case "assistant.usage":
        return this.count(said);
      case "session.usage_info":
        return this.desk.emit({
          kind: "context",
          used: said.currentTokens,
          size: said.tokenLimit,
        });
      case "session.compaction_complete":
        return said.success ? this.desk.emit({ kind: "compaction" }) : undefined;
      case "session.error":
        // If nobody signed in, it doesn't even accept the message.
        this.isBusy = true;
        this.failure = said.message;
        return this.begin();
      case "session.mcp_servers_loaded":
        return this.lacks(said.servers);
      // Not `session.idle`: that waits for what was put aside, including a server of the agent's own.
      case "assistant.idle":
        return isOwn && this.isBusy ? this.idle() : undefined;
      default:
        return;
    }
  }

  private async permit({ id, toolName, toolArgs }: Said): Promise<void> {
    const input = JSON.stringify(toolArgs);
    const known = this.unasked.find((call) => call.name === toolName && JSON.stringify(call.input) === input);
    if (known) this.forget(known.id);
    const call = known ?? { id: `asked-${id}`, name: toolName, input: toolArgs };
    const verdict = await this.desk.permit(call);
    await this.service.request("POST", `/asked/${id}`, {
      permissionDecision: verdict.act,
      ...(verdict.act === "deny" && { permissionDecisionReason: verdict.reason }),
      ...(verdict.act === "allow" && verdict.input !== undefined ? { modifiedArgs: verdict.input } : {}),
    });
  }

  private forget(id: string): void {
    const at = this.unasked.findIndex((call) => call.id === id);
    if (at >= 0) this.unasked.splice(at, 1);
  }

  private lacks(servers: Said["servers"]): void {
    const room = servers.find(({ name }) => name === "squadroom");
    if (room?.status !== "failed") return;
    this.failure = `It doesn't reach the room's tools (${room.error ?? room.status}).`;
  }

  /** Of each request, including those of agents below it; its cost is given in units of its own. */
  private count(said: Said): void {
    const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = said;
    this.desk.emit({
      kind: "usage",
      model: said.model,
      costUsd: null,
      basis: "unknown",
      input: Math.max(inputTokens - cacheReadTokens - cacheWriteTokens, 0),
      output: outputTokens,
      cacheRead: cacheReadTokens,
      cacheWrite: cacheWriteTokens,
    });
  }
}
