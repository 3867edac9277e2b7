import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reply } from "@squadroom/client/call";
import { type Client, createClient } from "@squadroom/client/http";
import { credentialLink } from "@squadroom/core/kernel/connect-link";
import { parse as parseToml } from "smol-toml";
import { expect, onTestFinished } from "vitest";
import { AgentStates } from "../agent-state.ts";
import type { Harness } from "../connect/harnesses.ts";
import { anIo } from "../io.fixture.ts";
import type { Io } from "../io.ts";
import { run } from "../run.ts";
import type { TestServer } from "../server.fixture.ts";

/** A project that was connected for a harness, and its hook as that harness calls it. */
export async function aProject(server: TestServer, room: string, harness: Harness, preset = "solo") {
  const folder = await mkdtemp(join(tmpdir(), "squadroom-hook-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const project = join(folder, "project");
  await mkdir(join(project, ".git"), { recursive: true });
  await server.ask(["room", "new", room, "--preset", preset]);
  const env = {
    ...process.env,
    HOME: folder,
    SQUADROOM_STATE: join(folder, "own"),
    SQUADROOM_DATA: "/nowhere",
  };
  const type = async (args: string[], more: Partial<Io> = {}) => {
    const { io, said } = anIo({ env, cwd: project, fetch, ...more });
    return { code: await run(args, io), ...said };
  };
  let line: string | undefined;
  const connect = async (role: string, name = role) => {
    const { io, said } = anIo({ env, cwd: project, fetch });
    const link = credentialLink(server.url, await server.credential(room, role, name));
    expect([await run(["connect", link, "--for", harness, "--yes"], io), said.err]).toEqual([0, ""]);
    line = await LINES[harness]?.(project, folder);
  };
  const { SQUADROOM_STATE: _, ...others } = env;
  const hook = join(folder, "own", "bin", "hook.mjs");
  const start = (on: string, event: object = {}, more: string[] = []) => {
    const child = spawn(process.execPath, [hook, "--for", harness, "--on", on, ...more], {
      cwd: project,
      env: others,
    });
    child.stdin.end(JSON.stringify({ cwd: project, session_id: "s1", ...event }));
    return { child, answer: answerOf(child) };
  };
  /** What the only agent here does by tools. */
  const seated = async (): Promise<Client> => {
    const [state] = await new AgentStates([env.SQUADROOM_STATE]).all();
    const { kept, connection, url } = state ?? {};
    const token = kept?.token ?? "";
    return createClient({ baseUrl: url ?? "", token, fetch, connection: connection ?? 1 });
  };
  const call = async (...given: Parameters<typeof start>) => start(...given).answer;
  /** As the harness runs what `connect` wrote for it before a tool. */
  const before = async (stdin: string, cwd = project) => {
    const args = line === undefined ? [process.execPath, hook, ...OPENCODE] : ["/bin/sh", "-c", line];
    const [program = "", ...words] = args;
    const child = spawn(program, words, { cwd, env: others });
    child.stdin.on("error", () => undefined).end(stdin);
    return answerOf(child);
  };
  const say = (text: string) => server.ask(["send", "--room", room, "--message", text]);
  const tasks = async () => (await server.ask<Reply<"listTasks">>(["task", "list", "--room", room])).data;
  const status = async () => (await server.type(["status", room])).out;
  const hasWaiting = () => expect.poll(status, { interval: 200 }).toContain("waits for a task");
  return {
    folder,
    project,
    env: others,
    hook,
    type,
    connect,
    start,
    call,
    before,
    seated,
    say,
    tasks,
    status,
    hasWaiting,
  };
}

/** Its plugin starts the program itself. */
const OPENCODE = ["--for", "opencode", "--on", "before"];

type Lines = Partial<Record<Harness, (project: string, home: string) => Promise<string>>>;
const LINES: Lines = {
  claude: async (project) => {
    const text = await readFile(join(project, ".claude", "settings.local.json"), "utf8");
    return (JSON.parse(text) as Hooks).hooks.PreToolUse[0].hooks[0].command;
  },
  codex: async (_, home) => {
    const text = await readFile(join(home, ".codex", "config.toml"), "utf8");
    return (parseToml(text) as unknown as Hooks).hooks.PreToolUse[0].hooks[0].command;
  },
  gemini: async (_, home) => {
    const text = await readFile(join(home, ".gemini", "settings.json"), "utf8");
    return (JSON.parse(text) as { hooks: { BeforeTool: [{ hooks: [{ command: string }] }] } }).hooks.BeforeTool[0]
      .hooks[0].command;
  },
  copilot: async (_, home) => {
    const text = await readFile(join(home, ".copilot", "hooks", "squadroom.json"), "utf8");
    return (JSON.parse(text) as { hooks: { preToolUse: [{ command: string }] } }).hooks.preToolUse[0].command;
  },
};
interface Hooks {
  hooks: { PreToolUse: [{ hooks: [{ command: string }] }] };
}

export async function answerOf(child: ChildProcess) {
  let [out, err] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, err, said: out === "" ? null : (JSON.parse(out) as Said) };
}

export interface Said {
  decision?: string;
  reason?: string;
  additionalContext?: string;
  hookSpecificOutput?: { additionalContext?: string; permissionDecision?: string };
}
