import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reply } from "@squadroom/client/call";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND, ROOT, TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** A solo room with its agent joined, and its newest state. */
async function aRoom(room: string) {
  await server.ask(["room", "new", room, "--preset", "solo"]);
  const token = await server.credential(room, "solo");
  await server.type(["join"], { token });
  const tasks = async () => (await server.ask<Reply<"listTasks">>(["task", "list", "--room", room])).data;
  const isWaiting = async () => (await server.type(["status", room])).out.includes("waits for a task");
  const say = (text: string) => server.ask(["send", "--room", room, "--message", text]);
  return { token, tasks, isWaiting, say };
}

/** A shell, as agents' clients start one, that runs `wait` as one of several commands. */
async function shellThatWaits(token: string, output: string) {
  const file = await open(output, "w");
  const words = [process.execPath, COMMAND, "wait", "--timeout", "60"];
  const line = words.map((word) => `'${word}'`).join(" ");
  const env = { ...process.env, ...server.env(token) };
  // The outer one is the client, the inner one the shell of its tool.
  const script = `sh -c "${line}; echo over"; echo never`;
  const child = spawn("sh", ["-c", script], {
    cwd: ROOT,
    env,
    stdio: ["ignore", file.fd, file.fd],
  });
  await file.close();
  return child;
}

test("a wait whose shell or client was killed takes no task, and ends", async () => {
  const { token, tasks, isWaiting, say } = await aRoom("orphan");
  const output = join(server.folder, "orphan.txt");
  const client = await shellThatWaits(token, output);
  await expect.poll(isWaiting, { interval: 200 }).toBe(true);
  client.kill("SIGKILL");
  await once(client, "exit");
  await expect.poll(() => readFile(output, "utf8")).toContain("over");
  await say("Is anybody there?");
  expect(await tasks()).toMatchObject([{ state: "pending", holder: null }]);
  expect(await readFile(output, "utf8")).toMatch(/^The process that ran this command has ended.*\nover\n$/);
  expect((await server.type(["wait"], { token })).out).toContain("Is anybody there?");
});

test("a task that nobody was there to read waits again at once, without an attempt", async () => {
  const { token, tasks, say } = await aRoom("unread");
  await say("Is anybody there?");
  const gone = await server.type(["wait"], { token, isRead: false });
  expect(gone.code).toBe(0);
  expect(await tasks()).toMatchObject([{ state: "pending", holder: null, attempts: 0 }]);
  await server.type(["wait"], { token });
  await server.type(["wait"], { token, isRead: false });
  expect(await tasks()).toMatchObject([{ state: "claimed" }]);
});

test("what was claimed in the moment when its parent ended goes back", async () => {
  const { token, tasks, say } = await aRoom("moment");
  await say("Is anybody there?");
  const watchParents = () => (isSure?: boolean) => isSure === true;
  const { out, code } = await server.type(["wait"], { token, watchParents });
  expect([code, out]).toEqual([0, expect.stringContaining("takes no task")]);
  expect(await tasks()).toMatchObject([{ state: "pending", holder: null }]);
});

test("who passes the ball may wait for the next task in the same call, and is told of the first part at once", async () => {
  const { token, isWaiting, say } = await aRoom("one-call");
  await say("The first");
  await server.type(["wait"], { token });
  const over = ["handoff", "user", "--intent", "deliver", "--message", "Done.", "--wait"];
  const call = server.type([...over, "--timeout", "60"], { token });
  await expect.poll(isWaiting, { interval: 200 }).toBe(true);
  await say("The second");
  const { code, out, err } = await call;
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^SOLO-001|^[A-Z]+-001 is done; user has the ball/);
  expect(out).not.toContain("Next: `squadroom wait`");
  expect(out).toContain("The second");
  const json = await server.type(["done", "--summary", "x", "--wait", "--timeout", "0", "--json"], {
    token,
  });
  expect(JSON.parse(json.out)).toMatchObject({ state: "completed", waited: { task: null } });
});

test("a second wait of the same agent takes over, and the first one ends in peace", async () => {
  const { token, isWaiting, say } = await aRoom("second");
  const first = server.type(["wait", "--timeout", "60"], { token });
  await expect.poll(isWaiting, { interval: 200 }).toBe(true);
  const second = server.type(["wait", "--timeout", "60"], { token });
  expect(await first).toEqual({
    code: 0,
    err: "",
    out: "A newer `squadroom wait` of yours is waiting; this one has ended, and nothing is lost.\n",
  });
  await say("To the second");
  expect((await second).out).toContain("To the second");
});
