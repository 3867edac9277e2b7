import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, aPerson, differencesIn, refusalOf, take } from "../decision/squad.fixture.ts";

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

test("what an agent learned comes with its task, is found, superseded and withdrawn, and the tables say so", async () => {
  const { call } = server.admin;
  const room = await createRoom(server.admin, "duo");
  const params = { room };
  const planner = await anAgent(server, room, "planner");
  await call("sendMessage", { params, body: { body: "Round half even." } });
  const { taskId, fence } = await take(planner);
  await planner.client.call("completeTask", {
    params: { room, taskId },
    body: {
      fence,
      result: { summary: "Rounded." },
      wisdom: [
        { kind: "decision", text: "Cents are whole numbers.", files: ["src/round.ts"] },
        { kind: "learning", text: "Token AKIAIOSFODNN7EXAMPLE is used in tests." },
      ],
    },
  });
  const listed = await call("listWisdom", { params });
  expect(listed.counts).toEqual({ decision: 1, convention: 0, issue: 0, learning: 1 });
  expect(listed.data).toMatchObject([
    { id: 2, kind: "learning", taskId, text: expect.not.stringContaining("AKIAIOSFODNN7EXAMPLE") },
    {
      id: 1,
      kind: "decision",
      scope: "room",
      by: { kind: "agent", role: "planner" },
      state: "live",
    },
  ]);
  const found = await call("listWisdom", { params, query: { text: "round.ts" } });
  expect(found.data.map(({ id }) => id)).toEqual([1]);

  const at = { room, wisdomId: 1 } as never;
  const entry = { kind: "decision" as const, text: "Cents are decimals." };
  await call("supersedeWisdom", { params: at, body: { entry, reason: "Taxes." } });
  await call("withdrawWisdom", {
    params: { room, wisdomId: 2 } as never,
    body: { reason: "Gone." },
  });
  const past = await call("listWisdom", { params, query: { state: "past" } });
  expect(past.data).toMatchObject([
    { id: 2, state: "withdrawn", ended: { reason: "Gone.", supersededBy: null } },
    { id: 1, state: "superseded", ended: { reason: "Taxes.", supersededBy: 3 } },
  ]);
  expect(await differencesIn(server, room)).toEqual([]);

  const search = await call("search", { query: { text: "decimals" } });
  expect(search.data).toMatchObject([{ kind: "wisdom", id: "3", state: "decision" }]);
  // What holds comes first, and what no longer does says so.
  const mess = [{ kind: "issue" as const, text: "Cents are a mess." }];
  await call("addWisdom", { params, body: { entries: mess } });
  const fourth = { room, wisdomId: 4 } as never;
  await call("withdrawWisdom", { params: fourth, body: { reason: "Not any more." } });
  const { data: cents } = await call("search", { query: { text: "cents" } });
  expect(cents.map(({ id, state }) => [id, state])).toEqual([
    ["3", "decision"],
    ["4", "withdrawn"],
    ["1", "superseded"],
  ]);
  const { data: gone } = await call("search", { query: { text: "used in tests" } });
  expect(gone).toMatchObject([{ id: "2", state: "withdrawn" }]);
});

test("agents neither promote nor withdraw, and read no other session's entries", async () => {
  const { call } = server.admin;
  const room = await createRoom(server.admin, "duo");
  const params = { room };
  const builder = await anAgent(server, room, "builder");
  await call("createSession", { params, body: { title: "Photos" } });
  const entries = [{ kind: "issue" as const, text: "Uploads over 16 MB fail." }];
  await call("addWisdom", { params, body: { entries, session: 1 } });
  const own = () => builder.client.call("listWisdom", { params });
  expect((await own()).data).toEqual([]);
  const at = { room, wisdomId: 1 } as never;
  expect((await refusalOf(builder.client.call("promoteWisdom", { params: at }))).code).toBe("forbidden");
  const viewer = await aPerson(server, "Vi", { [room]: "viewer" });
  expect((await refusalOf(viewer.client.call("promoteWisdom", { params: at }))).code).toBe("forbidden");
  await call("promoteWisdom", { params: at });
  expect((await own()).data).toMatchObject([{ id: 1, scope: "room", sessionId: 1 }]);
  const wrong = {
    entries: [{ ...entries[0], kind: "issue" as const, text: "No.", roles: ["painter" as never] }],
  };
  expect((await refusalOf(call("addWisdom", { params, body: wrong }))).code).toBe("role_unknown");
});
