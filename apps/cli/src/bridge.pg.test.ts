import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Reply } from "@squadroom/client/call";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND, ROOT, TestServer } from "./server.fixture.ts";

const BRIDGE = [COMMAND, "mcp"];

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

async function aRoom(room: string) {
  await server.ask(["room", "new", room, "--preset", "solo"]);
  const token = await server.credential(room, "solo");
  const tasks = async () => (await server.ask<Reply<"listTasks">>(["task", "list", "--room", room])).data;
  const isWaiting = async () => (await server.type(["status", room])).out.includes("waits for a task");
  const say = (text: string) => server.ask(["send", "--room", room, "--message", text]);
  return { token, tasks, isWaiting, say };
}

test.each([
  ["2025", "legacy" as const],
  ["2026", { pin: "2026-07-28" }],
])("a client of %s without HTTP gets the room's tools over the bridge", async (era, mode) => {
  const { token, say } = await aRoom(`bridge-${era}`);
  const client = new Client({ name: "stdio-client", version: "1" }, { versionNegotiation: { mode } });
  const env = { ...process.env, ...server.env(token) } as Record<string, string>;
  const transport = new StdioClientTransport({ command: process.execPath, args: BRIDGE, env });
  await client.connect(transport);
  expect(client.getInstructions()).toContain("wait_for_task");
  const ask = async (name: string, args: Record<string, unknown> = {}) =>
    JSON.stringify(await client.callTool({ name, arguments: args }));
  const waiting = ask("wait_for_task");
  await say("First, please.");
  expect(await waiting).toContain("First, please.");
  await say("Second, please.");
  const done = { taskId: "TASK-001", to: "user", intent: "deliver", message: "Done so." };
  expect(await ask("hand_off", done)).toContain("Second, please.");
  await client.close();
});

const WAIT = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "killed", version: "1" },
    },
  },
  {
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "wait_for_task", arguments: {} },
  },
].map((message) => `${JSON.stringify(message)}\n`);

test.each([
  ["whose input was closed", false],
  ["whose client was killed", true],
])("a bridge %s ends and claims nothing", async (_, isKilled) => {
  const { token, tasks, isWaiting, say } = await aRoom(isKilled ? "killed" : "closed");
  const line = [process.execPath, ...BRIDGE].map((word) => `'${word}'`).join(" ");
  // The outer shell is the client; what it runs has its input from here, which stays open.
  const client = spawn("sh", ["-c", `${line}; echo bridge-ended`], {
    cwd: ROOT,
    env: { ...process.env, ...server.env(token) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let out = "";
  client.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  client.stdin.on("error", () => undefined);
  client.stdin.write(WAIT.join(""));
  await expect.poll(isWaiting, { interval: 200 }).toBe(true);
  if (isKilled) client.kill("SIGKILL");
  else client.stdin.end();
  await once(client.stdout, "close");
  expect(out).toContain('"protocolVersion"');
  expect(out.includes("bridge-ended")).toBe(!isKilled);
  await expect.poll(isWaiting, { interval: 200 }).toBe(false);
  await say("Is anybody there?");
  expect(await tasks()).toMatchObject([{ state: "pending", holder: null }]);
});
