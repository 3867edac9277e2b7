import { waitingMessages } from "@squadroom/core/message/queue";
import { describe, expect, it } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { dependantsOf } from "./dependants.ts";
import { workOf } from "./work.ts";

function room(): PlayRoom {
  const play = new PlayRoom("checkout", "squad", Date.UTC(2026, 10, 21, 12))
    .join("Planner", "planner")
    .join("Builder", "builder")
    .message("Go.");
  play.claim("Planner");
  play.tasks("Planner", [
    { ref: "a", role: "builder", title: "A" },
    { ref: "b", role: "builder", title: "B", requires: ["ref:a"] },
    { role: "builder", title: "C", requires: ["ref:b"] },
    { role: "reviewer", title: "R" },
    { role: "builder", title: "Urgent", priority: "critical" },
  ]);
  return play;
}

const ids = (rows: readonly { task: { id: string } }[]) => rows.map(({ task }) => task.id);

describe("the work of a room", () => {
  it("tells what runs, what comes in which order, and what stands still and why", () => {
    const work = workOf(room().view);
    expect(ids(work.live)).toEqual(["PLAN-001"]);
    expect(ids(work.ready)).toEqual(["DEV-004", "DEV-001"]);
    expect(ids(work.blocked)).toEqual(["DEV-002", "DEV-003", "REVIEW-001"]);
    expect(work.blocked.at(-1)?.blocked).toMatchObject([{ kind: "role_unavailable", role: "reviewer" }]);
  });

  it("has what failed in a group of its own", () => {
    const play = room();
    for (let n = 0; n < 3; n++) {
      play.later(1).claim("Builder");
      play.fail("Builder", "no");
    }
    expect(ids(workOf(play.view).failed)).toEqual(["DEV-004"]);
  });

  it("counts a person's messages that nobody has taken", () => {
    const { view } = room().message("And this.");
    expect(waitingMessages(view).map((task) => task.title)).toEqual(["And this."]);
    expect(workOf(view).ready.some(({ task }) => task.title === "And this.")).toBe(false);
  });

  it("finds dependants at any remove", () => {
    expect(dependantsOf(room().view, "DEV-001")).toEqual(["DEV-002", "DEV-003"]);
    expect(dependantsOf(room().view, "DEV-003")).toEqual([]);
  });
});
