import { Readable, Writable } from "node:stream";
import {
  type ClientContext,
  client,
  type McpServer,
  methods,
  type NewSessionRequest,
  ndJsonStream,
  type PermissionOption,
  PROTOCOL_VERSION,
  type PromptRequest,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionConfigOption,
  type SessionUpdate,
  type ToolCallUpdate,
  type Usage,
} from "@agentclientprotocol/sdk/unstable";
import { inputOf, isEmpty, type Known, nameOf, outputOf } from "./acp-tools.ts";
import { type Child, type Exit, type Launch, launch } from "./child.ts";
import { Desk, type Driver, wordsOf } from "./desk.ts";
import { probeArgv, programNamed } from "./found.ts";
import type { Harness, Probe, RunSpec, ToolCall, TurnEnd } from "./harness.ts";
import { opened } from "./patience.ts";
import { wholeLines } from "./whole-lines.ts";

const { agent, client: own } = methods;

/** How long a running tool may take before a line cuts in, ms. */
const CUT_MS = 10_000;

export interface AcpOptions {
  name: string;
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  install?: string;
  /** Comes before the agent's own: what it needs to speak this protocol. */
  extraEnv?: Record<string, string>;
  isSignedIn?: () => boolean | null;
}

/** Any agent that speaks the Agent Client Protocol, version 1. */
export function acpHarness(options: AcpOptions, start: Launch = launch): Harness {
  const open = async (spec: RunSpec, ref: string | null) => {
    const env = { ...options.extraEnv, ...spec.env };
    const child = await start(options.argv, { cwd: spec.cwd, env });
    const conversation = new Conversation(options.name, child, spec);
    return conversation.open(ref).catch(async (error: unknown) => {
      await child.end(0);
      const said = child.complaint();
      const words = `${options.name} opened no conversation: ${wordsOf(error)}`;
      throw new Error(said === "" ? words : `${words} (${said})`, { cause: error });
    });
  };
  return {
    name: options.name,
    async probe(): Promise<Probe> {
      const { argv, env, install } = options;
      if (install === undefined) return programNamed(argv, env);
      const probe = await probeArgv(argv, env, install);
      return "missing" in probe ? probe : { ...probe, isSignedIn: options.isSignedIn?.() ?? null };
    },
    start: (spec) => open(spec, null),
    resume: (ref, spec) => open(spec, ref),
  };
}

class Conversation implements Driver {
  readonly exited: Promise<Exit>;
  ref = "";
  ownModel: string | undefined;
  private readonly desk: Desk;
  private readonly context: ClientContext;
  private readonly known = new Map<string, Known>();
  private isOpen = false;
  private isFirst = true;
  private message: string | null = null;
  /** What was refused since it last said something. */
  private refused: string[] = [];
  private costUsd = 0;
  /** `null`: the conversation's cost before this process is unknown. */
  private costUsdTold: number | null = 0;
  private hasCost = false;
  private isCancelled = false;
  /** Said into the turn, but not passed on yet. */
  private readonly lines: string[] = [];
  private isCut = false;
  private cutting: NodeJS.Timeout | undefined;
  private readonly tools = new Set<string>();
  private asking = 0;

  constructor(
    private readonly name: string,
    private readonly child: Child,
    private spec: RunSpec,
  ) {
    this.desk = new Desk(spec);
    this.exited = child.exited;
    const lines = wholeLines(child.stdout, (bytes) => this.desk.tooLong(bytes));
    const input = Readable.toWeb(lines) as ReadableStream<Uint8Array>;
    const stream = ndJsonStream(Writable.toWeb(child.stdin), input);
    this.context = client({ name: "squadroom" })
      .onNotification(own.session.update, ({ params }) => {
        // The conversation that it left may still have something to say.
        if (!this.isOpen || params.sessionId === this.ref) this.desk.reading(() => this.hear(params.update));
      })
      .onRequest(own.session.requestPermission, ({ params }) => this.permit(params))
      .connect(stream).agent;
  }

  get pid(): number {
    return this.child.pid;
  }

  async open(ref: string | null) {
    const gone = this.exited.then((code) => {
      throw new Error(`it ended with ${code}`);
    });
    await opened(Promise.race([this.greet(ref), gone]));
    this.isOpen = true;
    return this.desk.run(this);
  }

  private async greet(ref: string | null): Promise<void> {
    const { agentCapabilities: can } = await this.context.request(agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: {},
      clientInfo: { name: "squadroom", version: "1" },
    });
    if (this.spec.mcp && !can?.mcpCapabilities?.http)
      this.desk.emit({
        kind: "notice",
        text: `${this.name} doesn't say that it takes tools over HTTP; it may lack the room's.`,
      });
    if (ref === null) return this.begin();
    this.ref = ref;
    this.isFirst = false;
    this.costUsdTold = null;
    const again = { ...this.place(), sessionId: ref };
    if (can?.sessionCapabilities?.resume)
      await this.choose((await this.context.request(agent.session.resume, again)).configOptions);
    else if (can?.loadSession) await this.choose((await this.context.request(agent.session.load, again)).configOptions);
    else throw new Error("it can't go on with a conversation; start a new one");
  }

  private place(): NewSessionRequest {
    return { cwd: this.spec.cwd, mcpServers: serversOf(this.spec) };
  }

  private async begin(): Promise<void> {
    const session = await this.context.request(agent.session.new, this.place());
    this.ref = session.sessionId;
    await this.choose(session.configOptions ?? []);
  }

  /** The protocol gives each conversation a folder of its own, whatever the process's folder. */
  async move(cwd: string): Promise<void> {
    this.spec = { ...this.spec, cwd };
    this.known.clear();
    this.message = null;
    this.isFirst = true;
    this.costUsd = 0;
    this.costUsdTold = 0;
    this.hasCost = false;
    await this.begin();
  }

  private async choose(options: SessionConfigOption[] | null | undefined): Promise<void> {
    const { model } = this.spec;
    if (!model) return;
    const option = options?.find((one) => one.category === "model" || one.id === "model");
    if (!option) {
      this.ownModel = `${this.name} lets nobody choose a model by its protocol; its own settings count.`;
      return this.desk.emit({ kind: "notice", text: this.ownModel });
    }
    await this.context.request(agent.session.setConfigOption, {
      sessionId: this.ref,
      configId: option.id,
      value: model,
    });
  }

  async turn(text: string): Promise<TurnEnd> {
    const { system } = this.spec;
    const first = this.isFirst && system ? [system] : [];
    this.isFirst = false;
    this.isCancelled = false;
    let prompt = [...first, ...this.lines.splice(0), text];
    for (;;) {
      this.refused = [];
      const request: PromptRequest = {
        sessionId: this.ref,
        prompt: prompt.map((one) => ({ type: "text", text: one })),
      };
      const { stopReason, usage } = await this.context.request(agent.session.prompt, request);
      const end = this.desk.done();
      this.count(usage ?? null);
      this.afterCut();
      const isOpen = stopReason === "end_turn" || stopReason === "cancelled";
      if (this.lines.length > 0 && isOpen && !this.isCancelled) {
        prompt = [...this.refused, ...this.lines.splice(0)];
        continue;
      }
      // Some agents end their turn if a call is refused, and no answer to it takes a reason.
      if (this.refused.length > 0 && !this.isCancelled) {
        prompt = [this.refused.join("\n")];
        continue;
      }
      if (stopReason === "refusal") return { why: "refused", text: end.text };
      if (stopReason === "end_turn") return end;
      return stopReason === "cancelled"
        ? { why: "aborted", text: end.text }
        : { why: "failed", text: `It stopped: ${stopReason}. ${end.text}`.trim() };
    }
  }

  /**
   * The protocol has no line into a turn: the turn is cut between two tools, or during a long one, and continues with
   * the line. What a person is asked about isn't cut.
   */
  async steer(text: string): Promise<void> {
    this.lines.push(text);
    await this.cut();
  }

  private async cut(isDue = false): Promise<void> {
    if (this.lines.length === 0 || this.isCut || this.isCancelled || this.asking > 0) return;
    if (this.tools.size > 0 && !isDue) {
      this.cutting ??= setTimeout(() => void this.cut(true).catch(() => undefined), CUT_MS);
      return;
    }
    this.isCut = true;
    await this.context.notify(agent.session.cancel, { sessionId: this.ref });
  }

  private afterCut(): void {
    clearTimeout(this.cutting);
    this.cutting = undefined;
    this.isCut = false;
    this.tools.clear();
  }

  async interrupt(): Promise<void> {
    this.isCancelled = true;
    await this.context.notify(agent.session.cancel, { sessionId: this.ref });
  }

  close(graceMs: number): Promise<void> {
    return this.child.end(graceMs);
  }

  complaint(): string {
    return this.child.complaint();
  }

  private hear(update: SessionUpdate): void {
    // While it reopens a conversation, it repeats what was said before.
    if (!this.isOpen) {
      if (update.sessionUpdate === "usage_update" && update.cost?.currency === "USD")
        this.costUsdTold = update.cost.amount;
      return;
    }
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        if (update.content.type !== "text") return;
        if (update.messageId && this.message && update.messageId !== this.message) this.desk.whole();
        this.message = update.messageId ?? null;
        this.refused = [];
        return this.desk.piece(update.content.text);
      case "tool_call":
      case "tool_call_update":
        return this.follow(update);
      case "usage_update":
        if (update.cost?.currency === "USD") {
          this.hasCost = true;
          this.costUsd = update.cost.amount;
        }
        return this.desk.emit({ kind: "context", used: update.used, size: update.size });
      case "compaction_update":
        if (update.status === "completed") this.desk.emit({ kind: "compaction" });
        return;
      case "notice":
        return this.desk.emit({
          kind: "notice",
          text: [update.title, update.description].filter(Boolean).join(": "),
        });
      default:
        return;
    }
  }

  private follow(update: ToolCallUpdate): void {
    const id = update.toolCallId;
    const call = this.knownCall(update);
    const isOver = update.status === "completed" || update.status === "failed";
    if (!isOver) this.tools.add(id);
    else if (this.tools.delete(id)) void this.cut().catch(() => undefined);
    switch (update.status) {
      case "completed":
        this.desk.start(call);
        return this.desk.end(id, "ok", outputOf(update));
      case "failed":
        this.desk.start(call);
        return this.desk.end(id, "failed", outputOf(update));
      case "in_progress":
        return this.desk.start(call);
      default:
        // Its input may come with the next update, or with the question whether it may run.
        return;
    }
  }

  private knownCall(update: ToolCallUpdate): ToolCall {
    const id = update.toolCallId;
    const before = this.known.get(id);
    const all: Known = {
      title: update.title ?? before?.title,
      name: update.name ?? before?.name,
      kind: update.kind ?? before?.kind,
      rawInput: isEmpty(update.rawInput) ? before?.rawInput : update.rawInput,
      locations: update.locations ?? before?.locations,
    };
    this.known.set(id, all);
    return { id, name: nameOf(all), input: inputOf(all) };
  }

  private async permit(asked: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    this.asking += 1;
    const verdict = await this.desk.permit(this.knownCall(asked.toolCall)).finally(() => {
      this.asking -= 1;
    });
    if (this.isCancelled || this.isCut) return { outcome: { outcome: "cancelled" } };
    void this.cut().catch(() => undefined);
    if (verdict.act === "deny") this.refused.push(verdict.reason);
    const option = optionFor(verdict.act, asked.options);
    return {
      outcome: option ? { outcome: "selected", optionId: option.optionId } : { outcome: "cancelled" },
    };
  }

  /** One event per turn; the cost that an agent reports is the conversation's so far. */
  private count(usage: Usage | null): void {
    const isKnown = this.hasCost && this.costUsdTold !== null;
    const costUsd = isKnown ? this.costUsd - (this.costUsdTold ?? 0) : null;
    if (this.hasCost) this.costUsdTold = this.costUsd;
    if (!usage && (costUsd === 0 || !this.hasCost)) return;
    const cacheRead = usage?.cachedReadTokens ?? 0;
    const cacheWrite = usage?.cachedWriteTokens ?? 0;
    this.desk.emit({
      kind: "usage",
      model: null,
      input: usage?.inputTokens ?? 0,
      output: (usage?.outputTokens ?? 0) + (usage?.thoughtTokens ?? 0),
      cacheRead,
      cacheWrite,
      costUsd,
      basis: costUsd === null ? "unknown" : "estimated",
    });
  }
}

function serversOf({ mcp }: RunSpec): McpServer[] {
  if (!mcp) return [];
  const headers = Object.entries(mcp.headers).map(([name, value]) => ({ name, value }));
  return [{ type: "http", name: "squadroom", url: mcp.url, headers }];
}

/** Always once: what is allowed for good would not be asked again. */
function optionFor(act: "allow" | "deny", options: PermissionOption[]) {
  const kinds = act === "allow" ? ["allow_once"] : ["reject_once", "reject_always"];
  return kinds.map((kind) => options.find((one) => one.kind === kind)).find((one) => one !== undefined);
}
