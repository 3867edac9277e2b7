import { expect, it } from "vitest";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";

it("a task that is taken and given back unbegun, again and again, does not loop for ever", () => {
  const driver = Driver.room("duo");
  driver.run(driver.create(LEAD, [{ role: "builder" }]));
  const states: unknown[] = [];
  for (let i = 0; i < 4; i++) {
    const ada = driver.join("Ada", "builder");
    driver.claim(ada);
    driver.run({ type: "leave", by: ada, reason: "" });
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
