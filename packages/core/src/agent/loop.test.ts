import { expect, it } from "vitest";
import type { Fence, TaskId } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";

it("a task that is taken and given back unbegun, again and again, does not loop for ever", () => {
  const driver = Driver.room("duo");
  driver.run(driver.create(LEAD, [{ role: "builder" }]));
  const states: unknown[] = [];
  for (let i = 0; i < 4; i++) {
    const ada = driver.join("Ada", "builder");
    driver.claim(ada);
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    const { state, attempts } = driver.task("DEV-001");
    states.push([state, attempts]);
  }
  // The first time is no attempt: nobody may have seen it.
  expect(states).toEqual([
    ["pending", 0],
    ["pending", 1],
    ["pending", 2],
    ["failed", 3],
  ]);
  expect(Object.values(driver.view.decisions)).toMatchObject([{ kind: "task_failed" }]);
});

const DEV = "DEV-001" as TaskId;

function aBuilder() {
  const driver = Driver.room("duo");
  driver.run(driver.create(LEAD, [{ role: "builder" }]));
  const ada = driver.join("Ada", "builder");
  const fence = () => driver.task(DEV).lease?.fence as Fence;
  const stateNow = () => [driver.task(DEV).state, driver.task(DEV).attempts];
  return { driver, ada, fence, stateNow };
}

it.each(["the server", "its agent"])(
  "a claim whose answer reaches nobody, which %s says, does not loop for ever",
  (who) => {
    const { driver, ada, fence, stateNow } = aBuilder();
    const states: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      driver.claim(ada);
      const claim = { taskId: DEV, fence: fence(), reason: "The answer reached nobody." };
      driver.run(who === "the server" ? { type: "release", ...claim } : { type: "putBackTask", by: ada, ...claim });
      states.push(stateNow());
    }
    // Connections do break: twice it is nobody's attempt.
    expect(states).toEqual([
      ["pending", 0],
      ["pending", 0],
      ["pending", 1],
      ["pending", 2],
      ["failed", 3],
    ]);
    expect(driver.task(DEV).lastEnd?.reason).toBe("The answer reached nobody. The same happened 2 times before.");
    expect(Object.values(driver.view.decisions)).toMatchObject([{ kind: "task_failed" }]);
  },
);

it("a sign of work, or another try that a person gives, forgets the claims that reached nobody", () => {
  const { driver, ada, fence, stateNow } = aBuilder();
  const release = () => {
    driver.claim(ada);
    driver.run({ type: "release", taskId: DEV, fence: fence(), reason: "gone." });
  };
  release();
  release();
  driver.claim(ada);
  driver.run({ type: "progress", by: ada, taskId: DEV, fence: fence(), progress: { percent: 5 } });
  driver.run({ type: "putBackTask", by: LEAD, taskId: DEV, fence: null, reason: "" });
  release();
  release();
  expect(stateNow()).toEqual(["pending", 0]);
  for (let i = 0; i < 3; i++) release();
  expect(stateNow()).toEqual(["failed", 3]);
  driver.run({ type: "retryTask", by: LEAD, taskId: DEV });
  release();
  expect(stateNow()).toEqual(["pending", 0]);
});

it("an agent that joins and claims anew each time it crashes, and never acts, has the task until its time is up", () => {
  const { driver, stateNow } = aBuilder();
  const { timeoutS } = driver.task(DEV);
  const states: unknown[] = [];
  for (let second = 0; second <= 3 * timeoutS; second += 60) {
    driver.run({ type: "claim", by: driver.join("Ada", "builder") });
    if (states.at(-1)?.toString() !== stateNow().toString()) states.push(stateNow());
    driver.pass(60_000).tick();
  }
  expect(states).toEqual([
    ["claimed", 0],
    ["claimed", 1],
    ["claimed", 2],
    ["failed", 3],
  ]);
});
