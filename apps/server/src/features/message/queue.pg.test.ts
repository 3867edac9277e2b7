import { type Agent, joinRoom } from "@squadroom/client/agent";
import type { Client } from "@squadroom/client/http";
import type { Message } from "@squadroom/core/message/message";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, signInAs } from "../../server.fixture.ts";

let db: TestDatabase;
let server: Awaited<ReturnType<typeof aServer>>;
let room: string;
let planner: Agent;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});
beforeEach(async () => {
  room = await createRoom(server.admin);
  const token = await createToken(server.admin, room, "planner");
  planner = await joinRoom(server.clientOf(token), { role: "planner" });
});

const say = (body: string, more: { interrupt?: boolean } = {}, by: Client = server.admin) =>
  by.call("sendMessage", { params: { room }, body: { body, ...more } });
const at = (message: string) => ({ params: { room, message } });
const queue = async (by: Client = server.admin) => (await by.call("listQueue", { params: { room } })).data;
const conversation = async (): Promise<Message[]> =>
  (await server.admin.call("listMessages", { params: { room } })).data;
const isVerified = async () =>
  expect(await server.admin.call("verifyRoom", { params: { room } })).toMatchObject({ ok: true });
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => "not refused",
    (error: { refusal: unknown }) => error.refusal,
  );

/** Somebody with this right in the room, who signs in with a link. */
const aPerson = async (role: "approver" | "lead", name: string): Promise<Client> =>
  (await signInAs(server, room, role, `${name} ${room.slice(-6)}`)).client;

describe("a message that waits", () => {
  test("is listed with its place, edited, moved and withdrawn, by its own id and by its task's", async () => {
    await say("first");
    await planner.claim();
    const [second, third] = [await say("second"), await say("third")];
    expect(await queue()).toMatchObject([
      { taskId: "PLAN-002", body: "second", ahead: 1, allowed: ["edit", "front", "withdraw"] },
      { taskId: "PLAN-003", body: "third", ahead: 2 },
    ]);

    const edited = await server.admin.call("editMessage", {
      ...at(third.messageId),
      body: { body: "third, in other words" },
    });
    expect(edited).toMatchObject({ taskId: "PLAN-003", ahead: 2 });
    expect(await server.admin.call("moveMessageToFront", at("PLAN-003"))).toMatchObject({
      messageId: third.messageId,
      ahead: 1,
    });
    expect((await queue()).map(({ taskId }) => taskId)).toEqual(["PLAN-003", "PLAN-002"]);
    await server.admin.call("withdrawMessage", at(second.messageId));
    expect(await queue()).toMatchObject([{ body: "third, in other words" }]);

    expect((await conversation()).map(({ body }) => body)).toEqual(["third, in other words", "second", "first"]);
    const { task } = await server.admin.call("getTask", { params: { room, taskId: "PLAN-003" } });
    expect(task).toMatchObject({
      title: "third, in other words",
      instruction: "third, in other words",
    });
    await isVerified();
  });

  test("reaches the agent in its latest words", async () => {
    await say("the footer");
    await server.admin.call("editMessage", { ...at("PLAN-001"), body: { body: "the header" } });
    const { task } = await planner.claim();
    expect(task).toMatchObject({ title: "the header", instruction: "the header" });
    expect(task?.text).not.toContain("the footer");
  });

  test("is its sender's and the leads', for others and for agents it has no moves", async () => {
    const sender = await aPerson("approver", "Gil");
    const other = await aPerson("approver", "Ola");
    const lead = await aPerson("lead", "Kim");
    const sent = await say("mine", {}, sender);
    expect((await queue(sender))[0]?.allowed).toHaveLength(3);
    expect((await queue(planner.client))[0]?.allowed).toEqual([]);
    expect((await queue(other))[0]?.allowed).toEqual([]);
    const another = await say("the admin's");
    expect(await refusalOf(sender.call("withdrawMessage", at(another.messageId)))).toMatchObject({
      code: "forbidden",
    });
    await lead.call("editMessage", { ...at(sent.messageId), body: { body: "mine, edited" } });
    await sender.call("withdrawMessage", at(sent.messageId));
    expect(await queue()).toMatchObject([{ body: "the admin's" }]);
  });

  test("that was taken is refused with who has it; what is none is unknown", async () => {
    const sent = await say("first");
    await planner.claim();
    const taken = await refusalOf(
      server.admin.call("editMessage", { ...at(sent.messageId), body: { body: "too late" } }),
    );
    expect(taken).toMatchObject({
      code: "task_state",
      message: expect.stringContaining(`${planner.joined.name} has taken PLAN-001`),
    });
    const { messageId } = await planner.say("on it", "user");
    for (const id of [messageId, "00000000-0000-7000-8000-000000000001"])
      expect(await refusalOf(server.admin.call("withdrawMessage", at(id)))).toMatchObject({
        code: "message_unknown",
      });
  });
});

describe("an interrupt", () => {
  test("is not what answers the question of one agent: that is told, and cannot be taken back", async () => {
    await say("first");
    const { task } = await planner.claim();
    if (!task) throw new Error("no task");
    const { decisionId } = await planner.client.call("askIntervention", {
      params: { room, taskId: task.taskId },
      body: { fence: task.fence, question: "Which?", reason: "Both are possible." },
    });
    await server.admin.call("answerDecision", {
      params: { room, decisionId },
      body: { optionId: "answer", note: "The first." },
    });
    const { task: again } = await planner.claim();
    expect(again?.messages).toMatchObject([{ body: expect.stringContaining("The first."), waitsAs: null }]);
    const answer = (await conversation()).find(({ body }) => body.includes("The first."));
    await planner.leave();
    expect(await queue()).toMatchObject([{ taskId: "PLAN-001" }]);
    expect(await refusalOf(server.admin.call("withdrawMessage", at(String(answer?.id))))).toMatchObject({
      code: "message_unknown",
    });
    await isVerified();
  });

  test("is told in the answer to the next call of who is at work, which keeps its task", async () => {
    await say("first");
    const { task } = await planner.claim();
    if (!task) throw new Error("no task");
    await say("second");
    const sent = await say("stop", { interrupt: true });
    expect(sent).toMatchObject({ taskId: "PLAN-003", ahead: 1, told: [planner.joined.name] });

    const said = await planner.say("on it", "user");
    expect(said.messages).toMatchObject([{ body: "stop", waitsAs: "PLAN-003" }]);
    expect((await planner.progress(task, { percent: 10 })).messages).toEqual([]);
    await say("stop again", { interrupt: true });
    await server.admin.call("editMessage", { ...at("PLAN-004"), body: { body: "go on" } });
    const again = await planner.claim();
    expect(again).toMatchObject({ again: true, task: { taskId: "PLAN-001", fence: task.fence } });
    expect(again.task?.messages).toMatchObject([{ body: "go on", waitsAs: "PLAN-004" }]);
    expect(again.task?.text).toContain("An interrupt, queued as PLAN-004");
    await say("third", { interrupt: true });
    const created = await planner.client.call("createTasks", {
      params: { room },
      body: { tasks: [{ role: "builder", title: "a part", instruction: "do it" }] },
    });
    expect(created.messages).toMatchObject([{ body: "third", waitsAs: "PLAN-005" }]);

    await planner.handOff(task, { to: "user", intent: "deliver", message: "stopped" });
    expect((await planner.claim()).task).toMatchObject({ taskId: "PLAN-005", messages: [] });
    await isVerified();
  });

  test("is for people", async () => {
    const body = { body: "stop", to: "builder", interrupt: true };
    expect(await refusalOf(planner.client.call("sendMessage", { params: { room }, body }))).toMatchObject({
      code: "bad_request",
    });
  });
});
