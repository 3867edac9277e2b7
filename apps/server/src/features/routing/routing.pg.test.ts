import { draftOf } from "@squadroom/core/team/draft";
import { presetTeam } from "@squadroom/core/team/presets";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom } from "../../server.fixture.ts";

let db: TestDatabase;
let server: Awaited<ReturnType<typeof aServer>>;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

test("corrections are kept with their messages, counted, exported, and suggest a rule that a person adds or dismisses", async () => {
  const room = await createRoom(server.admin);
  const params = { room };
  const draft = draftOf(presetTeam("squad"));
  const rules = [{ phrases: ["fix"], to: "builder" }];
  const team = { ...draft, routing: { rules } } as never;
  await server.admin.call("changeTeam", { params, body: { team, version: 1 } });
  const say = (body: string) => server.admin.call("sendMessage", { params, body: { body } });
  const correct = (message: string, to: string) =>
    server.admin.call("correctRoute", {
      params: { ...params, message },
      body: { to: to as never },
    });
  await say("fix the footer");
  const [one, two] = [await say("The totals of March look odd"), await say("The export has wrong totals")];
  const status = await say("What's the status?");
  expect(status).toMatchObject({ taskId: null, to: "room" });
  expect(status.answer).toContain("DEV-001 fix the footer");

  expect(await correct(one.messageId, "reviewer")).toMatchObject({ how: "moved", from: "planner" });
  await correct(two.messageId, "reviewer");
  expect(await correct(status.messageId, "planner")).toMatchObject({ how: "created", from: null });
  const { message } = await server.admin.call("getMessage", {
    params: { ...params, message: status.messageId },
  });
  expect(message).toMatchObject({ to: { kind: "role", role: "planner" }, taskId: "PLAN-003" });

  const judged = await server.admin.call("getRouting", { params });
  expect(judged).toMatchObject({
    isRouted: true,
    messages: 1,
    stayed: 1,
    undecided: 2,
    proposals: [{ to: "reviewer", phrases: ["totals"], messages: [{}, {}] }],
  });
  const set = await server.admin.call("listRouted", { params, query: { corrected: "true" } });
  expect(set.data.map(({ body, wentTo, right }) => [body, wentTo, right])).toEqual([
    ["What's the status?", null, "planner"],
    ["The export has wrong totals", "planner", "reviewer"],
    ["The totals of March look odd", "planner", "reviewer"],
  ]);
  const first = await server.admin.call("listRouted", { params, query: { limit: 3 } });
  const cursor = String(first.next);
  const rest = await server.admin.call("listRouted", { params, query: { limit: 3, cursor } });
  expect(rest.data.map(({ body }) => body)).toEqual(["fix the footer"]);

  const phrases = [{ phrase: "totals", to: "reviewer" as never }];
  await server.admin.call("dismissPhrases", { params, body: { phrases } });
  expect((await server.admin.call("getRouting", { params })).proposals).toEqual([]);
  expect(await server.admin.call("verifyRoom", { params })).toMatchObject({ ok: true });

  const unknown = correct("00000000-0000-7000-8000-000000000001", "planner");
  await expect(unknown).rejects.toMatchObject({ refusal: { code: "message_unknown" } });
});

test("labels have the words that were corrected, and else the newest with where those went", async () => {
  const room = await createRoom(server.admin);
  const params = { room };
  const draft = draftOf(presetTeam("squad"));
  const rules = [
    { phrases: ["fix"], to: "builder" },
    { phrases: ["review"], to: "reviewer" },
  ];
  const team = { ...draft, routing: { rules } } as never;
  await server.admin.call("changeTeam", { params, body: { team, version: 1 } });
  const say = (body: string) => server.admin.call("sendMessage", { params, body: { body } });
  const edit = (message: string, body: string) =>
    server.admin.call("editMessage", { params: { ...params, message }, body: { body } });
  const correct = (message: string, to: string) =>
    server.admin.call("correctRoute", {
      params: { ...params, message },
      body: { to: to as never },
    });
  const one = await say("fix the footer");
  const two = await say("fix the header");
  await edit(one.messageId, "review the footer");
  await edit(two.messageId, "review the header");
  await correct(two.messageId, "planner");
  await edit(two.messageId, "paint the header");

  const all = await server.admin.call("listRouted", { params, query: {} });
  expect(
    all.data.map(({ body, decision, wentTo, right }) => [body, decision?.candidates[0]?.role, wentTo, right]),
  ).toEqual([
    ["review the header", "reviewer", "reviewer", "planner"],
    ["review the footer", "reviewer", "reviewer", "reviewer"],
  ]);
  const query = { corrected: "true" as const };
  const corrected = await server.admin.call("listRouted", { params, query });
  expect(corrected.data.map(({ body }) => body)).toEqual(["review the header"]);
});
