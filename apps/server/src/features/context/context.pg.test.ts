import type { Agent } from "@squadroom/client/agent";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, type Server } from "../../server.fixture.ts";
import { anAgent, onlyPending, refusalOf, take } from "../decision/squad.fixture.ts";
import { aCaller } from "../mcp/mcp.fixture.ts";

const TEAM = {
  entryPoint: "lead",
  roles: [
    { name: "lead", handsTo: ["maker", "user"] },
    { name: "maker", duties: ["work" as const], handsTo: ["critic"] },
    { name: "critic", duties: ["review" as const, "judge" as const], handsTo: ["lead"] },
  ],
};
const task = (id: string) => ({ id, title: `Make ${id}`, instruction: "Make it.", role: "maker" });
const REPLIES = {
  scout: { type: "scout", angle: "what there is", notes: "Two stores." },
  triage: { type: "triage", level: "straightforward", reasoning: "One way." },
  design: { type: "design", sections: [{ title: "Store", content: "One store." }] },
  plan: { type: "plan", tasks: [task("t1"), task("t2"), task("t3")] },
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

test("what a session shares follows from the room at once, and every door says the same", async () => {
  const { call } = server.admin;
  const { roomId: room } = await call("createRoom", { body: { name: "shared", team: TEAM } });
  const params = { room };
  const at = { room, sessionId: "1" };
  const lead = await anAgent(server, room, "lead");
  const maker = await anAgent(server, room, "maker");
  const other = await anAgent(server, room, "maker");
  const critic = await anAgent(server, room, "critic");
  await call("createSession", { params, body: { title: "One store" } });
  const present = async (step: keyof typeof REPLIES, by: Agent = lead) => {
    const body = { result: { summary: step }, reply: REPLIES[step] };
    expect(await by.complete(await take(by), body)).toMatchObject({ state: "completed" });
  };
  const choose = async (optionId: string, note = "") => {
    const { id: decisionId, version } = await onlyPending(server.admin, room);
    await call("answerDecision", {
      params: { room, decisionId },
      body: { optionId, version, note },
    });
  };
  const empty = await call("getSessionContext", { params: at });
  expect(empty).toMatchObject({ title: "One store", decisions: [], completed: [] });
  await present("scout");
  await present("triage");
  await choose("agree");
  await present("design");
  await choose("approve", "Keep the old store readable.");
  await present("plan");
  await choose("approve");
  const blocked = await take(other);
  const blockers = [{ description: "No key." }];
  await other.progress(blocked, { blockers });
  await other.client.call("takeLock", { params, body: { patterns: ["src/b/**"] } });
  await other.client.call("addWisdom", {
    params,
    body: { entries: [{ kind: "issue", text: "Keys end at midnight." }] },
  });
  const made = { summary: "made", keyDecisions: ["Cents are whole numbers."] };
  const done = await take(maker);
  const beforeIt = (await call("getSessionContext", { params: at })).changed?.at ?? 0;
  await maker.complete(done, { result: made });
  const inReview = await call("getSessionContext", { params: at });
  const decidedAt = inReview.decisions[0]?.at ?? 0;
  expect(decidedAt).toBeGreaterThan(beforeIt);
  await present("review", critic);

  // It was decided when its agent said so, not when the work passed.
  const shared = await call("getSessionContext", { params: at });
  expect(shared.decisions[0]).toMatchObject({
    text: "Cents are whole numbers.",
    role: "maker",
    taskId: done.taskId,
    at: decidedAt,
  });
  expect(shared.completed.find(({ taskId }) => taskId === done.taskId)?.at).toBeGreaterThan(decidedAt);
  const texts = shared.decisions.map(({ text }) => text).join("\n");
  expect(texts).toContain("Keep the old store readable.");
  expect(shared.blockers).toMatchObject([{ taskId: blocked.taskId, description: "No key." }]);
  expect(shared.locks).toMatchObject([{ patterns: ["src/b/**"], state: "held" }]);
  expect(shared.wisdom).toMatchObject([{ kind: "issue", scope: "session" }]);
  expect(shared.completed.map(({ taskId }) => taskId)).toContain(done.taskId);
  expect(shared.changed?.at).toBeGreaterThan(0);

  const next = await take(maker);
  expect(next.text).toContain("Cents are whole numbers. [");
  expect(next.text).toContain(`${blocked.taskId} is blocked since`);
  // What somebody began and left is no work that nobody has begun.
  await other.progress(blocked, { percent: 75, blockers: [] } as never);
  await other.fail(blocked, "no luck");
  const whole = await maker.client.call("getContext", { params, query: { text: "whole" } });
  expect(JSON.stringify(whole)).toContain(`: begun, and nobody has it, 75 %`);
  expect(JSON.stringify(whole)).not.toContain("Not begun");
  const { shared: said } = await maker.client.call("getContext", {
    params,
    query: { session: 1 },
  });
  expect(said).toContain("Cents are whole numbers.");
  expect(said).toContain("Keys end at midnight.");
  // Its own work is of no session: that one's wisdom is not for it.
  const outside = await anAgent(server, room, "lead");
  const seen = await outside.client.call("getSessionContext", { params: at });
  expect(seen.decisions).toEqual(shared.decisions);
  expect([seen.wisdom, seen.text.includes("Keys end")]).toEqual([[], false]);
  expect(await refusalOf(call("getSessionContext", { params: { room, sessionId: "9" } }))).toMatchObject({
    code: "session_unknown",
  });

  // It is known when it is over, too.
  await call("stopSession", { params: at });
  const over = await call("getSessionContext", { params: at });
  expect([over.pending, over.blockers, over.locks]).toEqual([[], [], []]);
  expect(over.decisions[0]).toMatchObject({ text: "Cents are whole numbers." });
});

test("an agent asks for it with the tool that shows its context", async () => {
  const { call } = server.admin;
  const { roomId: room } = await call("createRoom", { body: { name: "tools", team: TEAM } });
  await call("createSession", { params: { room }, body: { title: "One store" } });
  const { token } = await call("createCredential", {
    params: { room },
    body: { name: "Tess", roles: ["lead"] },
  });
  const caller = await aCaller(server, token);
  const told = await caller.call("show_context", { session: 1 });
  expect(told.text).toContain("# Shared context of session 1: One store");
  expect(told.text).not.toContain("You hold");
  await caller.close();
});
