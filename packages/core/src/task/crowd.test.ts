import { describe, expect, it } from "vitest";
import type { Command } from "../kernel/command.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { REPLIES } from "../testing/replies.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { LIVE_TASKS_MAX, TASKS_TEXT_MAX, textOf } from "./crowd.ts";

const LONG = "x".repeat(20_000);

/** Tasks for nobody until the room takes no further one. */
function fill(driver: Driver): void {
  const one = { role: "reviewer", instruction: LONG };
  const left = () => TASKS_TEXT_MAX - driver.view.tasks.reduce((sum, t) => sum + textOf(t), 0);
  while (left() > 100 * 21_000) driver.run(driver.create(LEAD, Array(100).fill(one)));
  while (left() > 21_000) driver.run(driver.create(LEAD, [one]));
}

/** A room with as much text in its tasks as it takes, whose builder has one in hand. */
function aFullRoom() {
  const driver = Driver.room("squad");
  const ada = driver.join("Ada", "builder");
  driver.join("Rex", "reviewer");
  driver.run(driver.create(LEAD, [{ role: "builder" }]));
  const held = driver.claim(ada);
  fill(driver);
  return { driver, ada, held };
}

describe("the text of a room's live tasks", () => {
  const { driver, ada, held } = aFullRoom();
  const base = { by: ada, taskId: held.id, fence: held.lease.fence };
  const paths: [string, Command][] = [
    ["tasks that a lead creates", driver.create(LEAD, [{ role: "builder", instruction: LONG.repeat(2) }])],
    ["tasks that an agent creates", driver.create(ada, [{ role: "builder", instruction: LONG.repeat(2) }])],
    [
      "criteria and limits of short tasks",
      driver.create(LEAD, [
        {
          role: "builder",
          outputs: Array(100).fill("a".repeat(300)),
          successCriteria: Array(50).fill("c".repeat(300)),
        },
      ]),
    ],
    [
      "a user's message",
      {
        type: "sendUserMessage",
        by: LEAD,
        body: LONG.repeat(2),
        repliesTo: null,
        priority: "medium",
        interrupt: false,
      },
    ],
    ["a handoff", driver.handOff(ada, "reviewer", "work", { message: LONG.repeat(2) })],
    ["a report of progress", { type: "progress", ...base, progress: { completed: Array(100).fill("c".repeat(300)) } }],
  ];

  it.each(paths)("is bounded for %s", (_name, command) => {
    const refusal = driver.refused(command);
    expect(refusal).toMatchObject({ code: "limit_reached", details: { limit: TASKS_TEXT_MAX } });
    expect(refusal.message).toContain("Complete or cancel tasks first");
  });

  it("is bounded for a plan that is approved", () => {
    const driver = new SessionDriver();
    driver.toDesign();
    for (let i = 0; i < 3; i++) driver.choose("design_section", "approve");
    const tasks = REPLIES.plan.tasks.map((task) => ({ ...task, instruction: LONG }));
    driver.present("plan", { tasks });
    fill(driver);
    const refusal = driver.refused(driver.answer(driver.decision("plan"), "approve"));
    expect(refusal).toMatchObject({ code: "limit_reached", details: { limit: TASKS_TEXT_MAX } });
  });

  it("leaves a place for what is short, and for what ends work", () => {
    const { driver, ada, held } = aFullRoom();
    const base = { by: ada, taskId: held.id, fence: held.lease.fence };
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.run({ type: "progress", ...base, progress: { action: "Still at it" } });
    driver.run(driver.handOff(ada, "reviewer", "work"));
    driver.say("How far are you?");
  });

  it("is free again once tasks have ended", () => {
    const { driver } = aFullRoom();
    const many = driver.create(LEAD, Array(3).fill({ role: "builder", instruction: LONG }));
    driver.refused(many);
    for (const { id } of driver.view.tasks.filter((task) => task.role === "reviewer").slice(0, 3))
      driver.run({ type: "cancelTask", by: LEAD, taskId: id, cascade: false, reason: "" });
    driver.run(many);
  });
});

describe("the number of a room's live tasks", () => {
  it("is bounded for whatever makes one", () => {
    const driver = Driver.room("squad");
    const many = Array.from({ length: LIVE_TASKS_MAX }, () => ({ role: "builder" }));
    driver.run(driver.create(LEAD, many));
    driver.run({ type: "addItems", by: LEAD, items: [{ title: "Later" }] });
    const full = { code: "limit_reached", details: { limit: LIVE_TASKS_MAX } };
    expect(driver.refused(driver.create(LEAD, [{ role: "builder" }]))).toMatchObject(full);
    expect(driver.refused({ type: "pickItem", by: LEAD, itemId: 1 })).toMatchObject(full);
    const said = { body: "Hello", repliesTo: null, priority: "medium" as const, interrupt: false };
    expect(driver.refused({ type: "sendUserMessage", by: LEAD, ...said })).toMatchObject(full);
    // One goes, one comes.
    const ada = driver.join("Ada", "builder");
    driver.join("Rex", "reviewer");
    driver.claim(ada);
    driver.run(driver.handOff(ada, "reviewer", "work"));
  });
});
