import { describe, expect, it } from "vitest";
import { SERVER } from "../../kernel/actor.ts";
import type { RoomEvent } from "../../kernel/event.ts";
import type { RoleName, TaskId } from "../../kernel/ids.ts";
import type { RoomView } from "../../kernel/view.ts";
import { apply } from "../../log/apply.ts";
import { MINUTE } from "../../testing/builders.fixture.ts";
import { REPLIES } from "../../testing/replies.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import type { ReportedUsage } from "../../usage/usage.ts";
import { batchFigures } from "../batch/figures.ts";
import { estimatePlan, estimateTokens, SAMPLES_MAX, type TakenTask } from "./estimate.ts";
import { estimateText } from "./estimate-text.ts";
import { estimateOf } from "./plan-estimate.ts";

const BUILDER = "builder" as RoleName;
const QA = "qa" as RoleName;

function took(minutes: number, usd: number | null, role = BUILDER): TakenTask {
  const costUsdMicros = usd === null ? null : usd * 1_000_000;
  const workMs = minutes * MINUTE;
  return { taskId: "DEV-001" as TaskId, role, workMs, costUsdMicros, tokens: minutes * 1_000 };
}

describe("the estimate of a plan", () => {
  it("says that there is nothing to judge by, rather than nothing", () => {
    const estimate = estimatePlan([], [BUILDER, QA]);
    expect(estimate).toEqual({
      tasks: 2,
      unjudged: 2,
      judgedBy: 0,
      workMs: null,
      costUsdMicros: null,
    });
    expect(estimateText(estimate)).toBe("2 tasks; no estimate, as no task like these has ended here.");
  });

  it("sums the quartiles of tokens likewise, and knows none where a role reported none", () => {
    const silent = { ...took(9, null, QA), tokens: null };
    const taken = [took(8, null), took(12, null), silent];
    expect(estimateTokens(taken, [BUILDER, BUILDER])).toEqual({
      low: 18_000,
      mid: 20_000,
      high: 22_000,
    });
    expect(estimateTokens(taken, [BUILDER, QA])).toBeNull();
    expect(estimateTokens([], [BUILDER])).toBeNull();
  });

  it("sums quartiles and medians of what tasks of the same role took", () => {
    const taken = [took(8, 0.4), took(10, 0.5), took(12, 0.6), took(14, 0.7), took(90, 9, QA)];
    const estimate = estimatePlan(taken, [BUILDER, BUILDER]);
    expect(estimate.workMs).toEqual({ low: 19 * MINUTE, mid: 22 * MINUTE, high: 25 * MINUTE });
    expect(estimate.costUsdMicros).toEqual({ low: 950_000, mid: 1_100_000, high: 1_250_000 });
    expect(estimateText(estimate)).toBe(
      "2 tasks, about 19–25 min of work, about 0.95–1.25 USD, based on the last 4 tasks here.",
    );
  });

  it("keeps an unknown price unknown, and judges prices by what has one", () => {
    expect(estimateText(estimatePlan([took(9, null)], [BUILDER]))).toBe(
      "1 task, about 9 min of work, cost unknown, based on the last 1 task here.",
    );
    const some = estimatePlan([took(9, null), took(9, 1)], [BUILDER]);
    expect(some.costUsdMicros).toMatchObject({ mid: 1_000_000 });
    const other = estimatePlan([took(9, 1), took(9, null, QA)], [BUILDER, QA]);
    expect(other.costUsdMicros).toBeNull();
  });

  it("says which tasks it is without", () => {
    const estimate = estimatePlan([took(10, 1)], [BUILDER, QA]);
    expect(estimate).toMatchObject({ unjudged: 1, workMs: { mid: 10 * MINUTE } });
    expect(estimateText(estimate)).toContain("Not counting 1 task of roles that are new here.");
  });

  it("goes by the latest tasks of a role alone", () => {
    const old = Array.from({ length: 20 }, () => took(100, 100));
    const late = Array.from({ length: SAMPLES_MAX }, () => took(1, 1));
    const estimate = estimatePlan([...late, ...old], [BUILDER]);
    expect(estimate).toMatchObject({ judgedBy: SAMPLES_MAX, workMs: { high: MINUTE } });
  });
});

const USED: ReportedUsage = {
  inputTokens: 100,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsdMicros: 300_000,
  model: null,
  runs: 0,
};

/** Its author works for ten minutes, its reviewer for two; an hour passes beside. */
function doOne(room: SessionDriver, usage?: ReportedUsage): void {
  for (const [by, minutes] of [
    [room.builder, 10],
    [room.reviewer, 2],
  ] as const) {
    const { id, lease } = room.claim(by);
    room.pass(minutes * MINUTE);
    const done = { by, taskId: id, fence: lease.fence, next: false };
    const reply = JSON.stringify(REPLIES.review);
    room.run({ type: "complete", ...done, result: { summary: "done" }, reply, usage });
    room.pass(60 * MINUTE);
  }
}

function toNextPlan(room: SessionDriver): void {
  const batches = ["One", "Two"].map((title) => ({ title, description: title }));
  room.start();
  room.present("scout");
  room.present("triage", { level: "straightforward", batches });
  room.choose("triage", "skip");
  room.present("plan");
}

describe("what tasks of a plan took", () => {
  it("is the work of author and reviewers with what they report, and the next plan is judged by it", () => {
    const room = new SessionDriver();
    toNextPlan(room);
    expect(room.decision("plan").reason).toMatch(/^2 tasks; no estimate/);
    room.choose("plan", "approve");
    doOne(room, USED);
    doOne(room, USED);
    const [last] = room.view.sessions.taken;
    expect(last).toMatchObject({ taskId: "DEV-002", role: "builder", workMs: 12 * MINUTE });
    expect(room.view.sessions.taken.map(({ costUsdMicros }) => costUsdMicros)).toEqual([600_000, 600_000]);
    room.present("review");
    room.choose("batch_checkpoint", "continue");
    room.present("scout");
    room.present("plan");
    const said = "2 tasks, about 24 min of work, about 1.20 USD, based on the last 2 tasks here.";
    expect(room.decision("plan").reason.startsWith(said)).toBe(true);
    const estimate = estimateOf(room.room, room.session());
    room.choose("plan", "approve");
    expect(room.session().execution?.estimate).toEqual(estimate);
  });

  it("stands beside the estimate at the checkpoint", () => {
    const room = new SessionDriver();
    const batches = ["One", "Two", "Three"].map((title) => ({ title, description: title }));
    room.start();
    room.present("scout");
    room.present("triage", { level: "straightforward", batches });
    room.choose("triage", "skip");
    for (const usage of [USED, { ...USED, costUsdMicros: 100_000 }]) {
      room.present("plan");
      room.choose("plan", "approve");
      doOne(room, usage);
      doOne(room, usage);
      room.present("review");
      if (room.session().batch === 0) {
        expect(room.decision("batch_checkpoint").reason).not.toContain("estimated");
        room.choose("batch_checkpoint", "continue");
        room.present("scout");
      }
    }
    expect(room.decision("batch_checkpoint").reason).toContain(
      "It took 24 min of work (24 estimated), 0.40 USD (1.20 estimated).",
    );
    expect(batchFigures(room.session())).toMatchObject({ workMs: 24 * MINUTE });
  });

  it("counts what a runner's turn tells after its task has ended, its reviewer's too", () => {
    const room = new SessionDriver();
    toNextPlan(room);
    room.choose("plan", "approve");
    doOne(room, USED);
    doOne(room);
    const after = (view: RoomView, taskId: string, usage: ReportedUsage) => {
      const data = { taskId, sessionId: room.session().id, agentId: room.builder.id, usage };
      const at = { roomId: view.roomId, seq: view.seq + 1, v: 1, at: room.now, actor: SERVER };
      return apply(view, { type: "usage.reported", data, ...at } as RoomEvent);
    };
    const [review] = room.view.ended.filter(({ reviewOf }) => reviewOf === "DEV-001");
    const told = after(after(room.view, review?.id ?? "", USED), "DEV-002", USED);
    expect(told.sessions.taken).toMatchObject([
      { taskId: "DEV-002", costUsdMicros: 300_000, tokens: 110 },
      { taskId: "DEV-001", costUsdMicros: 900_000, tokens: 330 },
    ]);
    const unpriced = after(told, "DEV-002", { ...USED, costUsdMicros: null });
    expect(unpriced.sessions.taken[0]).toMatchObject({ costUsdMicros: null, tokens: 220 });
  });

  it("has no price where one report had none, and none where nobody reported", () => {
    const room = new SessionDriver();
    toNextPlan(room);
    room.choose("plan", "approve");
    doOne(room, { ...USED, costUsdMicros: null });
    doOne(room);
    expect(room.view.sessions.taken.map(({ costUsdMicros }) => costUsdMicros)).toEqual([null, null]);
  });

  it("is not known of a task that a person let go on", () => {
    const room = new SessionDriver();
    toNextPlan(room);
    room.choose("plan", "approve");
    for (let round = 1; round <= 3; round++) {
      room.submit();
      room.judge({ passed: false, mustFix: ["No."] });
    }
    room.choose("review_failed", "skip", { note: "Good enough." });
    expect(room.session().execution?.outcomes["DEV-001" as TaskId]?.state).toBe("skipped");
    expect(room.view.sessions.taken).toEqual([]);
  });
});
