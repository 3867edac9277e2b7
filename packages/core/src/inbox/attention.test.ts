import { expect, it } from "vitest";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { attentionOf } from "./attention.ts";

it("changes with what is asked, answered and taken back, and with nothing else", () => {
  const driver = Driver.room("duo");
  const ada = driver.join("Ada", "builder");
  driver.join("Pia", "planner");
  const seen = [attentionOf(driver.view)];
  const hasChanged = () => {
    const now = attentionOf(driver.view);
    const isNew = now !== seen.at(-1);
    if (isNew) seen.push(now);
    return isNew;
  };
  driver.run(driver.create(LEAD, [{ role: "builder" }]));
  expect(hasChanged()).toBe(false);
  driver.failThrice(ada);
  expect(hasChanged()).toBe(true);
  const decision = driver.decision("task_failed");
  driver.run(
    driver.create(LEAD, [
      {
        role: "planner",
        requires: [decision.subject.kind === "task" ? decision.subject.taskId : ""] as never,
      },
    ]),
  );
  expect(hasChanged()).toBe(true);
  driver.run(driver.answer(driver.decision("task_failed"), "retry"));
  expect(hasChanged()).toBe(true);
  driver.run(driver.undo(decision));
  expect(hasChanged()).toBe(true);
  driver.run(driver.answer(driver.decision("task_failed"), "retry"));
  expect(hasChanged()).toBe(true);
  // Taken up: the answer stands from now on.
  driver.claim(ada);
  expect(hasChanged()).toBe(true);
  expect(new Set(seen).size).toBe(seen.length);
});
