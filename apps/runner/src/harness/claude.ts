import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { begin, type Child, type Exit, owned } from "./child.ts";
import type { Message, ModelUsage, Query, Sdk, Usage, UserMessage } from "./claude-sdk.ts";
import { Desk, type Driver, ownWords, unchanged, wordsOf } from "./desk.ts";
import { type Around, isSignedIn, packageNear } from "./found.ts";
import type { Harness, HarnessRun, Probe, RunSpec, ToolCall, TurnEnd } from "./harness.ts";
import { opened } from "./patience.ts";
import { wholeLines } from "./whole-lines.ts";

const PACKAGE = "@anthropic-ai/claude-agent-sdk";
const INSTALL = `npm install --global ${PACKAGE}`;
/** Longer than a person takes to answer; the default would let a tool run unasked after a minute. */
const ASKED_S = 24 * 3600;

/** Claude Code, through the user's Agent SDK. */
export function claudeHarness(around: Around, load: () => Promise<Sdk> = loader(around)): Harness {
  const open = async (spec: RunSpec, ref: string | null) => new Conversation(await load(), spec, ref).open();
  return {
    name: "claude",
    async probe(): Promise<Probe> {
      const found = packageNear(PACKAGE, around);
      if (!found) return { missing: `The package ${PACKAGE} isn't installed.`, install: INSTALL };
      return { version: found.version, isSignedIn: hasAccount(around.env), path: found.entry };
    },
    start: (spec) => open(spec, null),
    resume: (ref, spec) => open(spec, ref),
  };
}

function loader(around: Around) {
  return async (): Promise<Sdk> => {
    const found = packageNear(PACKAGE, around);
    if (!found) throw new Error(`The package ${PACKAGE} isn't installed. Run: ${INSTALL}`);
    return (await import(pathToFileURL(found.entry).href)) as Sdk;
  };
}

function hasAccount(env: NodeJS.ProcessEnv): boolean | null {
  const folder = env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? "", ".claude");
  const isSeen = isSignedIn(env, {
    variables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
    files: [join(folder, ".credentials.json")],
  });
  // On a Mac it signs in to the keychain, which asks its person before it answers.
  return isSeen || process.platform !== "darwin" ? isSeen : null;
}

/** A call as hooks see it. */
interface Call {
  tool_name: string;
  tool_input: unknown;
  tool_use_id: string;
}

function asked<Hook>(hook: Hook) {
  return { hooks: [hook], timeout: ASKED_S, onFailure: "block" as const };
}

/** The user's setting; without one it uses `default`. */
function modelSet(env: Record<string, string>): string | null {
  const file = join(env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? "", ".claude"), "settings.json");
  const said = env.ANTHROPIC_MODEL ?? modelIn(file);
  return typeof said === "string" && said !== "" && said !== "default" ? said : null;
}

function modelIn(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { model?: unknown } | null)?.model;
  } catch {
    return null;
  }
}

type Result = Extract<Message, { type: "result" }>;
type Said<S> = Extract<Message, { subtype: S }>;

interface Turn {
  end(turn: TurnEnd): void;
  fail(error: unknown): void;
}

class Conversation implements Driver {
  readonly ref: string;
  readonly ownModel: string | undefined;
  readonly exited: Promise<Exit>;
  private readonly desk: Desk;
  private readonly query: Query;
  private readonly inbox = new Inbox<UserMessage>();
  private child: Child | null = null;
  private turnNow: Turn | null = null;
  /** Why it says nothing more. */
  private over: unknown = null;
  private contextUsed = 0;
  /** In this turn: when its provider will accept calls again, epoch ms. */
  private limitedUntil: number | undefined;

  constructor(sdk: Sdk, spec: RunSpec, ref: string | null) {
    this.ref = ref ?? randomUUID();
    this.desk = new Desk(spec, true);
    let exit = (_code: Exit) => {};
    this.exited = new Promise((resolve) => {
      exit = resolve;
    });
    const { cwd, env, system, mcp } = spec;
    const own = spec.isImplied ? modelSet(env) : null;
    if (own !== null) this.ownModel = ownWords("Claude Code", own);
    const model = own === null ? spec.model : undefined;
    this.query = sdk.query({
      prompt: this.inbox,
      options: {
        cwd,
        env,
        includePartialMessages: true,
        permissionMode: "default",
        ...(ref === null ? { sessionId: this.ref } : { resume: ref }),
        ...(model && { model }),
        systemPrompt: { type: "preset", preset: "claude_code", ...(system && { append: system }) },
        ...(mcp && { mcpServers: { squadroom: { type: "http", ...mcp, alwaysLoad: true } } }),
        // Other users of the machine can read a command line: the door's key takes another way.
        mcpServersDelivery: "initialize",
        hooks: {
          PreToolUse: [asked(this.beforeTool)],
          PreSkillShellCommand: [asked(this.inSkill)],
        },
        canUseTool: this.canUseTool,
        spawnClaudeCodeProcess: ({ command, args, env }) => {
          const own = Object.entries(env).filter((one): one is [string, string] => one[1] != null);
          const child = begin([command, ...args], { cwd, env: Object.fromEntries(own) });
          child.once("spawn", () => {
            this.child = owned(child);
            void this.child.exited.then(exit);
          });
          child.once("error", () => exit(null));
          const lines = wholeLines(child.stdout, (bytes) => this.desk.tooLong(bytes));
          return Object.assign(child, { stdout: lines });
        },
      },
    });
    void this.read();
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async open(): Promise<HarnessRun> {
    const early = this.exited.then((code) => {
      throw new Error(`it ended with ${code ?? "a signal"}`);
    });
    try {
      await opened(Promise.race([this.query.initializationResult(), early]));
    } catch (error) {
      const said = this.complaint();
      await this.close(0);
      const words = `Claude Code opened no conversation: ${wordsOf(error)}`;
      throw new Error(said === "" ? words : `${words} (${said})`, { cause: error });
    }
    return this.desk.run(this);
  }

  turn(text: string): Promise<TurnEnd> {
    this.limitedUntil = undefined;
    return new Promise((end, fail) => {
      if (this.over !== null) return fail(this.over);
      this.turnNow = { end, fail };
      this.inbox.put(said(text));
    });
  }

  async steer(text: string): Promise<void> {
    this.inbox.put({ ...said(text), priority: "next" });
  }

  async interrupt(): Promise<void> {
    await this.query.interrupt();
  }

  async close(graceMs: number): Promise<void> {
    this.inbox.close();
    await this.child?.end(graceMs);
    this.query.close();
  }

  complaint(): string {
    return this.child?.complaint() ?? "";
  }

  private async read(): Promise<void> {
    let why: unknown = new Error("Claude Code said no more.");
    try {
      for await (const message of this.query) this.desk.reading(() => this.hear(message));
    } catch (error) {
      why = error;
    }
    this.over = why;
    this.turnNow?.fail(why);
  }

  /** Before each tool, including those that its rules allow. */
  private readonly beforeTool = async (hook: unknown, id: string | undefined) => {
    const { tool_name, tool_input } = hook as Call;
    const verdict = await this.desk.permit({ id: id ?? "", name: tool_name, input: tool_input });
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        ...(verdict.act === "allow"
          ? {
              permissionDecision: "allow",
              ...(verdict.input === undefined ? {} : { updatedInput: verdict.input }),
            }
          : { permissionDecision: "deny", permissionDecisionReason: verdict.reason }),
      },
    };
  };

  /** Before each command in a skill's text, which is not a tool call and runs as written or not at all. */
  private readonly inSkill = async (hook: unknown) => {
    const { tool_name, tool_input, tool_use_id } = hook as Call;
    const call = { id: tool_use_id, name: tool_name, input: tool_input };
    const verdict = unchanged(await this.desk.permit(call));
    this.desk.end(tool_use_id, "ok");
    return {
      hookSpecificOutput: {
        hookEventName: "PreSkillShellCommand",
        ...(verdict.act === "deny" && {
          permissionDecision: "deny",
          permissionDecisionReason: verdict.reason,
        }),
      },
    };
  };

  /** What its rules want a person to be asked about although it was allowed; the answer is the same. */
  private readonly canUseTool = async (name: string, input: unknown, { toolUseID }: { toolUseID: string }) => {
    const verdict = await this.desk.permit({ id: toolUseID, name, input });
    return verdict.act === "allow"
      ? { behavior: "allow", updatedInput: verdict.input ?? input }
      : { behavior: "deny", message: verdict.reason };
  };

  private hear(message: Message): void {
    switch (message.type) {
      case "stream_event": {
        const { event, parent_tool_use_id } = message;
        if (parent_tool_use_id === null && event.delta?.type === "text_delta") this.desk.piece(event.delta.text);
        return;
      }
      case "assistant": {
        // The reason for a failure is in the result, too; it is not an answer.
        const isOwn = message.parent_tool_use_id === null && message.error === undefined;
        const { content, usage } = message.message;
        if (isOwn && usage) this.contextUsed = windowOf(usage);
        for (const part of content)
          if (part.type === "text" && isOwn) this.desk.whole(part.text);
          else if (part.type === "tool_use") this.desk.start(part as ToolCall);
        return;
      }
      case "user": {
        const { content } = message.message;
        if (typeof content === "string") return;
        for (const part of content)
          if (part.type === "tool_result")
            this.desk.end(part.tool_use_id, part.is_error ? "failed" : "ok", textOf(part.content));
        return;
      }
      case "rate_limit_event": {
        const { status, resetsAt, rateLimitType } = message.rate_limit_info;
        if (status !== "rejected") return;
        const text = `Claude's ${(rateLimitType ?? "usage").replaceAll("_", " ")} limit is reached.`;
        const untilAt = resetsAt === undefined ? null : resetsAt * 1000;
        this.limitedUntil = untilAt ?? undefined;
        return this.desk.emit({ kind: "limited", untilAt, text });
      }
      case "system":
        if (message.subtype === "compact_boundary") this.desk.emit({ kind: "compaction" });
        if (message.subtype === "api_retry") this.retry(message);
        return;
      case "result":
        return this.finish(message);
      default:
        return;
    }
  }

  private retry({ error, error_status, retry_delay_ms }: Said<"api_retry">): void {
    const text = `Its provider refused (${error_status ?? error}); it tries again by itself.`;
    if (error_status !== 429 && error_status !== 529 && error !== "rate_limit")
      return this.desk.emit({ kind: "notice", text });
    this.desk.emit({ kind: "limited", untilAt: Date.now() + Math.round(retry_delay_ms), text });
  }

  private finish(result: Result): void {
    this.count(result);
    // A line that came too late for this turn makes a turn of its own.
    if ((result.queued_turn_count ?? 0) > 0) return this.desk.whole();
    const { turnNow } = this;
    this.turnNow = null;
    const end = this.desk.done();
    if (result.stop_reason === "refusal") return turnNow?.end({ why: "refused", text: end.text });
    if (result.subtype === "success" && !result.is_error) return turnNow?.end(end);
    const words = result.subtype === "success" ? result.result : result.errors.join("\n");
    turnNow?.end(this.desk.failed(words || `It stopped: ${result.subtype}.`, this.limitedUntil));
  }

  private count({ modelUsage, usage, model_usage_since_last_result: since }: Result): void {
    const { contextWindow: size = 0 } = Object.values(modelUsage)[0] ?? {};
    if (this.contextUsed > 0 && size > 0) this.desk.emit({ kind: "context", used: this.contextUsed, size });
    for (const [model, used] of Object.entries(since ?? {})) this.countModel(model, used);
    // An older version reports sums that include what came before this process.
    if (!since && usage.output_tokens > 0)
      this.desk.emit({
        kind: "usage",
        model: null,
        costUsd: null,
        basis: "unknown",
        input: usage.input_tokens,
        output: usage.output_tokens,
        cacheRead: usage.cache_read_input_tokens ?? 0,
        cacheWrite: usage.cache_creation_input_tokens ?? 0,
        cacheWrite1h: usage.cache_creation?.ephemeral_1h_input_tokens ?? 0,
      });
  }

  private countModel(model: string, used: ModelUsage): void {
    const { inputTokens: input, outputTokens: output, costUSD, costBasis } = used;
    const { cacheReadInputTokens: cacheRead, cacheCreationInputTokens: cacheWrite } = used;
    if (input + output + cacheRead + cacheWrite === 0) return;
    // For a model that it doesn't know, it gives another's price.
    const isKnown = costBasis !== "unknown";
    this.desk.emit({
      kind: "usage",
      model,
      input,
      output,
      cacheRead,
      cacheWrite,
      cacheWrite1h: used.cacheCreationEphemeral1hInputTokens ?? 0,
      ...(isKnown ? { costUsd: costUSD, basis: "estimated" } : { costUsd: null, basis: "unknown" }),
    });
  }
}

function said(text: string): UserMessage {
  return {
    type: "user",
    message: { role: "user", content: [{ type: "text", text }] },
    parent_tool_use_id: null,
  };
}

/** The conversation's tokens at a request, and those of its answer. */
function windowOf(usage: Usage): number {
  const { cache_read_input_tokens: read, cache_creation_input_tokens: write } = usage;
  return usage.input_tokens + usage.output_tokens + (read ?? 0) + (write ?? 0);
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => (part?.type === "text" ? [part.text as string] : [])).join("\n");
}

/** What is put in comes out one by one, as long as it is open. */
class Inbox<T> implements AsyncIterable<T> {
  private readonly waiting: T[] = [];
  private isOpen = true;
  private wake = () => {};

  put(one: T): void {
    this.waiting.push(one);
    this.wake();
  }

  close(): void {
    this.isOpen = false;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    while (this.isOpen) {
      const next = this.waiting.shift();
      if (next !== undefined) yield next;
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
    }
  }
}
