import { describe, expect, it } from "vitest";
import type { TaskId } from "../../kernel/ids.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { REPLIES } from "../../testing/replies.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import { batchFigures } from "../batch/figures.ts";

const finding = (issue: string) => ({ severity: "medium" as const, file: "a.ts", issue });
const FAILED = { passed: false, mustFix: [] as string[] };

/** In two batches, its plan approved: two tasks for the builder, one reviewer. */
function atWork(tasks?: readonly object[]): SessionDriver {
  const room = new SessionDriver();
  toWork(room, tasks);
  return room;
}

function toWork(room: SessionDriver, tasks: readonly object[] = REPLIES.plan.tasks): void {
  const batches = ["One", "Two"].map((title) => ({ title, description: title }));
  room.start();
  room.present("scout");
  room.present("triage", { batches });
  room.choose("triage", "skip");
  room.present("plan", { tasks });
  room.choose("plan", "approve");
}

function round(room: SessionDriver, more: Record<string, unknown> = {}): void {
  room.submit();
  room.judge(more);
}

const findingsOf = (room: SessionDriver) => batchFigures(room.session()).findings;

describe("what became of findings", () => {
  it("counts as fixed what a later round of its task did not find any more, once however often it was said", () => {
    const room = atWork();
    round(room, { ...FAILED, mustFix: ["No cap."], findings: [finding("Sent twice.")] });
    round(room, { ...FAILED, findings: [finding("Sent twice."), finding("Never ends.")] });
    expect(findingsOf(room)).toEqual({ fixed: 0, left: 0 });
    round(room);
    round(room);
    room.present("review");
    expect(findingsOf(room)).toEqual({ fixed: 3, left: 0 });
    expect(room.decision("batch_checkpoint").reason).toMatch(/^2 tasks, 3 findings, all fixed, /);
  });

  it("counts once what two reviewers found in the same round", () => {
    const room = atWork([{ ...REPLIES.plan.tasks[0], reviewers: ["planner"] }]);
    room.submit();
    for (const by of [room.reviewer, room.planner]) room.judge({ ...FAILED, findings: [finding("One.")] }, by);
    room.submit();
    for (const by of [room.reviewer, room.planner]) room.judge({}, by);
    room.present("review");
    expect(findingsOf(room)).toEqual({ fixed: 1, left: 0 });
  });

  it("carries over what a review passed with, of a task and of the whole, each once", () => {
    const room = atWork();
    round(room, { findings: [finding("A name.")] });
    round(room);
    room.present("review", { findings: [finding("A name."), finding("No cap.")] });
    expect(findingsOf(room)).toEqual({ fixed: 0, left: 2 });
    expect(room.decision("batch_checkpoint").reason).toMatch(/^2 tasks, 2 findings, carried over, /);
  });

  it("carries over what the round that passed found, and counts what it no longer found", () => {
    const room = atWork();
    round(room, { ...FAILED, findings: [finding("One."), finding("Two.")] });
    round(room, { findings: [finding("Two.")] });
    round(room);
    room.present("review");
    expect(findingsOf(room)).toEqual({ fixed: 1, left: 1 });
    expect(room.decision("batch_checkpoint").reason).toMatch(/^2 tasks, 2 findings, 1 fixed and 1 carried over, /);
  });

  it("takes for fixed what a task passed with and the rework of the whole mended", () => {
    const room = atWork();
    round(room, { findings: [finding("A name."), finding("No cap.")] });
    round(room);
    room.present("review", { ...FAILED, findings: [finding("A name.")] });
    room.choose("review_failed", "retry");
    room.submit("mended");
    room.present("review");
    expect(findingsOf(room)).toEqual({ fixed: 1, left: 1 });
  });

  it("leaves what nobody mended to the scout and to the plan behind it", () => {
    const room = atWork();
    round(room, { findings: [finding("A name.")] });
    round(room);
    room.present("review", { findings: [finding("No cap.")] });
    const { rescout } = room.session();
    const { instruction } = room.task(rescout?.work.taskId as TaskId);
    expect(instruction).toContain("medium, a.ts: No cap.\nmedium, a.ts: A name.");
    room.choose("batch_checkpoint", "continue");
    const [first, second] = room.session().batches ?? [];
    expect(first?.carried).toEqual([
      { severity: "medium", file: "a.ts", line: null, issue: "No cap.", taskId: null },
      { severity: "medium", file: "a.ts", line: null, issue: "A name.", taskId: "DEV-001" },
    ]);
    expect(second?.carried).toEqual([]);
  });

  it("counts what must change and repeats a finding as that finding", () => {
    const room = atWork();
    round(room);
    round(room);
    const mustFix = ["The queue has no cap", "In a.ts: the queue has no cap!", "Write a test."];
    room.present("review", {
      ...FAILED,
      mustFix,
      findings: [finding("The queue has no cap."), finding("Never ends.")],
    });
    const { question, reason } = room.decision("review_failed");
    expect(question).toMatch(/ found 3 things in /);
    expect(reason.match(/queue/g)).toHaveLength(1);
  });

  it("leaves what the last round of a skipped task found, and counts what was mended before", () => {
    const room = atWork();
    round(room, { ...FAILED, findings: [finding("One."), finding("Two.")] });
    round(room, { ...FAILED, findings: [finding("Two.")] });
    round(room, { ...FAILED, findings: [finding("Two.")] });
    room.choose("review_failed", "skip", { note: "Later." });
    round(room);
    room.choose("gate_failed", "override", { note: "It waits for its cap." });
    room.present("review");
    expect(findingsOf(room)).toEqual({ fixed: 1, left: 1 });
    const { reason } = room.decision("batch_checkpoint");
    expect(reason).toMatch(/^2 tasks, 2 findings, 1 fixed and 1 carried over, /);
  });

  it("counts what the review of the whole found, once it is mended and the next one passes", () => {
    const room = atWork();
    round(room);
    round(room);
    room.present("review", { ...FAILED, findings: [finding("One."), finding("Two.")] });
    expect(findingsOf(room)).toEqual({ fixed: 0, left: 2 });
    room.choose("review_failed", "retry");
    room.submit("mended");
    room.present("review", { ...FAILED, findings: [finding("Two.")], mustFix: ["Three."] });
    room.choose("review_failed", "retry");
    room.submit("mended again");
    room.present("review");
    expect(findingsOf(room)).toEqual({ fixed: 3, left: 0 });
  });

  it("takes nothing for fixed that a person let stand, or that is gone with its task", () => {
    const room = atWork();
    round(room, { ...FAILED, findings: [finding("One.")] });
    round(room, { ...FAILED, findings: [finding("One.")] });
    round(room, { ...FAILED, findings: [finding("One.")] });
    room.choose("review_failed", "roll_back", { note: "Not like this." });
    while (room.session().execution?.open.length) room.submit();
    room.choose("gate_failed", "override", { note: "Gone for good." });
    room.present("review", { ...FAILED, findings: [finding("Two.")] });
    room.choose("review_failed", "override", { note: "Good enough." });
    expect(findingsOf(room)).toEqual({ fixed: 0, left: 1 });
  });

  it("takes nothing for fixed that nobody looked at again", () => {
    const room = atWork();
    round(room, { ...FAILED, findings: [finding("One.")] });
    room.submit();
    const taskId = room.claimed(room.reviewer) as TaskId;
    const reason = "The reviewer is gone.";
    room.run({ type: "cancelTask", by: LEAD, taskId, cascade: false, reason });
    expect(room.session().execution?.outcomes).toMatchObject({ "DEV-001": { unreviewed: true } });
    round(room);
    room.present("review");
    expect(findingsOf(room)).toEqual({ fixed: 0, left: 1 });
    expect(room.session().execution?.outcomes).toMatchObject({
      "DEV-001": { carried: [{ issue: "One." }] },
    });
  });

  it("takes nothing for fixed by a task that a gate asked for, while a person let findings stand", () => {
    const room = new SessionDriver();
    room.run({ type: "setGatePreset", by: LEAD, preset: "production" });
    toWork(room);
    round(room);
    round(room);
    room.present("review", { ...FAILED, findings: [finding("One.")] });
    room.choose("review_failed", "override", { note: "Good enough." });
    room.choose("gate_failed", "redo");
    room.submit("with checks");
    room.present("review");
    expect(Object.values(room.session().execution?.outcomes ?? {}).at(-1)).toMatchObject({
      planId: "checks-1",
      state: "passed",
    });
    expect(findingsOf(room)).toEqual({ fixed: 0, left: 0 });
  });

  it("begins anew with the next batch", () => {
    const room = atWork();
    round(room, { ...FAILED, findings: [finding("One.")] });
    round(room);
    round(room);
    room.present("review");
    room.choose("batch_checkpoint", "continue");
    room.present("scout");
    room.present("plan");
    room.choose("plan", "approve");
    expect(findingsOf(room)).toEqual({ fixed: 0, left: 0 });
  });
});
