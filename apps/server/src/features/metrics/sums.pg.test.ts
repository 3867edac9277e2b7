import type { UsageBody } from "@squadroom/core/usage/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, take } from "../decision/squad.fixture.ts";

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

const tokens = fc.oneof(fc.nat(5), fc.nat(10_000_000));
const reported = fc.record(
  {
    inputTokens: tokens,
    outputTokens: tokens,
    cacheReadTokens: tokens,
    cacheWriteTokens: tokens,
    costUsd: fc.integer({ min: 0, max: 900_000_000 }).map((micros) => micros / 1_000_000),
    basis: fc.constantFrom("billed", "estimated"),
    model: fc.constantFrom("large", "small", "großes Modell"),
    runId: fc.constantFrom("1", "2", "3"),
    runs: fc.nat(3),
  },
  { requiredKeys: ["inputTokens", "outputTokens"] },
);
/** A basis goes with a cost. */
const usage = reported.map(({ basis, ...rest }) =>
  rest.costUsd === undefined || basis === undefined ? rest : { ...rest, basis },
);
const step = fc.record({ who: fc.constantFrom("planner", "builder"), usage });

interface Told {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  costUsdMicros: number | null;
  basis?: string;
  model: string | null;
  runId?: string;
}

/** Left out where it is none. */
const NONE = { estimatedUsdMicros: 0 };

/** Read from the log alone: nothing of what the figures are made of is used. */
const LISTED = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens"] as const;
function added(all: readonly Told[]) {
  const sum = (of: (one: Told) => number) => all.reduce((n, one) => n + of(one), 0);
  const cost = (one: Told) => one.costUsdMicros ?? 0;
  return {
    ...Object.fromEntries(LISTED.map((name) => [name, sum((one) => one[name])])),
    costUsdMicros: sum(cost),
    estimatedUsdMicros: sum((one) => (one.basis === "estimated" ? cost(one) : 0)),
    unpricedTokens: sum((one) => (one.costUsdMicros === null ? LISTED.reduce((n, name) => n + one[name], 0) : 0)),
  };
}

test("sums of every kind are those of the log's events (property)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const room = await createRoom(here.admin, "duo");
      const params = { room };
      const planner = await anAgent(here, room, "planner");
      const builder = await anAgent(here, room, "builder");
      await here.admin.call("sendMessage", { params, body: { body: "Refunds, please." } });
      const asked = await take(planner);
      const tasks = [{ ref: "a", role: "builder", title: "Make them", instruction: "All." }];
      await planner.client.call("createTasks", {
        params,
        body: { fence: asked.fence, tasks } as never,
      });
      const hands = {
        planner: { agent: planner, task: asked },
        builder: { agent: builder, task: await take(builder) },
      };
      for (const { who, usage } of steps) {
        const { agent, task } = hands[who as "planner" | "builder"];
        await agent.progress(task, { percent: 10, usage: usage as UsageBody });
      }

      const { data: events } = await here.admin.call("listEvents", {
        params,
        query: { limit: 200 },
      });
      const told = events.flatMap((event) => {
        const { usage } = event.data as { usage?: Told };
        return usage && event.actor.kind === "agent" ? [{ usage, by: event.actor }] : [];
      });
      expect(told).toHaveLength(steps.length);
      const report = await here.admin.call("getMetrics", { query: { room, days: 2 } });
      expect({ ...NONE, ...report.total }).toMatchObject(added(told.map(({ usage }) => usage)));
      const of = {
        model: ({ usage }: (typeof told)[number]) => usage.model,
        role: ({ by }: (typeof told)[number]) => by.role ?? null,
        agent: ({ by }: (typeof told)[number]) => by.id,
        run: ({ usage }: (typeof told)[number]) => (usage.runId ? `${room}/${usage.runId}` : null),
      };
      for (const [kind, keyOf] of Object.entries(of)) {
        const groups = report.groups[kind as keyof typeof of];
        const keys = new Set(told.map(keyOf));
        expect(new Set(groups.map(({ key }) => key)), kind).toEqual(keys);
        for (const { key, usage } of groups) {
          const own = told.filter((one) => keyOf(one) === key).map((one) => one.usage);
          expect({ ...NONE, ...usage }, `${kind} ${key}`).toMatchObject(added(own));
        }
      }
    }),
    { numRuns: 12 },
  );
});
