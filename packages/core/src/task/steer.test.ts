import { describe, expect, it } from "vitest";
import type { Command } from "../kernel/command.ts";
import { roleName, taskId } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { STEERING } from "./steer.ts";
import { TASK_STATES, type TaskState } from "./task.ts";

const DEV = taskId("DEV-001");

/** A squad whose DEV-001, of a plan, is with its reviewer. */
function inReview(): Driver {
  const driver = new SessionDriver();
  driver.toDesign();
  for (let i = 0; i < 3; i++) driver.choose("design_section", "approve");
  const task = { id: "t1", title: "Make it", instruction: "Make it.", role: "builder" };
  driver.present("plan", { tasks: [task] });
  driver.choose("plan", "approve");
  driver.submit();
  return driver;
}

/** A duo whose DEV-001 is in this state. */
function aTaskIn(state: TaskState): Driver {
  const driver = Driver.room("duo");
  const ada = driver.join("Ada", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder" }]));
  const hold = () => {
    const { lease } = driver.claim(ada);
    return { by: ada, taskId: DEV, fence: lease.fence };
  };
  switch (state) {
    case "pending":
      return driver;
    case "claimed":
      hold();
      return driver;
    case "in_progress":
      driver.run({ type: "progress", ...hold(), progress: {} });
      return driver;
    case "failed":
      for (let i = 0; i < 3; i++) driver.run({ type: "fail", ...hold(), reason: "no luck" });
      return driver;
    case "in_review":
      return inReview();
    case "completed":
      driver.run({ type: "complete", ...hold(), result: { summary: "ok" }, next: false });
      return driver;
    case "cancelled":
      driver.run({ type: "cancelTask", by: LEAD, taskId: DEV, cascade: false, reason: "" });
      return driver;
  }
}

const MOVES = {
  cancel: { type: "cancelTask", by: LEAD, taskId: DEV, cascade: false, reason: "not wanted" },
  putBack: { type: "putBackTask", by: LEAD, taskId: DEV, fence: null, reason: "gone" },
  retry: { type: "retryTask", by: LEAD, taskId: DEV },
  allow: { type: "allowPaths", by: LEAD, taskId: DEV, paths: ["docs/**"], reason: "needed" },
  front: { type: "moveTaskToFront", by: LEAD, taskId: DEV },
  handOn: {
    type: "handOn",
    by: LEAD,
    taskId: DEV,
    handoff: { to: roleName("builder"), intent: "work", message: "again" },
    queueAnyway: false,
  },
} satisfies Record<string, Command>;

const cells = TASK_STATES.flatMap((state) =>
  (Object.keys(MOVES) as (keyof typeof MOVES)[]).map((move) => ({
    state,
    move,
    isAllowed: STEERING[state].includes(move),
  })),
);

describe("steering a task", () => {
  it.each(cells)("$move of a task that is $state: $isAllowed", ({ state, move, isAllowed }) => {
    const driver = aTaskIn(state);
    if (isAllowed) {
      driver.run(MOVES[move]);
      return;
    }
    expect(driver.refused(MOVES[move])).toMatchObject({
      code: "task_state",
      details: { taskId: "DEV-001", state },
      allowed: [...STEERING[state]],
    });
  });

  it("has a table that says what domain and machine say", () => {
    expect(STEERING).toEqual({
      pending: ["cancel", "front", "handOn", "allow"],
      claimed: ["cancel", "handOn", "putBack", "allow"],
      in_progress: ["cancel", "handOn", "putBack", "allow"],
      in_review: ["cancel"],
      failed: ["retry", "cancel", "handOn", "allow"],
      completed: [],
      cancelled: [],
    });
  });

  it("knows a task that never was from one that ended", () => {
    const driver = Driver.room("duo");
    expect(driver.refused(MOVES.cancel).code).toBe("task_unknown");
  });
});

describe("cancelling what others wait for", () => {
  function aChain(): Driver {
    const driver = Driver.room("duo");
    driver.run(
      driver.create(LEAD, [
        { ref: "a", role: "builder" },
        { ref: "b", role: "builder", requires: ["ref:a"] },
        { ref: "c", role: "planner", requires: ["ref:b"] },
        { role: "builder" },
      ]),
    );
    return driver;
  }

  it("is refused with the dependants, unless they go too", () => {
    const driver = aChain();
    expect(driver.refused(MOVES.cancel)).toMatchObject({
      code: "has_dependants",
      details: { dependants: ["DEV-002", "PLAN-001"] },
    });
    driver.run({ ...MOVES.cancel, cascade: true });
    expect(driver.view.tasks.map((task) => task.id)).toEqual(["DEV-003"]);
    expect(driver.view.totals.cancelled).toBe(3);
    expect(driver.view.ended.map((task) => task.state)).toEqual(["cancelled", "cancelled", "cancelled"]);
  });

  it("leaves those alone that wait for nothing of it", () => {
    const driver = aChain();
    driver.run({ ...MOVES.cancel, taskId: taskId("PLAN-001") });
    expect(driver.view.tasks.map((task) => task.id)).toEqual(["DEV-001", "DEV-002", "DEV-003"]);
  });

  it("ends a claim at once: its holder is told at its next write", () => {
    const driver = aTaskIn("claimed");
    driver.run(MOVES.cancel);
    const ada = driver.join("Ada", "builder");
    const stale: Command = {
      type: "progress",
      by: ada,
      taskId: DEV,
      fence: 1 as never,
      progress: {},
    };
    expect(driver.refused(stale)).toMatchObject({
      code: "lease_lost",
      details: { state: "cancelled" },
    });
  });
});
