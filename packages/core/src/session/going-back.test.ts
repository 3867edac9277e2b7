import { describe, expect, it } from "vitest";
import type { ProposalStep } from "../flow/steps.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";

const staleOf = (room: SessionDriver) =>
  Object.entries(room.session().proposals)
    .filter(([, proposal]) => proposal.staleSince !== null)
    .map(([step]) => step as ProposalStep);

describe("going back", () => {
  it("leaves nothing stale where nothing was changed", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "back:questions");
    expect(staleOf(room)).toEqual(["approaches", "design", "plan"]);
    room.choose("questions", "done");
    expect(staleOf(room)).toEqual(["design", "plan"]);
    room.choose("approach", "choose:a2");
    expect(staleOf(room)).toEqual(["plan"]);
    room.choose("design_section", "approve");
    expect(staleOf(room)).toEqual([]);
    expect(room.decision("plan").options.map(({ id }) => id)).not.toContain("renew");
  });

  it("leaves stale what rests on something that was decided otherwise", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "back:questions");
    room.choose("questions", "done", { detail: { answers: { q2: { text: "Everyone." } } } });
    expect(staleOf(room)).toEqual(["approaches", "design", "plan"]);
    room.choose("approach", "choose:a2");
    expect(staleOf(room)).toEqual(["approaches", "design", "plan"]);
  });

  it("leaves stale what rests on another approach, and on another text", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "back:approaches");
    room.choose("approach", "choose:a1");
    expect(staleOf(room)).toEqual(["design", "plan"]);
    const other = new SessionDriver();
    other.toPlan();
    other.choose("plan", "back:design");
    other.choose("design_section", "revise", { note: "Shorter." });
    other.present("design", {
      sections: [1, 2, 3].map((n) => ({ id: `s${n}`, title: `${n}`, content: "Short." })),
    });
    for (let i = 0; i < 3; i++) other.choose("design_section", "approve");
    expect(staleOf(other)).toEqual(["plan"]);
  });

  it("leaves nothing stale where the level was agreed to once more", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "back:triage");
    room.choose("triage", "agree");
    expect(staleOf(room)).not.toContain("questions");
  });

  it("counts as left only what somebody stood at", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    room.present("triage");
    room.choose("triage", "skip");
    room.present("plan");
    room.choose("plan", "back:triage");
    expect(room.session().leftSteps).toEqual(["plan"]);
  });

  it("is forgotten once a plan is approved: its talk is no part of what comes after", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "back:design");
    room.choose("design_section", "approve");
    expect(room.session().leftSteps).toEqual(["plan"]);
    room.choose("plan", "approve");
    expect(room.session().leftSteps).toEqual([]);
  });
});

describe("questions that are asked anew", () => {
  const QUESTION = { id: "q1", text: "Which store?", type: "choice" };

  it("keep no answer whose option is gone", () => {
    const room = new SessionDriver();
    room.toQuestions();
    const answer = (answers: Record<string, { option?: string; text?: string }>) =>
      room.run({ type: "answerQuestions", by: LEAD, sessionId: 1, answers });
    const [q1, ...others] = room.session().proposals.questions?.value.questions ?? [];
    const option = q1?.options?.[0] ?? "";
    answer({ q1: { option } });
    room.choose("questions", "discuss", { note: "Not that one." });
    room.present("questions", { questions: [{ ...QUESTION, options: ["Files"] }, ...others] });
    expect(room.session().answers).toEqual({});
  });

  it("keep what was said in words with it, and what is still an option", () => {
    const room = new SessionDriver();
    room.toQuestions();
    const [q1, ...others] = room.session().proposals.questions?.value.questions ?? [];
    const option = q1?.options?.[0] ?? "";
    const answers = { q1: { option, text: "The one we have." } };
    room.run({ type: "answerQuestions", by: LEAD, sessionId: 1, answers });
    room.choose("questions", "discuss", { note: "Another order." });
    const same = [{ ...QUESTION, options: ["Files", option] }, ...others];
    room.present("questions", { questions: same });
    expect(room.session().answers.q1).toMatchObject({ option });
    room.choose("questions", "discuss", { note: "Not that one." });
    room.present("questions", { questions: [{ ...QUESTION, options: ["Files"] }, ...others] });
    expect(room.session().answers.q1).toMatchObject({ option: null, text: "The one we have." });
  });
});

describe("a reply that is not as its level asks", () => {
  it("is taken the second time, and the question about it says so first", () => {
    const room = new SessionDriver();
    room.toApproaches();
    room.choose("approach", "choose:a2");
    const sections = [{ id: "s1", title: "One", content: "One." }];
    const send = () => room.reply({ type: "design", sections });
    expect(send().state).toBe("reply_refused");
    expect(send().state).toBe("completed");
    const { reason } = room.decision("design_section");
    expect(reason).toMatch(/^Asked twice, still not as wanted: 1 section, where this level asks for 3 to 5\.\n/);
  });
});

describe("the words of a triage's answers", () => {
  it("say what becomes of steps that it suggests to leave out", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    room.present("triage", { level: "exploration", suggestedSkips: ["approaches", "questions"] });
    const options = room.decision("triage").options;
    const says = (id: string) => options.find((option) => option.id === id)?.consequence;
    expect(says("agree")).toMatch(/ Questions and approaches are shown all the same\.$/);
    expect(says("override:straightforward")).not.toContain("all the same");
  });
});

describe("what a session's state does not allow", () => {
  it("names what it allows", () => {
    const room = new SessionDriver();
    room.start("One");
    room.start("Two");
    const refusal = room.refused({
      type: "answerQuestions",
      by: LEAD,
      sessionId: 1,
      answers: { q1: { text: "x" } },
    });
    expect(refusal).toMatchObject({ code: "session_state", allowed: ["pause", "budget", "stop"] });
    expect(room.refused({ type: "startSession", by: LEAD, sessionId: 2 })).toMatchObject({
      code: "session_state",
      allowed: ["edit", "move", "budget", "stop"],
    });
    room.run({ type: "pauseSession", by: LEAD, sessionId: 1, reason: "", park: false });
    expect(room.refused({ type: "renewScout", by: LEAD, sessionId: 1 })).toMatchObject({
      code: "session_state",
      allowed: ["pause", "resume", "budget", "stop"],
    });
  });
});
