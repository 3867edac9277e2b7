import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command, CommandOf } from "../kernel/command.ts";
import { roleName, type TaskId } from "../kernel/ids.ts";
import { planTeamChange } from "../room/change-team.ts";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { histories, play } from "../testing/history.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { presetTeam } from "./presets.ts";
import type { Team } from "./team.ts";

function change(driver: Driver, team: Team, more: Partial<CommandOf<"changeTeam">> = {}): Command {
  const version = driver.view.teamVersion;
  return { type: "changeTeam", by: LEAD, team, version, remap: {}, ...more };
}

/** A squad at work: a message in the planner's hand and one behind it, a task in the builder's, one more. */
function aSquadAtWork() {
  const driver = Driver.room("squad");
  const planner = driver.join("Pia", "planner");
  const builder = driver.join("Bob", "builder");
  driver.say("first");
  driver.say("second");
  driver.claim(planner);
  driver.run(
    driver.create(LEAD, [
      { role: "builder", title: "in hand" },
      { role: "builder", title: "waits" },
      { role: "reviewer", title: "to check" },
    ]),
  );
  driver.claim(builder);
  return { driver, planner, builder };
}

describe("changing the team of a running room", () => {
  it("tells whose role went and came back to join again, not that it left", () => {
    const { driver, planner } = aSquadAtWork();
    driver.run(change(driver, presetTeam("solo")));
    driver.run(change(driver, presetTeam("squad")));
    expect(driver.refused({ type: "claim", by: planner })).toMatchObject({
      code: "not_joined",
      message: expect.stringContaining("The team has changed"),
    });
    const again = driver.pass(1).join("Pia again", "planner");
    driver.run({ type: "leaveRoom", by: again, reason: "" });
    expect(driver.refused({ type: "claim", by: again }).message).toBe("You left this room.");
  });

  it("gives what gone roles had to whom the lead names, also out of the hands of their agents", () => {
    const { driver, planner } = aSquadAtWork();
    const reply = driver.run(change(driver, presetTeam("solo")));
    expect(reply).toEqual({ changed: true, version: 2, moved: 5, returned: 2, left: 2 });
    expect(driver.view.team?.preset).toBe("solo");
    expect(driver.view.tasks.map(({ role, state, lease }) => [role, state, lease])).toEqual(
      driver.view.tasks.map(() => ["solo", "pending", null]),
    );
    expect(driver.view.tasks.map((task) => task.attempts)).toEqual([0, 0, 0, 0, 0]);
    expect(faultsOf(driver.log)).toEqual([]);
    const told = driver.refused({ type: "claim", by: planner });
    expect(told).toMatchObject({
      code: "role_gone",
      details: { role: "planner", roles: ["solo"] },
    });
    expect(told.message).toBe("The team has changed and no longer has the role planner. Its roles are solo.");
  });

  it("keeps the work, agents and promises of roles that stay", () => {
    const { driver, planner, builder } = aSquadAtWork();
    driver.run(change(driver, presetTeam("duo"), { remap: { reviewer: "builder" } }));
    const held = driver.view.tasks.filter((task) => task.lease).map((task) => task.role);
    expect(held).toEqual(["planner", "builder"]);
    expect(driver.view.tasks.find((task) => task.title === "to check")?.role).toBe("builder");
    driver.run(driver.handOff(builder, "planner", "work"));
    driver.run(driver.handOff(planner, "user", "deliver"));
    expect(faultsOf(driver.log)).toEqual([]);
  });

  it("lets people's messages wait for the entry point, wherever the gone role's tasks go", () => {
    const { driver } = aSquadAtWork();
    driver.run(change(driver, presetTeam("pair"), { remap: { planner: "reviewer" } }));
    const roles = driver.view.tasks.map((task) => [task.title, task.role, task.said !== null]);
    expect(roles).toEqual([
      ["first", "builder", true],
      ["second", "builder", true],
      ["in hand", "builder", false],
      ["waits", "builder", false],
      ["to check", "reviewer", false],
    ]);
  });

  it("counts two minutes before it misses a role of the new team, then asks about it once", () => {
    const driver = Driver.room("solo");
    driver.say("hello");
    driver.pass(30 * MINUTE).tick();
    expect(driver.decision("role_unavailable").subject).toEqual({ kind: "role", role: "solo" });
    driver.run(change(driver, presetTeam("duo")));
    expect(driver.view.decisions).toEqual({});
    driver.pass(MINUTE);
    expect(driver.tick()).toEqual([]);
    driver.pass(MINUTE).tick();
    expect(driver.decision("role_unavailable").subject).toEqual({ kind: "role", role: "planner" });
  });

  it("takes answers away that would hand a task to a role that is gone", () => {
    const { driver, builder } = aSquadAtWork();
    driver.run(driver.ask(builder, { suggestedRole: roleName("reviewer") }));
    const before = driver.decision("intervention");
    expect(before.options.map(({ id }) => id)).toContain("reassign:reviewer");
    driver.run(change(driver, presetTeam("duo")));
    const after = driver.decision("intervention");
    expect(after.options.map(({ id }) => id)).not.toContain("reassign:reviewer");
    expect(after.version).toBe(before.version + 1);
  });

  it("lets an answer stand whose undo would give tasks back to a role that is gone", () => {
    const driver = Driver.room("squad");
    driver.join("Pia", "planner");
    driver.run(driver.create(LEAD, [{ role: "reviewer" }]));
    driver.pass(5 * MINUTE).tick();
    const asked = driver.decision("role_unavailable");
    driver.run(driver.answer(asked, "reroute:planner"));
    driver.run(change(driver, presetTeam("duo")));
    expect(driver.refused(driver.undo(asked)).code).toBe("undo_refused");
  });

  it("refuses a change of what it was before, and a remap to nobody", () => {
    const { driver } = aSquadAtWork();
    const duo = presetTeam("duo");
    driver.run(change(driver, presetTeam("squad"), { remap: {} }));
    expect(driver.view.teamVersion).toBe(1);
    expect(driver.refused(change(driver, duo, { version: 7 }))).toMatchObject({
      code: "team_changed",
      details: { version: 1, yours: 7 },
    });
    expect(driver.refused(change(driver, duo, { remap: { reviewer: "tester" } })).code).toBe("role_unknown");
    expect(driver.refused(change(driver, duo, { remap: { tester: "builder" } })).code).toBe("role_unknown");
  });

  it("lets an agent of a gone role join again as one that is there, and go on", () => {
    const { driver, builder } = aSquadAtWork();
    driver.run(change(driver, presetTeam("solo")));
    const by = { ...builder, roles: [roleName("builder"), roleName("solo")] };
    expect(driver.refused({ type: "claim", by }).allowed).toEqual(["solo"]);
    driver.run({ type: "join", by, role: roleName("solo"), class: "manual", harness: null });
    expect(driver.claim(by).role).toBe("solo");
    expect(faultsOf(driver.log)).toEqual([]);
  });

  it("foresees in its plan what it does", () => {
    const { driver, builder } = aSquadAtWork();
    const plan = planTeamChange(driver.room, presetTeam("solo"), {});
    expect(
      plan.gone.map(({ role, to, tasks, inHand, agents }) => [role.name, to, tasks, inHand.length, agents.length]),
    ).toEqual([
      ["planner", "solo", [], 1, 1],
      ["builder", "solo", ["DEV-002"], 1, 1],
      ["reviewer", "solo", ["REVIEW-001"], 0, 0],
    ]);
    expect(plan.messages).toEqual({ taskIds: ["PLAN-001", "PLAN-002"], to: "solo" });
    expect(plan.added.map((role) => role.name)).toEqual(["solo"]);
    expect(plan.leaves).toContain(builder.id);
  });
});

describe("in any history", () => {
  it("a change of the team loses no task, binds none to a gone role, and leaves nothing in a gone agent's hand", () => {
    let changes = 0;
    fc.assert(
      fc.property(histories(100), (history) => {
        let before = new Set<TaskId>();
        play(history, ({ driver, command, ruling }) => {
          const { view } = driver;
          const roles = view.team?.roles.map((role) => role.name) ?? [];
          const now = new Set(view.tasks.map((task) => task.id));
          if (command.type === "changeTeam" && ruling.ok) {
            changes += ruling.events.length > 0 ? 1 : 0;
            expect(now).toEqual(before);
          }
          for (const task of view.tasks) {
            expect(roles, task.id).toContain(task.role);
            const holder = task.lease && view.agents[task.lease.agentId];
            if (holder) expect([holder.role, holder.online]).toEqual([task.role, true]);
          }
          for (const { subject } of Object.values(view.decisions))
            if (subject.kind === "role") expect(roles).toContain(subject.role);
          before = now;
        });
      }),
      { numRuns: 120 },
    );
    expect(changes).toBeGreaterThan(4);
  });
});
