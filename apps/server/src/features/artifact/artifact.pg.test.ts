import { createHash } from "node:crypto";
import type { Agent } from "@squadroom/client/agent";
import { REPLIES } from "@squadroom/core/testing/replies.fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let server: Server;
beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** A session whose first task is in the planner's hand. */
async function aSession() {
  const room = await createRoom(server.admin, "duo");
  const { call } = server.admin;
  await call("createSession", { params: { room }, body: { title: "One store" } });
  const planner = await anAgent(server, room, "planner");
  const list = (query: object = {}) => call("listArtifacts", { params: { room, sessionId: 1 }, query: query as never });
  return { room, planner, list };
}

async function report(by: Agent, room: string, artifacts: object[]) {
  const task = await take(by);
  const { taskId, fence } = task;
  const body = { fence, artifacts } as never;
  await by.client.call("reportProgress", { params: { room, taskId }, body });
  return task;
}

test("a session's artifacts are listed by path, with their task, stage, content and diff, and filtered", async () => {
  const { room, planner, list } = await aSession();
  expect(await list()).toMatchObject({ data: [], total: 0, tasks: [], next: null });
  const content = "export const one = 1;\n";
  const hash = createHash("sha256").update(content).digest("hex");
  const task = await report(planner, room, [
    { path: "src/b.ts", status: "created", lines: 1, hash, size: content.length },
    { path: "src/a.ts", status: "modified", stage: "final" },
  ]);
  expect((await list()).data).toMatchObject([
    { path: "src/a.ts", stage: "final", producer: planner.joined.name, file: null, diff: null },
    { path: "src/b.ts", stage: "draft", hash, lines: 1, taskId: task.taskId, file: null },
  ]);

  // The room has this very content as a file of a message.
  const store = (name: string, text: string) =>
    planner.client.call("addAttachment", {
      params: { room },
      body: { name, type: "text/plain", content: base64(text) },
    });
  const file = await server.admin.call("addAttachment", {
    params: { room },
    body: { name: "b.ts", type: "text/plain", content: base64(content) },
  });
  const message = { body: "Like this.", attachments: [file.id] };
  await server.admin.call("sendMessage", { params: { room }, body: message as never });
  const diff = await store(
    "d.diff",
    "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/src/c.ts\n@@ -0,0 +1 @@\n+c\n",
  );
  const result = {
    summary: "Looked",
    diff: diff.id,
    artifacts: [{ path: "src/b.ts", status: "created", lines: 1 }],
  };
  await planner.complete(task, { result, reply: JSON.stringify(REPLIES.scout) } as never);
  const { data, total, tasks } = await list();
  expect(data).toMatchObject([
    { path: "src/a.ts", status: "modified", stage: "final", diff: { id: diff.id } },
    { path: "src/b.ts", stage: "final", hash, file: { id: file.id }, diff: { id: diff.id } },
    { path: "src/c.ts", status: "changed", stage: "final", diff: { id: diff.id }, lines: null },
  ]);
  expect([total, tasks.map(({ id }) => id)]).toEqual([3, [task.taskId]]);
  const pathsOf = async (query: object) => (await list(query)).data.map(({ path }) => path);
  expect(await pathsOf({ status: "changed" })).toEqual(["src/c.ts"]);
  expect(await pathsOf({ stage: "draft" })).toEqual([]);
  expect(await pathsOf({ task: task.taskId })).toHaveLength(3);
  expect(await pathsOf({ task: "DEV-999" })).toEqual([]);
  await expect(server.admin.call("listArtifacts", { params: { room, sessionId: 7 } })).rejects.toMatchObject({
    code: "session_unknown",
  });
});

test("what is in a reported file is kept with it, in progress and result alike, and has bounds", async () => {
  const { room, planner, list } = await aSession();
  const made = (path: string, content?: string) => ({ path, status: "created", lines: 1, content });
  const task = await report(planner, room, [made("spec/a.md", "# A\n\nAs asked.\n"), made("spec/b.md")]);
  const textOf = async (id: string | undefined) => {
    const params = { room, attachment: id ?? "" };
    return Buffer.from((await server.admin.call("getAttachment", { params })).content, "base64").toString();
  };
  const [a, b] = (await list()).data;
  expect(a).toMatchObject({ path: "spec/a.md", file: { name: "a.md", size: 15 } });
  expect(await textOf(a?.file?.id)).toBe("# A\n\nAs asked.\n");
  expect(b).toMatchObject({ path: "spec/b.md", file: null });
  expect(JSON.stringify(await server.admin.call("getTask", { params: { room, taskId: task.taskId } }))).not.toContain(
    "As asked.",
  );

  const { taskId, fence } = task;
  const says = (artifacts: object[]) =>
    planner.client.call("reportProgress", { params: { room, taskId }, body: { fence, artifacts } as never });
  await expect(says([made("spec/c.md", "x".repeat(64_001))])).rejects.toMatchObject({ code: "bad_request" });
  const many = Array.from({ length: 16 }, (_, i) => made(`spec/${i}.md`, `${i}`.padEnd(64_000, "x")));
  await expect(says(many)).rejects.toMatchObject({
    code: "bad_request",
    message: expect.stringContaining("more than 1,000,000 characters"),
  });
  expect((await list()).total).toBe(2);

  const result = { summary: "Looked", artifacts: [made("spec/a.md"), made("spec/b.md", "# B\n")] };
  await planner.complete(task, { result, reply: JSON.stringify(REPLIES.scout) } as never);
  const after = (await list()).data;
  expect(await Promise.all(after.map(({ file }) => textOf(file?.id)))).toEqual(["# A\n\nAs asked.\n", "# B\n"]);
});

test("a thousand artifacts come page by page, each once and in one order", async () => {
  const { room, planner, list } = await aSession();
  const files = (from: number) =>
    Array.from({ length: 500 }, (_, i) => ({ path: `src/${from + i}.ts`, status: "created" }));
  const first = await report(planner, room, files(0));
  const body = { reply: JSON.stringify(REPLIES.scout), result: { summary: "Looked" } };
  await planner.complete(first, body as never);
  await report(planner, room, files(500));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({
      limit: 300,
      ...(cursor === null ? {} : { cursor }),
    });
    expect(page.total).toBe(1_000);
    seen.push(...page.data.map(({ path }) => path));
    cursor = page.next;
  } while (cursor !== null);
  expect(new Set(seen).size).toBe(1_000);
  expect(seen).toEqual([...seen].sort());
});
