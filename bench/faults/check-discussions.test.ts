import type { RoomEvent } from "@squadroom/core/kernel/event";
import { Discussions, type Point } from "@squadroom/core/testing/discussion.fixture";
import { describe, expect, it } from "vitest";
import { checkDiscussions } from "./check-discussions.ts";

const HIGH: Point = { rating: 4, missing: ["R-14"] };

/** A specification whose first step is discussed, once with each of these lists of what is said. */
function discussed(...rounds: Point[][]): Discussions {
  const room = new Discussions();
  for (const points of rounds) {
    room.finish(room.analyst);
    room.judge(points);
  }
  return room;
}

/** What is found in its log after this change of it. */
function foundIn(
  room: Discussions,
  change: (event: RoomEvent) => RoomEvent | null = (event) => event,
  status = "active",
): string[] {
  const events = structuredClone(room.log).flatMap((event) => change(event as RoomEvent) ?? []);
  const session = { id: 1, status, isParked: false, answers: {}, budget: null };
  return checkDiscussions({ roomId: "r", events, sessions: [session] }).map(({ what }) => what);
}

function without(type: RoomEvent["type"]) {
  return (event: RoomEvent) => (event.type === type ? null : event);
}

describe("discussions under harm", () => {
  it("finds nothing where a step is revised once, and a person is asked the second time", () => {
    const room = discussed([HIGH], [HIGH]);
    expect(room.decision("discussion_blocked").subject).toMatchObject({ part: "RESEARCH-001-R1" });
    expect(foundIn(room)).toEqual([]);
    room.run(room.answer(room.decision("discussion_blocked"), "revise", { note: "Once more." }));
    room.finish(room.analyst);
    room.judge([{ rating: 2 }, { rating: 4 }]);
    expect(foundIn(room)).toEqual([]);
  });

  it("finds a rating that is lost, and a verdict that does not follow from what was said", () => {
    const room = discussed([{ rating: 1 }, { rating: 5 }]);
    let isFirst = true;
    const lost = foundIn(room, (event) => {
      if (event.type !== "session.perspective_given" || !isFirst) return event;
      isFirst = false;
      return null;
    });
    expect(lost.join("\n")).toContain("RESEARCH-001 was rated");
    expect(lost.join("\n")).toContain("its verdict says medium");
    expect(lost.join("\n")).toContain("skipped product");
  });

  it("finds a round that all are through with and that never ends", () => {
    const room = discussed([]);
    const left = foundIn(room, (event) =>
      event.type === "session.discussed" || event.type === "task.completed" ? null : event,
    );
    expect(left).toEqual(["DISCUSS-001 on RESEARCH-001 never ends"]);
    const paused = foundIn(room, without("session.discussed"), "paused");
    expect(paused.filter((what) => what.includes("never ends"))).toEqual([]);
  });

  it("finds a HIGH that nobody revises, and one that is revised unasked", () => {
    const room = discussed([HIGH]);
    expect(foundIn(room, without("session.revised"))).toEqual(["1 RESEARCH-001 is HIGH, and nobody revises it"]);
    const twice = room.log.flatMap((event): RoomEvent[] =>
      event.type === "session.revised" ? [event, event] : [event],
    );
    room.log.splice(0, room.log.length, ...twice);
    expect(foundIn(room).join()).toContain("neither a round nor a person wants it");
  });

  it("finds a second HIGH that nobody was asked about", () => {
    const room = discussed([HIGH], [HIGH]);
    expect(foundIn(room, without("decision.opened"))).toEqual(["RESEARCH-001-R1 is HIGH again, and nobody was asked"]);
  });

  it("finds nothing where several points of view fail for one reason, which is one warning", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    for (const by of room.judges.slice(0, 2)) {
      const { id: taskId, lease } = room.claim(by);
      room.run({ type: "fail", by, taskId, fence: lease.fence, reason: "No model." });
    }
    room.judge();
    expect(foundIn(room)).toEqual([]);
    const untold = foundIn(room, (event) =>
      event.type === "task.completed"
        ? { ...event, data: { ...event.data, result: { ...event.data.result, warnings: [] } } }
        : event,
    );
    expect(untold.join("\n")).toContain("skipped technical without a warning");
  });

  it("finds what was held against finished work and is not told with it", () => {
    const room = discussed([{ rating: 2 }]);
    expect(foundIn(room)).toEqual([]);
    const silent = foundIn(room, (event) =>
      event.type === "task.completed"
        ? { ...event, data: { ...event.data, result: { ...event.data.result, warnings: [] } } }
        : event,
    );
    expect(silent.join()).toContain("DISCUSS-001 was medium without a warning");
  });
});
