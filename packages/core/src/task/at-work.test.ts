import { expect, it } from "vitest";
import { presetTeam } from "../team/presets.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { atWorkText } from "./at-work.ts";

const explore = { id: "a1", what: "Explore" };
const plan = { id: "a2", what: "Plan" };

it("says how many subagents work under one name, and brings no mail; a new process of the holder has none", () => {
  const driver = Driver.room(presetTeam("duo"));
  const by = driver.join("Pia", "planner");
  const builder = driver.join("Bo", "builder");
  driver.say("Dig.");
  const { id: taskId, lease } = driver.claim(by);
  const fence = lease?.fence;
  if (!fence) throw new Error("no lease");
  const tell = (...atWork: object[]) =>
    driver.run({ type: "progress", by, taskId, fence, progress: { atWork } } as never);
  const words = () => {
    const held = driver.view.tasks.find(({ id }) => id === taskId)?.lease;
    return held ? atWorkText(held) : null;
  };
  driver.run({
    type: "sendAgentMessage",
    by: builder,
    to: { kind: "role", role: "planner" },
    body: "Mind the roses.",
  } as never);
  expect(tell({ ...explore, works: true })).toMatchObject({ mail: [] });
  expect(words()).toBe("1 subagent at work (Explore)");
  tell({ ...plan, works: true }, { id: "a3", works: true }, { ...explore, works: true });
  expect(words()).toBe("3 subagents at work (Explore and Plan)");
  const told = driver.log.length;
  tell({ ...explore, works: true }, { id: "unknown", works: false });
  expect(driver.log.length).toBe(told);
  tell({ ...explore, works: false }, { id: "a3", works: false });
  expect(words()).toBe("1 subagent at work (Plan)");
  const said = { percent: 10, atWork: [{ ...explore, works: true }] };
  const reply = driver.run({ type: "progress", by, taskId, fence, progress: said } as never);
  expect(reply).toMatchObject({ mail: [expect.any(String)] });
  expect(words()).toBe("2 subagents at work (Plan and Explore)");
  driver.join("Pia", "planner");
  expect(words()).toBeNull();
});
