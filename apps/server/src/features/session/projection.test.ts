import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomView } from "@squadroom/core/kernel/view";
import { apply } from "@squadroom/core/log/apply";
import { emptyView } from "@squadroom/core/log/view";
import { LEAD } from "@squadroom/core/testing/builders.fixture";
import { SessionDriver } from "@squadroom/core/testing/session-driver.fixture";
import { expect, test } from "vitest";
import { sessionProjection } from "./projection.ts";

/** What is kept of batches that are over and of sessions that have ended. */
function kept(log: readonly RoomEvent[]) {
  return rowsOf(log).flatMap((row) => (row.table === "sessionRecords" ? row.row : []));
}

/** The conversation of all sessions that a log becomes. */
function conversation(log: readonly RoomEvent[]) {
  return rowsOf(log).flatMap((row) => (row.table === "sessionEntries" ? row.row : []));
}

function rowsOf(log: readonly RoomEvent[]) {
  const [first] = log;
  if (!first) return [];
  let view: RoomView = emptyView(first.roomId);
  return log.flatMap((event) => {
    const before = view;
    view = apply(before, event);
    return sessionProjection(event, before, view);
  });
}

test("an answer that is taken back stands in the conversation behind it", () => {
  const room = new SessionDriver();
  room.toDesign();
  const approved = room.choose("design_section", "approve");
  room.run(room.undo(approved));
  expect(conversation(room.log).slice(-2)).toMatchObject([
    { kind: "choice", step: "design", chosen: "Approve: The store", content: "", by: LEAD.name },
    {
      sessionId: 1,
      kind: "undone",
      step: "design",
      role: "person",
      content: "Took back “Approve”.",
      by: LEAD.name,
    },
  ]);
});

test("what is taken back outside a session is in no conversation", () => {
  const room = new SessionDriver();
  room.toDesign();
  const before = conversation(room.log).length;
  room.say("Hello.");
  room.run({ type: "leaveRoom", by: room.planner, reason: "" });
  room.pass(3 * 60_000);
  room.tick();
  const waiting = room.choose("role_unavailable", "wait");
  room.run(room.undo(waiting));
  expect(room.log.at(-1)?.type).toMatch(/^decision\./);
  expect(conversation(room.log)).toHaveLength(before);
});

test("a session that has ended is kept as it was then, with each batch that was over", () => {
  const room = new SessionDriver();
  room.toCheckpoint();
  room.choose("batch_checkpoint", "continue");
  room.present("scout");
  room.present("plan");
  room.choose("plan", "approve");
  room.work();
  room.present("review", { summary: "All of it is right." });
  expect(room.view.sessions.live).toEqual([]);
  const [first, session] = kept(room.log);
  expect(first).toMatchObject({
    sessionId: 1,
    batch: 0,
    record: { batch: 0, plan: { version: 1 }, execution: { tasks: { t1: "DEV-001" } } },
  });
  expect(session).toMatchObject({
    batch: -1,
    record: {
      title: "One store",
      work: null,
      batches: [
        { title: "One", state: "completed" },
        { title: "Two", state: "completed", result: "All of it is right.", tally: { tasks: 2 } },
      ],
      proposals: { review: { value: { summary: "All of it is right." } } },
      execution: { tasks: { t1: "DEV-003" } },
    },
  });
});

test("what was not done when a session ended stays so", () => {
  const room = new SessionDriver();
  room.toCheckpoint(["One", "Two", "Three"]);
  room.choose("batch_checkpoint", "stop", { note: "Enough for now." });
  expect(kept(room.log).at(-1)).toMatchObject({
    batch: -1,
    record: { batches: [{ state: "completed" }, { state: "stopped" }, { state: "stopped" }] },
  });
});

test("a batch under way ends as its session does, and one that had not begun was stopped", () => {
  const room = new SessionDriver();
  const found = { passed: false, mustFix: ["Not so."] };
  room.toCheckpoint(["One", "Two", "Three"]);
  room.choose("batch_checkpoint", "continue");
  room.present("scout");
  room.present("plan");
  room.choose("plan", "approve");
  room.work();
  room.present("review", found);
  room.choose("review_failed", "abort");
  expect(kept(room.log).at(-1)).toMatchObject({
    record: { batches: [{ state: "completed" }, { state: "failed" }, { state: "stopped" }] },
  });
});

test("what was chosen stands beside the note", () => {
  const room = new SessionDriver();
  room.toCheckpoint();
  room.choose("batch_checkpoint", "stop", { note: "Enough for now." });
  expect(conversation(room.log).at(-1)).toMatchObject({
    kind: "comment",
    chosen: "Stop here",
    content: "Enough for now.",
  });
});

test("batches and splits that a person edited are recorded as edited", () => {
  const room = new SessionDriver();
  const parts = (...titles: string[]) => titles.map((title) => ({ title, description: title }));
  room.start();
  room.present("scout");
  room.present("triage", {
    level: "straightforward",
    batches: parts("One", "Two"),
    splits: parts("Aside", "Beside"),
  });
  const edits = { batches: parts("Two", "One", "Three"), splits: parts("Aside") };
  room.choose("triage", "agree", { detail: edits });
  const chosen = () => conversation(room.log).flatMap((entry) => entry.chosen ?? []);
  expect(chosen().at(-1)).toBe(
    "Agree: straightforward. As edited, 3 batches: Two, One, Three. Split off, as edited: Aside",
  );
  room.present("design", { sections: [{ id: "d1", title: "It", content: "It is." }] });
  room.choose("design_section", "approve");
  room.present("plan");
  room.choose("plan", "approve");
  room.work();
  room.present("review");
  room.choose("batch_checkpoint", "adjust", { detail: { parts: parts("Three") } });
  expect(chosen().at(-1)).toBe("Adjust scope, what is left: Three");
});

test("what is answered as it was proposed is no edit", () => {
  const room = new SessionDriver();
  room.toCheckpoint();
  expect(conversation(room.log).map(({ chosen }) => chosen)).toContain("Agree: straightforward");
});

test("an override stands in the conversation once, by whatever door it came", () => {
  const atGate = () => {
    const room = new SessionDriver();
    room.run({ type: "setGatePreset", by: LEAD, preset: "production" });
    room.toCheckpoint();
    return room;
  };
  const reason = "We live with it.";
  const byDecision = atGate();
  byDecision.choose("gate_failed", "override", { note: reason });
  const byCommand = atGate();
  byCommand.run({
    type: "overrideGate",
    by: LEAD,
    sessionId: 1,
    phase: "quality",
    batch: null,
    reason,
  });
  for (const { log } of [byDecision, byCommand])
    expect(
      conversation(log)
        .filter(({ content }) => content === reason)
        .map(({ chosen, by, role }) => [chosen, by, role]),
    ).toEqual([["Override the gate: quality, batch 1", LEAD.name, "person"]]);
});
