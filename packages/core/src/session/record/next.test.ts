import { describe, expect, it } from "vitest";
import { LEAD } from "../../testing/builders.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";

const stop = (sessionId: number) => {
  return { type: "stopSession" as const, by: LEAD, sessionId, reason: "" };
};
const start = (sessionId: number) => ({ type: "startSession" as const, by: LEAD, sessionId });
const ask = (askBeforeNext: boolean) => ({
  type: "setRoomOptions" as const,
  by: LEAD,
  askBeforeNext,
});
const pause = (sessionId: number, park: boolean) => {
  return { type: "pauseSession" as const, by: LEAD, sessionId, reason: "", park };
};

/** One runs and two wait, in a room that asks. */
function asking(): SessionDriver {
  const room = new SessionDriver();
  room.run(ask(true));
  for (const title of ["One", "Two", "Three"]) room.start(title);
  return room;
}

const statesOf = (room: SessionDriver) => room.view.sessions.live.map(({ id, state }) => [id, state]);

describe("the next session", () => {
  it("starts by itself in a room that does not ask", () => {
    const room = new SessionDriver();
    expect(room.view.options).toEqual({ askBeforeNext: false });
    for (const title of ["One", "Two"]) room.start(title);
    room.run(stop(1));
    expect(statesOf(room)).toEqual([[2, "running"]]);
    expect(room.pendingKinds()).toEqual([]);
  });

  it("waits for a person's word where the room asks, with the queue to choose from", () => {
    const room = asking();
    expect(statesOf(room)[0]).toEqual([1, "running"]);
    expect(room.pendingKinds()).toEqual([]);
    room.run(stop(1));
    expect(statesOf(room)).toEqual([
      [2, "queued"],
      [3, "queued"],
    ]);
    const asked = room.decision("next_session");
    expect(asked.question).toBe("Start “Two” next?");
    expect(asked.options.map(({ id }) => id)).toEqual(["start", "start:3", "hold"]);
    room.choose("next_session", "start");
    expect(statesOf(room)[0]).toEqual([2, "running"]);
    expect(room.pendingKinds()).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is another one where the person chooses so", () => {
    const room = asking();
    room.run(stop(1));
    room.choose("next_session", "start:3");
    expect(statesOf(room)).toEqual([
      [2, "queued"],
      [3, "running"],
    ]);
    room.run(stop(3));
    expect(room.decision("next_session").question).toContain("Two");
  });

  it("is held until a person starts one, whatever is added", () => {
    const room = asking();
    room.run(stop(1));
    room.choose("next_session", "hold");
    room.start("Four");
    expect(room.pendingKinds()).toEqual([]);
    expect(statesOf(room).map(([, state]) => state)).toEqual(["queued", "queued", "queued"]);
    room.run(start(3));
    expect(room.session(3).state).toBe("running");
    expect(room.view.sessions.next).toBe("by_itself");
    room.run(stop(3));
    expect(room.pendingKinds()).toEqual(["next_session"]);
  });

  it("is asked about anew when the queue is another", () => {
    const room = asking();
    room.run(stop(1));
    const before = room.decision("next_session");
    room.run({ type: "moveSession", by: LEAD, sessionId: 3, to: "first" });
    const now = room.decision("next_session");
    expect(now.question).toBe("Start “Three” next?");
    expect(room.refused(room.answer(before, "start")).code).toBe("decision_moot");
    room.run(stop(3));
    expect(room.decision("next_session").question).toBe("Start “Two” next?");
    room.run(stop(2));
    expect(room.pendingKinds()).toEqual([]);
    room.start("Four");
    expect(room.session(4).state).toBe("running");
  });

  it("starts when the room does not ask any more", () => {
    const room = asking();
    room.run(stop(1));
    room.run(ask(false));
    expect(statesOf(room)[0]).toEqual([2, "running"]);
    expect(room.pendingKinds()).toEqual([]);
  });

  it("is asked for too when the one that runs is parked, and not while it keeps its place", () => {
    const room = asking();
    room.run(pause(1, false));
    expect(room.pendingKinds()).toEqual([]);
    room.run(pause(1, true));
    expect(room.pendingKinds()).toEqual(["next_session"]);
    room.run({ type: "resumeSession", by: LEAD, sessionId: 1 });
    expect(room.pendingKinds()).toEqual([]);
    expect(room.session(1).state).toBe("running");
  });

  it("is started by hand only where no other has the place", () => {
    const room = asking();
    const refusal = room.refused(start(2));
    expect(refusal).toMatchObject({ code: "session_state", details: { running: 1 } });
    expect(room.refused(start(1))).toMatchObject({ code: "session_state" });
    room.run(pause(1, true));
    room.run(start(3));
    expect(room.session(3).state).toBe("running");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("stops clearing mode while it is asked for", () => {
    const room = asking();
    room.run({ type: "setMode", by: LEAD, workflowMode: "backlog_clearing" });
    room.run(stop(1));
    expect(room.view.backlog.paused?.why).toMatchObject({ kind: "decision" });
  });
});
