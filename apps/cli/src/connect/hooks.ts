import { BEFORE_SKILLS, type EventKind, eventsOf, type Hooked, IN_SKILL } from "../hook/shapes.ts";
import type { JsonEntry } from "./json.ts";
import { asLine } from "./programs.ts";
import { asksInSkills } from "./version.ts";

/** How long each may take, s: the end of a turn waits for the next task. */
const TIMEOUTS_S: Record<EventKind, number> = {
  start: 30,
  before: 3_600,
  after: 15,
  stop: 28_800,
  sign: 15,
};

function words(hook: string, harness: Hooked, kind: EventKind): string[] {
  return [process.execPath, hook, "--for", harness, "--on", kind];
}

/**
 * If the hook is missing, breaks or is killed, the tool does not run: harnesses accept only this exit code as a no, and
 * some only with a reason.
 */
function closing(line: string, kind: EventKind): string {
  if (kind !== "before") return line;
  const end =
    process.platform === "win32" ? "exit 2" : `sh -c 'echo "Squadroom could not check this call." >&2; exit 2'`;
  return `${line} || ${end}`;
}

/**
 * For `hooks` in Claude Code's settings of this folder: it may go elsewhere, and stays what it is. An older version
 * stops at its start over an event that it doesn't know.
 */
export function claudeHooks(hook: string, folder: string, version: string | null): JsonEntry[] {
  const inSkill: [string, EventKind] = [IN_SKILL, "before"];
  const isWhole = asksInSkills(version);
  const more = isWhole ? [inSkill] : [];
  return [...eventsOf("claude"), ...more].map(([name, kind]) => {
    // So that its start says when it was updated.
    const since = kind === "start" && !isWhole ? [BEFORE_SKILLS] : [];
    const line = asLine([...words(hook, "claude", kind), "--in", folder, ...since]);
    const command = closing(line, kind);
    // A tool that nobody could check does not run.
    const closed = kind === "before" ? { onFailure: "block" } : {};
    const one = { type: "command", command, timeout: TIMEOUTS_S[kind], ...closed };
    const isOfTool = kind === "after" || (kind === "before" && name !== IN_SKILL);
    const matcher = isOfTool ? { matcher: "*" } : {};
    return { into: ["hooks", name], items: [{ ...matcher, hooks: [one] }] };
  });
}

/** For `hooks` in Gemini CLI's settings, which count in milliseconds. */
export function geminiHooks(hook: string): JsonEntry[] {
  return eventsOf("gemini").map(([name, kind]) => {
    const command = closing(asLine(words(hook, "gemini", kind)), kind);
    const one = { type: "command", name: "squadroom", command, timeout: TIMEOUTS_S[kind] * 1000 };
    return { into: ["hooks", name], items: [{ hooks: [one] }] };
  });
}

/** A file of its own among Copilot's hooks. */
export function copilotHooks(hook: string): string {
  const hooks = eventsOf("copilot").map(([name, kind]) => {
    // It doesn't say for which of its events it calls.
    const called = [...words(hook, "copilot", kind), ...(kind === "sign" ? ["--event", name] : [])];
    const command = asLine(called);
    return [name, [{ type: "command", command, timeoutSec: TIMEOUTS_S[kind] }]];
  });
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`;
}

/** Tables for Codex's config.toml. */
export function codexHooks(hook: string): string[] {
  return eventsOf("codex").flatMap(([name, kind]) => {
    return [
      `[[hooks.${name}]]`,
      `[[hooks.${name}.hooks]]`,
      'type = "command"',
      `command = ${JSON.stringify(closing(asLine(words(hook, "codex", kind)), kind))}`,
      // It gives the end of a conversation no more time, and complains about more.
      `timeout = ${name === "SessionEnd" ? 3 : TIMEOUTS_S[kind]}`,
    ];
  });
}

/**
 * A plugin for opencode. Its events come from inside, so the end of a turn waits beside whatever a person types
 * meanwhile; conversations of subagents only count.
 */
export function opencodePlugin(hook: string): string {
  const [program = "", ...args] = words(hook, "opencode", "start").slice(0, -1);
  return `// Written by \`squadroom connect\`; \`squadroom disconnect\` takes it out.
import { spawn } from "node:child_process";

const PROGRAM = ${JSON.stringify(program)};
const ARGS = ${JSON.stringify(args)};

function ask(kind, cwd, event) {
  const child = spawn(PROGRAM, [...ARGS, kind], { cwd, stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => { said += text; });
  child.stdin.on("error", () => undefined).end(JSON.stringify({ cwd, ...event }));
  const answer = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code !== 0) reject(new Error("Squadroom's hook failed."));
      else resolve(said === "" ? { act: "nothing" } : JSON.parse(said));
    });
  });
  return { child, answer };
}

export const Squadroom = async ({ client, directory }) => {
  const parents = new Map();
  const topOf = (id) => (parents.has(id) ? topOf(parents.get(id)) : id);
  let newest;
  const sign = (id, hook_event_name, more) =>
    ask("sign", directory, { session_id: topOf(id), hook_event_name, ...more }).answer.catch(() => undefined);
  // Conversations whose turn continues because of an answer to its end.
  const repeats = new Set();
  let waiting;
  const toolEvent = (input, args) =>
    ({ session_id: input.sessionID, tool_name: input.tool, tool_use_id: input.callID, tool_input: args });
  return {
    event: async ({ event }) => {
      const { sessionID: id, info, error, permission, questions } = event.properties;
      const isInner = parents.has(id);
      if (event.type === "session.created") {
        const { id, parentID, agent } = info;
        if (parentID) {
          parents.set(id, parentID);
          return sign(id, "SubagentStart", { agent_id: id, agent_type: agent });
        }
        newest = id;
        await ask("start", directory, { session_id: id, source: "startup" }).answer.catch(() => undefined);
      }
      if (event.type === "permission.asked") return sign(id, "PermissionRequest", { tool_name: permission });
      if (event.type === "question.asked") return sign(id, "Elicitation", { message: questions?.[0]?.question });
      if (event.type === "session.error" && !isInner && error && error.name !== "MessageAbortedError")
        return sign(id, "StopFailure", { error: error.name, message: error.data?.message });
      if (event.type !== "session.idle") return;
      if (isInner) return sign(id, "SubagentStop", { agent_id: id });
      newest = id;
      waiting?.kill();
      const { child, answer } = ask("stop", directory, { session_id: id, stop_hook_active: repeats.has(id) });
      waiting = child;
      // In parallel: opencode continues while it waits.
      answer
        .then(async (said) => {
          repeats.delete(id);
          if (said.act !== "go_on") return;
          repeats.add(id);
          await client.session.promptAsync({ path: { id }, body: { parts: [{ type: "text", text: said.text }] } });
        })
        .catch(() => undefined);
    },
    dispose: () => newest && sign(newest, "SessionEnd", { reason: "other" }),
    "shell.env": async (_, output) => {
      Object.assign(output.env, { SQUADROOM_AGENT: "1" });
    },
    "tool.execute.before": async (input, output) => {
      const said = await ask("before", directory, toolEvent(input, output.args)).answer;
      if (said.act === "deny") throw new Error(said.reason);
      if (said.act === "modify") Object.assign(output.args, said.input);
    },
    "tool.execute.after": async (input, output) => {
      const said = await ask("after", directory, toolEvent(input, input.args)).answer.catch(() => ({}));
      if (said.act === "tell") output.output = \`\${output.output ?? ""}\\n\\n\${said.text}\`;
    },
  };
};
`;
}
