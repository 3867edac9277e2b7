import fc from "fast-check";
import { expect, it } from "vitest";
import { stopOf } from "../agent/stopped.ts";
import type { AgentId } from "../kernel/ids.ts";
import { decide } from "../room/decide.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { histories, play } from "../testing/history.fixture.ts";
import { whyNotGiven } from "./not-given.ts";
import { heldTask } from "./order.ts";

const why = (driver: Driver, agent: { id: AgentId }) => whyNotGiven(driver.view, agent.id);

it("names each task that waits exactly where a claim finds none, in every history", () => {
  const seen = { none: 0, told: 0 };
  fc.assert(
    fc.property(histories(60), (history) => {
      play(history, ({ driver }) => {
        const { view } = driver;
        for (const { id, name, role, online, connection } of Object.values(view.agents)) {
          if (!online || heldTask(view, id) || stopOf(view, id)) continue;
          const by = { id, name, roles: [role], connection };
          const ruling = decide(view, { type: "claim", by }, driver.context());
          if (!ruling.ok || ruling.steps.some(({ event }) => event.type === "task.claimed")) continue;
          const waiting = view.tasks.filter((task) => task.role === role && task.state === "pending");
          const told = whyNotGiven(view, id);
          seen[waiting.length === 0 ? "none" : "told"]++;
          const isWhole = told.length === 1 && /has used its budget\.$/.test(told[0] ?? "");
          if (!isWhole && waiting.length + told.length < 5)
            for (const task of waiting) expect(told.some((text) => text.startsWith(`${task.id}: `))).toBe(true);
          if (waiting.length > 0) expect(told).not.toEqual([]);
        }
      });
    }),
    { numRuns: 60 },
  );
  expect(Math.min(seen.none, seen.told)).toBeGreaterThan(30);
});

it("says of each task whether a lock, a requirement that failed, or another's name keeps it", () => {
  const driver = Driver.room("duo");
  const planner = driver.join("Pia", "planner");
  const builder = driver.join("Ada", "builder");
  const other = driver.join("Bob", "builder");
  driver.run(
    driver.create(planner, [
      { role: "builder", title: "Dig", ref: "dig" },
      { role: "planner", title: "Plant", requires: ["ref:dig"] },
    ]),
  );
  driver.failThrice(builder);
  expect(why(driver, planner)).toEqual([
    "PLAN-001: Waiting for DEV-001 “Dig”, which failed; a person decides what happens to it.",
  ]);
  expect(why(driver, builder)).toEqual([
    `DEV-001: Waiting for a person's answer: ${driver.decision("task_failed").question}`,
  ]);
  driver.run(driver.create(planner, [{ role: "builder", title: "Rake", agentId: other.id }]));
  expect(why(driver, builder).at(-1)).toBe("DEV-002: It is for Bob.");
  driver.run({ type: "setRoomOptions", by: LEAD, lockBoundaries: true });
  driver.run({ type: "takeLock", by: LEAD, patterns: ["src/**"], wait: false });
  const boundaries = { allowed: ["src/a.ts"], forbidden: [] };
  driver.run(driver.create(planner, [{ role: "builder", title: "Hoe", boundaries }]));
  expect(why(driver, builder).at(-1)).toMatch(/^DEV-003: .+ has locked src\/\*\* since /);
});
