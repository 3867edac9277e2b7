import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoomEvent } from "../kernel/event.ts";
import { unreachable } from "../kernel/unreachable.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { NO_USAGE, type ReportedUsage, type Usage } from "../usage/usage.ts";

const RUNS = { numRuns: shareOf(80) };

type Act =
  | { kind: "report"; by: "progress" | "complete" | "fail"; usage: ReportedUsage }
  | { kind: "answer"; optionId: "raise" | "unlimited"; tokens: number | null }
  | { kind: "set"; tokens: number | null; runs: number | null; usd: number | null }
  | { kind: "resume" | "pause" | "park" | "release" };

const tokens = fc.integer({ min: 0, max: 60 });
const usage: fc.Arbitrary<ReportedUsage> = fc.record({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadTokens: tokens,
  cacheWriteTokens: tokens,
  costUsdMicros: fc.option(fc.integer({ min: 0, max: 900_000 })),
  model: fc.constant("large"),
  runs: fc.integer({ min: 0, max: 2 }),
});
const limit = (max: number) => fc.option(fc.integer({ min: 1, max }));
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("report" as const),
        by: fc.constantFrom("progress" as const, "complete" as const, "fail" as const),
        usage,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("answer" as const),
        optionId: fc.constantFrom("raise" as const, "raise" as const, "unlimited" as const),
        tokens: limit(4_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("set" as const),
        tokens: limit(2_000),
        runs: limit(20),
        usd: limit(9_000_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom("resume" as const, "pause" as const, "park" as const, "release" as const),
      }),
    },
  ),
  { maxLength: 50 },
);

/** A plan of many tasks under way, with a budget, and three builders for it. */
function aRoom(): SessionDriver {
  const room = new SessionDriver();
  room.toPlan();
  room.choose("plan", "approve");
  room.run(budget(400, 12, 3_000_000));
  return room;
}

function budget(tokens: number | null, runs: number | null, costUsdMicros: number | null) {
  const limits = { tokens, runs, costUsdMicros, warnAt: 0.8 };
  const isNone = tokens === null && runs === null && costUsdMicros === null;
  return { type: "setBudget" as const, by: LEAD, sessionId: 1, budget: isNone ? null : limits };
}

function act(room: SessionDriver, one: Act): void {
  const of = { by: LEAD, sessionId: 1 };
  switch (one.kind) {
    case "report": {
      const by = room.builder;
      room.try({ type: "claim", by });
      const held = room.view.tasks.find((task) => task.lease?.agentId === by.id);
      if (!held?.lease) return;
      const at = { by, taskId: held.id, fence: held.lease.fence, usage: one.usage };
      if (one.by === "fail") room.try({ type: "fail", ...at, reason: "no luck" });
      else if (one.by === "progress") room.try({ type: "progress", ...at, progress: {} });
      else room.try({ type: "complete", ...at, result: { summary: "done" }, next: true });
      return;
    }
    case "answer": {
      const asked = Object.values(room.view.decisions).find(({ kind }) => kind === "budget");
      const detail = one.tokens === null ? {} : { budget: { tokens: one.tokens } };
      if (asked) room.try(room.answer(asked, one.optionId, { detail }));
      return;
    }
    case "set":
      return void room.try(budget(one.tokens, one.runs, one.usd));
    case "resume":
      return void room.try({ type: "resumeSession", ...of });
    case "pause":
    case "park":
      return void room.try({
        type: "pauseSession",
        ...of,
        reason: "",
        park: one.kind === "park",
      });
    case "release": {
      const held = room.view.tasks.find((task) => task.lease !== null);
      if (!held?.lease) return;
      const { fence } = held.lease;
      return void room.try({ type: "release", taskId: held.id, fence, reason: "" });
    }
    default:
      return unreachable(one);
  }
}

/** What the log says was consumed by a session, by a reading of its own. */
function consumed(log: readonly RoomEvent[], until = log.length): Usage {
  const sum = { ...NO_USAGE };
  const ofSession = new Set<string>();
  for (const event of log.slice(0, until)) {
    if (event.type === "session.asked" || event.type === "session.rescouted") ofSession.add(event.data.task.id);
    if (event.type === "session.plan_approved" || event.type === "session.reworked")
      for (const { task } of event.data.tasks) ofSession.add(task.id);
    if (event.type === "task.claimed" && ofSession.has(event.data.taskId)) sum.runs += 1;
    if (event.type === "task.released" && ofSession.has(event.data.taskId)) sum.runs -= 1;
    if (event.type !== "usage.reported" || event.data.sessionId !== 1) continue;
    const { usage: one } = event.data;
    const all = one.inputTokens + one.outputTokens + one.cacheReadTokens + one.cacheWriteTokens;
    sum.inputTokens += one.inputTokens;
    sum.outputTokens += one.outputTokens;
    sum.cacheReadTokens += one.cacheReadTokens;
    sum.cacheWriteTokens += one.cacheWriteTokens;
    sum.runs += one.runs;
    if (one.costUsdMicros === null) sum.unpricedTokens += all;
    else sum.costUsdMicros += one.costUsdMicros;
  }
  return sum;
}

/** Whether a limit is reached, by a reading of its own. */
function isUsed(log: readonly RoomEvent[], until = log.length): boolean {
  const set = log.slice(0, until).findLast(({ type }) => type === "budget.set");
  if (set?.type !== "budget.set" || set.data.budget === null) return false;
  const { tokens: most, runs, costUsdMicros } = set.data.budget;
  const used = consumed(log, until);
  const all = used.inputTokens + used.outputTokens + used.cacheReadTokens + used.cacheWriteTokens;
  return (
    all >= (most ?? Number.POSITIVE_INFINITY) ||
    used.runs >= (runs ?? Number.POSITIVE_INFINITY) ||
    used.costUsdMicros >= (costUsdMicros ?? Number.POSITIVE_INFINITY)
  );
}

/** Looks at the room after each act. */
function after(look: (room: SessionDriver, from: number) => void): void {
  fc.assert(
    fc.property(acts, (history) => {
      const room = aRoom();
      for (const one of history) {
        const from = room.log.length;
        act(room, one);
        if (room.view.sessions.live.length === 0) return;
        look(room, from);
      }
      expect(faultsOf(room.log)).toEqual([]);
    }),
    RUNS,
  );
}

describe("a session with a budget, in any history", () => {
  it("has used what was reported, no more and no less", () => {
    after((room) => expect(room.session().usage).toEqual(consumed(room.log)));
  });

  it("never runs on while a limit is reached, and is paused by it in the commit of the crossing", () => {
    let crossings = 0;
    after((room, from) => {
      const paused = room.log
        .slice(from)
        .find((event) => event.type === "session.paused" && event.data.limits !== undefined);
      if (paused) {
        crossings += 1;
        expect(isUsed(room.log, paused.seq - 1)).toBe(true);
      }
      if (isUsed(room.log)) expect(room.session().state).toBe("paused");
    });
    expect(crossings).toBeGreaterThan(0);
  });

  it("gives no task out once a limit is reached", () => {
    after((room, from) => {
      for (const event of room.log.slice(from))
        if (event.type === "task.claimed") expect(isUsed(room.log, event.seq - 1)).toBe(false);
    });
  });

  it("has one budget decision while a limit is reached, none while it runs, never two", () => {
    let asked = 0;
    after((room) => {
      const session = room.session();
      const kinds = Object.values(room.view.decisions).filter(({ kind }) => kind === "budget");
      expect(kinds.length).toBeLessThanOrEqual(1);
      asked += kinds.length;
      if (session.state === "running") expect(kinds).toEqual([]);
      if (isUsed(room.log) && !session.isParked) expect(kinds).toHaveLength(1);
    });
    expect(asked).toBeGreaterThan(0);
  });

  it("warns of each limit at most once until it is set anew", () => {
    after((room) => {
      const since = room.log.findLastIndex(({ type }) => type === "budget.set");
      const warned = room.log.slice(since).flatMap((event) => (event.type === "budget.warned" ? event.data.limit : []));
      expect(new Set(warned).size).toBe(warned.length);
    });
  });
});
