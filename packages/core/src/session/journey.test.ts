import { describe, expect, it } from "vitest";
import { LEAD } from "../testing/builders.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { REPLIES } from "../testing/replies.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";

describe("a session", () => {
  it("goes from an idea to done, and asks people at each step that is theirs", () => {
    const room = new SessionDriver();
    room.start();
    expect(room.session().step).toBe("scout");
    room.present("scout");
    expect(room.session().step).toBe("triage");
    expect(room.pendingKinds()).toEqual([]);
    room.present("triage");
    expect(room.decision("triage").options.map(({ id }) => id)).toEqual([
      "agree",
      "override:straightforward",
      "override:complex",
      "discuss",
      "skip",
    ]);
    room.choose("triage", "agree");
    room.present("questions");
    room.run({
      type: "answerQuestions",
      by: LEAD,
      sessionId: 1,
      answers: { q2: { text: "Everyone." } },
    });
    room.choose("questions", "done", { detail: { answers: { q1: { option: "Postgres" } } } });
    expect(Object.keys(room.session().answers).sort()).toEqual(["q1", "q2"]);
    room.present("approaches");
    room.choose("approach", "choose:a2");
    room.present("design");
    for (const section of ["s1", "s2", "s3"]) {
      expect(room.session().sectionId).toBe(section);
      room.choose("design_section", "approve");
    }
    room.present("plan");
    room.choose("plan", "approve");
    expect(room.session().step).toBe("execute");
    expect(room.view.tasks.map(({ id, waitsFor }) => [id, waitsFor])).toEqual([
      ["DEV-001", []],
      ["DEV-002", ["DEV-001"]],
    ]);
    room.work();
    expect(room.session().step).toBe("review");
    room.present("review");
    expect(room.view.sessions.live).toEqual([]);
    expect(room.view.sessions.ended[0]).toMatchObject({ id: 1, end: "completed" });
    expect(room.pendingKinds()).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("leaves out questions and approaches where it is straightforward", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    room.present("triage", { level: "straightforward" });
    room.choose("triage", "agree");
    expect(room.session().step).toBe("design");
    room.present("design", { sections: REPLIES.design.sections.slice(0, 1) });
    room.choose("design_section", "approve");
    expect(room.session().step).toBe("plan");
  });

  it("asks questions when a straightforward one is overridden, and skips to planning when told", () => {
    const overridden = new SessionDriver();
    overridden.start();
    overridden.present("scout");
    overridden.present("triage", { level: "straightforward" });
    overridden.choose("triage", "override:complex");
    expect(overridden.session()).toMatchObject({
      step: "questions",
      complexity: { level: "complex", how: "overridden" },
    });
    const skipped = new SessionDriver();
    skipped.start();
    skipped.present("scout");
    skipped.present("triage");
    skipped.choose("triage", "skip");
    expect(skipped.session().step).toBe("plan");
  });

  it("settles level, batches and splits with one answer", () => {
    const room = new SessionDriver();
    const part = (title: string) => ({ title, description: `${title}, all of it.` });
    room.start();
    room.present("scout");
    room.present("triage", { batches: [part("One"), part("Two")], splits: [part("Apart")] });
    expect(room.pendingKinds()).toEqual(["triage"]);
    const asked = room.decision("triage");
    expect(asked.question).toContain("“One store”, in 2 batches, with 1 part split off.");
    expect(asked.reason).toContain("Batches:\n1. One: One, all of it.");
    expect(asked.reason).toContain("Split off:\n1. Apart: Apart, all of it.");
    const batches = [part("First"), part("Second"), part("Third")];
    const before = room.log.length;
    room.choose("triage", "agree", { detail: { batches } });
    expect(room.log.slice(before).map(({ type }) => type)).toEqual([
      "decision.answered",
      "session.level_set",
      "session.batches_set",
      "session.splits_set",
      "session.created",
      "session.edited",
      "session.step_entered",
      "session.asked",
    ]);
    expect(room.view.answered[0]?.answer.label).toBe("Agree: exploration. As edited, 3 batches: First, Second, Third");
    expect(room.session().step).toBe("questions");
    expect(room.session().batches?.map(({ title, state }) => [title, state])).toEqual([
      ["First", "active"],
      ["Second", "pending"],
      ["Third", "pending"],
    ]);
    expect(room.session(2)).toMatchObject({ state: "queued", title: "Apart", splitOf: 1 });
    expect(room.session().description).toContain("Apart");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("moves from batch to batch only by a person's decision", () => {
    const room = new SessionDriver();
    const part = (title: string) => ({ title, description: `${title}, all of it.` });
    room.start();
    room.present("scout");
    room.present("triage", { level: "straightforward", batches: [part("One"), part("Two")] });
    room.choose("triage", "agree");
    room.present("design", { sections: REPLIES.design.sections.slice(0, 1) });
    room.choose("design_section", "approve");
    room.present("plan");
    room.choose("plan", "approve");
    room.work();
    room.present("review");
    expect(room.pendingKinds()).toEqual(["batch_checkpoint"]);
    expect(room.session().batches?.map(({ state }) => state)).toEqual(["at_checkpoint", "pending"]);
    expect(room.view.tasks.map(({ title }) => title)).toEqual(["Scout (again): One store"]);
    room.present("scout");
    room.choose("batch_checkpoint", "continue");
    expect(room.session()).toMatchObject({ step: "plan", batch: 1 });
    expect(room.session().batches?.map(({ state }) => state)).toEqual(["completed", "active"]);
    room.present("plan");
    room.choose("plan", "approve");
    room.work();
    room.present("review");
    expect(room.view.sessions.ended[0]).toMatchObject({ id: 1, end: "completed" });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("has findings fixed and reviewed again, and never counts a retry as passed", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "approve");
    room.work();
    const finding = { severity: "critical", file: "src/a.ts", issue: "It loses what it has." };
    room.present("review", { passed: true, findings: [finding] });
    expect(room.pendingKinds()).toEqual(["review_failed"]);
    room.choose("review_failed", "retry");
    expect(room.session().step).toBe("execute");
    expect(room.view.tasks.map(({ id }) => id)).toEqual(["FIX-001"]);
    room.work();
    expect(room.session().step).toBe("review");
    expect(room.view.sessions.ended).toEqual([]);
    room.present("review");
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    expect(faultsOf(room.log)).toEqual([]);
  });
});
