import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pipelinesIn } from "../../flow/sessions.ts";
import type { AgentCaller } from "../../kernel/actor.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { shareOf } from "../../testing/property-runs.fixture.ts";
import { stepRows } from "../step-rows.ts";
import { failingChecks } from "./failing.ts";

type Check = { name: string; passed: boolean; value?: number };
type Result = { checks?: Check[]; summary?: string };

const RED: Check = { name: "tests", passed: false, value: 3 };
const GREEN: Check = { name: "tests", passed: true };

/** Ends the next task of a role with this result; the task, or `null` where there is none. */
function end(room: PipelineDriver, role: string, result: Result = {}): string | null {
  const by = room.agents[role];
  const { taskId, fence } = room.run({ type: "claim", by: by as never });
  if (typeof taskId !== "string") return null;
  const isRed = result.checks?.some(({ passed }) => !passed);
  const verdict = result.summary || isRed ? {} : { verdict: "passed" };
  const done = { summary: "as asked", ...verdict, ...result };
  const ended = { taskId, fence, result: done, next: false, reply: null };
  room.run({ type: "complete", by, ...ended } as never);
  return taskId;
}

/** An implementation that has come to its end, with these results. */
function ended(results: Record<string, Result>, pipeline = "impl-only"): PipelineDriver {
  const room = new PipelineDriver(["planner", "executor", "tester", "reviewer", "fe-developer", "fe-qa"]);
  room.begin(pipeline);
  for (let i = 0; i < 20; i++) for (const role of Object.keys(room.agents)) end(room, role, results[role]);
  return room;
}

describe("a pipeline whose tests fail", () => {
  it("may be complete, the coordinator hears, and what fails", () => {
    const room = new PipelineDriver();
    room.begin("impl-only");
    for (const role of ["planner", "executor"]) end(room, role);
    const by = room.agents.coordinator as AgentCaller;
    room.run({ type: "dispatch", by, sessionId: 1, taskIds: [], inOrder: false });
    end(room, "tester", { summary: "tests_failed: 3 of 40.", checks: [RED] });
    end(room, "reviewer");
    const told = room.log.flatMap((event) =>
      event.type === "message.sent" && event.data.message.from.kind === "server" ? [event.data.message.body] : [],
    );
    expect(told.at(-1)).toContain(
      "It may be complete. A person is asked what next. TEST-001 ended with failing checks: tests (3) and tests_failed.",
    );
  });

  it("isn't complete under the least gates: a person decides, and the work goes back with what fails", () => {
    const room = ended({ tester: { checks: [RED] } });
    const asked = room.decision("gate_failed");
    expect(asked.question).toBe("“Refunds” didn't pass the implementation gate. What next?");
    expect(asked.reason).toBe("TEST-001 ended with a failing check: tests (3).");
    expect(asked.options.map(({ consequence }) => consequence).slice(0, 2)).toEqual([
      "IMPL-001 is redone, told what fails and your note; then all behind it.",
      "It ends although this fails. Your name and your reason are kept.",
    ]);
    const row = stepRows(room.view, room.session).find(({ id }) => id === "TEST-001");
    expect(row?.kind).toBe("bad");
    expect(row?.why).toEqual(["TEST-001 ended with a failing check: tests (3)."]);
    room.run(room.answer(asked, "redo", { note: "Mind the limits." }));
    expect(room.view.tasks.map(({ id }) => id).sort()).toEqual(["IMPL-001-R1", "REVIEW-001-R1", "TEST-001-R1"]);
    expect(room.task("IMPL-001-R1").instruction).toContain(
      "TEST-001 ended with a failing check: tests (3). Mind the limits.",
    );
    expect(room.work().sort()).toEqual(["IMPL-001-R1", "REVIEW-001-R1", "TEST-001-R1"]);
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("goes back with what its tester and its reviewer reported, and only with the last", () => {
    const room = ended({
      tester: { summary: "tests_failed: 3 of 40, refund.test.ts:12 first.", checks: [RED] },
      reviewer: { summary: "review_failed: src/refund.ts:3 pays twice." },
    });
    room.run(room.answer(room.decision("gate_failed"), "redo", { note: "Mind the limits." }));
    const { instruction } = room.task("IMPL-001-R1");
    expect(instruction).toContain(
      "TEST-001 reported:\n\ntests_failed: 3 of 40, refund.test.ts:12 first.\n\nREVIEW-001 reported:\n\nreview_failed: src/refund.ts:3 pays twice.",
    );
    end(room, "executor");
    end(room, "tester", { summary: "tests_failed: 1 of 40.", checks: [RED] });
    end(room, "reviewer", { summary: "review_passed: it pays once." });
    room.run(room.answer(room.decision("gate_failed"), "redo"));
    const again = room.task("IMPL-001-R2").instruction;
    expect(again).toContain("TEST-001-R1 reported:\n\ntests_failed: 1 of 40.");
    expect(again).toContain("REVIEW-001-R1 reported:\n\nreview_passed: it pays once.");
    expect(again).not.toContain("pays twice");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("ends where a person lets it, with name and reason", () => {
    const room = ended({ tester: { checks: [RED] } });
    room.run(room.answer(room.decision("gate_failed"), "override", { note: "Known, and harmless." }));
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    const over = room.log.find(({ type }) => type === "session.gate_overridden");
    expect(over?.data).toMatchObject({
      phase: "implementation",
      reason: "Known, and harmless.",
      checks: ["tests:TEST-001"],
    });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it.each(["tests_failed: 3 of 40.", "[tester] tests_failed", " tests_failed\nThe list."])(
    "isn't complete where its tester's report begins with the type for that: %j",
    (summary) => {
      const room = ended({ tester: { summary } });
      expect(room.decision("gate_failed").reason).toBe("TEST-001 ended with a failing check: tests_failed.");
    },
  );

  it.each(["tests_passed: 40.", "tests_failed_before are green", "No tests_failed."])(
    "is complete with %j",
    (summary) => {
      const room = ended({ tester: { summary } });
      expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    },
  );

  const CASES: [what: string, Record<string, Result>, pipeline: string, counts: string[]][] = [
    ["the tests behind it are green", { executor: { checks: [RED] }, tester: { checks: [GREEN] } }, "impl-only", []],
    ["nobody behind it says otherwise", { executor: { checks: [RED] } }, "impl-only", ["IMPL-001"]],
    [
      "another check is green behind it",
      { executor: { checks: [RED] }, tester: { checks: [{ ...GREEN, name: "lint" }] } },
      "impl-only",
      ["IMPL-001"],
    ],
    [
      "a step beside it is green",
      { tester: { checks: [RED] }, reviewer: { checks: [GREEN] } },
      "impl-only",
      ["TEST-001"],
    ],
    [
      "both sides fail",
      { tester: { checks: [RED] }, "fe-qa": { checks: [RED] } },
      "fullstack",
      ["TEST-001", "QA-FE-001"],
    ],
  ];
  it.each(CASES)("what counts of a failing check where %s", (_, results, pipeline, counts) => {
    const room = ended(results, pipeline);
    const live = pipelinesIn(room.view.sessions)[0];
    const found = live ? failingChecks(live).map(({ step }) => step.id) : [];
    expect(found).toEqual(counts);
    expect(room.view.sessions.ended).toHaveLength(counts.length === 0 ? 1 : 0);
  });
});

it("no pipeline ends as complete with a failing check that nobody let through", () => {
  const roles = ["executor", "tester", "reviewer", "fe-developer", "fe-qa"];
  const said = fc.record({ red: fc.subarray(roles), mends: fc.nat(2), lets: fc.boolean() });
  fc.assert(
    fc.property(fc.constantFrom("impl-only", "fullstack", "fe-only"), said, (name, given) => {
      const { red, mends, lets } = given;
      const results = Object.fromEntries(red.map((role) => [role, { checks: [RED] }]));
      const room = ended(results, name);
      let isOver = false;
      for (let i = 0; room.view.sessions.live.length > 0; i++) {
        const [asked] = Object.values(room.view.decisions);
        if (!asked) throw new Error("it neither ends nor asks");
        const [session] = pipelinesIn(room.view.sessions);
        expect(session && failingChecks(session).length).toBeGreaterThan(0);
        expect(asked.kind).toBe("gate_failed");
        const isLet = lets && i >= mends;
        isOver ||= isLet;
        room.run(room.answer(asked, isLet ? "override" : "redo", { note: "So." }));
        const again = i < mends ? results : {};
        for (let n = 0; n < 8; n++)
          for (const role of Object.keys(room.agents)) end(room, role, again[role] ?? { checks: [GREEN] });
        if (i > 12) throw new Error("it never ends");
      }
      const { end: how } = room.view.sessions.ended[0] ?? {};
      expect(how).toBe("completed");
      const over = room.log.filter(({ type }) => type === "session.gate_overridden");
      expect(over.length > 0).toBe(isOver);
      expect(faultsOf(room.log)).toEqual([]);
    }),
    { numRuns: shareOf(40) },
  );
});
