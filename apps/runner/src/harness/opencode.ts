import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Exit } from "./child.ts";
import { Desk, type Driver, wordsOf } from "./desk.ts";
import { type Around, isSignedIn, probeArgv, programNear } from "./found.ts";
import type { Harness, HarnessRun, Probe, RunSpec, TurnEnd } from "./harness.ts";
import { limitIn } from "./limits.ts";
import { type OpenService, openService, type ServerEvent, type Service } from "./opencode-server.ts";
import { opened, sleepUnless } from "./patience.ts";
import { type OpenDoor, openToolDoor, type ToolDoor } from "./tool-door.ts";

const INSTALL = "npm install --global opencode-ai";
/** How long an idle server takes to end when asked to. */
const END_MS = 1_000;

/**
 * If it has a plugin, it first installs a package of its own, and does without if that fails. Without a network, npm
 * would try again for over a minute at each start.
 */
const NPM: Record<string, string> = { npm_config_fetch_retries: "0" };

/** Its plugin: asks before each tool, including those of agents below it, and reports that it is there. */
const plugin = (undone: readonly string[]) => `
// Not for what tools install.
for (const name of ${JSON.stringify(undone)}) delete process.env[name];

export const Squadroom = async () => {
  await ask({});
  // It got an answer.
  await ask({ isReady: true });
  return {
    "tool.execute.before": async ({ tool, callID }, { args }) => {
      const { deny, input } = await ask({ tool, callID, args });
      if (deny !== undefined) throw new Error(deny);
      if (input === undefined) return;
      for (const name of Object.keys(args)) delete args[name];
      Object.assign(args, input);
    },
  };
};
`;

/** opencode, through its server. */
export function opencodeHarness(
  around: Around,
  start: OpenService = openService,
  openDoor: OpenDoor = openToolDoor,
): Harness {
  const program = () => programNear("opencode", around) ?? "opencode";
  const open = async (spec: RunSpec, ref: string | null) => {
    const conversation = new Conversation(spec);
    const own = Object.keys(NPM).filter((name) => spec.env[name] === undefined);
    const door = await openDoor((asked) => conversation.beforeTool(asked), plugin(own));
    const argv = [program(), "serve", "--hostname", "127.0.0.1", "--port", "0"];
    const place = { cwd: spec.cwd, env: { ...NPM, ...spec.env, ...configured(spec.env, door) } };
    try {
      const service = await start(argv, place, (event) => conversation.heard(event));
      return await conversation.open(service, door, ref);
    } catch (error) {
      await door.close();
      throw new Error(`opencode opened no conversation: ${wordsOf(error)}`, { cause: error });
    }
  };
  return {
    name: "opencode",
    async probe(): Promise<Probe> {
      const probe = await probeArgv([program()], around.env, INSTALL);
      return "missing" in probe ? probe : { ...probe, isSignedIn: hasAccount(around.env) };
    },
    start: (spec) => open(spec, null),
    resume: (ref, spec) => open(spec, ref),
  };
}

/** Its keys may also be in any file of settings, for any of dozens of providers. */
function hasAccount(env: NodeJS.ProcessEnv): true | null {
  const data = env.XDG_DATA_HOME ?? join(env.HOME ?? "", ".local", "share");
  const files = [join(data, "opencode", "auth.json")];
  const variables = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENCODE_API_KEY"];
  return isSignedIn(env, { variables, files }) || null;
}

/** What applies to this process, on top of the user's settings. */
function configured(env: Record<string, string>, door: ToolDoor) {
  const own = JSON.parse(env.OPENCODE_CONFIG_CONTENT ?? "{}") as { plugin?: string[] };
  const plugin = [...(own.plugin ?? []), `file://${door.module}`];
  return { OPENCODE_CONFIG_CONTENT: JSON.stringify({ ...own, autoupdate: false, plugin }) };
}

interface Tokens {
  input: number;
  output: number;
  reasoning: number;
  cache: { read: number; write: number };
}

interface Info {
  id: string;
  role: "user" | "assistant";
  sessionID: string;
  providerID: string;
  modelID: string;
  tokens: Tokens;
  cost: number;
  time: { completed?: number };
}

interface Part {
  id: string;
  messageID: string;
  sessionID: string;
  type: string;
  text?: string;
  time?: { end?: number };
  callID: string;
  tool: string;
  state: { status: string; input: unknown; output?: string; error?: string };
}

interface Failure {
  name: string;
  data?: { message?: string };
}

interface Providers {
  providers: { id: string; models: Record<string, { limit: { context: number } }> }[];
}

class Conversation implements Driver {
  ref = "";
  exited: Promise<Exit> = new Promise(() => {});
  private readonly desk: Desk;
  private service!: Service;
  private door!: ToolDoor;
  private asks = () => {};
  private readonly isAsking = new Promise<void>((resolve) => {
    this.asks = resolve;
  });
  private idle = (_failure: Failure | null) => {};
  private begun: Promise<void> = Promise.resolve();
  private begin = () => {};
  private isBusy = false;
  private interrupting: Promise<unknown> | null = null;
  private failure: Failure | null = null;
  /** Parts of messages that it says itself, rather than thinks or hears. */
  private readonly spoken = new Set<string>();
  private readonly counted = new Set<string>();
  private readonly sizes = new Map<string, number>();

  constructor(private readonly spec: RunSpec) {
    this.desk = new Desk(spec, true);
  }

  get pid(): number {
    return this.service.pid;
  }

  async open(service: Service, door: ToolDoor, ref: string | null): Promise<HarnessRun> {
    this.service = service;
    this.door = door;
    this.exited = service.exited;
    const early = service.exited.then((code) => {
      throw new Error(`it ended with ${code ?? "a signal"}`);
    });
    try {
      await opened(Promise.race([this.greet(ref), early]));
    } catch (error) {
      await service.end(0);
      const said = service.complaint();
      throw said === "" ? error : new Error(`${wordsOf(error)} (${said})`, { cause: error });
    }
    return this.desk.run(this);
  }

  private async greet(ref: string | null): Promise<void> {
    const path = ref === null ? "" : `/${ref}`;
    const { id } = (await this.service.request(
      ref === null ? "POST" : "GET",
      `/session${path}`,
      ref === null ? {} : undefined,
    )) as { id: string };
    this.ref = id;
    // A plugin that it didn't load would let every tool run.
    await this.isAsking;
    await this.bringTools();
    const { providers } = (await this.service.request("GET", "/config/providers")) as Providers;
    for (const { id, models } of providers)
      for (const [name, { limit }] of Object.entries(models)) this.sizes.set(`${id}/${name}`, limit.context);
  }

  private async bringTools(): Promise<void> {
    const { mcp } = this.spec;
    if (!mcp) return;
    const config = { type: "remote", oauth: false, ...mcp };
    const all = (await this.service.request("POST", "/mcp", { name: "squadroom", config })) as
      | Record<string, { status: string; error?: string }>
      | undefined;
    const { status, error } = all?.squadroom ?? {};
    if (status !== "connected") throw new Error(`it doesn't reach the room's tools (${error ?? status})`);
  }

  async turn(text: string): Promise<TurnEnd> {
    const idle = new Promise<Failure | null>((resolve) => {
      this.idle = resolve;
    });
    this.begun = new Promise((resolve) => {
      this.begin = resolve;
    });
    this.isBusy = false;
    this.interrupting = null;
    this.failure = null;
    await this.prompt(text);
    const failure = await idle;
    await Promise.resolve(this.interrupting);
    const end = this.desk.done();
    if (!failure) return end;
    if (failure.name === "MessageAbortedError") return { why: "aborted", text: end.text };
    return this.desk.failed(failure.data?.message ?? failure.name);
  }

  /** It reads what comes meanwhile before it next asks its model. */
  steer(text: string): Promise<void> {
    return this.prompt(text);
  }

  private async prompt(text: string): Promise<void> {
    const { system, model } = this.spec;
    await this.service.request("POST", `/session/${this.ref}/prompt_async`, {
      parts: [{ type: "text", text }],
      ...(system && { system }),
      ...(model && { model: modelNamed(model) }),
    });
  }

  async interrupt(): Promise<void> {
    // A turn whose model wasn't asked yet would continue after it was aborted.
    this.interrupting = this.begun.then(() => this.service.request("POST", `/session/${this.ref}/abort`));
    await this.interrupting;
  }

  async close(graceMs: number): Promise<void> {
    // Nothing that it reads would end it; an interruption is completed first.
    if (this.interrupting) await sleepUnless(this.interrupting, graceMs);
    await this.service.end(Math.min(graceMs, END_MS));
    await this.door.close();
  }

  complaint(): string {
    return this.service.complaint();
  }

  async beforeTool(asked: unknown): Promise<unknown> {
    const { isReady, tool, callID, args } = asked as Record<string, string>;
    if (isReady) this.asks();
    if (!tool) return {};
    const call = { id: callID ?? randomUUID(), name: tool, input: args };
    const verdict = await this.desk.permit(call);
    return verdict.act === "deny" ? { deny: verdict.reason } : { input: verdict.input };
  }

  heard(event: ServerEvent): void {
    this.desk.reading(() => this.hear(event));
  }

  private hear({ type, properties }: ServerEvent): void {
    const isOwn = properties.sessionID === this.ref;
    switch (type) {
      case "message.updated":
        return this.count(properties.info as Info, isOwn);
      case "message.part.updated":
        return this.follow(properties.part as Part, isOwn);
      case "message.part.delta":
        if (this.spoken.has(String(properties.partID))) this.desk.piece(String(properties.delta));
        return;
      case "permission.asked":
        return void this.permit(properties).catch(() => {});
      case "question.asked":
        // Nobody is here to answer; the room has a tool for asking people.
        return void this.service.request("POST", `/question/${properties.id}/reject`).catch(() => {});
      case "session.compacted":
        return isOwn ? this.desk.emit({ kind: "compaction" }) : undefined;
      case "session.error":
        if (isOwn) this.failure = properties.error as Failure;
        return;
      case "session.status":
        return isOwn ? this.change(properties.status as { type: string }) : undefined;
      default:
        return;
    }
  }

  /** After an abort it reports twice that it is idle: the second report doesn't count for a turn that hasn't begun. */
  private change({ type, message, next }: { type: string; message?: string; next?: number }): void {
    if (type === "idle" && this.isBusy) return this.idle(this.failure);
    if (type === "busy") this.isBusy = true;
    if (type !== "retry") return;
    const text = message ?? "Its provider refused; it tries again by itself.";
    const limit = limitIn(text, Date.now());
    this.desk.emit(limit ? { kind: "limited", untilAt: next ?? limit.untilAt, text } : { kind: "notice", text });
  }

  private follow(part: Part, isOwn: boolean): void {
    if (part.type === "step-start" && isOwn) this.begin();
    if (part.type === "tool") return this.followCall(part);
    // What a person wrote has no time.
    if (part.type !== "text" || !isOwn || !part.time) return;
    this.spoken.add(part.id);
    if (part.time.end === undefined) return;
    this.spoken.delete(part.id);
    this.desk.whole(part.text);
  }

  private followCall({ callID: id, tool: name, state }: Part): void {
    if (state.status === "pending") return;
    this.desk.start({ id, name, input: state.input });
    if (state.status === "completed") this.desk.end(id, "ok", state.output);
    if (state.status === "error") this.desk.end(id, "failed", state.error);
  }

  /** What its own rules want a person to be asked about, although the plugin asked before; the answer is the same. */
  private async permit(asked: Record<string, unknown>): Promise<void> {
    const { id, permission, metadata, tool } = asked as {
      id: string;
      permission: string;
      metadata: unknown;
      tool?: { callID: string };
    };
    const call = { id: tool?.callID ?? id, name: permission, input: metadata };
    const verdict = await this.desk.permit(call);
    // Without a message, it would end its turn.
    await this.service.request(
      "POST",
      `/permission/${id}/reply`,
      verdict.act === "allow"
        ? { reply: "once" }
        : { reply: "reject", message: verdict.reason || "Squadroom refused it." },
    );
  }

  /** Each request to its model has a message of its own, including those of agents below it. */
  private count({ id, role, providerID, modelID, tokens, cost, time }: Info, isOwn: boolean): void {
    if (role !== "assistant" || time.completed === undefined || this.counted.has(id)) return;
    this.counted.add(id);
    const { input, reasoning, cache } = tokens;
    const output = tokens.output + reasoning;
    if (input + output === 0) return;
    this.desk.emit({
      kind: "usage",
      model: `${providerID}/${modelID}`,
      input,
      output,
      cacheRead: cache.read,
      cacheWrite: cache.write,
      ...(cost > 0 ? { costUsd: cost, basis: "estimated" } : { costUsd: null, basis: "unknown" }),
    });
    const size = this.sizes.get(`${providerID}/${modelID}`);
    const used = input + output + cache.read + cache.write;
    if (isOwn && size) this.desk.emit({ kind: "context", used, size });
  }
}

/** In the form of its own command: `provider/model`. */
function modelNamed(name: string): { providerID: string; modelID: string } {
  const at = name.indexOf("/");
  return { providerID: name.slice(0, Math.max(at, 0)), modelID: name.slice(at + 1) };
}
