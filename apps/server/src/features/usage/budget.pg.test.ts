import type { Agent } from "@squadroom/client/agent";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, aPerson, differencesIn, onlyPending, refusalOf, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let here: Server;
const rooms: string[] = [];

beforeAll(async () => {
  db = await testDatabase();
  here = await aServer(db.url);
});
afterEach(async () => {
  for (const room of rooms.splice(0)) expect(await differencesIn(here, room)).toEqual([]);
});
afterAll(async () => {
  await here.close();
  await db.drop();
});

const USED = { inputTokens: 900, outputTokens: 100 };

async function aRoom(): Promise<{ room: string; planner: Agent }> {
  const room = await createRoom(here.admin, "duo");
  rooms.push(room);
  return { room, planner: await anAgent(here, room, "planner") };
}

const add = (room: string, title: string, budget?: { costUsd?: number; runs?: number }) =>
  here.admin.call("createSession", { params: { room }, body: { title, budget } as never });

const rowOf = async (room: string, sessionId: number) =>
  (await here.admin.call("getSession", { params: { room, sessionId: sessionId as never } })).row;

describe("usage and budgets by REST", () => {
  test("adds up what every act reports, for the task and for its session, also once it has ended", async () => {
    const { room, planner } = await aRoom();
    await add(room, "One");
    const scout = await take(planner);
    await planner.progress(scout, { percent: 10, usage: { ...USED, costUsd: 0.1, model: "m" } });
    await planner.fail(scout, "no luck", { ...USED, costUsd: 0.2 });
    const again = await take(planner);
    await planner.complete(again, {
      result: { summary: "seen" },
      reply: { type: "scout", angle: "all", notes: "Two stores." },
      usage: { ...USED, runs: 2 },
    });
    const sum = {
      inputTokens: 2_700,
      outputTokens: 300,
      costUsdMicros: 300_000,
      unpricedTokens: 1_000,
    };
    const { task } = await here.admin.call("getTask", {
      params: { room, taskId: scout.taskId },
    });
    expect(task.usage).toMatchObject(sum);
    expect((await rowOf(room, 1)).usage).toMatchObject({ ...sum, runs: 4 });
    await here.admin.call("stopSession", { params: { room, sessionId: 1 as never } });
    expect((await rowOf(room, 1)).usage).toMatchObject(sum);
    const refusal = await refusalOf(
      planner.client.call("reportProgress", {
        params: { room, taskId: scout.taskId },
        body: { fence: 1, usage: { ...USED, costUsd: 0.000_000_1 } },
      }),
    );
    expect(refusal.code).toBe("bad_request");
  });

  test("pauses at the limit, asks, and goes on with what the answer names", async () => {
    const { room, planner } = await aRoom();
    await add(room, "One", { costUsd: 1 });
    const scout = await take(planner);
    await planner.progress(scout, { usage: { ...USED, costUsd: 1.25 } });
    expect(await rowOf(room, 1)).toMatchObject({ status: "paused", budget: { warnAt: 0.8 } });
    const params = { room, sessionId: 1 as never };
    const resume = await refusalOf(here.admin.call("resumeSession", { params }));
    expect(resume.code).toBe("budget_reached");
    const decision = await onlyPending(here.admin, room);
    expect(decision).toMatchObject({ kind: "budget", subject: { kind: "session", sessionId: 1 } });
    const answering = (costUsd: number) => ({
      params: { room, decisionId: decision.id },
      body: { optionId: "raise", detail: { budget: { costUsd } } },
    });
    const low = await refusalOf(here.admin.call("answerDecision", answering(1.2)));
    expect(low.code).toBe("budget_reached");
    await here.admin.call("answerDecision", answering(2.5));
    expect(await rowOf(room, 1)).toMatchObject({
      status: "active",
      budget: { costUsdMicros: 2_500_000, warned: [] },
    });
  });

  test("is set by leads alone, and ended by them", async () => {
    const { room } = await aRoom();
    await add(room, "One");
    const params = { room, sessionId: 1 as never };
    const lea = await aPerson(here, "Lea", { [room]: "approver" });
    const body = { budget: { runs: 3 } };
    const refusal = await refusalOf(lea.client.call("setBudget", { params, body } as never));
    expect(refusal.code).toBe("forbidden");
    await here.admin.call("setBudget", { params, body } as never);
    expect((await rowOf(room, 1)).budget).toMatchObject({ runs: 3, tokens: null });
    await here.admin.call("setBudget", { params, body: { budget: null } });
    expect((await rowOf(room, 1)).budget).toBeNull();
    const none = await refusalOf(here.admin.call("setBudget", { params, body: { budget: {} as never } }));
    expect(none.code).toBe("bad_request");
  });

  test("limits the room too: nobody is given anything before a lead raises it", async () => {
    const { room, planner } = await aRoom();
    const body = { scope: { kind: "room" as const }, budget: { costUsd: 1 } };
    const limited = { params: { room }, body };
    const max = await aPerson(here, "Max", { [room]: "approver" });
    const refusal = await refusalOf(max.client.call("limitUse", limited as never));
    expect(refusal.code).toBe("forbidden");
    await here.admin.call("limitUse", limited as never);
    await add(room, "One");
    const scout = await take(planner);
    await planner.progress(scout, { usage: { ...USED, costUsd: 1.25 } });
    const decision = await onlyPending(here.admin, room);
    expect(decision).toMatchObject({
      kind: "budget",
      subject: { kind: "budget", scope: body.scope },
    });
    await planner.fail(scout, "no luck");
    expect((await planner.claim({ waitS: 0 })).task).toBeNull();
    const answer = { params: { room, decisionId: decision.id }, body: { optionId: "raise" } };
    await here.admin.call("answerDecision", answer);
    expect((await planner.claim({ waitS: 0 })).task?.taskId).toBe(scout.taskId);
  });

  test("asks before the next session where the room wants it, and starts by hand", async () => {
    const { room } = await aRoom();
    const options = { params: { room }, body: { askBeforeNext: true } };
    await here.admin.call("setRoomOptions", options);
    const { view } = await here.admin.call("getRoom", { params: { room }, query: { events: 0 } });
    expect(view.options).toEqual({ askBeforeNext: true });
    for (const title of ["One", "Two", "Three"]) await add(room, title);
    const of = (sessionId: number) => ({ params: { room, sessionId: sessionId as never } });
    expect((await refusalOf(here.admin.call("startSession", of(3)))).code).toBe("session_state");
    await here.admin.call("stopSession", of(1));
    expect((await rowOf(room, 2)).status).toBe("queued");
    const decision = await onlyPending(here.admin, room);
    expect(decision).toMatchObject({ kind: "next_session", question: "Start “Two” next?" });
    const params = { room, decisionId: decision.id };
    await here.admin.call("answerDecision", { params, body: { optionId: "hold" } });
    await here.admin.call("startSession", of(3));
    expect((await rowOf(room, 3)).status).toBe("active");
  });
});
