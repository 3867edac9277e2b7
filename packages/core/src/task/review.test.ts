import { describe, expect, it } from "vitest";
import { handOn } from "../handoff/contract.ts";
import { taskId } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { ROUNDS_MAX } from "./review.ts";

const FOUND = {
  passed: false,
  findings: [{ severity: "high", file: "src/store.ts", line: 12, issue: "It loses writes." }],
  mustFix: ["Keep the writes."],
  summary: "Not yet.",
};

/** A session whose plan of two tasks, one after the other, is approved. */
function approved(): SessionDriver {
  const room = new SessionDriver();
  room.toPlan();
  room.choose("plan", "approve");
  return room;
}

/** The same, its first task rejected in every round. */
function escalated(): SessionDriver {
  const room = approved();
  for (let round = 0; round < ROUNDS_MAX; round++) {
    room.submit();
    room.judge(FOUND);
  }
  return room;
}

const outcome = (room: SessionDriver, id = "DEV-001") => room.session().execution?.outcomes[taskId(id)];

describe("a task of a plan", () => {
  it("waits for its reviewers with no lease, and so does what needs it", () => {
    const room = approved();
    expect(room.submit("a store")).toMatchObject({ state: "in_review", reviewers: ["reviewer"] });
    const task = room.task("DEV-001");
    expect(task).toMatchObject({ state: "in_review", lease: null, review: { round: 1 } });
    expect(room.task("DEV-002").waitsFor).toEqual(["DEV-001"]);
    expect(room.task("REVIEW-001")).toMatchObject({
      role: "reviewer",
      priority: "high",
      sessionId: 1,
      reviewOf: { taskId: "DEV-001", round: 1 },
    });
    expect(room.claimed(room.builder)).toBeNull();
  });

  it("completes once its reviewers passed it, and lets start what needs it", () => {
    const room = approved();
    room.submit();
    room.judge();
    expect(room.view.ended.find(({ id }) => id === "DEV-001")).toMatchObject({
      state: "completed",
      by: "Bo",
      unreviewed: false,
    });
    expect(room.task("DEV-002").waitsFor).toEqual([]);
    expect(outcome(room)).toMatchObject({
      state: "passed",
      rounds: 1,
      reviews: [{ role: "reviewer", by: "Rex", passed: true }],
    });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("goes back to its author with what was found, and is judged again", () => {
    const room = approved();
    room.join("Cy", "builder");
    room.submit();
    room.judge(FOUND);
    expect(room.task("DEV-001")).toMatchObject({
      state: "pending",
      review: { round: 1, verdicts: [{ passed: false, mustFix: ["Keep the writes."] }] },
    });
    const { id } = room.claim(room.builder);
    expect(id).toBe("DEV-001");
    room.submit();
    expect(room.task("REVIEW-002").reviewOf).toMatchObject({ taskId: "DEV-001", round: 2 });
    expect(room.task("DEV-001").review).toMatchObject({
      round: 2,
      verdicts: [],
      earlier: [{ passed: false }],
    });
    room.judge();
    expect(outcome(room)).toMatchObject({ state: "passed", rounds: 2 });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is kept for its author while that one is there, and for nobody afterwards", () => {
    const room = approved();
    const cy = room.join("Cy", "builder");
    room.submit();
    room.judge(FOUND);
    expect(room.claimed(cy)).toBeNull();
    room.run({ type: "leaveRoom", by: room.builder, reason: "" });
    expect(room.claimed(cy)).toBe("DEV-001");
  });

  it("is not passed with a critical finding, whatever the reviewer says", () => {
    const room = approved();
    room.submit();
    room.judge({ findings: [{ severity: "critical", file: "a", issue: "It opens the door." }] });
    expect(room.task("DEV-001").state).toBe("pending");
  });

  it("waits for every reviewer, and for those that the plan adds", () => {
    const room = new SessionDriver();
    room.toDesign();
    for (let i = 0; i < 3; i++) room.choose("design_section", "approve");
    room.present("plan", {
      tasks: [
        {
          id: "t1",
          title: "Make it",
          instruction: "Make it.",
          role: "builder",
          reviewers: ["planner", "nobody"],
        },
      ],
    });
    room.choose("plan", "approve");
    expect(room.submit()).toMatchObject({ reviewers: ["planner", "reviewer"] });
    room.judge(FOUND);
    expect(room.task("DEV-001").state).toBe("in_review");
    room.judge({}, room.planner);
    expect(room.task("DEV-001").state).toBe("pending");
    room.submit();
    room.judge({}, room.planner);
    expect(room.task("DEV-001").state).toBe("in_review");
    room.judge();
    expect(outcome(room)).toMatchObject({ state: "passed", rounds: 2 });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is judged by whom the chain names while no reviewer is there", () => {
    const room = approved();
    room.run({ type: "leaveRoom", by: room.reviewer, reason: "" });
    expect(room.submit()).toMatchObject({ state: "in_review", reviewers: ["planner"] });
    room.judge({}, room.planner);
    expect(outcome(room)).toMatchObject({ state: "passed", unreviewed: false });
  });

  it("waits for its reviewer where nobody may stand in, and a person is asked", () => {
    const room = approved();
    room.run({ type: "leaveRoom", by: room.reviewer, reason: "" });
    room.run({ type: "leaveRoom", by: room.planner, reason: "" });
    expect(room.submit()).toMatchObject({ state: "in_review", reviewers: ["reviewer"] });
    room.now += 121_000;
    room.run({ type: "tick" });
    expect(room.decision("role_unavailable").question).toContain("Reviewer");
  });

  it("sends a reply of no use back once, then a person is asked, and may do without", () => {
    const room = approved();
    room.submit();
    const first = room.completion("It is fine.", room.reviewer);
    expect(room.run(first)).toMatchObject({ state: "reply_refused" });
    expect(room.run({ ...first, reply: "Really." })).toMatchObject({ state: "failed" });
    const asked = room.decision("task_failed");
    expect(asked.options.map(({ id }) => id)).toEqual(["retry", "cancel", "abort"]);
    expect(room.refused(room.answer(asked, "cancel")).code).toBe("note_required");
    room.choose("task_failed", "cancel", { note: "It was looked at by hand." });
    expect(outcome(room)).toMatchObject({
      state: "passed",
      unreviewed: true,
      reviews: [{ by: null, passed: true }],
    });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("cannot be handed off, nor its review", () => {
    const room = approved();
    const { id, lease } = room.claim(room.builder);
    const handoff = { to: "planner", intent: "work", message: "Done.", result: { summary: "" } };
    const pass = { type: "handOff", by: room.builder, taskId: id, fence: lease.fence, next: false };
    expect(room.refused({ ...pass, handoff } as never).code).toBe("reply_wanted");
    room.submit();
    const review = room.claim(room.reviewer);
    const back = { ...pass, by: room.reviewer, taskId: review.id, fence: review.lease.fence };
    expect(room.refused({ ...back, handoff } as never).message).toContain("is a review");
  });

  it("keeps its place in the plan when a lead gives it to another role", () => {
    const room = approved();
    room.claim(room.builder);
    const handoff = { to: "planner", intent: "work", message: "Only the planner knows." };
    const command = { type: "handOn", by: LEAD, taskId: "DEV-001", handoff, queueAnyway: false };
    const reply = room.run(command as never);
    expect(handOn.reply.parse({ ...reply, seq: room.view.seq })).toMatchObject({
      handoffId: null,
      to: "planner",
      taskId: "DEV-001",
      queuedAnyway: false,
    });
    expect(room.task("DEV-001")).toMatchObject({
      role: "planner",
      state: "pending",
      review: { note: { text: "Only the planner knows.", by: LEAD.name } },
    });
    expect(room.task("DEV-002").waitsFor).toEqual(["DEV-001"]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("ends with its reviews when it is cancelled", () => {
    const room = approved();
    room.submit();
    room.run({
      type: "cancelTask",
      by: LEAD,
      taskId: "DEV-001",
      cascade: true,
      reason: "",
    } as never);
    expect(room.view.tasks).toEqual([]);
    expect(room.pendingKinds()).toEqual(["gate_failed"]);
    expect(outcome(room)).toMatchObject({ state: "cancelled" });
  });
});

describe("after the last round", () => {
  it("asks a person, once, with what was found", () => {
    const room = escalated();
    expect(room.pendingKinds()).toEqual(["review_failed"]);
    const asked = room.decision("review_failed");
    expect(asked.subject).toMatchObject({ kind: "session", step: "execute", part: "DEV-001" });
    expect(asked.reason).toContain("src/store.ts:12: It loses writes.");
    expect(asked.options.map(({ id }) => id)).toEqual(["retry", "roll_back", "skip", "abort"]);
    expect(asked.options[1]?.consequence).toContain("DEV-002, which needs it, is cancelled.");
    expect(room.claimed(room.builder)).toBeNull();
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("gives another round with the person's note, which does not count as passed", () => {
    const room = escalated();
    room.choose("review_failed", "retry", { note: "Use a queue." });
    expect(room.task("DEV-001").review?.note).toEqual({ text: "Use a queue.", by: LEAD.name });
    expect(room.pendingKinds()).toEqual([]);
    // Whatever makes the room look at everything again asks nothing new.
    room.join("Cy", "builder");
    expect(room.pendingKinds()).toEqual([]);
    room.submit();
    room.judge(FOUND);
    expect(room.decision("review_failed").question).toContain("round 4");
    room.choose("review_failed", "retry");
    room.submit();
    room.judge();
    expect(outcome(room)).toMatchObject({ state: "passed", rounds: 5 });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("lets it go on for a reason, not passed, and starts what needs it", () => {
    const room = escalated();
    const asked = room.decision("review_failed");
    expect(room.refused(room.answer(asked, "skip")).code).toBe("note_required");
    room.choose("review_failed", "skip", { note: "The loss is known." });
    expect(outcome(room)).toMatchObject({ state: "skipped", unreviewed: true });
    expect(room.task("DEV-002").waitsFor).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("rolls it back: its changes are taken back, and what needs it is cancelled", () => {
    const room = escalated();
    room.choose("review_failed", "roll_back", { note: "Another way." });
    expect(room.view.tasks.map(({ id }) => id)).toEqual(["FIX-001"]);
    expect(room.task("FIX-001").instruction).toContain("Why: Another way.");
    expect(room.pendingKinds()).toEqual([]);
    expect(outcome(room)).toMatchObject({ state: "rolled_back" });
    expect(outcome(room, "DEV-002")).toMatchObject({ state: "cancelled" });
    room.submit();
    // What is not done of the plan is for a person to let go.
    expect(room.pendingKinds()).toEqual(["gate_failed"]);
    room.choose("gate_failed", "override", { note: "It goes without." });
    expect(room.session().step).toBe("review");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("stops the session with all of its tasks", () => {
    const room = escalated();
    room.choose("review_failed", "abort");
    expect(room.view.tasks).toEqual([]);
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "failed" });
    expect(room.pendingKinds()).toEqual([]);
  });
});
