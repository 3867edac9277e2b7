import type { RoomEvent } from "@squadroom/core/kernel/event";
import { LEAD } from "@squadroom/core/testing/builders.fixture";
import { SessionDriver } from "@squadroom/core/testing/session-driver.fixture";
import { describe, expect, it } from "vitest";
import { collectTitles } from "../../live/feed.ts";
import { namesOf } from "../../live/names.ts";
import { tasksIn } from "./event-sheet.tsx";
import { textOf } from "./use-find.ts";

const part = (title: string) => ({ title, description: `${title}, all of it.` });

function wordsFor(room: SessionDriver, types = /^session\./): { type: RoomEvent["type"]; words: string }[] {
  const titles = new Map<string, string>();
  collectTitles(titles, room.log);
  const agents = new Map<string, string>(Object.values(room.view.agents).map((agent) => [agent.id, agent.name]));
  const names = namesOf(agents, room.view.team, titles);
  return room.log
    .filter(({ type }) => types.test(type))
    .map((event) => ({ type: event.type, words: textOf(event, names).trim() }));
}

describe("a session in the feed", () => {
  it("reads as what people and agents did", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    room.present("triage");
    room.choose("triage", "agree");
    room.present("questions");
    room.choose("questions", "done", { detail: { answers: { q1: { option: "Postgres" } } } });
    room.present("approaches");
    room.choose("approach", "back:questions");
    const words = wordsFor(room).map((one) => one.words);
    const lead = words[0]?.split(" opened")[0];
    expect(words).toEqual([
      `${lead} opened session 1 One store`,
      "Session 1 One store started",
      "Session 1 asked Planner for the scout, as PLAN-001",
      "Pia presented the scout of session 1, version 1",
      "Session 1 moved on to the triage",
      "Session 1 asked Planner for the triage, as PLAN-002",
      "Pia presented the triage of session 1, version 1",
      `${lead} agreed that session 1 is exploration`,
      "Session 1 moved on to the questions",
      "Session 1 asked Planner for the questions, as PLAN-003",
      "Pia presented the questions of session 1, version 1",
      `${lead} answered 1 question of session 1`,
      "Session 1 moved on to the approaches",
      "Session 1 asked Planner for the approaches, as PLAN-004",
      "Pia presented the approaches of session 1, version 1",
      `${lead} took session 1 back to the questions`,
    ]);
  });

  it("says what an undo opens again, and from where a scout is served", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    room.present("triage", { splits: [part("Apart")], batches: [part("One"), part("Two")] });
    room.run(room.undo(room.choose("triage", "agree")));
    const reply = JSON.stringify({ type: "scout", angle: "The readers", notes: "Two." });
    room.run({ type: "saveScout", by: room.builder, reply });
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
    for (const angle of ["the readers", "what there is"]) {
      const of = { by: LEAD, title: "Next", description: "Next.", itemId: null, angle };
      const { sessionId } = room.run({ type: "createSession", ...of });
      room.run({ type: "stopSession", by: LEAD, sessionId: sessionId as number, reason: "" });
    }
    const words = wordsFor(room, /^(session|scout)\./).map((one) => one.words);
    const lead = words[0]?.split(" opened")[0];
    for (const said of [
      `${lead} reopened the batches of session 1`,
      `${lead} reopened the splits of session 1`,
      "Bo saved a scout for “The readers”",
      "Session 3 reuses what Bo found",
      "Session 4 reuses the scout of session 1",
    ])
      expect(words).toContain(said);
  });

  it("leaves no hole unfilled, from batches to the end", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    room.present("triage", {
      level: "straightforward",
      batches: [part("One"), part("Two")],
      splits: [part("Apart")],
    });
    room.choose("triage", "agree");
    for (const { id } of Object.values(room.view.decisions)) {
      const asked = room.view.decisions[id];
      if (asked) room.run(room.answer(asked, "accept"));
    }
    room.present("design", {
      sections: [{ id: "s1", title: "The store", content: "There is one store." }],
    });
    room.choose("design_section", "approve");
    room.present("plan");
    room.choose("plan", "approve");
    room.work();
    room.present("review", {
      passed: false,
      findings: [{ severity: "critical", file: "src/a.ts", issue: "It loses what it has." }],
    });
    room.choose("review_failed", "retry");
    room.work();
    room.present("review");
    room.choose("batch_checkpoint", "adjust", { detail: { parts: [part("The rest")] } });
    const told = wordsFor(room);
    for (const { type, words } of told) expect(words, type).not.toMatch(/\{\{|undefined|line\.|steps\.|NaN|^$/);
    const all = told.map(({ words }) => words).join("\n");
    expect(all).toContain("divided session 1 into 2 batches");
    expect(all).toContain("split Apart off as session 2");
    expect(all).toContain("asked Planner to scout again after batch 1, as PLAN-005");
    expect(all).toContain("The findings in session 1 became FIX-001");
    expect(all).toContain("changed what is left of session 1: 1 batch");
    expect(all).toContain("Batch 1 of session 1 is done; batch 2 is next");
  });

  it("says what is used, limited, asked and held", () => {
    const room = new SessionDriver();
    room.run({ type: "setRoomOptions", by: LEAD, askBeforeNext: true });
    room.start();
    room.start("Two");
    const limits = { tokens: 2_000, costUsdMicros: 3_000_000, runs: null, warnAt: 0.5 };
    room.run({ type: "setBudget", by: LEAD, sessionId: 1, budget: limits });
    const { id, lease } = room.claim(room.planner);
    const at = { by: room.planner, taskId: id, fence: lease.fence };
    const tokens = { outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, runs: 0 };
    const report = (inputTokens: number, costUsdMicros: number | null, model: string | null) =>
      room.run({
        type: "progress",
        ...at,
        progress: {},
        usage: { ...tokens, inputTokens, costUsdMicros, model },
      });
    report(1_200, 210_000, "large");
    report(900, null, null);
    room.choose("budget", "unlimited");
    room.run({ type: "setBudget", by: LEAD, sessionId: 1, budget: null });
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
    room.choose("next_session", "hold");
    room.run({ type: "setRoomOptions", by: LEAD, askBeforeNext: false, redactEmails: true });
    const words = wordsFor(room, /^(usage|budget|room\.options|session\.(next|paused))/);
    const lead = words[0]?.words.split(" set")[0];
    expect(words.map((one) => one.words.split("\n")[0])).toEqual([
      `${lead} set the room's options: a person says which session is next, e-mail addresses stay`,
      `${lead} set the budget of session 1 to 2,000 tokens, 3.00 USD`,
      "Pia reported 1,200 tokens, 0.21 USD for PLAN-001, with large",
      "Session 1 has used 1,200 tokens of 2,000 tokens",
      "Pia reported 900 tokens of unknown price for PLAN-001",
      expect.stringMatching(/^Squadroom paused session 1/),
      `${lead} set the budget of session 1 to 3.00 USD`,
      `${lead} removed the budget of session 1`,
      `${lead} held session 2 back until somebody starts one`,
      `${lead} set the room's options: the next session starts by itself, e-mail addresses are redacted`,
    ]);
  });

  it("leads to the tasks that it makes", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "approve");
    const approved = room.log.find(({ type }) => type === "session.plan_approved");
    expect(approved && tasksIn(approved)).toEqual(["DEV-001", "DEV-002"]);
  });
});
