import type { Agent } from "@squadroom/client/agent";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, type Server } from "../../server.fixture.ts";
import { anAgent, differencesIn, onlyPending, take } from "../decision/squad.fixture.ts";

const TEAM = {
  entryPoint: "lead",
  roles: [
    { name: "lead", handsTo: ["maker", "user"] },
    { name: "maker", duties: ["work" as const], handsTo: ["critic"] },
    { name: "critic", duties: ["review" as const, "judge" as const], handsTo: ["lead"] },
  ],
};
const SECTION = { title: "Store", content: "One store." };
const REPLIES = {
  scout: { type: "scout", angle: "what there is", notes: "Two stores." },
  triage: { type: "triage", level: "straightforward", reasoning: "One way." },
  design: { type: "design", sections: [SECTION] },
  plan: {
    type: "plan",
    tasks: [{ id: "t1", title: "Make it", instruction: "Make the store.", role: "builder" }],
  },
  review: { type: "review", passed: true, summary: "It is right." },
};

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

test("a maker works and a critic reviews in a session, as their roles declare", async () => {
  const { call } = server.admin;
  const { roomId: room } = await call("createRoom", { body: { name: "makers", team: TEAM } });
  const params = { room };
  expect((await call("getTeam", { params })).draft.roles.map(({ duties }) => duties)).toEqual([
    undefined,
    ["work"],
    ["review", "judge"],
  ]);
  const lead = await anAgent(server, room, "lead");
  const maker = await anAgent(server, room, "maker");
  const critic = await anAgent(server, room, "critic");
  await call("createSession", { params, body: { title: "One store" } });
  const present = async (step: keyof typeof REPLIES, by: Agent = lead) => {
    const result = { summary: step };
    const body = { result, reply: REPLIES[step] };
    expect(await by.complete(await take(by), body)).toMatchObject({ state: "completed" });
  };
  const choose = async (optionId: string) => {
    const { id: decisionId, version } = await onlyPending(server.admin, room);
    await call("answerDecision", { params: { room, decisionId }, body: { optionId, version } });
  };

  await present("scout");
  await present("triage");
  await choose("agree");
  await present("design");
  await choose("approve");
  await present("plan");
  await choose("approve");
  const work = await maker.complete(await take(maker), { result: { summary: "made" } });
  expect(work).toMatchObject({ state: "in_review", reviewers: ["critic"] });
  await present("review", critic);
  await present("review", critic);
  const { data: sessions } = await call("listSessions", { params, query: {} });
  expect(sessions.map(({ status }) => status)).toEqual(["completed"]);
  expect(await differencesIn(server, room)).toEqual([]);
});
