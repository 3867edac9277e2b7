import { describe, expect, it } from "vitest";
import type { DiffCount } from "../../task/diff-lines.ts";
import { LEAD, MINUTE } from "../../testing/builders.fixture.ts";
import { REPLIES } from "../../testing/replies.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import { batchFigures } from "./figures.ts";

const BATCHES = ["One", "Two"].map((title) => ({ title, description: `${title}, all of it.` }));
const DIFF: DiffCount = { added: 4, removed: 1, files: ["a.ts", "b.ts"], fileCount: 2 };

function submit(room: SessionDriver, changes?: DiffCount) {
  const { id, lease } = room.claim(room.builder);
  const at = { by: room.builder, taskId: id, fence: lease.fence, next: false };
  room.run({ type: "complete", ...at, result: { summary: "done", ...(changes && { changes }) } });
}

/** With two batches, at the plan of the first one; a person took ten minutes over its design. */
function atPlan(): SessionDriver {
  const room = new SessionDriver();
  room.start();
  room.present("scout");
  room.present("triage", { level: "straightforward", batches: BATCHES });
  room.choose("triage", "agree");
  room.present("design", { sections: REPLIES.design.sections.slice(0, 1) });
  room.pass(10 * MINUTE);
  room.choose("design_section", "approve");
  room.present("plan");
  return room;
}

describe("what a batch amounts to", () => {
  it("has lines and files of the diffs that its tasks sent, of the last round that sent one", () => {
    const room = atPlan();
    room.choose("plan", "approve");
    submit(room, { ...DIFF, added: 90 });
    room.judge({ passed: false, mustFix: ["Not so."] });
    submit(room, DIFF);
    room.judge({ passed: false, mustFix: ["Still not."] });
    submit(room);
    room.judge();
    submit(room, { added: 2, removed: 2, files: ["b.ts", "c.ts"], fileCount: 2 });
    room.judge();
    room.present("review");
    expect(batchFigures(room.session())).toMatchObject({
      tasks: 2,
      passed: 2,
      diffs: 2,
      changes: { added: 6, removed: 3, fileCount: 3 },
    });
    expect(room.decision("batch_checkpoint").reason).toMatch(
      /^2 tasks, \+6 −3 in 3 files, 2 findings, all fixed, 10 min, 10 of them waiting for people\.\n/,
    );
  });

  it("says nothing of lines where no diff was sent", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    expect(batchFigures(room.session())).toMatchObject({ changes: null, diffs: 0 });
    expect(room.decision("batch_checkpoint").reason).toMatch(/^2 tasks, no findings, 0 min\.\n/);
  });

  it("says beside each answer what becomes of what is left", () => {
    const saysOf = (titles: string[]) => {
      const room = new SessionDriver();
      room.toCheckpoint(titles);
      return room.decision("batch_checkpoint").options.map(({ consequence }) => consequence);
    };
    expect(saysOf(["One", "Two"])).toEqual([
      "“Two” is planned next. It's the last one.",
      "It continues with the batches that are left, as you edit them.",
      "What is done stays. “Two” is dropped.",
    ]);
    const [goOn, , stop] = saysOf(["One", "Two", "Three"]);
    expect(goOn).toBe("“Two” is planned next. You're asked again after it.");
    expect(stop).toBe("What is done stays. The 2 batches that are left are dropped.");
  });

  it("counts the time that people took from its start to its review, and none twice", () => {
    const room = atPlan();
    room.pass(5 * MINUTE);
    room.choose("plan", "approve");
    const { id, lease } = room.claim(room.builder);
    room.pass(20 * MINUTE);
    const question = { question: "Which?", reason: "", options: [], suggestedRole: null };
    const at = { by: room.builder, taskId: id, fence: lease.fence };
    room.run({ type: "askIntervention", ...at, ...question, urgency: "medium" });
    room.pass(3 * MINUTE);
    const paused = { by: LEAD, sessionId: 1, reason: "lunch", park: false };
    room.run({ type: "pauseSession", ...paused });
    room.pass(4 * MINUTE);
    room.run({ type: "resumeSession", by: LEAD, sessionId: 1 });
    room.choose("intervention", "answer", { note: "This one." });
    room.run({ type: "complete", ...at, result: { summary: "done" }, next: false });
    room.judge();
    submit(room);
    room.judge();
    room.present("review");
    room.pass(60 * MINUTE);
    room.present("scout");
    const { waitedMs, tookMs } = batchFigures(room.session());
    expect([waitedMs / MINUTE, (tookMs ?? 0) / MINUTE]).toEqual([22, 42]);
    room.choose("batch_checkpoint", "continue");
    expect(room.session().batches?.map(({ waitedMs: ms }) => ms / MINUTE)).toEqual([22, 0]);
  });
});
