import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { workOf } from "../../flow/work.ts";
import type { Command } from "../../kernel/command.ts";
import { unreachable } from "../../kernel/unreachable.ts";
import { whole } from "../../prompt/context/budget.ts";
import { sessionBlocks } from "../../prompt/session.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { REPLIES } from "../../testing/replies.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import { isScouting } from "./rescout.ts";

/** What the agent of this role reads for its next task. */
function promptFor(room: SessionDriver, by = room.planner): string {
  const blocks = sessionBlocks(room.room, room.claim(by), [], () => "the shape");
  return whole(blocks);
}

const FOUND = { angle: "what batch 1 moved", top5: ["src/b.ts: moved"], notes: "It is elsewhere." };

describe("the scout between two batches", () => {
  it("is asked for as soon as the review passed, beside the checkpoint", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    expect(room.pendingKinds()).toEqual(["batch_checkpoint"]);
    expect(room.session()).toMatchObject({ work: null, rescout: { after: 0, state: "open" } });
    expect(room.decision("batch_checkpoint").reason).toContain("You can answer now");
  });

  it("is told what the batch changed, its result, and what is left", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    const before = promptFor(room);
    expect(before).toContain("Batch 1 is done: One");
    expect(before).toContain(`What its review says: ${REPLIES.review.summary}`);
    expect(before).toContain("Still to do: Two");
    expect(before).toContain("Two stores.");
    const late = new SessionDriver();
    late.toCheckpoint();
    late.choose("batch_checkpoint", "continue");
    expect(promptFor(late)).toContain(`What its review says: ${REPLIES.review.summary}`);
  });

  it("joins the checkpoint, without a new version of the question", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    const { version } = room.decision("batch_checkpoint");
    room.present("scout", FOUND);
    const joined = room.decision("batch_checkpoint");
    expect(joined.version).toBe(version);
    expect(joined.reason).toContain("What the new scout says:\nwhat batch 1 moved\nsrc/b.ts: moved");
    expect(room.session().proposals.scout).toMatchObject({ version: 2, value: FOUND });
  });

  it("lets the checkpoint be answered at once, and holds back the next plan alone", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    room.choose("batch_checkpoint", "continue");
    expect(room.session()).toMatchObject({ step: "plan", batch: 1, work: null });
    expect(room.view.tasks.map(({ title }) => title)).toEqual(["Scout (again): One store"]);
    room.present("scout", FOUND);
    expect(room.session().work).toMatchObject({ step: "plan" });
    const plan = promptFor(room);
    expect(plan).toContain("Looked for: what batch 1 moved");
    expect(plan).toContain("The scout looked again after batch 1");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("gets one more try for a reply that cannot be used, while the session stays where it is", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    expect(room.reply("I could not.").state).toBe("reply_refused");
    expect(room.session().rescout).toMatchObject({ state: "open", work: { refusals: [{}] } });
    expect(promptFor(room)).toContain("Your last reply could not be used");
    room.present("scout", FOUND);
    expect(room.session().rescout?.state).toBe("reported");
  });

  it("is done without where it failed, and the plan says so", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    room.choose("batch_checkpoint", "continue");
    room.reply("I could not.");
    expect(room.reply("I could not.").state).toBe("failed");
    expect(room.pendingKinds()).toEqual([]);
    expect(room.session()).toMatchObject({ rescout: { state: "failed" }, work: { step: "plan" } });
    expect(promptFor(room)).toContain("after batch 1, failed: its findings are from before that batch");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("can be tried again while the checkpoint is open, and is awaited then", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    const failed = room.failThrice(room.planner);
    expect(room.pendingKinds()).toEqual(["batch_checkpoint", "task_failed"]);
    expect(room.decision("batch_checkpoint").reason).toContain("failed");
    room.run({ type: "retryTask", by: LEAD, taskId: failed.id });
    room.choose("batch_checkpoint", "continue");
    expect(room.session()).toMatchObject({ work: null, rescout: { state: "open" } });
  });

  it("is done without where a person takes it away; the session goes on", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    room.choose("batch_checkpoint", "continue");
    const [scout] = room.view.tasks;
    if (!scout) throw new Error("no scout is asked for");
    const of = { by: LEAD, taskId: scout.id, cascade: false, reason: "not needed" };
    room.run({ type: "cancelTask", ...of });
    expect(room.session()).toMatchObject({ state: "running", work: { step: "plan" } });
    expect(promptFor(room)).toContain("after batch 1, was cancelled");
  });

  it("ends with the session that is stopped at the checkpoint", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    room.claim(room.planner);
    room.choose("batch_checkpoint", "stop");
    expect(room.view.sessions.live).toEqual([]);
    expect(room.view.tasks).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is asked for after every batch but the last", () => {
    const room = new SessionDriver();
    room.toCheckpoint(["One", "Two", "Three"]);
    room.present("scout");
    for (const after of [1, 2]) {
      room.choose("batch_checkpoint", "continue");
      room.present("plan");
      room.choose("plan", "approve");
      room.work();
      room.present("review");
      if (after === 1) {
        expect(room.session().rescout).toMatchObject({ after: 1, state: "open" });
        room.present("scout", FOUND);
      }
    }
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("holds back the plan whatever happens to it, and is never waited for in vain", () => {
    let held = 0;
    let planned = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ACTS), { maxLength: 30 }), (acts) => {
        const room = new SessionDriver();
        room.toCheckpoint();
        for (const act of acts) {
          const command = commandOf(room, act);
          if (command) room.try(command);
          const session = room.view.sessions.live[0];
          if (!session) {
            expect(room.view.tasks).toEqual([]);
            break;
          }
          const isOpen = room.view.tasks.some(
            ({ id, state }) => id === session.rescout?.work.taskId && state !== "failed",
          );
          expect(isScouting(session)).toBe(isOpen);
          const isPlanned = session.work?.step === "plan";
          expect(isPlanned && isOpen).toBe(false);
          const waits = session.step === "plan" && session.state === "running";
          if (waits && session.proposals.plan === undefined) expect(isPlanned || isOpen).toBe(true);
          held += waits && isOpen ? 1 : 0;
          planned += isPlanned ? 1 : 0;
        }
        expect(faultsOf(room.log)).toEqual([]);
      }),
      { numRuns: 100 },
    );
    expect(Math.min(held, planned)).toBeGreaterThan(0);
  });
});

const ACTS = [
  "present",
  "present",
  "misreply",
  "fail",
  "cancel",
  "retry",
  "continue",
  "continue",
  "stop",
  "pause",
  "resume",
  "resume",
] as const;
type Act = (typeof ACTS)[number];

/** What somebody does now, where it is possible at all. */
function commandOf(room: SessionDriver, act: Act): Command | null {
  const { view } = room;
  const [session] = view.sessions.live;
  if (!session) return null;
  const of = { by: LEAD, sessionId: session.id };
  const task = view.tasks.find(({ role }) => role === "planner");
  switch (act) {
    case "present":
    case "misreply":
    case "fail": {
      const claim = room.try({ type: "claim", by: room.planner });
      const held = room.view.tasks.find(({ lease }) => lease?.agentId === room.planner.id);
      if (!claim.ok || !held?.lease) return null;
      const at = { by: room.planner, taskId: held.id, fence: held.lease.fence };
      if (act === "fail") return { type: "fail", ...at, reason: "no luck" };
      const step = workOf(session, held.id)?.step === "plan" ? REPLIES.plan : REPLIES.scout;
      const reply = act === "present" ? JSON.stringify(step) : "I could not.";
      return { type: "complete", ...at, result: { summary: "so" }, reply, next: false };
    }
    case "cancel":
      return task ? { type: "cancelTask", by: LEAD, taskId: task.id, cascade: true, reason: "" } : null;
    case "retry":
      return task ? { type: "retryTask", by: LEAD, taskId: task.id } : null;
    case "continue":
    case "stop": {
      const asked = Object.values(view.decisions).find(({ kind }) => kind === "batch_checkpoint");
      return asked ? room.answer(asked, act) : null;
    }
    case "pause":
      return { type: "pauseSession", ...of, reason: "", park: false };
    case "resume":
      return { type: "resumeSession", ...of };
    default:
      return unreachable(act);
  }
}
