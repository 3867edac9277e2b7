import { describe, expect, it } from "vitest";
import type { CheckReport } from "../../task/result.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import type { GatePreset } from "../record/gate.ts";
import { openOutcome } from "../record/outcome.ts";
import type { Execution } from "../record/session.ts";
import { foldStates, gatesOf, heldBy, phaseGates } from "./gates.ts";

const part = (title: string) => ({ title, description: `${title}, all of it.` });

function statesOf(room: SessionDriver): string[] {
  return gatesOf(room.session()).map(({ state }) => state);
}

function textsOf(room: SessionDriver): string[] {
  return gatesOf(room.session())
    .flatMap(({ evidence }) => evidence)
    .map(({ text }) => text);
}

/** As far as the tasks of an approved plan. */
function aPlanUnderWay(gatePreset?: GatePreset): SessionDriver {
  const room = new SessionDriver();
  if (gatePreset) room.run({ type: "setGatePreset", by: LEAD, preset: gatePreset });
  room.toPlan();
  room.choose("plan", "approve");
  return room;
}

function finish(room: SessionDriver, checks?: CheckReport[]): void {
  const { id, lease } = room.claim(room.builder);
  const result = { summary: "done", ...(checks ? { checks } : {}) };
  const done = { by: room.builder, taskId: id, fence: lease.fence, result };
  const { state } = room.run({ type: "complete", ...done, next: false });
  if (state === "in_review") room.judge();
}

describe("the gates of a session", () => {
  it("pass one after the other, on evidence with who gave it", () => {
    const room = new SessionDriver();
    room.start();
    expect(statesOf(room)).toEqual(["in_progress", "pending", "pending", "pending"]);
    room.present("scout");
    room.present("triage");
    room.choose("triage", "agree");
    room.present("questions");
    room.choose("questions", "done", { detail: { answers: { q1: { option: "Postgres" } } } });
    expect(statesOf(room)).toEqual(["passed", "in_progress", "pending", "pending"]);
    expect(textsOf(room)).toContain("1 of 3 questions answered, 2 left to the agents' judgement.");
    expect(
      gatesOf(room.session())
        .flatMap(({ evidence }) => evidence)
        .find(({ check }) => check === "triage"),
    ).toMatchObject({
      outcome: "met",
      by: LEAD.name,
    });
    room.present("approaches");
    room.choose("approach", "skip");
    room.present("design");
    for (let i = 0; i < 3; i++) room.choose("design_section", "approve");
    expect(statesOf(room)).toEqual(["passed", "passed", "in_progress", "pending"]);
    expect(textsOf(room)).toContain("The choice is left to the agents.");
    room.present("plan");
    room.choose("plan", "approve");
    finish(room);
    expect(textsOf(room)).toContain("1 of 2 tasks passed, 1 to go.");
    finish(room);
    expect(statesOf(room)).toEqual(["passed", "passed", "passed", "in_progress"]);
  });

  it("take the triage answer as evidence for what it leaves out", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    room.present("triage");
    room.choose("triage", "skip");
    expect(statesOf(room).slice(0, 2)).toEqual(["passed", "passed"]);
    const skipped = gatesOf(room.session())
      .flatMap(({ evidence }) => evidence)
      .filter(({ text }) => text.includes("decided in triage"));
    expect(skipped.map(({ check, by }) => [check, by])).toEqual([
      ["questions", LEAD.name],
      ["approaches", LEAD.name],
      ["sections", LEAD.name],
    ]);
  });

  it("open again for who goes back", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "back:questions");
    expect(statesOf(room)).toEqual(["in_progress", "pending", "pending", "pending"]);
    room.choose("questions", "done");
    expect(statesOf(room)).toEqual(["passed", "in_progress", "pending", "pending"]);
  });

  it("do not let a review start where a task of the plan was cancelled", () => {
    const room = aPlanUnderWay();
    finish(room);
    room.run({
      type: "cancelTask",
      by: LEAD,
      taskId: "DEV-002" as never,
      cascade: false,
      reason: "",
    });
    expect(room.session().step).toBe("execute");
    expect(room.pendingKinds()).toEqual(["gate_failed"]);
    expect(room.decision("gate_failed").reason).toBe("DEV-002 was cancelled: not passed.");
    expect(statesOf(room)[2]).toBe("failed");
  });

  it("go on with an override, which has a name and a reason and covers only what was missing", () => {
    const room = aPlanUnderWay();
    finish(room);
    room.run({
      type: "cancelTask",
      by: LEAD,
      taskId: "DEV-002" as never,
      cascade: false,
      reason: "",
    });
    const decision = room.decision("gate_failed");
    expect(room.refused(room.answer(decision, "override", { note: " " })).code).toBe("note_required");
    room.choose("gate_failed", "override", { note: "We read it elsewhere." });
    expect(room.session().step).toBe("review");
    expect(gatesOf(room.session())[2]).toMatchObject({
      state: "overridden",
      overriddenBy: { name: LEAD.name, reason: "We read it elsewhere." },
    });
    room.present("review", { passed: false });
    room.choose("review_failed", "retry");
    room.run({
      type: "cancelTask",
      by: LEAD,
      taskId: "FIX-001" as never,
      cascade: false,
      reason: "",
    });
    expect(room.decision("gate_failed").reason).toBe("FIX-001 was cancelled: not passed.");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("lead back to the work: what was cancelled is made again under its name in the plan", () => {
    const room = aPlanUnderWay();
    room.run({
      type: "cancelTask",
      by: LEAD,
      taskId: "DEV-001" as never,
      cascade: true,
      reason: "",
    });
    room.choose("gate_failed", "redo", { note: "Please." });
    expect(room.view.tasks.map(({ id, title, waitsFor }) => [id, title, waitsFor])).toEqual([
      ["DEV-003", "Make it", []],
      ["DEV-004", "Read it", ["DEV-003"]],
    ]);
    room.work();
    expect(room.session().step).toBe("review");
    expect(statesOf(room)[2]).toBe("passed");
  });

  it("ask for tests and coverage in production, and for each by itself", () => {
    const room = aPlanUnderWay("production");
    finish(room, [{ name: "tests", passed: true }]);
    finish(room);
    room.present("review");
    expect(statesOf(room)[3]).toBe("failed");
    expect(room.decision("gate_failed").reason).toBe("Nobody reported coverage of at least 70 %.");
    room.choose("gate_failed", "redo");
    expect(room.session().step).toBe("execute");
    finish(room, [{ name: "coverage", passed: true, value: 70 }]);
    room.present("review");
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
  });

  it.each([
    ["gold", { name: "coverage", passed: true, value: 79 }, "failed"],
    ["gold", { name: "coverage", passed: true, value: 80 }, "met"],
    ["production", { name: "coverage", passed: true, value: 79 }, "met"],
    ["production", { name: "coverage", passed: true, value: 69.9 }, "failed"],
    ["production", { name: "coverage", passed: true }, "open"],
    ["production", { name: "coverage", passed: false, value: 99 }, "failed"],
    ["gold", { name: "warnings", passed: true, value: 1 }, "failed"],
    ["gold", { name: "warnings", passed: true }, "met"],
    ["gold", { name: "tests", passed: false }, "failed"],
  ] as const)("judge in %s a report of %o as %s", (preset, check, outcome) => {
    const room = aPlanUnderWay(preset);
    finish(room, [check]);
    finish(room);
    room.present("review", { passed: false });
    const row = gatesOf(room.session())
      .flatMap(({ evidence }) => evidence)
      .find((one) => one.check === check.name);
    expect(row).toMatchObject({ outcome, phase: "quality" });
  });

  it("count all reports of a check in its last round, not only the last one", () => {
    const room = aPlanUnderWay("gold");
    finish(room, [{ name: "tests", passed: false }]);
    finish(room, [{ name: "tests", passed: true }]);
    room.present("review", { passed: false });
    const tests = () =>
      gatesOf(room.session())
        .flatMap(({ evidence }) => evidence)
        .find(({ check }) => check === "tests");
    expect(tests()?.outcome).toBe("failed");
    room.choose("review_failed", "retry");
    finish(room, [{ name: "tests", passed: true }]);
    expect(room.session().gates.checks).toHaveLength(3);
    room.present("review");
    expect(tests()?.outcome).toBe("met");
  });

  it("show a review that a person let stand as overridden, not as passed", () => {
    const room = aPlanUnderWay();
    room.work();
    room.present("review", { passed: false });
    expect(statesOf(room)[3]).toBe("failed");
    expect(heldBy(room.session())).toBeNull();
    const gate = { type: "overrideGate" as const, by: LEAD, sessionId: 1, batch: null };
    expect(room.refused({ ...gate, phase: "design", reason: "so" })).toMatchObject({
      code: "gate_state",
      details: { state: "passed" },
    });
    expect(room.refused({ ...gate, phase: "quality", reason: " " }).code).toBe("note_required");
    expect(room.refused({ ...gate, phase: "quality", batch: 3, reason: "so" }).code).toBe("bad_request");
    room.run({ ...gate, phase: "quality", reason: "It is known." });
    const overridden = room.log.filter(({ type }) => type === "session.gate_overridden");
    expect(overridden).toMatchObject([{ data: { checks: ["review"], reason: "It is known." } }]);
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
  });

  it("exist for each batch; the session's is their fold", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    room.present("triage", { batches: [part("One"), part("Two")] });
    room.choose("triage", "skip");
    room.present("plan");
    room.choose("plan", "approve");
    room.work();
    room.present("review", { passed: false });
    room.choose("review_failed", "override", { note: "Later." });
    room.choose("batch_checkpoint", "continue");
    expect(gatesOf(room.session()).map(({ phase, batch, state }) => [phase, batch, state])).toEqual([
      ["requirements", null, "passed"],
      ["design", null, "passed"],
      ["implementation", 0, "passed"],
      ["quality", 0, "overridden"],
      ["implementation", 1, "in_progress"],
      ["quality", 1, "pending"],
    ]);
    expect(phaseGates(room.session()).map(({ state }) => state)).toEqual([
      "passed",
      "passed",
      "in_progress",
      "in_progress",
    ]);
  });

  it("fold: one that failed fails all, and all have to be through", () => {
    expect(foldStates(["passed", "failed"])).toBe("failed");
    expect(foldStates(["passed", "overridden"])).toBe("overridden");
    expect(foldStates(["passed", "pending"])).toBe("in_progress");
    expect(foldStates(["pending", "pending"])).toBe("pending");
    expect(foldStates(["passed"])).toBe("passed");
  });

  it.each([
    ["skip", "was skipped", []],
    ["roll_back", "was rolled back", ["back-DEV-001"]],
  ] as const)("do not count a task as passed that a person let go on: %s", (verb, how, more) => {
    const room = aPlanUnderWay();
    for (let round = 1; round <= 3; round++) {
      room.submit();
      room.judge({ passed: false });
    }
    room.choose("review_failed", verb, { note: "We live with it." });
    while (room.session().execution?.open.length) finish(room);
    expect(room.session().step).toBe("execute");
    expect(Object.keys(room.session().execution?.tasks ?? {})).toEqual(["t1", "t2", ...more]);
    expect(room.decision("gate_failed").reason).toContain(`DEV-001 ${how}: not passed.`);
    room.choose("gate_failed", "redo");
    room.work();
    expect(statesOf(room).slice(2)).toEqual(["passed", "in_progress"]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("say which tasks nobody but their author looked at", () => {
    const room = aPlanUnderWay();
    const { execution, ...session } = room.session();
    if (!execution) throw new Error("nothing is carried out");
    const passed = {
      ...openOutcome("t1", { title: "Make it", outputs: [] }, 0, 0),
      state: "passed" as const,
    };
    const outcomes = {
      "DEV-001": { ...passed, unreviewed: true },
      "DEV-002": { ...passed, planId: "t2" },
    };
    const done = { ...execution, open: [], outcomes: outcomes as Execution["outcomes"] };
    const gate = gatesOf({ ...session, execution: done })[2];
    expect(gate?.state).toBe("passed");
    expect(gate?.evidence.map(({ text }) => text)).toEqual([
      "The plan is approved.",
      "All 2 tasks passed, 1 of them unreviewed.",
    ]);
  });
});
