// The harnesses' contract with the real clients: node e2e/agents/run.mjs --harnesses [--client codex] [--clause steer]
// [--record], which keeps what was said where `npm test` plays it again without the clients. Its last lines are a table of
// what was seen of each client.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { launch } from "../../apps/runner/src/harness/child.ts";
import { claudeHarness } from "../../apps/runner/src/harness/claude.ts";
import type { Sdk } from "../../apps/runner/src/harness/claude-sdk.ts";
import { codexHarness } from "../../apps/runner/src/harness/codex.ts";
import { type Abilities, CONTRACT } from "../../apps/runner/src/harness/contract.fixture.ts";
import { copilotHarness } from "../../apps/runner/src/harness/copilot.ts";
import { type CopilotSdk, openRuntime } from "../../apps/runner/src/harness/copilot-runtime.ts";
import { packageNear } from "../../apps/runner/src/harness/found.ts";
import type { Harness, HarnessRun } from "../../apps/runner/src/harness/harness.ts";
import { opencodeHarness } from "../../apps/runner/src/harness/opencode.ts";
import { openService } from "../../apps/runner/src/harness/opencode-server.ts";
import { type Line, parsed, Recorder, scrubbed, written } from "../../apps/runner/src/harness/recording.fixture.ts";
import { openToolDoor } from "../../apps/runner/src/harness/tool-door.ts";
import { CLIENTS } from "./clients/all.ts";
import type { ClientName } from "./clients/client.ts";
import { PROGRAMS } from "./clients/packages.ts";
import { obedient } from "./minds/obedient.ts";
import { ModelServer } from "./model/server.ts";

const HERE = dirname(fileURLToPath(import.meta.url));
const RECORDINGS = join(HERE, "..", "..", "apps", "runner", "src", "harness", "recordings");
const PLACES = "/var/tmp";

interface Real {
  client: ClientName;
  can: Abilities;
  make(around: { env: Record<string, string>; cwd: string }, recorder: Recorder): Harness;
  /** Of what the client says, what its adapter reads; `null`: nothing. */
  kept(said: never): unknown;
}

const READ_OF_CLAUDE = [
  "type",
  "subtype",
  "event",
  "message",
  "parent_tool_use_id",
  "rate_limit_info",
  "error",
  "error_status",
  "retry_delay_ms",
  "result",
  "errors",
  "is_error",
  "stop_reason",
  "modelUsage",
  "model_usage_since_last_result",
  "usage",
  "queued_turn_count",
];

const READ_OF_CODEX = [
  "id",
  "method",
  "params",
  "result",
  "error",
  "ask",
  "tool_use_id",
  "tool_name",
  "tool_input",
  "thread",
  "model",
  "data",
  "hooks",
  "key",
  "currentHash",
  "source",
  "config",
  "sandbox_mode",
  "turn",
  "turnId",
  "threadId",
  "itemId",
  "delta",
  "item",
  "type",
  "status",
  "text",
  "command",
  "aggregatedOutput",
  "changes",
  "server",
  "tool",
  "arguments",
  "content",
  "message",
  "codexErrorInfo",
  "willRetry",
  "tokenUsage",
  "total",
  "last",
  "modelContextWindow",
  "_meta",
  "totalTokens",
  "inputTokens",
  "cachedInputTokens",
  "cacheWriteInputTokens",
  "outputTokens",
];
/** Told by Codex and read by nobody here. */
const UNREAD_OF_CODEX =
  /^(configWarning|warning|hook\/.*|remoteControl\/.*|account\/.*|thread\/(goal|st).*|turn\/started)$/;

const READ_EVENTS = /^(message|session\.(status|error|compacted)|permission\.asked|question\.asked)/;
const READ_OF_OPENCODE = [
  "event",
  "ask",
  "answer",
  "to",
  "type",
  "properties",
  "sessionID",
  "info",
  "part",
  "id",
  "role",
  "providerID",
  "modelID",
  "tokens",
  "input",
  "output",
  "reasoning",
  "cache",
  "read",
  "write",
  "cost",
  "time",
  "completed",
  "end",
  "messageID",
  "text",
  "callID",
  "tool",
  "state",
  "status",
  "error",
  "partID",
  "delta",
  "message",
  "next",
  "permission",
  "metadata",
  "name",
  "data",
  "args",
  "isReady",
  "command",
  "providers",
  "models",
  "limit",
  "context",
  "local",
  "scripted",
];

const READ_OF_COPILOT =
  /^(asked|user\.message|assistant\.(message|message_delta|usage|idle)|tool\.execution_(start|complete)|session\.(usage_info|error|compaction_complete|mcp_servers_loaded))$/;
const NAMES_OF_COPILOT = [
  "event",
  "answer",
  "to",
  "type",
  "properties",
  "agentId",
  "id",
  "content",
  "deltaContent",
  "toolCallId",
  "toolName",
  "toolArgs",
  "arguments",
  "success",
  "result",
  "error",
  "message",
  "model",
  "inputTokens",
  "outputTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "command",
  "currentTokens",
  "tokenLimit",
  "servers",
  "name",
  "status",
  "description",
  "initial_wait",
];

interface Hooks {
  hooks: { command?: string }[];
}

const ALL = { process: true, permit: true, reason: true, usage: true, resume: true };

const REAL: Record<string, Real> = {
  claude: {
    client: "claude",
    can: { ...ALL, change: true, steer: true },
    make: (around, recorder) =>
      claudeHarness(around, async () => {
        const { entry = "" } = packageNear("@anthropic-ai/claude-agent-sdk", around) ?? {};
        return recorder.sdk((await import(pathToFileURL(entry).href)) as Sdk);
      }),
    kept: keptOfClaude,
  },
  codex: {
    client: "codex",
    can: { ...ALL, change: true, steer: true },
    make: (around, recorder) => codexHarness(around, recorder.launch(launch), recorder.door(openToolDoor)),
    kept: keptOfCodex,
  },
  copilot: {
    client: "copilot",
    can: { ...ALL, change: true, steer: true },
    make: (around, recorder) =>
      copilotHarness(
        around,
        recorder.service(
          openRuntime(async () => {
            const { entry = "" } = packageNear("@github/copilot-sdk", around) ?? {};
            return (await import(pathToFileURL(entry).href)) as CopilotSdk;
          }),
        ),
      ),
    kept: keptOfCopilot,
  },
  opencode: {
    client: "opencode",
    can: { ...ALL, change: true, steer: true },
    make: (around, recorder) =>
      // What is beside this file needs an install script; the program itself is on the PATH.
      opencodeHarness({ ...around, cwd: PLACES }, recorder.service(openService), recorder.door(openToolDoor)),
    kept: keptOfOpencode,
  },
};

const { values } = parseArgs({
  options: {
    client: { type: "string" },
    clause: { type: "string" },
    record: { type: "boolean" },
  },
});
const model = await ModelServer.start();
const places = mkdtempSync(join(PLACES, "squadroom-harnesses-"));
let count = 0;
let failed = 0;
/** By client, what was seen of each clause. */
const seen = new Map<string, Map<string, string>>();
const versions = new Map<string, string>();
try {
  for (const [name, real] of Object.entries(REAL)) {
    if ((values.client ?? name) === name) await hold(name, real);
  }
} finally {
  await model.stop();
  rmSync(places, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
printTable();
process.exit(failed === 0 ? 0 : 1);

function printTable(): void {
  const heads = [...seen.keys()].map((name) => `${name} ${versions.get(name)}`);
  const rows = CONTRACT.flatMap(({ name }) => {
    const cells = [...seen.values()].map((told) => told.get(name) ?? "");
    return cells.some(Boolean) ? [[name, ...cells]] : [];
  });
  for (const row of [["", ...heads], ["", ...heads].map(() => "---"), ...rows]) console.log(`| ${row.join(" | ")} |`);
}

async function hold(name: string, real: Real): Promise<void> {
  const told = new Map<string, string>();
  seen.set(name, told);
  for (const clause of CONTRACT) {
    if (!clause.name.includes(values.clause ?? "")) continue;
    if (clause.needs && !real.can[clause.needs]) {
      told.set(clause.name, "no");
      continue;
    }
    const place = await placed(real.client);
    const recorder = new Recorder();
    const runs: HarnessRun[] = [];
    const harness = kept(real.make({ env: place.env, cwd: HERE }, recorder), runs);
    const began = Date.now();
    const error = await clause
      .holds({ harness, place: { cwd: place.cwd, env: place.env }, can: real.can, isReal: true })
      .then(
        () => null,
        (error: unknown) => error as Error,
      );
    for (const run of runs) await run.dispose(0);
    if (error) failed++;
    told.set(clause.name, error ? "failed" : "yes");
    const tookS = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`${error ? "FAILED" : "ok    "} ${tookS} s ${name} ${clause.name}`);
    if (error) console.error(`${error.message}\n${model.unknown.splice(0).join("\n")}`);
    const { cwd, home, key } = place;
    const scrub = { cwd, home, key, model: model.url, packages: HERE };
    const takes = recorder.takes.map((take) =>
      take.flatMap((line) => {
        const one = trimmed(line, real);
        return one === null ? [] : [JSON.parse(scrubbed(JSON.stringify(one), scrub)) as Line];
      }),
    );
    const probe = await harness.probe();
    if ("missing" in probe) continue;
    versions.set(name, probe.version);
    if (!values.record || error) continue;
    // One clause after the other: those that were recorded before stay.
    const file = join(RECORDINGS, `${name}.jsonl`);
    const before = existsSync(file) ? parsed(readFileSync(file, "utf8")).clauses : {};
    const { version } = probe;
    const clauses = { ...before, [clause.name]: takes };
    writeFileSync(file, written({ version, can: real.can, clauses }));
  }
}

/** Whatever fails, what it started ends. */
function kept({ start, resume, ...harness }: Harness, runs: HarnessRun[]): Harness {
  const keep = async (run: Promise<HarnessRun>) => {
    runs.push(await run);
    return run;
  };
  return {
    ...harness,
    start: (spec) => keep(start(spec)),
    ...(resume && { resume: (ref, spec) => keep(resume(ref, spec)) }),
  };
}

async function placed(client: ClientName) {
  const base = join(places, `${client}-${++count}`);
  const cwd = join(base, "project");
  const home = join(base, "home");
  for (const folder of [cwd, home]) mkdirSync(folder, { recursive: true });
  execFileSync("git", ["init", "--quiet", cwd]);
  const { key } = model.open(client, obedient());
  const door = { kind: "command" as const, self: "squadroom" };
  const start = CLIENTS[client]({
    folder: cwd,
    home,
    door,
    prompt: "",
    said: "",
    model: { url: model.url, key },
  });
  for (const [path, text] of Object.entries(start.files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return { cwd, home, key, env: { ...surroundings(home), ...start.env } };
}

function surroundings(home: string): Record<string, string> {
  const bin = join(HERE, "node_modules", ".bin");
  const PATH = [dirname(PROGRAMS.opencode()), bin, process.env.PATH].join(":");
  return { PATH, HOME: home, NO_PROXY: "127.0.0.1,localhost" };
}

function trimmed(line: Line, { kept }: Real): Line | null {
  if ("in" in line) return line;
  const out = kept(line.out as never);
  return out === null ? null : { out };
}

function keptOfClaude(out: { message?: Record<string, unknown>; ask?: object } | string): unknown {
  if (typeof out === "string") return out;
  const { message, ask } = out;
  if (ask) {
    const { tool_name, tool_input } = ask as Record<string, unknown>;
    return { ...out, ask: { tool_name, tool_input } };
  }
  const { type, subtype, event } = message as { type: string; subtype?: string; event?: unknown };
  const { delta } = (event ?? {}) as { delta?: { type: string } };
  if (type === "stream_event" && delta?.type !== "text_delta") return null;
  if (type === "system" && subtype !== "compact_boundary" && subtype !== "api_retry") return null;
  return { message: only(message ?? {}, READ_OF_CLAUDE) };
}

function keptOfCodex(out: { method?: string; result?: { data?: Hooks[] } } | string): unknown {
  if (typeof out === "string") return out;
  for (const { hooks } of out.result?.data ?? []) for (const hook of hooks) delete hook.command;
  return UNREAD_OF_CODEX.test(out.method ?? "") ? null : within(out, READ_OF_CODEX);
}

function keptOfCopilot(out: { event?: { type: string } } | string): unknown {
  if (typeof out === "string") return out;
  const isRead = !out.event || READ_OF_COPILOT.test(out.event.type);
  return isRead ? within(out, NAMES_OF_COPILOT) : null;
}

/** Without what its adapter doesn't read; what it says of itself, of files and of settings is long. */
function keptOfOpencode(
  out: { event?: { type: string; properties: Record<string, unknown> }; to?: string } | string,
): unknown {
  // Its answer may be made of all that was asked.
  if (typeof out === "string" || "ask" in out) return out;
  const { event, to } = out;
  if (to?.startsWith("/session/") && !to.endsWith("/prompt_async")) return within(out, READ_OF_OPENCODE);
  return event && !READ_EVENTS.test(event.type) ? null : within(out, READ_OF_OPENCODE);
}

/** At every level. */
function within(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => within(one, names));
  if (typeof value !== "object" || value === null) return value;
  const own = Object.entries(only(value as Record<string, unknown>, names));
  return Object.fromEntries(own.map(([name, one]) => [name, within(one, names)]));
}

function only(message: Record<string, unknown>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(message).filter(([name]) => names.includes(name)));
}
