import { describe, expect, it } from "vitest";
import { LEAD, MINUTE } from "../../testing/builders.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import { heldUp } from "./held-up.ts";

function atCheckpoint(): SessionDriver {
  const room = new SessionDriver();
  room.toCheckpoint();
  return room;
}

const held = (room: SessionDriver) => heldUp(room.view, room.session(), room.now);
const agent = (room: SessionDriver, name: string) => held(room)?.agents.find((one) => one.name === name);

describe("what a checkpoint holds up", () => {
  it("is the batch behind it, who would work on it, and the session that waits", () => {
    const room = atCheckpoint();
    room.start("Chargebacks");
    room.start("Reports");
    expect(held(room)).toEqual({
      next: { at: 1, title: "Two", tasks: null },
      // The reviewer writes nothing of the plan.
      agents: ["Bo", "Pia"].map((name) => ({
        agentId: expect.any(String),
        name,
        state: "free",
        taskId: null,
        freeInMs: null,
      })),
      queued: { id: 2, title: "Chargebacks", behind: 1 },
    });
  });

  it("is nothing elsewhere: before the review, at the last batch, in a session without batches", () => {
    const room = new SessionDriver();
    room.toPlan();
    expect(held(room)).toBeNull();
    const last = new SessionDriver();
    last.toCheckpoint(["Only"]);
    expect(last.view.sessions.live).toEqual([]);
  });

  it("holds up no other session while it lets others run", () => {
    const room = atCheckpoint();
    room.start("Chargebacks");
    room.start("Reports");
    room.run({ type: "pauseSession", by: LEAD, sessionId: 1, reason: "", park: true });
    expect(held(room)?.queued).toBeNull();
  });

  it("says when an agent is free, by the progress that it reported", () => {
    const room = atCheckpoint();
    const { id, lease } = room.claim(room.planner);
    expect(agent(room, "Pia")).toMatchObject({ state: "working", taskId: id, freeInMs: null });
    room.pass(6 * MINUTE);
    const at = { by: room.planner, taskId: id, fence: lease.fence };
    room.run({ type: "progress", ...at, progress: { percent: 60 } } as never);
    expect(agent(room, "Pia")?.freeInMs).toBe(4 * MINUTE);
    room.pass(3 * MINUTE);
    expect(agent(room, "Pia")?.freeInMs).toBe(MINUTE);
    room.pass(2 * MINUTE);
    expect(agent(room, "Pia")).toMatchObject({ state: "working", freeInMs: null });
  });

  it("tells who waits for a person from who works, and who is away; who left is gone", () => {
    const room = atCheckpoint();
    const { id, lease } = room.claim(room.planner);
    const question = { question: "Which?", reason: "", options: [], suggestedRole: null };
    const at = { by: room.planner, taskId: id, fence: lease.fence };
    room.run({ type: "askIntervention", ...at, ...question, urgency: "medium" });
    expect(agent(room, "Pia")).toMatchObject({ state: "waiting", taskId: id });
    room.pass(40 * MINUTE);
    room.tick();
    expect(held(room)?.agents.map(({ name, state }) => [name, state])).toEqual([
      ["Bo", "away"],
      ["Pia", "away"],
    ]);
    room.run({ type: "leaveRoom", by: room.builder, reason: "" });
    expect(agent(room, "Bo")).toBeUndefined();
  });
});
