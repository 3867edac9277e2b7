import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { subjectKey } from "../decision/decision.ts";
import type { Command } from "../kernel/command.ts";
import type { AnswerDetail } from "../kernel/question.ts";
import type { RoomView } from "../kernel/view.ts";
import { decide } from "../room/decide.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import type { Driver } from "../testing/driver.fixture.ts";
import { play, sessionHistories } from "../testing/history.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { REPLIES } from "../testing/replies.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";

const PARTS = [
  { title: "One", description: "One, all of it." },
  { title: "Two", description: "Two, all of it." },
];

/** At the triage, with batches and splits to be settled. */
function atTriage(): SessionDriver {
  const room = new SessionDriver();
  room.start();
  room.present("scout");
  room.present("triage", { level: "straightforward", batches: PARTS, splits: PARTS });
  return room;
}

/** The level is answered by itself: batches and splits are asked each by itself. */
function atScope(): SessionDriver {
  const room = atTriage();
  room.answerLevelAlone("straightforward");
  return room;
}

function pending(room: Driver, kind: string, part: string) {
  const decision = Object.values(room.view.decisions).find(
    ({ kind: is, subject }) => is === kind && subject.kind === "session" && subject.part === part,
  );
  if (!decision) throw new Error(`no ${kind} about ${part} is pending`);
  return decision;
}

const scopeOf = (room: Driver, part: string) => pending(room, "scope", part);
const sectionOf = (room: Driver, id: string) => pending(room, "design_section", id);

describe("the undo of a section's approval", () => {
  it("shows the section again, and takes no other approval back", () => {
    const room = new SessionDriver();
    room.toDesign();
    const first = sectionOf(room, "s1");
    room.run(room.answer(first, "approve"));
    const by = { id: LEAD.id, name: "Max" };
    room.run(room.answer(sectionOf(room, "s2"), "approve", { by }));
    room.run(room.undo(first));
    expect(Object.keys(room.session().sections)).toEqual(["s2"]);
    expect(sectionOf(room, "s1").supersedes).toBe(first.id);
    expect(room.pendingKinds()).toEqual(["design_section"]);
    room.run(room.answer(sectionOf(room, "s1"), "approve"));
    expect(room.session().sectionId).toBe("s3");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is possible while an agent rewrites another section", () => {
    const room = new SessionDriver();
    room.toDesign();
    const first = sectionOf(room, "s1");
    room.run(room.answer(first, "approve"));
    room.run(room.answer(sectionOf(room, "s2"), "revise", { note: "Shorter." }));
    room.run(room.undo(first));
    expect(room.session().sections).toEqual({});
    room.present("design");
    expect(sectionOf(room, "s1").supersedes).toBeNull();
  });

  it("leads back from the plan that nobody has begun, and ends when an agent takes it up", () => {
    const room = new SessionDriver();
    room.toDesign();
    for (let i = 0; i < 3; i++) room.choose("design_section", "approve");
    const [last, , first] = room.view.answered;
    if (!last || !first) throw new Error("nothing is answered");
    expect(room.session()).toMatchObject({ step: "plan", work: { step: "plan" } });
    room.run(room.undo(last));
    expect(room.session()).toMatchObject({ step: "design", sectionId: "s3", work: null });
    room.run(room.answer(sectionOf(room, "s3"), "approve"));
    const { id } = room.claim(room.planner);
    const refused = room.refused(room.undo(first));
    expect(refused).toMatchObject({
      code: "undo_refused",
      details: { acted: `Pia took up ${id}.` },
    });
    expect(refused.message).toContain(`Pia took up ${id}.`);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("ends where the text is another one, and says so", () => {
    const room = new SessionDriver();
    room.toDesign();
    const first = sectionOf(room, "s1");
    room.run(room.answer(first, "approve"));
    room.run(room.answer(sectionOf(room, "s2"), "previous"));
    room.run(room.answer(sectionOf(room, "s1"), "revise", { note: "Longer." }));
    room.present("design", {
      sections: ["s1", "s2", "s3"].map((id) => ({ id, title: id, content: "Anew." })),
    });
    expect(room.refused(room.undo(first)).message).toContain("The text was revised after it.");
  });

  it("of one that was approved twice brings the first approval back", () => {
    const room = new SessionDriver();
    room.toDesign();
    const first = sectionOf(room, "s1");
    room.run(room.answer(first, "approve"));
    const approved = room.session().sections;
    room.run(room.answer(sectionOf(room, "s2"), "previous"));
    const again = sectionOf(room, "s1");
    room.pass(1_000);
    room.run(room.answer(again, "approve"));
    expect(room.refused(room.undo(first)).message).toContain("approved again");
    room.run(room.undo(again));
    expect(room.session()).toMatchObject({ sections: approved, sectionId: "s1" });
  });
});

describe("the undo of what becomes of batches and splits", () => {
  it("asks it again where the rest of the triage is still open", () => {
    const room = atScope();
    const batches = scopeOf(room, "batches");
    room.run(room.answer(batches, "accept"));
    room.run(room.undo(batches));
    expect(room.session()).toMatchObject({ batches: null, batch: null, step: "triage" });
    expect(scopeOf(room, "batches").supersedes).toBe(batches.id);
    expect(room.pendingKinds()).toEqual(["scope", "scope"]);
  });

  it("leads back from the step behind it, and leaves the level as it was answered", () => {
    const room = atScope();
    const batches = scopeOf(room, "batches");
    room.run(room.answer(batches, "one_piece"));
    room.run(room.answer(scopeOf(room, "splits"), "keep"));
    const { complexity, gates } = room.session();
    expect(room.session().step).toBe("design");
    room.run(room.undo(batches));
    expect(room.session()).toMatchObject({ step: "triage", complexity, work: null });
    expect(room.session().gates).toEqual(gates);
    expect(room.pendingKinds()).toEqual(["scope"]);
    room.choose("scope", "accept");
    expect(room.session()).toMatchObject({ step: "design", batch: 0 });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("takes the sessions back that were split off, and the words about them", () => {
    const room = atScope();
    const { description } = room.session();
    const splits = scopeOf(room, "splits");
    room.run(room.answer(splits, "accept"));
    expect(room.view.sessions.live).toHaveLength(3);
    expect(room.session().description).not.toBe(description);
    room.run(room.undo(splits));
    expect(room.view.sessions.live).toHaveLength(1);
    expect(room.session()).toMatchObject({ description, splits: null });
    expect(room.view.sessions.ended.map(({ end, reason }) => [end, reason])).toEqual([
      ["stopped", "The split of session 1 was taken back."],
      ["stopped", "The split of session 1 was taken back."],
    ]);
  });

  it("ends where somebody went on with a part, or an agent with the session", () => {
    const edited = atScope();
    const splits = scopeOf(edited, "splits");
    edited.run(edited.answer(splits, "accept"));
    edited.run({
      type: "editSession",
      by: LEAD,
      sessionId: 3,
      title: "Another",
      description: null,
    });
    expect(edited.refused(edited.undo(splits)).message).toContain("Session 3 was edited.");
    const begun = atScope();
    const batches = scopeOf(begun, "batches");
    begun.run(begun.answer(batches, "accept"));
    begun.choose("scope", "keep");
    const { id } = begun.claim(begun.planner);
    expect(begun.refused(begun.undo(batches)).message).toContain(`Pia took up ${id}.`);
  });

  it("is not offered where batches are over: others take their place for good", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    room.choose("batch_checkpoint", "continue");
    room.present("scout");
    room.present("plan");
    room.choose("plan", "back:triage");
    room.choose("triage", "discuss", { note: "Other batches." });
    room.present("triage", { level: "straightforward", batches: PARTS.toReversed() });
    const [agree] = room.decision("triage").options;
    expect(agree).toMatchObject({ id: "agree", canUndo: false });
  });
});

describe("the undo of an assessment", () => {
  const part = (title: string) => ({ title, description: `${title}, all of it.` });
  const EDITS: [string, AnswerDetail][] = [
    ["as proposed", {}],
    ["with other batches", { batches: [part("A"), part("B"), part("C")] }],
    ["in one piece, with nothing split off", { batches: [], splits: [] }],
    ["with other batches and splits", { batches: [part("A"), part("B")], splits: [part("Docs")] }],
  ];
  it.each(
    EDITS.flatMap(([how, detail]) => ["agree", "override:complex", "skip"].map((option) => ({ how, option, detail }))),
  )("$option $how: all is as before it was answered", ({ option, detail }) => {
    const room = atTriage();
    const before = room.view;
    const asked = room.decision("triage");
    room.run(room.answer(asked, option, { detail }));
    expect(room.session().step).not.toBe("triage");
    expect(room.session().batches).toHaveLength(detail.batches?.length ?? 2);
    expect(room.session().splits).toHaveLength(detail.splits?.length ?? 2);
    room.run(room.undo(asked));
    expect(withoutWaiting(room.view)).toEqual(withoutWaiting(before));
    expect(room.pendingKinds()).toEqual(["triage"]);
    expect(room.decision("triage")).toMatchObject({
      question: asked.question,
      options: asked.options,
      supersedes: asked.id,
    });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("brings settled batches back that were edited, and they may be edited again", () => {
    const room = atTriage();
    room.choose("triage", "agree", { detail: { splits: [] } });
    room.present("design", { sections: REPLIES.design.sections.slice(0, 1) });
    room.choose("design_section", "back:triage");
    const before = room.view;
    const asked = room.decision("triage");
    room.run(room.answer(asked, "agree", { detail: { batches: [part("A"), part("B"), part("C")] } }));
    expect(room.session().batches).toHaveLength(3);
    room.run(room.undo(asked));
    expect(withoutWaiting(room.view)).toEqual(withoutWaiting(before));
    room.choose("triage", "agree");
    expect(room.session().batches?.map(({ title }) => title)).toEqual(["One", "Two"]);
  });

  it("ends where somebody went on with what was split off", () => {
    const room = atTriage();
    const asked = room.choose("triage", "agree");
    const words = { title: "Another", description: null };
    room.run({ type: "editSession", by: LEAD, sessionId: 3, ...words });
    expect(room.refused(room.undo(asked)).message).toContain("Session 3 was edited.");
  });
});

/** Without the times that say since when a batch waits for people. */
function withoutWaiting({ sessions }: RoomView) {
  return sessions.live.map(({ stepAt: _, batches, ...session }) => ({
    ...session,
    batches: batches?.map(({ waitedMs: _ms, waitingSince: _since, ...batch }) => batch) ?? null,
  }));
}

/** What remains when ids, versions, times and what has ended are left out. */
function withoutIds(view: RoomView): unknown {
  const { tasks, decisions } = view;
  const bare = {
    sessions: withoutWaiting(view).map((session, i) => ({ ...session, id: i })),
    tasks,
    decisions: Object.values(decisions)
      .map((one) => ({ ...one, id: "", version: 0, supersedes: null }))
      .sort((a, b) => (subjectKey(a) < subjectKey(b) ? -1 : 1)),
  };
  return JSON.parse(JSON.stringify(bare).replace(/\b[A-Z]+-\d+\b/g, "TASK"));
}

function after(driver: Driver, view: RoomView, command: Command): RoomView {
  const ruling = decide(view, command, driver.context());
  if (!ruling.ok) throw new Error(ruling.refusal.message);
  return ruling.steps.at(-1)?.after ?? view;
}

describe("in any history", () => {
  it("an undo and the same answer again are as if there had been no undo", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(sessionHistories(160), (history) => {
        let before: RoomView | null = null;
        play(history, ({ driver, command, ruling }) => {
          const was = before;
          before = driver.view;
          if (!was || command.type !== "answerDecision" || !ruling.ok) return;
          const asked = was.decisions[command.decisionId];
          const kinds = ["triage", "design_section"];
          if (asked?.subject.kind !== "session" || !kinds.includes(asked.kind)) return;
          if (!(ruling.reply as { canUndo: boolean }).canUndo) return;
          const { by, decisionId } = command;
          const undone = after(driver, driver.view, { type: "undoDecision", by, decisionId });
          expect(withoutWaiting(undone)).toEqual(withoutWaiting(was));
          const again = Object.values(undone.decisions).find(({ supersedes }) => supersedes === decisionId);
          if (!again) throw new Error("it is not asked again");
          const repeated = after(driver, undone, { ...command, decisionId: again.id });
          expect(withoutIds(repeated)).toEqual(withoutIds(driver.view));
          seen.add(asked.kind);
          for (const [name] of Object.entries(command.detail ?? {})) seen.add(name);
        });
      }),
      { numRuns: 80 },
    );
    expect([...seen].sort()).toEqual(["batches", "design_section", "splits", "triage"]);
  });
});
