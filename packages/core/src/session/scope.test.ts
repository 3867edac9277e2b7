import { describe, expect, it } from "vitest";
import { SessionDriver } from "../testing/session-driver.fixture.ts";

const parts = (...titles: string[]) => titles.map((title) => ({ title, description: title }));

/** At a triage that proposes two batches and these splits. */
function atTriage(...splits: string[]): SessionDriver {
  const room = new SessionDriver();
  room.start();
  room.present("scout");
  room.present("triage", { batches: parts("One", "Two"), splits: parts(...splits) });
  return room;
}

function scope(room: SessionDriver, part: "batches" | "splits") {
  return Object.values(room.view.decisions).find(
    ({ kind, subject }) => kind === "scope" && subject.kind === "session" && subject.part === part,
  );
}

function answer(room: SessionDriver, part: "batches" | "splits", option: string, note = "") {
  const decision = scope(room, part);
  if (!decision) throw new Error(`nothing is asked about the ${part}`);
  room.run(room.answer(decision, option, { note }));
}

const titles = (room: SessionDriver) => room.view.sessions.live.map(({ title }) => title);

describe("the scope, presented anew", () => {
  it("does not ask again about what was split off", () => {
    const room = atTriage("Aside");
    answer(room, "splits", "accept");
    answer(room, "batches", "discuss", "Three rather.");
    room.present("triage", { batches: parts("A", "B", "C"), splits: parts("Aside") });
    expect(scope(room, "splits")).toBeUndefined();
    expect(titles(room)).toEqual(["One store", "Aside"]);
    expect(room.session().description.match(/Not part of this/g)).toHaveLength(1);
    room.choose("triage", "agree");
    answer(room, "batches", "accept");
    expect(room.session().step).toBe("questions");
  });

  it("does not ask again about what was kept", () => {
    const room = atTriage("Aside");
    answer(room, "splits", "keep");
    answer(room, "batches", "discuss", "Three rather.");
    room.present("triage", { batches: parts("A", "B", "C"), splits: parts("Aside") });
    expect(scope(room, "splits")).toBeUndefined();
  });

  it("asks about a split that is new, and about that alone", () => {
    const room = atTriage("Aside");
    answer(room, "splits", "accept");
    answer(room, "batches", "discuss", "And the docs?");
    room.present("triage", { batches: parts("One", "Two"), splits: parts("Aside", "Docs") });
    expect(scope(room, "splits")?.question).toBe("Split 1 part off “One store”?");
    answer(room, "splits", "accept");
    expect(titles(room)).toEqual(["One store", "Aside", "Docs"]);
  });

  it("keeps batches that were settled and are proposed as they were", () => {
    const room = atTriage("Aside");
    answer(room, "batches", "accept");
    answer(room, "splits", "discuss", "Why?");
    room.present("triage", { batches: parts("One", "Two"), splits: parts("Aside") });
    expect(scope(room, "batches")).toBeUndefined();
    expect(room.session().batches?.map(({ title }) => title)).toEqual(["One", "Two"]);
    answer(room, "splits", "discuss", "And fewer batches?");
    room.present("triage", { batches: parts("All", "Rest"), splits: parts("Aside") });
    expect(scope(room, "batches")).toBeDefined();
  });

  it("lets settled batches be edited once somebody went back to the triage, and asks no second time", () => {
    const room = atTriage();
    answer(room, "batches", "accept");
    expect(scope(room, "batches")).toBeUndefined();
    room.choose("triage", "agree");
    room.present("questions");
    room.choose("questions", "back:triage");
    const asked = scope(room, "batches");
    expect(asked?.question).toBe("“One store” goes in 2 batches. Keep them as they are?");
    expect(asked?.reason).toContain("1. One: One\n2. Two: Two");
    if (asked) room.run(room.answer(asked, "accept", { detail: { parts: parts("A", "B", "C") } }));
    expect(room.session().batches?.map(({ title }) => title)).toEqual(["A", "B", "C"]);
    expect(scope(room, "batches")).toBeUndefined();
    room.choose("triage", "agree");
    expect(room.session().step).toBe("questions");
  });

  it("leaves settled batches as they are where nobody says otherwise", () => {
    const room = atTriage();
    answer(room, "batches", "accept");
    room.choose("triage", "agree");
    room.present("questions");
    room.choose("questions", "back:triage");
    room.choose("triage", "agree");
    expect(room.session().step).toBe("questions");
    expect(room.session().batches).toHaveLength(2);
    expect(room.pendingKinds()).toEqual(["questions"]);
  });

  it("is not edited any more where a batch is over", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    room.choose("batch_checkpoint", "continue");
    room.present("scout");
    room.present("plan");
    room.choose("plan", "back:triage");
    expect(scope(room, "batches")).toBeUndefined();
  });

  it("asks again about a split that was taken back", () => {
    const room = atTriage("Aside");
    const decision = scope(room, "splits");
    answer(room, "splits", "accept");
    if (decision) room.run(room.undo(decision));
    expect(scope(room, "splits")?.question).toBe("Split 1 part off “One store”?");
  });
});
