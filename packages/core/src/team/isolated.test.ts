import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import { roleName } from "../kernel/ids.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { draftOf, teamOf } from "./draft.ts";
import { presetTeam } from "./presets.ts";
import { handoffTargets } from "./targets.ts";

const team = presetTeam("lifecycle");

function aLifecycle() {
  const driver = Driver.room(team);
  const coordinator = driver.join("Cora", "coordinator");
  const writer = driver.join("Wim", "writer");
  const executor = driver.join("Exa", "executor");
  return { driver, coordinator, writer, executor };
}

function message(by: AgentCaller, to: string) {
  const whom = to === "user" ? ({ kind: "user" } as const) : ({ kind: "role", role: roleName(to) } as const);
  const said = { body: "The draft is ready.", repliesTo: null };
  return { type: "sendAgentMessage", by, to: whom, ...said } as const;
}

describe("an isolated team", () => {
  it.each(["executor", "user", "writer"])("refuses a worker's message to %s", (to) => {
    const { driver, writer } = aLifecycle();
    expect(driver.refused(message(writer, to))).toMatchObject({
      code: "target_not_allowed",
      allowed: ["coordinator"],
    });
  });

  it("lets workers write to the coordinator, and the coordinator to all", () => {
    const { driver, coordinator, writer } = aLifecycle();
    driver.run(message(writer, "coordinator"));
    for (const to of ["writer", "executor", "user"]) driver.run(message(coordinator, to));
  });

  it("lets workers create tasks for themselves only, and the coordinator for all", () => {
    const { driver, coordinator, writer } = aLifecycle();
    const task = (by: AgentCaller, role: string): Command => {
      const tasks = [{ role: roleName(role), title: "A part", instruction: "Do it." }];
      return { type: "createTasks", by, fence: null, tasks };
    };
    for (const to of ["executor", "coordinator"])
      expect(driver.refused(task(writer, to))).toMatchObject({
        code: "target_not_allowed",
        allowed: ["writer"],
      });
    driver.run(task(writer, "writer"));
    for (const to of ["writer", "executor"]) driver.run(task(coordinator, to));
  });

  it("has nobody stand in for a role that is away", () => {
    const here = ["coordinator", "writer"].map(roleName);
    const { targets, reroutes, unavailable } = handoffTargets(team, here[0] as never, null, here);
    expect(targets.map(({ to }) => to)).toEqual(["user", "writer"]);
    expect(reroutes).toEqual([]);
    expect(unavailable).toHaveLength(8);
  });

  it("can't be one in which workers hand to each other", () => {
    const { entryFallback: _, ...draft } = draftOf(presetTeam("squad"));
    const { problems } = teamOf({ ...draft, isolated: true });
    expect(problems).toContainEqual(
      expect.objectContaining({
        level: "error",
        message: "Roles are kept apart: builder hands to planner only, not to reviewer.",
      }),
    );
  });
});
