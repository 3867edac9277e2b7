import { describe, expect, it } from "vitest";
import { LEAD } from "../../testing/builders.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import { learnedIn } from "./learned.ts";

const BATCHES = ["One", "Two"].map((title) => ({ title, description: title }));
const ASKED = {
  question: "Which one?",
  reason: "",
  suggestedRole: null,
  urgency: "medium",
} as const;
const OPTIONS = [{ id: "first", label: "The first", consequence: "It is kept." }];

function executing(): SessionDriver {
  const room = new SessionDriver();
  room.start();
  room.present("scout");
  room.present("triage", { level: "straightforward", batches: BATCHES });
  room.choose("triage", "skip");
  room.present("plan");
  room.choose("plan", "approve");
  return room;
}

const learned = (room: SessionDriver) => learnedIn(room.view, room.session());

/** The builder asks about the task in its hand, is answered, and submits it. */
function askAndSubmit(room: SessionDriver, optionId: string, note: string): void {
  const { id, lease } = room.claim(room.builder);
  const at = { by: room.builder, taskId: id, fence: lease.fence };
  room.run({ type: "askIntervention", ...at, ...ASKED, options: OPTIONS });
  room.choose("intervention", optionId, { note });
  room.run({ type: "complete", ...at, result: { summary: "done" }, next: false });
}

/** The first task goes on although it was rejected round after round, the other one passes, and the gate is let be. */
function skipFirst(room: SessionDriver, note: string): void {
  for (let round = 1; round <= 3; round++) {
    room.submit();
    room.judge({ passed: false, mustFix: ["Not so."] });
  }
  room.choose("review_failed", "skip", { note });
  room.submit();
  room.judge();
  room.choose("gate_failed", "override", { note: "It is one of two." });
}

describe("what a batch teaches", () => {
  it("is what people said to its agents, the latest first", () => {
    const room = executing();
    askAndSubmit(room, "answer", "409 means settled.");
    room.judge();
    askAndSubmit(room, "first", "for now");
    room.judge();
    room.present("review");
    expect(learned(room)).toMatchObject([
      { kind: "answer", question: "Which one?", answer: "The first: for now", by: LEAD.name },
      { kind: "answer", answer: "409 means settled." },
    ]);
    room.choose("batch_checkpoint", "continue");
    room.present("scout");
    room.present("plan");
    room.choose("plan", "approve");
    expect(learned(room)).toEqual([]);
  });

  it("is no answer that ended a task", () => {
    const room = executing();
    const { id, lease } = room.claim(room.builder);
    const at = { by: room.builder, taskId: id, fence: lease.fence };
    room.run({ type: "askIntervention", ...at, ...ASKED, options: OPTIONS });
    room.choose("intervention", "cancel", { note: "Never mind." });
    expect(learned(room)).toEqual([]);
  });

  it("is what the review passed with, and tasks that went on without passing", () => {
    const room = executing();
    skipFirst(room, "Known, and written down.");
    const finding = { severity: "medium", file: "a.ts", issue: "No cap." };
    room.present("review", { findings: [finding] });
    expect(learned(room)).toMatchObject([
      { kind: "finding", ...finding, taskId: null },
      { kind: "finding", severity: null, issue: "Not so.", taskId: "DEV-001" },
      { kind: "unpassed", taskId: "DEV-001", title: "Make it", state: "skipped" },
      { kind: "answer", answer: "It is one of two." },
      { kind: "answer", answer: "Known, and written down." },
    ]);
  });

  it("is of this batch alone", () => {
    const room = executing();
    skipFirst(room, "Known.");
    room.present("review");
    room.pass(1_000);
    room.choose("batch_checkpoint", "continue");
    room.present("scout");
    room.present("plan");
    room.choose("plan", "approve");
    expect(learned(room)).toEqual([]);
  });

  it("is nothing where there is nothing to say", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    expect(learned(room)).toEqual([]);
    const other = new SessionDriver();
    other.toPlan();
    expect(learned(other)).toEqual([]);
  });
});
