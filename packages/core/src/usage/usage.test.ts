import { describe, expect, it } from "vitest";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { reportedUsage, UsageBody } from "./contract.ts";
import { figuresOf, knownCost, NO_USAGE, type ReportedUsage, usageText, usdText } from "./usage.ts";

const USED: ReportedUsage = {
  inputTokens: 1_000,
  outputTokens: 200,
  cacheReadTokens: 30,
  cacheWriteTokens: 4,
  costUsdMicros: 100_001,
  model: "large",
  runs: 1,
};

describe("what agents consume", () => {
  it("is added to the task and to its session, in front of what the agent did", () => {
    const room = new SessionDriver();
    room.start();
    const { id, lease } = room.claim(room.planner);
    const at = { by: room.planner, taskId: id, fence: lease.fence };
    room.run({ type: "progress", ...at, progress: {}, usage: USED });
    expect(room.task(id).usage).toMatchObject({ inputTokens: 1_000, costUsdMicros: 100_001 });
    const from = room.log.length;
    room.run({
      type: "complete",
      ...at,
      result: { summary: "seen" },
      reply: JSON.stringify({ type: "scout", angle: "all", notes: "Two stores." }),
      next: false,
      usage: { ...USED, costUsdMicros: null },
    });
    expect(room.log[from]?.type).toBe("usage.reported");
    expect(room.session().usage).toEqual({
      inputTokens: 2_000,
      outputTokens: 400,
      cacheReadTokens: 60,
      cacheWriteTokens: 8,
      costUsdMicros: 100_001,
      unpricedTokens: 1_234,
      runs: 3,
    });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is reported with a handoff too, of a task of no session", () => {
    const room = new SessionDriver();
    room.say("Please.");
    room.claim(room.planner);
    room.run({ ...room.handOff(room.planner, "builder", "work"), usage: USED });
    const reported = room.log.find(({ type }) => type === "usage.reported");
    expect(reported?.data).toMatchObject({ sessionId: null, usage: USED });
  });

  it("is reported too where the summary goes to the user as the answer", () => {
    const room = new SessionDriver();
    room.say("Please.");
    const { id, lease } = room.claim(room.planner);
    const done = { by: room.planner, taskId: id, fence: lease.fence, next: false, usage: USED };
    const reply = room.run({ type: "complete", ...done, result: { summary: "There." } });
    expect(reply.delivered).toBeDefined();
    expect(room.log.filter(({ type }) => type === "usage.reported")).toHaveLength(1);
  });

  it("is reported by the author of a plan's task and by its reviewer", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "approve");
    for (const by of [room.builder, room.reviewer]) {
      const { id, lease } = room.claim(by);
      const reply = JSON.stringify({ type: "review", passed: true, summary: "Right." });
      const done = { by, taskId: id, fence: lease.fence, reply, next: false, usage: USED };
      room.run({ type: "complete", ...done, result: { summary: "There." } });
    }
    expect(room.session().usage.costUsdMicros).toBe(200_002);
  });

  it("is in the log model by model, each with its own cost, and one sum", () => {
    const room = new SessionDriver();
    room.start();
    const { id, lease } = room.claim(room.planner);
    const at = { by: room.planner, taskId: id, fence: lease.fence };
    const small = { ...USED, model: "small", costUsdMicros: null, runs: 0 };
    room.run({ type: "progress", ...at, progress: {}, usage: { ...USED, others: [small] } });
    const reported = room.log.filter(({ type }) => type === "usage.reported");
    expect(reported.map(({ data }) => (data as { usage: unknown }).usage)).toEqual([USED, small]);
    expect(room.session().usage).toMatchObject({
      inputTokens: 2_000,
      costUsdMicros: 100_001,
      unpricedTokens: 1_234,
      runs: 2,
    });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is lost with an act that is refused", () => {
    const room = new SessionDriver();
    room.start();
    const { id, lease } = room.claim(room.planner);
    const fence = (lease.fence + 1) as typeof lease.fence;
    const at = { by: room.planner, taskId: id, fence };
    room.refused({ type: "fail", ...at, reason: "no", usage: USED });
    expect(room.session().usage).toEqual({ ...NO_USAGE, runs: 1 });
  });

  it("counts for the batch under way from its plan on", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    const { id, lease } = room.claim(room.planner);
    const at = { by: room.planner, taskId: id, fence: lease.fence };
    room.run({ type: "progress", ...at, progress: {}, usage: USED });
    const [first, second] = room.session().batches ?? [];
    expect(first?.usage).toMatchObject({ costUsdMicros: 100_001 });
    expect(first?.usage.runs).toBeLessThan(room.session().usage.runs);
    expect(second?.usage).toEqual(NO_USAGE);
    expect(first?.reviewedAt).not.toBeNull();
  });

  it("comes in whole tokens and dollars to the millionth, and without a price where there is none", () => {
    const body = { inputTokens: 1, outputTokens: 2 };
    expect(reportedUsage(UsageBody.parse({ ...body, costUsd: 0.1 + 0.2 }))?.costUsdMicros).toBe(300_000);
    expect(reportedUsage(UsageBody.parse(body))?.costUsdMicros).toBeNull();
    for (const wrong of [
      { costUsd: 0.000_000_5 },
      { costUsd: -1 },
      { costUsd: 10_001 },
      { inputTokens: 1.5 },
      { outputTokens: -1 },
      { inputTokens: 2e9 },
      { cacheWriteTokens: 1, cacheWrite1hTokens: 2 },
      { others: [{ ...body, runs: 1 }] },
    ])
      expect(UsageBody.safeParse({ ...body, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  });

  it("reads as dollars, and says how much of the cost is known", () => {
    expect([0, 1_860_000, 400, 10_000].map(usdText)).toEqual(["0.00", "1.86", "0.0004", "0.01"]);
    expect(knownCost({ ...NO_USAGE, unpricedTokens: 1 })).toBe("none");
    expect(knownCost({ ...NO_USAGE, unpricedTokens: 1, costUsdMicros: 1 })).toBe("some");
    expect(knownCost({ ...NO_USAGE, costUsdMicros: 1 })).toBe("all");
  });

  it("is unknown in words where nobody reported it, and never 0", () => {
    const [cost, tokens, all] = [
      { ...NO_USAGE, costUsdMicros: 500_000 },
      { ...NO_USAGE, inputTokens: 7, unpricedTokens: 7 },
      { ...NO_USAGE, inputTokens: 7, costUsdMicros: 500_000 },
    ];
    expect([NO_USAGE, cost, tokens, all].map((one) => figuresOf(one))).toEqual([
      ["cost unknown", "tokens unknown"],
      ["0.50 USD", "tokens unknown"],
      ["cost unknown", "7 tokens"],
      ["0.50 USD", "7 tokens"],
    ]);
    expect([NO_USAGE, cost].map((one) => usageText(one))).toEqual(["nothing reported", "0.50 USD, tokens unknown"]);
  });
});
