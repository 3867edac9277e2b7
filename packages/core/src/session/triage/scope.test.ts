import { describe, expect, it } from "vitest";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";

const parts = (...titles: string[]) => titles.map((title) => ({ title, description: title }));

/** At a triage that proposes two batches and these splits. */
function atTriage(...splits: string[]): SessionDriver {
  const room = new SessionDriver();
  room.start();
  room.present("scout");
  room.present("triage", { batches: parts("One", "Two"), splits: parts(...splits) });
  return room;
}

/** Answered as proposed, gone back to, and presented otherwise. */
function presentedAnew(detail: { splits?: ReturnType<typeof parts> }, more: Record<string, unknown>): SessionDriver {
  const room = atTriage("Aside");
  room.choose("triage", "agree", { detail });
  room.present("questions");
  room.choose("questions", "back:triage");
  room.choose("triage", "discuss", { note: "Otherwise." });
  room.present("triage", more);
  return room;
}

const titles = (room: SessionDriver) => room.view.sessions.live.map(({ title }) => title);
const THREE = parts("A", "B", "C");

describe("the scope, presented anew", () => {
  it("does not ask again about what was split off", () => {
    const room = presentedAnew({}, { batches: THREE, splits: parts("Aside") });
    expect(room.decision("triage").question).toContain("in 3 batches. How");
    expect(titles(room)).toEqual(["One store", "Aside"]);
    expect(room.session().description.match(/Not part of this/g)).toHaveLength(1);
    room.choose("triage", "agree");
    expect(room.session().batches).toHaveLength(3);
    expect(room.session().step).toBe("questions");
  });

  it("does not ask again about what was kept", () => {
    const room = presentedAnew({ splits: [] }, { batches: THREE, splits: parts("Aside") });
    expect(room.decision("triage").question).toContain("in 3 batches. How");
    room.choose("triage", "agree");
    expect(titles(room)).toEqual(["One store"]);
  });

  it("asks about a split that is new, and about that alone, also after an undo", () => {
    const more = { batches: parts("One", "Two"), splits: parts("Aside", "Docs") };
    const room = presentedAnew({}, more);
    const asked = room.decision("triage");
    expect(asked.question).toContain("with 1 part split off");
    room.run(room.answer(asked, "agree"));
    expect(titles(room)).toEqual(["One store", "Aside", "Docs"]);
    room.run(room.undo(asked));
    expect(titles(room)).toEqual(["One store", "Aside"]);
    expect(room.decision("triage").question).toBe(asked.question);
  });

  it("keeps batches that were settled and are proposed as they were", () => {
    const room = presentedAnew({}, { batches: parts("One", "Two"), splits: parts("Aside") });
    expect(room.session().batches?.map(({ title }) => title)).toEqual(["One", "Two"]);
    expect(room.pendingKinds()).toEqual(["triage"]);
  });

  it("lets settled batches be edited once somebody went back to the triage", () => {
    const room = atTriage();
    room.choose("triage", "agree");
    room.present("questions");
    room.choose("questions", "back:triage");
    expect(room.decision("triage").reason).toContain("1. One: One\n2. Two: Two");
    room.choose("triage", "agree", { detail: { batches: THREE } });
    expect(room.session().batches?.map(({ title }) => title)).toEqual(["A", "B", "C"]);
    expect(room.session().step).toBe("questions");
  });

  it("leaves settled batches as they are where nobody says otherwise", () => {
    const room = atTriage();
    room.choose("triage", "agree");
    const { batches } = room.session();
    room.present("questions");
    room.choose("questions", "back:triage");
    room.choose("triage", "agree");
    expect(room.session().step).toBe("questions");
    expect(room.session().batches?.map(({ startedAt }) => startedAt)).toEqual(
      batches?.map(({ startedAt }) => startedAt),
    );
    expect(room.pendingKinds()).toEqual(["questions"]);
  });

  it("is not edited any more where a batch is over", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    room.choose("batch_checkpoint", "continue");
    room.present("scout");
    room.present("plan");
    room.choose("plan", "back:triage");
    const edited = room.answer(room.decision("triage"), "agree", { detail: { batches: THREE } });
    expect(room.refused(edited).message).toContain("body.detail.batches: its batches are settled");
  });
});

describe("edits that do not fit", () => {
  const CASES = [
    ["agree", { parts: THREE }, "parts", "takes `batches`, `splits`"],
    ["agree", { batches: THREE, splits: THREE }, "splits", "nothing is proposed to be split off"],
    ["override:complex", { splits: [] }, "splits", "nothing is proposed to be split off"],
    ["skip", { answers: {} }, "answers", "takes `batches`, `splits`"],
    ["discuss", { batches: THREE }, "batches", "takes no `detail`"],
  ] as const;
  it.each(CASES)("%s with %o is refused whole, and names %s", (option, given, name, problem) => {
    const room = atTriage();
    const detail = structuredClone(given) as never;
    const refused = room.refused(room.answer(room.decision("triage"), option, { detail, note: "so" }));
    const field = `body.detail.${name}`;
    expect(refused).toMatchObject({ code: "bad_request", details: { issues: [{ field }] } });
    expect(refused.message).toContain(problem);
  });

  it("are refused whole where the assessment was presented anew meanwhile", () => {
    const room = atTriage("Aside");
    const asked = room.decision("triage");
    room.choose("triage", "discuss", { note: "Nothing aside." });
    room.present("triage", { batches: parts("One", "Two") });
    const stale = room.answer(asked, "agree", { detail: { splits: parts("Aside") } });
    expect(room.refused(stale).code).toMatch(/^decision_/);
  });
});

describe("a level that was answered by itself", () => {
  it("has its batches and splits asked each by itself", () => {
    const room = atTriage("Aside");
    room.answerLevelAlone();
    expect(room.pendingKinds()).toEqual(["scope", "scope"]);
    const splits = Object.values(room.view.decisions).find(
      ({ subject }) => subject.kind === "session" && subject.part === "splits",
    );
    if (!splits) throw new Error("nothing is asked about the splits");
    room.run(room.answer(splits, "accept", { detail: { parts: parts("Docs") } }));
    expect(titles(room)).toEqual(["One store", "Docs"]);
    room.choose("scope", "accept");
    expect(room.session()).toMatchObject({ step: "questions", batch: 0 });
  });
});
