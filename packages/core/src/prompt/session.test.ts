import { describe, expect, it } from "vitest";
import { PROPOSAL_STEPS, type ProposalStep } from "../flow/steps.ts";
import type { RoomEvent } from "../kernel/event.ts";
import { shapeText } from "../reply/describe.ts";
import { proposalText } from "../session/record/proposal-text.ts";
import { REPLIES } from "../testing/replies.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { whole } from "./context/budget.ts";
import { CONVERSATION_WORDS, type Said } from "./context/conversation.ts";
import { sessionBlocks } from "./session.ts";

/** The conversation as the log has it. */
function saidIn(log: readonly RoomEvent[]): Said[] {
  let step: ProposalStep = "scout";
  return log.flatMap((event): Said[] => {
    const base = { seq: event.seq, at: event.at };
    if (event.type === "session.proposed") {
      const { proposal } = event.data;
      step = event.data.step;
      const content = proposalText(step, proposal.value);
      const said = { step, role: "agent" as const, kind: "proposal" as const };
      return [{ ...base, ...said, by: proposal.by.name, content, version: proposal.version }];
    }
    if (event.type !== "decision.answered" || event.data.answer.note === "") return [];
    const { note, by } = event.data.answer;
    const said = { step, role: "person" as const, kind: "comment" as const };
    return [{ ...base, ...said, by: by.name, content: note, version: null }];
  });
}

/** What the agent reads for the task that the session waits for. */
function promptOf(room: SessionDriver, entries = saidIn(room.log)): string {
  const { work } = room.session();
  if (!work) throw new Error("the session waits for nobody");
  const blocks = sessionBlocks(room.room, room.task(work.taskId), entries, shapeText);
  return whole(blocks);
}

/** A room that stands at this step, and asks an agent for it. */
function roomAt(step: ProposalStep): SessionDriver {
  const room = new SessionDriver();
  room.start();
  if (step === "scout") return room;
  room.present("scout");
  if (step === "triage") return room;
  room.present("triage");
  room.choose("triage", "agree");
  if (step === "questions") return room;
  room.present("questions");
  room.choose("questions", "done", { detail: { answers: { q1: { option: "Postgres" } } } });
  if (step === "approaches") return room;
  room.present("approaches");
  room.choose("approach", "choose:a2");
  if (step === "design") return room;
  room.present("design");
  for (let i = 0; i < 3; i++) room.choose("design_section", "approve");
  if (step === "plan") return room;
  room.present("plan");
  room.choose("plan", "approve");
  room.work();
  return room;
}

describe("the prompt of a session's step", () => {
  it.each(PROPOSAL_STEPS)("%s says all that is known so far, and what to answer", async (step) => {
    await expect(promptOf(roomAt(step))).toMatchFileSnapshot(`snapshots/session-${step}.md`);
  });

  it("has the proposal that is talked about in full, and the latest comment once", async () => {
    const room = roomAt("questions");
    room.present("questions");
    room.choose("questions", "discuss", { note: "Leave the readers out." });
    const text = promptOf(room);
    for (const { text: question } of REPLIES.questions.questions) expect(text).toContain(question);
    expect(text.match(/Leave the readers out\./g)).toHaveLength(1);
    await expect(text).toMatchFileSnapshot("snapshots/session-discuss.md");
  });

  it("carries on what was said at steps that somebody came back from, and no other", () => {
    const room = roomAt("approaches");
    room.present("approaches");
    room.choose("approach", "discuss", { note: "Is there a third way?" });
    room.present("approaches");
    room.choose("approach", "back:questions");
    room.choose("questions", "discuss", { note: "Ask about the price." });
    expect(promptOf(room)).toContain("Is there a third way?");

    const goesOn = roomAt("approaches");
    goesOn.present("approaches");
    goesOn.choose("approach", "discuss", { note: "Is there a third way?" });
    goesOn.present("approaches");
    goesOn.choose("approach", "choose:a2");
    expect(promptOf(goesOn)).not.toContain("Is there a third way?");
  });

  it("drops the oldest of a long conversation, and says how much", () => {
    const room = roomAt("triage");
    room.present("triage");
    room.choose("triage", "discuss", { note: "And now?" });
    const entries = Array.from({ length: 40 }, (_, i): Said => {
      const content = `said ${i} ${"word ".repeat(98)}`.trim();
      const said = { step: "triage" as const, role: "person" as const, kind: "comment" as const };
      return { seq: i + 1, at: 0, by: "Lea", content, version: null, ...said };
    });
    const text = promptOf(room, entries);
    const kept = entries.filter(({ content }) => text.includes(content));
    expect(kept).toEqual(entries.slice(10));
    expect(kept.length * 100).toBe(CONVERSATION_WORDS);
    expect(text).toContain("10 earlier entries are left out here");
  });

  it("says why the last reply could not be used", () => {
    const room = roomAt("triage");
    room.reply("I could not.");
    expect(promptOf(room)).toContain("Your last reply could not be used");
  });

  it("replays no refusal of the room's as if an agent had said it", () => {
    const room = roomAt("approaches");
    const said = { step: "approaches" as const, role: "agent" as const, by: "Pia", version: null };
    const entries: Said[] = [
      { ...said, seq: 1, at: 0, kind: "refusal", content: "There is no JSON in it." },
      { ...said, seq: 2, at: 0, kind: "remark", content: "I looked again." },
    ];
    const text = promptOf(room, entries);
    expect(text).toContain("I looked again.");
    expect(text).not.toContain("There is no JSON in it.");
  });

  it("tells questions that nobody was asked any more from those that the user left to the agents", () => {
    const room = roomAt("questions");
    room.present("questions");
    room.choose("questions", "back:triage");
    room.choose("triage", "skip");
    const text = promptOf(room);
    expect(text).toContain("Who reads it? → not asked, because that step was skipped");
    expect(text).not.toContain("user deferred");
    expect(promptOf(roomAt("design"))).toContain("Who reads it? → user deferred");
  });

  it("records the approach that a design takes where no person chose, and never over one that did", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    room.present("triage");
    room.choose("triage", "override:straightforward");
    expect(promptOf(room)).toContain("name it in `approachId`");
    const sections = REPLIES.design.sections.slice(0, 1);
    room.present("design", { sections, approachId: "strip-in-the-parser" });
    expect(room.session()).toMatchObject({
      approachId: "strip-in-the-parser",
      approachBy: "agent",
    });
    room.choose("design_section", "approve");
    expect(promptOf(room)).toContain("Chosen approach, picked by whoever wrote the design: strip-in-the-parser.");
    const chosen = roomAt("design");
    chosen.present("design", { approachId: "a1" });
    expect(chosen.session()).toMatchObject({ approachId: "a2", approachBy: "person" });
  });

  it("has trade-offs and size of the approach that was chosen, and of all where the choice is the agent's", () => {
    expect(promptOf(roomAt("design"))).toContain("For and against: More. Estimate: 5 tasks.");
    const room = roomAt("approaches");
    room.present("approaches");
    const { options } = room.decision("approach");
    expect(options.find(({ id }) => id === "choose:a2")?.consequence).toBe(
      "One each. For and against: More. About 5 tasks.",
    );
    room.choose("approach", "skip");
    for (const said of ["Approach a1: One store. All in one. For and against: Slow.", "Approach a2:"])
      expect(promptOf(room)).toContain(said);
  });

  it("ends what somebody wrote without a full stop before it goes on", () => {
    const room = roomAt("approaches");
    const approaches = REPLIES.approaches.approaches.map((one) => ({
      ...one,
      summary: "one table",
      tradeoffs: "simple, but slow",
    }));
    room.present("approaches", { approaches });
    const { options } = room.decision("approach");
    expect(options.find(({ id }) => id === "choose:a2")?.consequence).toBe(
      "one table. For and against: simple, but slow. About 5 tasks.",
    );
    room.choose("approach", "choose:a2");
    const text = promptOf(room);
    expect(text).toContain("Chosen approach: Two stores. one table.\n");
    expect(text).toContain("For and against: simple, but slow. Estimate: 5 tasks.");
  });

  it("tells whoever asks, compares and designs that it is for all batches", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    const batches = [
      { title: "Store", description: "the tables" },
      { title: "Readers", description: "all of them" },
    ];
    room.present("triage", { batches });
    room.choose("triage", "agree");
    const text = promptOf(room);
    expect(text).toContain("this step is for all of them");
    expect(text).toContain("- Batch 1: Store. the tables\n- Batch 2: Readers. all of them");
    expect(text).not.toContain("this one");
  });

  it("shows the design in its own order, whatever the session is called", () => {
    const room = new SessionDriver();
    room.start("Readers", "Readers first.");
    room.present("scout");
    room.present("triage");
    room.choose("triage", "override:straightforward");
    const sections = ["Store", "Readers"].map((title, i) => ({
      id: `part-${i + 1}`,
      title,
      content: `About the ${title}.`,
    }));
    room.present("design", { sections });
    for (const _ of sections) room.choose("design_section", "approve");
    const text = promptOf(room);
    const at = (title: string) => text.indexOf(`## The design: ${title}`);
    expect(at("Store")).toBeGreaterThan(0);
    expect(at("Readers")).toBeGreaterThan(at("Store"));
  });

  it("leaves the choice of the approach to who designs, not to who plans or reviews", () => {
    const room = roomAt("approaches");
    room.present("approaches");
    room.choose("approach", "skip");
    expect(promptOf(room)).toContain("is yours to choose");
    room.present("design");
    for (let i = 0; i < 3; i++) room.choose("design_section", "approve");
    expect(promptOf(room)).not.toContain("is yours to choose");
    expect(promptOf(room)).toContain("was left to whoever wrote the design");
  });

  it("leaves a design as it is where it is talked about, and wants words", () => {
    const room = roomAt("design");
    room.present("design");
    room.choose("design_section", "discuss", { note: "Why so?" });
    const text = promptOf(room);
    expect(text).toContain("Answer the comment in words.");
    expect(text).not.toContain("--reply");
  });
});
