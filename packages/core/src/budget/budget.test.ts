import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import type { ReportedUsage } from "../usage/usage.ts";
import type { Budget } from "./budget.ts";

function used(usd: number | null, tokens = 100): ReportedUsage {
  return {
    inputTokens: tokens,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    costUsdMicros: usd === null ? null : Math.round(usd * 1e6),
    model: null,
    runs: 0,
  };
}

function setBudget(room: SessionDriver, more: Partial<Budget>): void {
  const budget = { tokens: null, costUsdMicros: null, runs: null, warnAt: 0.8, ...more };
  room.run({ type: "setBudget", by: LEAD, sessionId: 1, budget });
}

function report(room: SessionDriver, usage: ReportedUsage, by: AgentCaller = room.planner): void {
  const { id, lease } = room.claim(by);
  const at = { by, taskId: id, fence: lease.fence };
  room.run({ type: "progress", ...at, progress: {}, usage });
}

/** A session whose scout is under way, limited to 2 USD. */
function limited(more: Partial<Budget> = { costUsdMicros: 2_000_000 }): SessionDriver {
  const room = new SessionDriver();
  room.start();
  setBudget(room, more);
  return room;
}

const typesSince = (room: SessionDriver, from: number) => room.log.slice(from).map(({ type }) => type);

describe("the budget of a session", () => {
  it("is told of once when it is close, and pauses at the limit in the commit of the report", () => {
    const room = limited();
    report(room, used(1.59));
    expect(room.log.at(-1)?.type).toBe("task.started");
    const close = room.log.length;
    report(room, used(0.01));
    expect(typesSince(room, close)).toContain("budget.warned");
    const again = room.log.length;
    report(room, used(0.3));
    expect(typesSince(room, again)).not.toContain("budget.warned");
    expect(room.session().state).toBe("running");
    report(room, used(0.1));
    expect(room.session()).toMatchObject({ state: "paused", pausedFor: "budget" });
    const paused = room.log.find(({ type }) => type === "session.paused");
    expect(paused?.data).toMatchObject({
      reason: "Its budget is used: 2.00 of 2.00 USD.",
      limits: ["costUsd"],
    });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("asks a person what becomes of it, and goes on with half as much again", () => {
    const room = limited();
    report(room, used(2));
    const asked = room.decision("budget");
    expect(asked.question).toContain("has used its budget of 2.00 USD");
    expect(asked.options.map(({ id, label }) => [id, label])).toEqual([
      ["raise", "Raise to 3.00 USD"],
      ["unlimited", "Continue without that limit"],
      ["stop", "Stop the session"],
    ]);
    room.choose("budget", "raise");
    expect(room.session()).toMatchObject({
      state: "running",
      pausedFor: null,
      budget: { costUsdMicros: 3_000_000, warned: [] },
    });
    expect(room.pendingKinds()).toEqual([]);
  });

  it("is raised to what the answer names, and not to what is used already", () => {
    const room = limited();
    report(room, used(2.31));
    const asked = room.decision("budget");
    const low = { detail: { budget: { costUsdMicros: 2_310_000 } } };
    const refusal = room.refused(room.answer(asked, "raise", low));
    expect(refusal.code).toBe("budget_reached");
    expect(refusal.message).toContain("2.31 USD are already used");
    room.choose("budget", "raise", { detail: { budget: { costUsdMicros: 5_000_000 } } });
    expect(room.session().budget?.costUsdMicros).toBe(5_000_000);
  });

  it("can be let go, and can end the session with the tasks in hand", () => {
    const free = limited();
    report(free, used(2));
    free.choose("budget", "unlimited");
    expect(free.session()).toMatchObject({ state: "running", budget: null });
    const ended = limited();
    report(ended, used(2));
    ended.choose("budget", "stop");
    expect(ended.view.sessions.live).toEqual([]);
    expect(ended.view.tasks).toEqual([]);
    expect(faultsOf(ended.log)).toEqual([]);
  });

  it("keeps its question while tasks in hand end, and lets them end", () => {
    const room = limited({ tokens: 100 });
    const { id, lease } = room.claim(room.planner);
    const at = { by: room.planner, taskId: id, fence: lease.fence };
    room.run({ type: "progress", ...at, progress: {}, usage: used(null) });
    const asked = room.decision("budget");
    room.run({
      type: "complete",
      ...at,
      result: { summary: "seen" },
      reply: JSON.stringify({ type: "scout", angle: "all", notes: "Two stores." }),
      next: true,
      usage: used(null, 30),
    });
    expect(room.decision("budget")).toMatchObject({ id: asked.id, version: asked.version });
    expect(room.decision("budget").reason).toContain("130 of 100 tokens");
    expect(room.session()).toMatchObject({ state: "paused", step: "scout" });
    room.choose("budget", "raise");
    expect(room.session()).toMatchObject({ step: "triage", budget: { tokens: 150 } });
  });

  it("gives no task out in the commit that reaches the limit", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "approve");
    setBudget(room, { tokens: 50 });
    const { id, lease } = room.claim(room.builder);
    const reply = room.run({
      type: "complete",
      by: room.builder,
      taskId: id,
      fence: lease.fence,
      result: { summary: "done" },
      next: true,
      usage: used(0.1),
    });
    expect(reply.next).toBeNull();
    expect(room.session()).toMatchObject({ state: "paused" });
    expect(room.run({ type: "claim", by: room.builder }).taskId).toBeNull();
  });

  it("counts attempts as runs, and pauses at the claim of the last one, which goes on", () => {
    const room = new SessionDriver();
    room.start();
    setBudget(room, { runs: 2 });
    const fail = () => {
      const { id, lease } = room.claim(room.planner);
      const at = { by: room.planner, taskId: id, fence: lease.fence };
      return { type: "fail" as const, ...at, reason: "no luck" };
    };
    room.run(fail());
    expect(room.session()).toMatchObject({ state: "running", usage: { runs: 1 } });
    const second = fail();
    expect(room.session()).toMatchObject({ state: "paused", usage: { runs: 2 } });
    room.run(second);
    expect(room.run({ type: "claim", by: room.planner }).taskId).toBeNull();
  });

  it("still asks when the run that paused it reached nobody", () => {
    const room = limited({ runs: 1 });
    const { id, lease } = room.claim(room.planner);
    room.run({ type: "release", taskId: id, fence: lease.fence, reason: "" });
    expect(room.session()).toMatchObject({ state: "paused", usage: { runs: 0 } });
    expect(room.pendingKinds()).toEqual(["budget"]);
    room.run({ type: "resumeSession", by: LEAD, sessionId: 1 });
    expect(room.pendingKinds()).toEqual([]);
  });

  it("refuses to resume by hand before it is raised, and goes on when it is", () => {
    const room = limited();
    report(room, used(2));
    const resume = { type: "resumeSession" as const, by: LEAD, sessionId: 1 };
    const refusal = room.refused(resume);
    expect(refusal.code).toBe("budget_reached");
    expect(refusal.message).toContain("2.00 of 2.00 USD");
    setBudget(room, { costUsdMicros: 2_500_000 });
    expect(room.session()).toMatchObject({ state: "running" });
    expect(room.pendingKinds()).toEqual([]);
  });

  it("pauses at once where it is set below what is used, and asks where a person paused it", () => {
    const room = new SessionDriver();
    room.start();
    report(room, used(1));
    setBudget(room, { costUsdMicros: 900_000 });
    expect(room.session()).toMatchObject({ state: "paused", pausedFor: "budget" });
    const held = limited();
    const { id, lease } = held.claim(held.planner);
    held.run({ type: "pauseSession", by: LEAD, sessionId: 1, reason: "", park: false });
    expect(held.pendingKinds()).toEqual([]);
    const at = { by: held.planner, taskId: id, fence: lease.fence };
    held.run({ type: "progress", ...at, progress: {}, usage: used(3) });
    expect(held.pendingKinds()).toEqual(["budget"]);
  });

  it("asks nothing while it is parked, and asks again when it holds its place", () => {
    const room = limited();
    report(room, used(2));
    const pause = { type: "pauseSession" as const, by: LEAD, sessionId: 1, reason: "" };
    room.run({ ...pause, park: true });
    expect(room.pendingKinds()).toEqual([]);
    room.run({ ...pause, park: false });
    expect(room.pendingKinds()).toEqual(["budget"]);
  });

  it("says what has no price, and does not take it for nothing", () => {
    const room = limited({ costUsdMicros: 1_000_000 });
    report(room, used(null, 5_000));
    expect(room.session()).toMatchObject({
      state: "running",
      usage: { costUsdMicros: 0, unpricedTokens: 5_000 },
    });
    report(room, used(1));
    expect(room.decision("budget").reason).toContain("5,000 tokens have no known price");
  });

  it("stops clearing mode like anything that waits for a person", () => {
    const room = limited();
    room.run({ type: "setMode", by: LEAD, workflowMode: "backlog_clearing" });
    expect(room.view.backlog.paused).toBeNull();
    report(room, used(2));
    expect(room.view.backlog.paused?.why).toMatchObject({ kind: "decision" });
    room.choose("budget", "raise");
    expect(room.view.backlog.paused).toBeNull();
  });

  it("is set with the session by people, and not by agents", () => {
    const room = new SessionDriver();
    const budget = { tokens: 10, costUsdMicros: null, runs: null, warnAt: 0.5 };
    const draft = { type: "createSession" as const, title: "One", description: "", itemId: null };
    room.run({ ...draft, by: LEAD, budget });
    expect(room.session().budget).toEqual({ ...budget, warned: [] });
    expect(room.refused({ ...draft, by: room.planner, budget }).code).toBe("forbidden");
  });
});
