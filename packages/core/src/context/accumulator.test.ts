import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import { ACCUMULATOR_BYTES } from "../prompt/accumulator.ts";
import { allowedHandoffs, type HeldTask } from "../prompt/deliver.ts";
import { type DeliveryInput, deliveryText } from "../prompt/delivery.ts";
import { Discussions } from "../testing/discussion.fixture.ts";
import { earlierIn, reportedIn } from "../testing/earlier.fixture.ts";
import { accumulatorOf } from "./accumulator.ts";

/** A writer that has written two documents, each discussed, and takes the third. */
function thirdDocument(): Discussions {
  const room = new Discussions();
  room.finish(room.analyst);
  room.judge();
  room.finish(room.writer, { files: ["spec/product-brief.md"] });
  room.judge([{ rating: 2, divergent: ["The limit"] }, { rating: 5 }, { rating: 5 }]);
  room.finish(room.writer, { files: ["spec/requirements.md"] });
  room.judge();
  return room;
}

function delivered(
  room: Discussions,
  by: AgentCaller,
  more: Partial<DeliveryInput> = {},
): { task: HeldTask; text: string } {
  const task = room.claim(by);
  const agent = room.view.agents[by.id];
  if (!agent) throw new Error("nobody is there");
  const text = deliveryText({
    room: room.room,
    agent,
    task,
    handoffs: allowedHandoffs(room.room, task, agent),
    origin: null,
    messages: [],
    recent: [],
    now: room.now,
    keys: { handoff: "h", done: "d", fail: "f" },
    reported: reportedIn(room.log, task.sessionId),
    ...more,
  });
  return { task, text };
}

describe("what a loop has made so far", () => {
  it("is each task of its prefix with file, decisions, consensus, rating and summary, the oldest first", () => {
    const room = thirdDocument();
    const task = room.claim(room.writer);
    expect(task.id).toBe("DRAFT-003");
    expect(accumulatorOf(room.view, task, reportedIn(room.log, 1))).toEqual([
      {
        task: "DRAFT-001",
        artifact: "spec/product-brief.md",
        keyDecisions: [],
        rating: 4,
        summary: "as asked",
        consensus: { outcome: "blocked", severity: "medium" },
      },
      {
        task: "DRAFT-002",
        artifact: "spec/requirements.md",
        keyDecisions: [],
        rating: 4,
        summary: "as asked",
        consensus: { outcome: "reached", severity: "none" },
      },
    ]);
  });

  it("is in the next delivery, also of an agent that takes the loop over", () => {
    const room = thirdDocument();
    room.run({ type: "leaveRoom", by: room.writer, reason: "" });
    const other = room.join("Wes", "writer");
    const { text } = delivered(room, other);
    expect(text).toContain("## What your loop has made so far (DRAFT)");
    expect(text).toContain("DRAFT-001 (spec/product-brief.md; blocked MEDIUM 4.0): as asked");
    expect(text.indexOf("DRAFT-002 (")).toBeLessThan(text.indexOf("DRAFT-001 ("));
  });

  it("is told once: what stands among the results isn't said again, nor what the loop made as what its agent did", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    room.judge();
    room.finish(room.writer, { files: ["spec/brief.md"], summary: "The brief is written." });
    room.judge();
    room.finish(room.writer, { files: ["spec/reqs.md"], summary: "Seven are numbered." });
    room.judge();
    const recent = [
      { taskId: "DRAFT-002", title: "Requirements", summary: "Seven are numbered." },
      { taskId: "DRAFT-001", title: "Brief", summary: "The brief is written." },
      { taskId: "DEV-009", title: "Other", summary: "It is elsewhere." },
    ];
    const task = room.claim(room.writer);
    const near = earlierIn(room.log, task).filter(({ id }) => id === "DRAFT-002");
    const { text } = delivered(room, room.writer, { earlier: near, recent });
    const times = (part: string) => text.split(part).length - 1;
    expect(text).toContain("- DRAFT-002 (reached 4.0): as told above.");
    expect(text).toContain("- DRAFT-001 (spec/brief.md; reached 4.0): The brief is written.");
    expect(["Seven are", "The brief is", "spec/reqs.md", "spec/brief.md"].map(times)).toEqual([1, 1, 1, 1]);
    expect(text.indexOf("Result of DRAFT-002")).toBeLessThan(text.indexOf("as told above"));
    expect(text).toContain("- DEV-009 Other: It is elsewhere.");
  });

  it("takes a bounded part of a delivery, however long the loop is", () => {
    const room = thirdDocument();
    const task = room.claim(room.writer);
    const [one] = reportedIn(room.log, 1).filter(({ taskId }) => taskId === "DRAFT-001");
    if (!one) throw new Error("nothing is reported");
    const agent = room.view.agents[room.writer.id];
    if (!agent) throw new Error("nobody is there");
    const input = {
      room: room.room,
      agent,
      task,
      origin: null,
      messages: [],
      recent: [],
      now: room.now,
      handoffs: allowedHandoffs(room.room, task, agent),
      keys: { handoff: "h", done: "d", fail: "f" },
    };
    const many = Array.from({ length: 40 }, (_, i) => ({
      ...one,
      at: i,
      summary: "It is written. ".repeat(20),
    }));
    const size = (reported: typeof many) => deliveryText({ ...input, reported }).length;
    expect(size(many) - size([])).toBeLessThan(2 * ACCUMULATOR_BYTES);
  });

  it("is nothing for a role that doesn't loop", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    room.judge();
    const task = { id: "RESEARCH-002", role: "reviewer", sessionId: 1 } as never;
    expect(accumulatorOf(room.view, task, reportedIn(room.log, 1))).toEqual([]);
  });
});
