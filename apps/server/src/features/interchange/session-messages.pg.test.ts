import type { Agent, Delivery } from "@squadroom/client/agent";
import { IMPORT_LIMITS, readZip } from "@squadroom/core/interchange/read-zip";
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

/** A room of a session whose first step the planner has in hand. */
async function aSession() {
  const room = await createRoom(server.admin, "duo");
  await server.admin.call("createSession", {
    params: { room },
    body: { title: "One store", description: "Both in one" } as never,
  });
  const planner = await anAgent(server, room, "planner");
  const builder = await anAgent(server, room, "builder");
  return { room, planner, builder, held: await take(planner) };
}

const say = (room: string, from: Agent, body: object) =>
  from.client.call("sendMessage", { params: { room }, body: body as never });

const end = (planner: Agent, held: Delivery) =>
  planner.complete(held, {
    result: { summary: "Looked" },
    reply: JSON.stringify(REPLIES.scout),
  } as never);

/** What the export says, whole. */
async function exported(room: string): Promise<string> {
  const params = { room, sessionId: "1" as never };
  const { content } = await server.admin.call("exportSession", { params });
  const { files } = readZip(Buffer.from(content, "base64"), IMPORT_LIMITS);
  return files.map(({ bytes }) => Buffer.from(bytes).toString()).join("\n");
}

test("an answer belongs to the session of its question, whoever gives it", async () => {
  const { room, planner, builder, held } = await aSession();
  const ask = { to: "builder", kind: "question", responseS: 600 };
  const first = await say(room, planner, { ...ask, body: "Which clock?" });
  const second = await say(room, planner, { ...ask, body: "Which pages?" });
  await end(planner, held);
  // Neither has a task in hand.
  await say(room, builder, { to: "planner", body: "Use limit", repliesTo: first.messageId });
  const reply = { to: "planner", body: "Use offset", repliesTo: second.messageId };
  const { messageId } = await say(room, builder, reply);
  await say(room, planner, { to: "builder", body: "Thanks for both", repliesTo: messageId });
  const text = await exported(room);
  for (const said of ["Use limit", "Use offset", "Thanks for both"]) expect(text).toContain(said);
});

test("what is asked from outside belongs to the session that answers it", async () => {
  const { room, planner, builder } = await aSession();
  await say(room, builder, { to: "user", body: "Nobody reads this" });
  const asked = await say(room, builder, { to: "planner", body: "Is the store one file?" });
  await say(room, planner, { to: "builder", body: "It is one", repliesTo: asked.messageId });
  const text = await exported(room);
  expect(text).toContain("Is the store one file?");
  expect(text).not.toContain("Nobody reads this");
});

test("what reaches somebody at work for it belongs to the session, and what names its tasks", async () => {
  const { room, planner, builder, held } = await aSession();
  await say(room, builder, { to: "planner", body: "The store is on disk" });
  await end(planner, held);
  await planner.claim();
  await say(room, builder, { to: "user", body: `${held.taskId} left a file behind` });
  await say(room, builder, { to: "user", subject: `Re: ${held.taskId}`, body: "And a second" });
  await say(room, builder, { to: "user", body: `${held.taskId}1 is another` });
  await say(room, builder, { to: "user", body: `X-${held.taskId} too` });
  const text = await exported(room);
  for (const said of ["on disk", "left a file", "And a second"]) expect(text).toContain(said);
  for (const said of ["is another", " too"]) expect(text).not.toContain(said);
});

test("what a person says to the front belongs to the session at whose work it is read", async () => {
  const { room, planner } = await aSession();
  await say(room, planner, { to: "user", body: "Which clock, ours or theirs?" });
  await server.admin.call("sendMessage", { params: { room }, body: { body: "A word to all" } });
  await server.admin.call("sendMessage", {
    params: { room },
    body: { body: "Stop at once", interrupt: true },
  });
  const text = await exported(room);
  expect(text).toContain("ours or theirs");
  expect(text).toContain("Stop at once");
  expect(text).not.toContain("A word to all");
});

test("what a person decided about its messages belongs to the session", async () => {
  const { room, planner, builder } = await aSession();
  const about = { subject: "Which clock?" };
  let last = await say(room, planner, { to: "builder", body: "Ours?", ...about });
  for (let turn = 0; turn < 6; turn++) {
    const [from, to] = turn % 2 === 0 ? [builder, "planner"] : [planner, "builder"];
    last = await say(room, from, { to, body: "No", ...about, repliesTo: last.messageId });
  }
  const { data } = await server.admin.call("listDecisions", { params: { room }, query: {} });
  const loop = data.find(({ kind }) => kind === "message_loop");
  expect(loop).toBeDefined();
  await server.admin.call("answerDecision", {
    params: { room, decisionId: String(loop?.id) },
    body: { optionId: "answer", note: "Theirs holds" },
  });
  const text = await exported(room);
  expect(text).toContain("go round in circles");
  expect(text.match(/message: Theirs holds/g)).toHaveLength(2);
});
