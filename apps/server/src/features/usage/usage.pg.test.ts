import type { Agent } from "@squadroom/client/agent";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, aPerson, refusalOf, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let here: Server;

beforeAll(async () => {
  db = await testDatabase();
  here = await aServer(db.url);
});
afterAll(async () => {
  await here.close();
  await db.drop();
});

/** A room in which both agents of a duo hold a task. */
async function atWork() {
  const room = await createRoom(here.admin, "duo");
  const planner = await anAgent(here, room, "planner");
  const builder = await anAgent(here, room, "builder");
  const task = (role: string) => ({ role, title: "Refunds", instruction: "Make them idempotent." });
  await here.admin.call("createTasks", {
    params: { room },
    body: { tasks: [task("planner"), task("builder")] },
  });
  const held = { planner: await take(planner), builder: await take(builder) };
  return { room, planner, builder, held };
}

/** The time of the room's newest report, epoch ms. */
async function lastReportAt(room: string): Promise<number> {
  const { data: events } = await here.admin.call("listEvents", { params: { room }, query: {} });
  return events.findLast(({ type }) => type === "usage.reported")?.at ?? 0;
}

const USED = { inputTokens: 900, outputTokens: 100 };

describe("usage since a time", () => {
  test("is summed by room and agent, from that time on, and what has no price is apart", async () => {
    const { room, planner, builder, held } = await atWork();
    await planner.progress(held.planner, { percent: 10, usage: { ...USED, costUsd: 0.5 } });
    const before = await lastReportAt(room);
    await expect.poll(() => Date.now()).toBeGreaterThan(before);
    const report = async (agent: Agent, task: typeof held.planner, costUsd?: number) => {
      await agent.progress(task, { percent: 20, usage: { ...USED, costUsd, runs: 1 } });
    };
    await report(planner, held.planner, 0.25);
    await report(planner, held.planner);
    await report(builder, held.builder);

    const since = before + 1;
    const late = await here.admin.call("listUsage", { query: { since, room: room as RoomId } });
    const sum = { inputTokens: 900, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 };
    expect(late).toEqual({
      since,
      next: null,
      data: [
        {
          roomId: room,
          agentId: builder.joined.agentId,
          name: expect.stringMatching(/^builder/),
          usage: { ...sum, costUsdMicros: 0, unpricedTokens: 1_000, runs: 1 },
        },
        {
          roomId: room,
          agentId: planner.joined.agentId,
          name: expect.stringMatching(/^planner/),
          usage: {
            ...sum,
            inputTokens: 1_800,
            outputTokens: 200,
            costUsdMicros: 250_000,
            unpricedTokens: 1_000,
            runs: 2,
          },
        },
      ],
    });
    const all = await here.admin.call("listUsage", { query: { since: before } });
    const ofRoom = all.data.filter(({ roomId }) => roomId === room);
    expect(ofRoom.map(({ usage }) => usage.costUsdMicros)).toEqual([0, 750_000]);
    const inTwoDays = await here.admin.call("listUsage", { query: { since: 0 } });
    expect(before - inTwoDays.since).toBeLessThanOrEqual(48 * 3_600_000);
  });

  test("is of rooms that one may see alone", async () => {
    const [mine, other] = [await atWork(), await atWork()];
    for (const { planner, held } of [mine, other]) {
      await planner.progress(held.planner, { percent: 10, usage: USED });
    }
    const vera = await aPerson(here, "Vera", { [mine.room]: "viewer" });
    const seen = await vera.client.call("listUsage", { query: { since: 0 } });
    expect(seen.data.map(({ roomId }) => roomId)).toEqual([mine.room]);
    const query = { since: 0, room: other.room as RoomId };
    expect((await vera.client.call("listUsage", { query })).data).toEqual([]);
    const byAgent = await refusalOf(mine.planner.client.call("listUsage", { query }));
    expect(byAgent.code).toBe("forbidden");
  });
});
