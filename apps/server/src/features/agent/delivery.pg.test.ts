import { joinRoom } from "@squadroom/client/agent";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
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

/** The room as it is when it has just been opened: what happened before is in the tables only. */
async function forgetTail(room: string): Promise<void> {
  const cached = await server.runtime.rooms.read(room as RoomId, 0);
  if (cached) cached.tail = [];
}

test("whoever gets work of a reviewer who built it reads that nobody has reviewed it", async () => {
  const room = await createRoom(server.admin, "squad");
  const planner = await anAgent(server, room, "planner");
  const reviewer = await anAgent(server, room, "reviewer");
  const params = { room };
  await server.admin.call("sendMessage", { params, body: { body: "Round half even." } });
  const message = await take(planner);
  await planner.handOff(message, { to: "reviewer", intent: "work", message: "Round it." });
  await reviewer.handOff(await take(reviewer), {
    to: "planner",
    intent: "work",
    message: "Rounded.",
  });
  const says = "The reviewer did this in place of the builder: ";
  expect((await take(planner)).text).toContain(says);
  await forgetTail(room);
  expect((await take(planner)).text).toContain(says);
});

test("a task that a change of the team gave to another role says whose it was", async () => {
  const room = await createRoom(server.admin, "squad");
  const params = { room };
  const tasks = [{ role: "reviewer", title: "Look", instruction: "Look at the rounding." }];
  await server.admin.call("createTasks", { params, body: { tasks } });
  const duo = { preset: "duo" as const, version: 1, remap: { reviewer: "builder" } };
  await server.admin.call("changeTeam", { params, body: duo });
  const builder = await anAgent(server, room, "builder");
  const moved = await take(builder);
  expect(moved.text).toContain(
    "- It was meant for the reviewer, a role that no longer exists: you got it when the team changed.",
  );
  await builder.fail(moved, "unclear");
  expect((await take(builder)).text).toContain("It was meant for the reviewer");
});

test("a task that stayed with its role says nothing of the kind", async () => {
  const room = await createRoom(server.admin, "squad");
  const params = { room };
  const tasks = [{ role: "builder", title: "Round", instruction: "Round half even." }];
  await server.admin.call("createTasks", { params, body: { tasks } });
  await server.admin.call("changeTeam", { params, body: { preset: "duo", version: 1 } });
  const builder = await anAgent(server, room, "builder");
  expect((await take(builder)).text).not.toContain("It was meant for");
});

test.each(["lately", "long ago"])(
  "mail that was sent with a high priority says that it is urgent: %s",
  async (sent) => {
    const room = await createRoom(server.admin, "squad");
    const params = { room };
    const planner = await anAgent(server, room, "planner");
    const token = await createToken(server.admin, room, "builder");
    const builder = await joinRoom(server.clientOf(token), { role: "builder" });
    for (const [body, priority] of [
      ["Later.", "low"],
      ["Stop!", "critical"],
    ] as const)
      await planner.client.call("sendMessage", { params, body: { to: "builder", body, priority } });
    if (sent === "long ago") await forgetTail(room);
    const { messages } = (await builder.claim({ waitS: 0 })) as { messages: { body: string }[] };
    expect(messages).toMatchObject([{ body: "Stop!", urgent: true }, { body: "Later." }]);
    expect(messages[1]).not.toHaveProperty("urgent");
    await builder.leave();
  },
);

test("a class of connection that does not exist is refused by its field", async () => {
  const room = await createRoom(server.admin, "solo");
  const { call } = server.clientOf(await createToken(server.admin, room, "solo"));
  const join = (one: string) => call("joinRoom", { params: { room }, body: { class: one as "manual", door: "rest" } });
  await expect(join("robot")).rejects.toMatchObject({
    refusal: { code: "bad_request", details: { issues: [{ field: "body.class" }] } },
  });
  expect(await join("hooked")).toMatchObject({ class: "hooked", leaseS: 900 });
});
