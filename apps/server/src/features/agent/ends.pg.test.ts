import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";

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

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  body: any;
}
type Seat = (method: string, path: string, body?: object) => Promise<Answer>;

/** An agent that knows addresses and JSON, and nothing else. */
async function aSeat(room: string, role: string): Promise<Seat> {
  const token = await createToken(server.admin, room, role);
  let connection = "";
  const call: Seat = async (method, path, body) => {
    const answer = await fetch(`${server.baseUrl}/api/v1/rooms/${room}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        ...(connection === "" ? {} : { "x-squadroom-connection": connection }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const joined = await call("POST", "/agents", { door: "rest" });
  connection = String(joined.body.connection);
  return call;
}

async function take(seat: Seat) {
  const { task } = (await seat("POST", "/claims", {})).body;
  return task as { taskId: string; fence: number; text: string };
}

/** What the text prints as ends, each with words of its own in place of those that stand there. */
function printed(text: string): { path: string; body: Record<string, unknown> }[] {
  const [ends = ""] = text.slice(text.indexOf("## How to end it")).split("Until then");
  return [...ends.matchAll(/^POST …(\S+)\n(\{.*\})$/gm)].map(([, path = "", body = ""]) => {
    const own = (key: string, value: unknown) =>
      ["message", "reason", "summary"].includes(key) ? "said in own words" : value;
    return { path, body: JSON.parse(body, own) };
  });
}

type Situation = "message" | "question" | "created";

async function aTask(situation: Situation) {
  const room = await createRoom(server.admin, "squad");
  const params = { room };
  const planner = await aSeat(room, "planner");
  const builder = await aSeat(room, "builder");
  await aSeat(room, "reviewer");
  if (situation === "created") {
    const [a, b] = [{ allowed: ["src/**"], forbidden: [] }, ["it runs", "it is fast"]];
    const task = { role: "builder", title: "Round", instruction: "Round it.", boundaries: a };
    await server.admin.call("createTasks", {
      params,
      body: { tasks: [{ ...task, successCriteria: b }] },
    });
    return { room, seat: builder, task: await take(builder) };
  }
  await server.admin.call("sendMessage", { params, body: { body: "Round half even." } });
  const message = await take(planner);
  if (situation === "message") return { room, seat: planner, task: message };
  const { taskId, fence } = message;
  const asked = { taskId, fence, to: "builder", intent: "question", message: "Which way?" };
  expect((await planner("POST", "/handoffs", asked)).status).toBe(200);
  return { room, seat: builder, task: await take(builder) };
}

test.each<Situation>(["message", "question", "created"])(
  "each end that a delivery prints is taken by the route that it names: %s",
  async (situation) => {
    const first = await aTask(situation);
    const count = printed(first.task.text).length;
    expect(count).toBeGreaterThan(2);
    for (let i = 0; i < count; i++) {
      const { seat, task } = i === 0 ? first : await aTask(situation);
      const end = printed(task.text)[i];
      const answer = await seat("POST", end?.path ?? "", end?.body);
      expect([end, answer.status, answer.body.message]).toEqual([end, 200, undefined]);
    }
  },
);

test("who calls by routes is told no in routes", async () => {
  const asked = await aTask("question");
  const of = { fence: asked.task.fence, result: { summary: "Done." } };
  const owed = await asked.seat("POST", `/tasks/${asked.task.taskId}/completion`, of);
  const bound = await aTask("created");
  const artifacts = [{ path: "docs/a.md", status: "modified" }];
  const result = { summary: "Done.", artifacts, criteria: [{ criterion: 1, met: true }] };
  const path = `/tasks/${bound.task.taskId}/completion`;
  const outside = await bound.seat("POST", path, { fence: bound.task.fence, result });
  const stray = { summary: "Done.", criteria: [{ criterion: 3, met: true }] };
  const none = await bound.seat("POST", path, { fence: bound.task.fence, result: stray });
  const answers = [owed, outside, none].map(({ body }) => body);
  expect(answers.map(({ code }) => code)).toEqual(["answer_owed", "outside_boundaries", "bad_request"]);
  expect(JSON.stringify(answers)).not.toMatch(/squadroom |`done|--\w/);
  const ask = { fence: bound.task.fence, question: "May I?", outside: ["docs/a.md"] };
  await bound.seat("POST", `/tasks/${bound.task.taskId}/interventions`, ask);
  const waiting = await bound.seat("POST", "/claims", {});
  expect(waiting.body).toMatchObject({ reason: "waiting_on_human" });
  expect(waiting.body.detail).toMatch(/The task stays yours\.$/);
});

test("files of a submitted diff are held against the boundaries, reported or not, until a lead allows them", async () => {
  const { seat, task, room } = await aTask("created");
  const diff =
    "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/docs/a.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
  const content = Buffer.from(diff).toString("base64");
  const file = await seat("POST", "/attachments", { name: "a.diff", type: "text/plain", content });
  const result = {
    summary: "Done.",
    diff: file.body.id,
    artifacts: [{ path: "src/a.ts", status: "modified" }],
    criteria: [1, 2].map((criterion) => ({ criterion, met: true })),
  };
  const { taskId, fence } = task;
  const done = () => seat("POST", `/tasks/${taskId}/completion`, { fence, result });
  expect((await done()).body).toMatchObject({
    code: "outside_boundaries",
    details: { paths: ["docs/a.md"] },
  });
  const body = { paths: ["docs/**"], reason: "The page goes too." };
  await server.admin.call("allowPaths", { params: { room, taskId }, body });
  expect((await done()).body).toMatchObject({ state: "completed" });
});

test("a diff that nobody can read whole ends no task, whatever git was set to in one that can be read", async () => {
  const { seat, task } = await aTask("created");
  const { taskId, fence } = task;
  const done = async (diff: string) => {
    const content = Buffer.from(diff).toString("base64");
    const file = await seat("POST", "/attachments", {
      name: "a.diff",
      type: "text/plain",
      content,
    });
    const criteria = [1, 2].map((criterion) => ({ criterion, met: true }));
    const result = { summary: "Done.", criteria, diff: file.body.id };
    return (await seat("POST", `/tasks/${taskId}/completion`, { fence, result })).body;
  };
  const cut = "diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,9 +1,9 @@\n-a\n";
  for (const diff of [cut, "src/a.ts --- TypeScript\n1 a  1 b\n"])
    expect(await done(diff)).toMatchObject({
      code: "diff_unreadable",
      details: { name: "a.diff" },
    });
  const red = (line: string) => `\u001b[31m${line}\u001b[m\n`;
  const header = ["diff --git i/docs/a.md w/docs/a.md", "--- i/docs/a.md", "+++ w/docs/a.md"];
  const coloured = [...header, "@@ -1 +1 @@", "-a", "+b"].map(red).join("");
  expect(await done(coloured)).toMatchObject({
    code: "outside_boundaries",
    details: { paths: ["docs/a.md"] },
  });
});
