import { join } from "node:path";
import { type Child, type Exit, type Launch, launch } from "./child.ts";
import { Desk, type Driver, ownWords, wordsOf } from "./desk.ts";
import { type Around, isSignedIn, probeArgv, programNear } from "./found.ts";
import type { Harness, HarnessRun, Probe, RunSpec, TurnEnd, Verdict } from "./harness.ts";
import { JsonRpc } from "./json-rpc.ts";
import { opened } from "./patience.ts";
import { type OpenDoor, openToolDoor, type ToolDoor } from "./tool-door.ts";

const INSTALL = "npm install --global @openai/codex";
/** Longer than a person takes to answer, s. */
const ASKED_S = 24 * 3600;
/** A room's tool waits longer for an answer than Codex would by itself, s. */
const TOOL_S = 600;

/** Codex, through its app server. */
export function codexHarness(around: Around, start: Launch = launch, openDoor: OpenDoor = openToolDoor): Harness {
  const program = () => programNear("codex", around) ?? "codex";
  const open = async (spec: RunSpec, ref: string | null) => {
    const conversation = new Conversation(spec);
    const door = await openDoor((asked) => conversation.beforeTool(asked));
    // Session hooks are asked before any tool, including those that its sandbox lets run unasked.
    const hook = JSON.stringify(door.command);
    const hooks = `hooks.PreToolUse=[{hooks=[{type="command",command=${hook},timeout=${ASKED_S}}]}]`;
    try {
      const child = await start([program(), "app-server", "-c", hooks], spec);
      return await conversation.open(child, door, ref);
    } catch (error) {
      await door.close();
      throw error;
    }
  };
  return {
    name: "codex",
    async probe(): Promise<Probe> {
      const probe = await probeArgv([program()], around.env, INSTALL);
      return "missing" in probe ? probe : { ...probe, isSignedIn: hasAccount(around.env) };
    },
    start: (spec) => open(spec, null),
    resume: (ref, spec) => open(spec, ref),
  };
}

function hasAccount(env: NodeJS.ProcessEnv): boolean {
  const folder = env.CODEX_HOME ?? join(env.HOME ?? "", ".codex");
  return isSignedIn(env, {
    variables: ["OPENAI_API_KEY", "CODEX_API_KEY"],
    files: [join(folder, "auth.json")],
  });
}

interface Tokens {
  totalTokens: number;
  inputTokens: number;
  cachedInputTokens: number;
  cacheWriteInputTokens?: number;
  outputTokens: number;
}

interface Item {
  type: string;
  id: string;
  status?: string;
  text?: string;
  command?: string;
  cwd?: string;
  aggregatedOutput?: string | null;
  changes?: unknown;
  server?: string;
  tool?: string;
  arguments?: unknown;
  result?: { content?: unknown } | null;
  error?: { message?: string } | null;
}

interface Failure {
  message: string;
  codexErrorInfo: unknown;
}

interface Said {
  threadId?: string;
  thread?: { id: string; model?: string | null };
  toModel?: string;
  delta?: string;
  item?: Item;
  turn?: { id: string; status: string; error: Failure | null };
  tokenUsage?: { total: Tokens; last: Tokens; modelContextWindow: number | null };
  error?: Failure;
  willRetry?: boolean;
  rateLimits?: { primary?: Window | null; secondary?: Window | null };
}

interface Window {
  usedPercent: number;
  resetsAt: number | null;
}

const LIMITS = ["usageLimitExceeded", "rateLimitExceeded", "serverOverloaded"];

class Conversation implements Driver {
  ref = "";
  exited: Promise<Exit> = new Promise(() => {});
  private readonly desk: Desk;
  private child!: Child;
  private door!: ToolDoor;
  private rpc!: JsonRpc;
  /** Of this conversation, and of those that it starts by itself. */
  private readonly models = new Map<string, string | null>();
  /** The current turn, once it has an id. */
  private turnId: Promise<string> = Promise.resolve("");
  private over: (turn: NonNullable<Said["turn"]>) => void = () => {};
  private readonly told = new Map<string, Tokens>();
  ownModel: string | undefined;
  private resetsAt: number | null = null;

  constructor(private readonly spec: RunSpec) {
    this.desk = new Desk(spec, true);
  }

  get pid(): number {
    return this.child.pid;
  }

  async open(child: Child, door: ToolDoor, ref: string | null): Promise<HarnessRun> {
    this.child = child;
    this.door = door;
    this.exited = child.exited;
    this.rpc = new JsonRpc(child, {
      hear: (method, params) => this.hear(method, params as Said),
      answer: (method, params) => this.answer(method, params),
      reading: (read) => this.desk.reading(read),
      tooLong: (bytes) => this.desk.tooLong(bytes),
    });
    const early = child.exited.then((code) => {
      throw new Error(`it ended with ${code ?? "a signal"}`);
    });
    try {
      await opened(Promise.race([this.greet(ref), early]));
    } catch (error) {
      await child.end(0);
      const said = child.complaint();
      const words = `Codex opened no conversation: ${wordsOf(error)}`;
      throw new Error(said === "" ? words : `${words} (${said})`, { cause: error });
    }
    return this.desk.run(this);
  }

  private async greet(ref: string | null): Promise<void> {
    const { cwd, system, mcp } = this.spec;
    await this.rpc.request("initialize", { clientInfo: { name: "squadroom", version: "1" } });
    this.rpc.notify("initialized");
    const server = mcp && {
      "mcp_servers.squadroom": {
        url: mcp.url,
        http_headers: mcp.headers,
        tool_timeout_sec: TOOL_S,
      },
    };
    const { config } = await this.rpc.request("config/read", { cwd });
    const { sandbox_mode: mode, model: own } = config as Record<string, string | null>;
    const model = await this.modelHere(own ?? null);
    const place = {
      cwd,
      ...(model && { model }),
      // By default it may write nothing in a folder that nobody trusted in its own window.
      ...(mode ? {} : { sandbox: "workspace-write" }),
      ...(system && { developerInstructions: system }),
      config: { ...(await this.trust()), ...server },
    };
    const opening =
      ref === null
        ? await this.rpc.request("thread/start", place)
        : await this.rpc.request("thread/resume", { ...place, threadId: ref, excludeTurns: true });
    const { thread, model: chosen } = opening as { thread: { id: string }; model: string };
    this.ref = thread.id;
    this.models.set(thread.id, chosen);
  }

  /** A model that nobody named counts if its user set none, and if this release knows it. */
  private async modelHere(own: string | null): Promise<string | undefined> {
    const { model, isImplied } = this.spec;
    if (!model || !isImplied) return model;
    if (own !== null) this.ownModel = ownWords("Codex", own);
    else {
      const asked = this.rpc.request("model/list", { includeHidden: true, limit: 1_000 });
      const { data } = (await asked.catch(() => ({ data: [] }))) as { data: { model: string }[] };
      if (data.length === 0 || data.some((one) => one.model === model)) return model;
      this.ownModel = `Codex doesn't know ${model}, and nobody named it: its own model counts.`;
    }
    return undefined;
  }

  /** Our own hook counts, for this conversation only; otherwise it would be skipped silently. */
  private async trust(): Promise<object> {
    const { data } = (await this.rpc.request("hooks/list", { cwds: [this.spec.cwd] })) as {
      data: { hooks: { key: string; currentHash: string; source: string }[] }[];
    };
    const own = data.flatMap(({ hooks }) => hooks).filter((one) => one.source === "sessionFlags");
    if (own.length === 0) throw new Error("it takes no hook to ask before a tool; update Codex");
    const state = own.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]);
    return { "hooks.state": Object.fromEntries(state) };
  }

  async turn(text: string): Promise<TurnEnd> {
    const over = new Promise<NonNullable<Said["turn"]>>((resolve) => {
      this.over = resolve;
    });
    const started = this.rpc.request("turn/start", { threadId: this.ref, input: written(text) });
    this.turnId = started.then(({ turn }) => (turn as { id: string }).id);
    this.turnId.catch(() => {});
    await started;
    const { status, error } = await over;
    const end = this.desk.done();
    if (status === "interrupted") return { why: "aborted", text: end.text };
    return error ? this.failed(error) : end;
  }

  async steer(text: string): Promise<void> {
    const expectedTurnId = await this.turnId;
    await this.rpc.request("turn/steer", {
      threadId: this.ref,
      expectedTurnId,
      input: written(text),
    });
  }

  async interrupt(): Promise<void> {
    const turnId = await this.turnId;
    await this.rpc.request("turn/interrupt", { threadId: this.ref, turnId });
  }

  async close(graceMs: number): Promise<void> {
    await this.child.end(graceMs);
    await this.door.close();
  }

  complaint(): string {
    return this.child.complaint();
  }

  /** Its hook asks; the answer has no field that it doesn't know, or the tool would run. */
  async beforeTool(asked: unknown): Promise<unknown> {
    const { tool_use_id, tool_name, tool_input } = asked as Record<string, string>;
    const verdict = await this.desk.permit({
      id: tool_use_id ?? "",
      name: tool_name ?? "tool",
      input: tool_input,
    });
    if (verdict.act === "allow" && verdict.input === undefined) return {};
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        ...(verdict.act === "allow"
          ? { permissionDecision: "allow", updatedInput: verdict.input }
          : { permissionDecision: "deny", permissionDecisionReason: verdict.reason }),
      },
    };
  }

  private async answer(method: string, params: Record<string, unknown>): Promise<unknown> {
    const { itemId, command, cwd } = params as Record<string, string>;
    const decided = async (name: string, input: unknown) => {
      const verdict: Verdict = await this.desk.permit({ id: itemId ?? "", name, input });
      return { decision: verdict.act === "allow" ? "accept" : "decline" };
    };
    switch (method) {
      case "item/commandExecution/requestApproval":
        return decided("Bash", { command, cwd });
      case "item/fileChange/requestApproval":
        return decided("apply_patch", params);
      case "mcpServer/elicitation/request":
        // A server's tool, about which the hook was already asked; nobody is here to fill in a form.
        return isApproval(params)
          ? { action: "accept", content: {}, _meta: null }
          : { action: "decline", content: null, _meta: null };
      default:
        throw new Error(`${method} is not answered here`);
    }
  }

  private hear(method: string, said: Said): void {
    const { threadId = this.ref, thread } = said;
    if (method === "thread/started" && thread) this.models.set(thread.id, thread.model ?? null);
    if (method === "model/rerouted") this.models.set(threadId, said.toModel ?? null);
    if (method === "thread/tokenUsage/updated" && said.tokenUsage) return this.count(threadId, said.tokenUsage);
    // Conversations that it starts by itself talk among themselves.
    if (threadId !== this.ref) return;
    switch (method) {
      case "item/agentMessage/delta":
        return this.desk.piece(said.delta ?? "");
      case "item/started":
        return said.item && this.begin(said.item);
      case "item/completed":
        return said.item && this.finish(said.item);
      case "account/rateLimits/updated": {
        const { primary, secondary } = said.rateLimits ?? {};
        const full = [primary, secondary].filter((one) => (one?.usedPercent ?? 0) >= 100);
        this.resetsAt = full[0]?.resetsAt ?? this.resetsAt;
        return;
      }
      case "error":
        if (!said.error || said.willRetry !== true) return;
        if (LIMITS.includes(String(said.error.codexErrorInfo))) this.failed(said.error);
        else this.desk.emit({ kind: "notice", text: said.error.message });
        return;
      case "turn/completed":
        return said.turn && this.over(said.turn);
      default:
        return;
    }
  }

  private begin(item: Item): void {
    const call = callOf(item);
    if (call) this.desk.start(call);
  }

  private finish(item: Item): void {
    if (item.type === "agentMessage") return this.desk.whole(item.text);
    if (item.type === "contextCompaction") return this.desk.emit({ kind: "compaction" });
    if (!callOf(item)) return;
    this.begin(item);
    const state = { completed: "ok", declined: "denied" }[item.status ?? ""] ?? "failed";
    const text = item.aggregatedOutput ?? item.error?.message ?? textOf(item.result?.content);
    this.desk.end(item.id, state as "ok" | "denied" | "failed", text);
  }

  private failed({ message, codexErrorInfo }: Failure): TurnEnd {
    if (!LIMITS.includes(String(codexErrorInfo))) return this.desk.failed(message);
    const at = this.resetsAt;
    return this.desk.failed(message, at === null ? undefined : at * 1000);
  }

  private count(thread: string, used: NonNullable<Said["tokenUsage"]>): void {
    const { total, last, modelContextWindow: size } = used;
    const told = this.told.get(thread);
    const isAnew = told !== undefined && total.totalTokens < told.totalTokens;
    const cached = (of: Tokens) => of.cachedInputTokens + (of.cacheWriteInputTokens ?? 0);
    // The sum of a continued conversation begins before this process.
    const since = (of: (tokens: Tokens) => number) => Math.max(told && !isAnew ? of(total) - of(told) : of(last), 0);
    const input = since((of) => of.inputTokens - cached(of));
    const output = since((of) => of.outputTokens);
    if (input + output > 0)
      this.desk.emit({
        kind: "usage",
        costUsd: null,
        basis: "unknown",
        input,
        output,
        model: this.models.get(thread) ?? null,
        cacheRead: since((of) => of.cachedInputTokens),
        cacheWrite: since((of) => of.cacheWriteInputTokens ?? 0),
      });
    this.told.set(thread, total);
    if (size && thread === this.ref) this.desk.emit({ kind: "context", used: last.totalTokens, size });
  }
}

function written(text: string): unknown[] {
  return [{ type: "text", text, text_elements: [] }];
}

/** Named as in its hook. */
function callOf(item: Item) {
  const { id } = item;
  switch (item.type) {
    case "commandExecution":
      return { id, name: "Bash", input: { command: item.command, cwd: item.cwd } };
    case "fileChange":
      return { id, name: "apply_patch", input: { changes: item.changes } };
    case "mcpToolCall":
      return { id, name: `mcp__${item.server}__${item.tool}`, input: item.arguments };
    case "dynamicToolCall":
      return { id, name: item.tool ?? "tool", input: item.arguments };
    default:
      return null;
  }
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => (part?.type === "text" ? [part.text as string] : [])).join("\n");
}

function isApproval({ _meta: meta }: Record<string, unknown>): boolean {
  return JSON.stringify(meta ?? null).includes("approval");
}
