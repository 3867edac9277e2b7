import { describe, expect, it } from "vitest";
import type { SessionId } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { statusOf } from "./record/status.ts";

const FAILED = { passed: false, mustFix: ["Not so."] };

/** The plan of the only session is approved. */
function atWork(): SessionDriver {
  const room = new SessionDriver();
  room.toPlan();
  room.choose("plan", "approve");
  return room;
}

function rejected(): SessionDriver {
  const room = atWork();
  for (let i = 0; i < 3; i++) {
    room.submit();
    room.judge(FAILED);
  }
  return room;
}

function rejectedWhole(): SessionDriver {
  const room = atWork();
  room.work();
  room.present("review", FAILED);
  return room;
}

function failedStep(): SessionDriver {
  const room = new SessionDriver();
  room.start();
  for (let i = 0; i < 2; i++) room.reply("no JSON");
  return room;
}

function failedTask(): SessionDriver {
  const room = atWork();
  room.failThrice(room.builder);
  return room;
}

/** Its gate is not passed: a check is missing. */
function held(): SessionDriver {
  const room = new SessionDriver();
  room.run({ type: "setGatePreset", by: LEAD, preset: "production" });
  room.toPlan();
  room.choose("plan", "approve");
  room.work();
  room.present("review");
  return room;
}

function checkpoint(): SessionDriver {
  const room = new SessionDriver();
  room.toCheckpoint();
  return room;
}

const status = (room: SessionDriver, id: SessionId = 1) => statusOf(room.view, room.session(id));

describe("how a session ends", () => {
  it.each([
    ["a step that failed", failedStep, "task_failed"],
    ["a task of its plan that failed", failedTask, "task_failed"],
    ["a task that was rejected round after round", rejected, "review_failed"],
    ["a review of the whole that found something", rejectedWhole, "review_failed"],
  ] as const)("is failed where a person aborts it after %s", (_, at, kind) => {
    const room = at();
    const option = room.decision(kind).options.find(({ id }) => id === "abort");
    expect(option?.label).toBe("Abort the session");
    expect(option?.consequence).toMatch(/^It ends as failed\./);
    room.choose(kind, "abort", { note: "It leads nowhere." });
    expect(room.view.sessions.ended[0]).toMatchObject({
      end: "failed",
      reason: "It leads nowhere.",
    });
    expect(room.view.tasks).toEqual([]);
    expect(room.pendingKinds()).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it.each([
    ["at its checkpoint", checkpoint, "batch_checkpoint"],
    ["at a gate", held, "gate_failed"],
  ] as const)("is stopped where a person stops it %s", (_, at, kind) => {
    const room = at();
    room.choose(kind, "stop");
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "stopped" });
  });

  it("is stopped where a person stops it in the middle of work", () => {
    const room = atWork();
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "stopped" });
  });

  it("is not offered with a task of no session, nor with a scout beside a checkpoint", () => {
    const alone = new SessionDriver();
    alone.say("Hello.");
    alone.failThrice(alone.planner);
    const room = checkpoint();
    for (let i = 0; i < 2; i++) room.reply("no JSON");
    for (const one of [alone, room])
      expect(one.decision("task_failed").options.map(({ id }) => id)).not.toContain("abort");
  });
});

describe("the status", () => {
  it.each([
    ["a step has failed", failedStep],
    ["a task of its plan has failed", failedTask],
    ["a task was rejected round after round", rejected],
    ["a gate holds it", held],
  ])("says that it waits for a person while %s", (_, at) => {
    expect(status(at())).toBe("waiting_on_human");
  });

  it("says that it waits for a person while an agent asks one about its task", () => {
    const room = atWork();
    const { id, lease } = room.claim(room.builder);
    expect(status(room)).toBe("active");
    const question = { question: "Which?", reason: "", options: [], suggestedRole: null };
    const at = { by: room.builder, taskId: id, fence: lease.fence };
    room.run({ type: "askIntervention", ...at, ...question, urgency: "medium" });
    expect(status(room)).toBe("waiting_on_human");
  });

  it("has nothing to do with what is asked about other work", () => {
    const room = new SessionDriver();
    room.say("Hello.");
    room.failThrice(room.planner);
    room.start();
    expect(status(room)).toBe("active");
  });
});

describe("an agent whose session was stopped", () => {
  it("hears which session it was, and why", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "approve");
    const { id, lease } = room.claim(room.builder);
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "The shop moves." } as never);
    const refusal = room.refused({
      type: "progress",
      by: room.builder,
      taskId: id,
      fence: lease.fence,
      progress: {},
    });
    expect(refusal.code).toBe("lease_lost");
    expect(refusal.message).toMatch(/^DEV-001 has ended: .* cancelled it with session 1 “.+”: “The shop moves\.”\.$/);
  });
});
