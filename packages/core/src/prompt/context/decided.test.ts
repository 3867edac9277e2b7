import { describe, expect, it } from "vitest";
import { decidedIn } from "../../session/record/decided.ts";
import type { Session } from "../../session/record/session.ts";
import { saidIn } from "../../testing/earlier.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import { decidedPart, withNotes } from "./decided.ts";

const LOW = { severity: "low", file: "src/a.ts", line: 3, issue: "A name misleads." };
const BAD = { severity: "high", file: "src/a.ts", line: 9, issue: "It loses writes." };

/** What the agent reads with the task that it gets now. */
function next(room: SessionDriver, by = room.planner): string {
  return room.delivered(room.claim(by), by);
}

/** Each answer of a person with a word beside it, up to the plan. */
function toPlan(room = new SessionDriver()): SessionDriver {
  const batches = ["One", "Two"].map((title) => ({ title, description: `${title}, all of it.` }));
  room.start();
  room.present("scout");
  room.present("triage", { batches });
  room.choose("triage", "agree", { note: "Mind the phones." });
  room.present("questions");
  room.choose("questions", "done", { note: "Ask Kim about the readers." });
  room.present("approaches");
  room.choose("approach", "choose:a2", { note: "But with one schema." });
  room.present("design");
  room.choose("design_section", "approve", { note: "No new table, please." });
  for (let i = 0; i < 2; i++) room.choose("design_section", "approve");
  room.pass(60_000);
  return room;
}

const BEFORE_PLAN = [
  "Lea at triage, with “Agree: exploration”: Mind the phones.",
  "Ask Kim about the readers.",
  "with “Two stores”: But with one schema.",
  "No new table, please.",
];

/** The first batch is over: one task was let go on, and what the review of all found was let stand. */
function toSecondBatch(room = toPlan()): SessionDriver {
  room.present("plan");
  room.choose("plan", "approve", { note: "Tests first." });
  for (let round = 0; round < 3; round++) {
    room.submit();
    room.judge({ passed: false, findings: [BAD], mustFix: ["Keep the writes."] });
  }
  room.choose("review_failed", "skip", { note: "Writes are rare here." });
  room.work();
  room.choose("gate_failed", "override", { note: "The risk is known." });
  room.present("review", { passed: false, findings: [LOW], mustFix: ["Rename it."] });
  room.choose("review_failed", "override", { note: "Renamed in March." });
  for (const kind of room.pendingKinds())
    if (kind === "gate_failed") room.choose("gate_failed", "override", { note: "As before." });
  room.pass(60_000);
  room.choose("batch_checkpoint", "continue", { note: "Two is the risky one." });
  room.pass(60_000);
  room.present("scout");
  return room;
}

describe("what a person says beside an answer", () => {
  it("reaches whoever presents, builds and reviews after it", () => {
    const room = toPlan();
    const plan = next(room);
    for (const said of BEFORE_PLAN) expect(plan).toContain(said);
    room.present("plan");
    room.choose("plan", "approve", { note: "Tests first." });
    const work = next(room, room.builder);
    for (const said of [...BEFORE_PLAN, "Tests first."]) expect(work).toContain(said);
    room.submit();
    const review = next(room, room.reviewer);
    for (const said of [...BEFORE_PLAN, "Tests first."]) expect(review).toContain(said);
  });

  it("is said once, not again in the conversation; talk with an agent is no decision", () => {
    const room = new SessionDriver();
    room.toApproaches();
    room.choose("approach", "discuss", { note: "Is there a third way?" });
    room.present("approaches");
    room.choose("approach", "back:questions", { note: "The price matters." });
    room.choose("questions", "discuss", { note: "Ask about it." });
    const text = next(room);
    expect(text.match(/The price matters\./g)).toHaveLength(1);
    expect(text.match(/Ask about it\./g)).toHaveLength(1);
    expect(text.match(/Is there a third way\?/g)).toHaveLength(1);
    expect(decidedIn(saidIn(room.log, 1), null).map(({ note }) => note)).not.toContain("Is there a third way?");
  });

  it("is gone when the answer is taken back", () => {
    const room = new SessionDriver();
    room.toApproaches();
    const chosen = room.choose("approach", "choose:a2", { note: "But with one schema." });
    room.run(room.undo(chosen));
    room.choose("approach", "choose:a1", { note: "All in one, then." });
    const text = next(room);
    expect(text).not.toContain("But with one schema.");
    expect(text).toContain("All in one, then.");
  });
});

describe("what an earlier batch left", () => {
  it("is told to every later review and to the review of the whole, with who let it stand and why", () => {
    const room = toSecondBatch();
    const said = [
      "Batch 1, execute. Lea chose “Let it go on: DEV-001”: Writes are rare here.",
      "Batch 1, review. Lea chose “Let it stand”: Renamed in March.",
      "Batch 1. Found and not fixed, low, src/a.ts:3: A name misleads. Lea waived it.",
      "Batch 1, DEV-001. Found and not fixed, high, src/a.ts:9: It loses writes. Lea waived it.",
      "Two is the risky one.",
    ];
    const plan = next(room);
    for (const one of said) expect(plan).toContain(one);
    room.present("plan");
    room.choose("plan", "approve");
    expect(next(room, room.builder)).toContain("Renamed in March.");
    room.submit();
    const task = next(room, room.reviewer);
    for (const one of said) expect(task).toContain(one);
    expect(task).toContain("It isn't part of this task");
    room.judge();
    room.work();
    const review = room.claim(room.reviewer);
    const whole = room.delivered(review, room.reviewer);
    const { decided, carried } = room.facts(review, room.reviewer);
    expect(decided).toContainEqual(
      expect.objectContaining({
        batch: 1,
        by: "Lea",
        chosen: "Let it stand",
        note: "Renamed in March.",
      }),
    );
    expect(carried).toContainEqual({ batch: 1, taskId: null, ...LOW });
    for (const one of said) expect(whole).toContain(one);
    expect(whole.match(/Renamed in March\./g)).toHaveLength(1);
    expect(whole).toContain("Report it again only where this batch made it worse");
    expect(whole).toContain("Lea at plan of batch 1, with “Approve”: Tests first.");
  });

  it("says where a review passed with it", () => {
    const room = toPlan();
    room.present("plan");
    room.choose("plan", "approve");
    room.submit();
    room.judge({ findings: [LOW] });
    room.work();
    room.present("review", { findings: [BAD] });
    room.pass(60_000);
    room.choose("batch_checkpoint", "continue");
    room.present("scout");
    const text = next(room);
    expect(text).toContain("A name misleads. Its reviews passed with it.");
    expect(text).toContain("It loses writes. The review passed with it.");
  });
});

it("a pipeline has no steps to name: all of it is said while it is carried out", () => {
  const said = { seq: 1, at: 1, step: "execute", batch: null, by: "Lea" } as const;
  const decided = [{ ...said, chosen: "Improve it", note: "Number the limits." }];
  const text = (flow: Session["flow"]) => decidedPart({ id: 1 as never, flow }, decided).write(Infinity);
  expect(text("pipeline")).toContain("- Lea, with “Improve it”: Number the limits.");
  expect(text("brainstorm")).toContain("- Lea at execute, with “Improve it”");
});

it("a note with a retry is for that task and its revisions alone", () => {
  const said = { seq: 1, at: 1, step: "execute", batch: null, by: "Lea" } as const;
  const decided = ["Retry with a note: DRAFT-002", "Improve it"].map((chosen) => {
    return { ...said, chosen, note: "Ask support first." };
  });
  const count = (id: string) => withNotes(decided, { id: id as never, instruction: "", review: null }).length;
  expect(["DRAFT-002", "DRAFT-002-R1", "DRAFT-003", "PLAN-001"].map(count)).toEqual([2, 2, 1, 1]);
});
