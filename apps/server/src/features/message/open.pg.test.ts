import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, differencesIn, refusalOf, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let here: Server;
let there: Server;

beforeAll(async () => {
  db = await testDatabase();
  here = await aServer(db.url);
  there = await aServer(db.url);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await db.drop();
});

async function aPair() {
  const room = await createRoom(here.admin, "duo");
  const planner = await anAgent(here, room, "planner");
  const builder = await anAgent(there, room, "builder");
  const view = async () => (await here.admin.call("getRoom", { params: { room }, query: { events: 0 } })).view;
  return { room, params: { room }, planner, builder, view };
}

test("a question reaches its receiver with what it is about and until when, and an answer to it alone ends the wait", async () => {
  const { room, params, planner, builder, view } = await aPair();
  const body = {
    to: "planner",
    kind: "question" as const,
    subject: "Which clock?",
    body: "Theirs or ours?",
    priority: "high" as const,
    about: { file: "src/webhook.ts" },
    responseS: 600,
  };
  const sent = await builder.client.call("sendMessage", { params, body });
  await here.admin.call("sendMessage", { params, body: { body: "Refunds." } });
  const delivery = await take(planner);
  const responseBy = expect.any(Number);
  expect(delivery.messages).toMatchObject([
    { id: sent.messageId, kind: "question", subject: "Which clock?", priority: "high", responseBy },
  ]);
  expect(delivery.text).toMatch(/question, high, `?src\/webhook\.ts`?, about Which clock\?/);
  expect(delivery.text).toContain(sent.messageId);
  expect((await view()).openMessages?.open).toMatchObject([{ id: sent.messageId, isLate: false }]);
  const { message } = await here.admin.call("getMessage", {
    params: { room, message: sent.messageId },
  });
  expect(message).toMatchObject({
    about: { file: "src/webhook.ts" },
    responseBy,
    state: "waiting",
  });
  const { message: told } = sent;
  expect(told).toMatchObject({ kind: "question", subject: "Which clock?", priority: "high" });
  expect(told).toMatchObject({ about: { file: "src/webhook.ts" }, responseBy, state: "waiting" });
  // It says no receiver: an answer goes to who asked.
  const answer = { body: "Theirs.", repliesTo: sent.messageId };
  const replied = await planner.client.call("sendMessage", { params, body: answer });
  expect(replied.to).toBe(builder.joined.agentId);
  const { data } = await here.admin.call("listMessages", { params });
  expect(data.map(({ id, state }) => [id, state])).toEqual([
    [replied.messageId, "sent"],
    [expect.any(String), "sent"],
    [sent.messageId, "answered"],
  ]);
  const records = { of: "messages", format: "json" } as const;
  const { content } = await here.admin.call("exportRecords", { params, query: records });
  expect(JSON.parse(content)[0]).toMatchObject({
    id: sent.messageId,
    from_role: "builder",
    to: "planner",
    kind: "question",
    body: body.body,
    subject: "Which clock?",
    priority: "high",
    component: null,
    file: "src/webhook.ts",
    state: "answered",
    raised_to: null,
    response_by: expect.stringMatching(/^20.*Z$/),
  });
  expect((await view()).openMessages?.open.filter(({ id }) => id === sent.messageId)).toEqual([]);
  expect(await differencesIn(here, room)).toEqual([]);
});

test("mail is read by priority, then the oldest first, and an answer says what it answers", async () => {
  const { params, planner, builder } = await aPair();
  const say = (body: object) =>
    builder.client.call("sendMessage", { params, body: { to: "planner", body: "…", ...body } });
  const asked = await planner.client.call("sendMessage", {
    params,
    body: { to: "builder", subject: "Which API?", body: "v1 or v2?", kind: "question" },
  });
  await say({ priority: "low", subject: "a" });
  await say({ subject: "b", repliesTo: asked.messageId });
  await say({ priority: "critical", subject: "c" });
  await say({ priority: "critical", subject: "d" });
  await here.admin.call("sendMessage", { params, body: { body: "Refunds." } });
  const { messages, text } = await take(planner);
  expect(messages.map(({ subject }) => subject)).toEqual(["c", "d", "b", "a"]);
  expect(messages[2]).toMatchObject({ repliesTo: asked.messageId, answers: "Which API?" });
  expect(text).toContain("in answer to “Which API?”");
});

test("an answer to a message that the room doesn't have is refused, also where a receiver is named", async () => {
  const { params, builder } = await aPair();
  const body = {
    to: "planner",
    body: "Theirs.",
    repliesTo: "01940000-0000-7000-8000-000000000000",
  };
  expect(await refusalOf(builder.client.call("sendMessage", { params, body }))).toMatchObject({
    code: "message_unknown",
  });
});

test("people say nothing of kinds and times, and agents set none for people", async () => {
  const { params, builder } = await aPair();
  const body = { body: "Refunds.", kind: "request" as const };
  expect(await refusalOf(here.admin.call("sendMessage", { params, body }))).toMatchObject({
    code: "bad_request",
    details: { field: "body.kind" },
  });
  const timed = { to: "user", body: "Which clock?", responseS: 60 };
  expect(await refusalOf(builder.client.call("sendMessage", { params, body: timed }))).toMatchObject({
    code: "person_not_asked",
    details: { field: "body.responseS" },
  });
});

test("the reply says whether anybody here has heard of the model that a message names", async () => {
  const params = { room: await createRoom(here.admin, "duo") };
  const send = (model?: string) => here.admin.call("sendMessage", { params, body: { body: "Refunds.", model } });
  expect((await send()).isModelKnown).toBeNull();
  expect((await send("premium")).isModelKnown).toBe(true);
  expect((await send("claude-opus-4-5-20251101")).isModelKnown).toBe(true);
  expect((await send("nosuchmodel-9")).isModelKnown).toBe(false);
});

test("a loop that a person is asked about stands in the inbox", async () => {
  const { room, params, planner, builder } = await aPair();
  for (let turn = 0; turn < 7; turn++) {
    const [by, to] = turn % 2 === 0 ? [builder, "planner"] : [planner, "builder"];
    await by.client.call("sendMessage", {
      params,
      body: { to, subject: "Rounding", body: "Round at the end." },
    });
  }
  const inbox = await here.admin.call("getInbox", { query: {} });
  const asked = inbox.needsYou.data.filter((item) => item.room.id === room);
  expect(asked).toMatchObject([{ kind: "decision", decision: { kind: "message_loop" } }]);
});
