import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { CommandOf } from "../kernel/command.ts";
import { roleName } from "../kernel/ids.ts";
import { presetTeam } from "../team/presets.ts";
import { allowedTargets } from "../team/targets.ts";
import { TEAM_PRESETS, type TeamPreset } from "../team/team.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";

type Seats = Record<string, AgentCaller>;

/** A room in which each role has an agent, or only the named ones. */
function aRoom(preset: TeamPreset, roles?: string[]): { driver: Driver; seats: Seats } {
  const driver = Driver.room(preset);
  const names = roles ?? presetTeam(preset).roles.map(({ name }) => name as string);
  const seats = Object.fromEntries(names.map((role) => [role, driver.join(`${role} one`, role)]));
  return { driver, seats };
}

function seat(seats: Seats, role: string): AgentCaller {
  const by = seats[role];
  if (!by) throw new Error(`nobody fills ${role}`);
  return by;
}

/** The agent says that the task in its hand is done. */
function done(driver: Driver, by: AgentCaller): CommandOf<"complete"> {
  const task = driver.view.tasks.find(({ lease }) => lease?.agentId === by.id);
  if (!task?.lease) throw new Error(`${by.name} holds nothing`);
  const of = { by, taskId: task.id, fence: task.lease.fence };
  return { type: "complete", ...of, result: { summary: "It is 42." }, next: false };
}

describe("done, for the last open task of a user's message", () => {
  it.each(["solo", "duo", "squad"] as const)("delivers the summary where the role answers the user: %s", (preset) => {
    const { driver, seats } = aRoom(preset);
    const entry = seat(seats, driver.room.team.entryPoint);
    const id = driver.say("What is it?");
    driver.claim(entry);
    const reply = driver.run(done(driver, entry));
    expect(reply).toMatchObject({ taskId: id, state: "completed", delivered: {}, next: null });
    expect(driver.log.at(-1)).toMatchObject({
      type: "handoff.delivered",
      data: { fromTaskId: id, to: "user", intent: "deliver", unreviewed: false },
    });
    expect(driver.view.lastDelivery).toMatchObject({ text: "It is 42.", unreviewed: false });
    expect(driver.view.tasks).toEqual([]);
  });

  it("is refused with the command to use where the role does not answer the user", () => {
    const { driver, seats } = aRoom("squad");
    const [planner, builder] = [seat(seats, "planner"), seat(seats, "builder")];
    driver.say("Fix the login.");
    driver.claim(planner);
    driver.run(driver.handOff(planner, "builder", "work"));
    driver.claim(builder);
    const refusal = driver.refused(done(driver, builder));
    expect(refusal).toMatchObject({
      code: "answer_owed",
      allowed: [
        { action: "handOff", to: "reviewer", intent: "work" },
        { action: "handOff", to: "reviewer", intent: "question" },
        { action: "handOff", to: "planner", intent: "question" },
      ],
    });
    expect(refusal.message).toMatch(/Pass it on: work to the reviewer\.$/);
  });

  it("goes through the review in a pair, and is marked unreviewed where there is none", () => {
    const pair = aRoom("pair");
    const builder = seat(pair.seats, "builder");
    pair.driver.say("Fix the login.");
    pair.driver.claim(builder);
    const refusal = pair.driver.refused(done(pair.driver, builder));
    expect(refusal.code).toBe("answer_owed");
    expect(refusal.message).toMatch(/Pass it on: work to the reviewer\.$/);
    pair.driver.run(pair.driver.handOff(builder, "reviewer", "work"));
    const reviewer = seat(pair.seats, "reviewer");
    pair.driver.claim(reviewer);
    expect(pair.driver.run(done(pair.driver, reviewer))).toMatchObject({
      delivered: { unreviewed: false },
    });

    const alone = aRoom("pair", ["builder"]);
    const ada = seat(alone.seats, "builder");
    alone.driver.say("Fix the login.");
    alone.driver.claim(ada);
    expect(alone.driver.run(done(alone.driver, ada))).toMatchObject({
      delivered: { unreviewed: true },
    });
  });

  it("asks a person first where nobody is there who takes the result", () => {
    const { driver, seats } = aRoom("duo");
    const [planner, builder] = [seat(seats, "planner"), seat(seats, "builder")];
    driver.say("Fix the login.");
    driver.claim(planner);
    driver.run(driver.handOff(planner, "builder", "work"));
    driver.claim(builder);
    driver.run({ type: "leaveRoom", by: planner, reason: "" });
    const refusal = driver.refused(done(driver, builder));
    expect(refusal).toMatchObject({ code: "answer_owed", allowed: [] });
    expect(refusal.message).toMatch(/Nobody who can take it from you is available\.$/);
  });

  it("takes the next task in the same commit", () => {
    const { driver, seats } = aRoom("solo");
    const solo = seat(seats, "solo");
    driver.say("What is it?");
    const second = driver.say("And then?");
    driver.claim(solo);
    const reply = driver.run({ ...done(driver, solo), next: true });
    expect(reply).toMatchObject({ state: "completed", next: { taskId: second } });
  });

  it("wants the success criteria answered as with any other result", () => {
    const { driver, seats } = aRoom("duo");
    const [planner, builder] = [seat(seats, "planner"), seat(seats, "builder")];
    driver.say("Fix the login.");
    const { id, lease } = driver.claim(planner);
    const task = { role: roleName("builder"), title: "Fix", instruction: "Fix it." };
    const own = { role: roleName("planner"), title: "Say", instruction: "Answer." };
    driver.run({
      type: "createTasks",
      by: planner,
      fence: lease.fence,
      tasks: [
        { ...task, ref: "fix" },
        { ...own, requires: ["ref:fix"], successCriteria: ["the tests pass"] },
      ],
    });
    expect(driver.run(done(driver, planner)), id).not.toHaveProperty("delivered");
    driver.claim(builder);
    expect(driver.run(done(driver, builder))).not.toHaveProperty("delivered");
    driver.claim(planner);
    expect(driver.refused(done(driver, planner)).code).toBe("evidence_missing");
    const result = {
      summary: "It works.",
      criteria: [{ criterion: "the tests pass", met: true }],
    };
    expect(driver.run({ ...done(driver, planner), result })).toHaveProperty("delivered");
  });
});

describe("done, for any other task", () => {
  it("ends what a person made for a role, and tells nobody", () => {
    const { driver, seats } = aRoom("squad");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.claim(seat(seats, "builder"));
    const reply = driver.run(done(driver, seat(seats, "builder")));
    expect(reply).not.toHaveProperty("delivered");
    expect(driver.log.at(-1)?.type).toBe("task.completed");
  });

  it("never leaves a user's message without an answer, whatever agents pass to whom", () => {
    const acts = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)), { maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...TEAM_PRESETS), acts, (preset, all) => {
        const { driver, seats } = aRoom(preset);
        driver.say("Fix the login.");
        for (const [who, what, where] of all) {
          const before = driver.view.tasks.length;
          act(driver, Object.values(seats), who, what, where);
          if (before === 0 || driver.view.tasks.length > 0) continue;
          const last = driver.log.findLast(({ type }) => type === "handoff.delivered");
          expect(last).toMatchObject({ type: "handoff.delivered", data: { to: "user" } });
          return;
        }
      }),
      { numRuns: shareOf(300) },
    );
  });
});

/** An agent takes its next task, says it is done, or passes it on. */
function act(driver: Driver, all: AgentCaller[], who: number, what: number, where: number): void {
  const by = all[who % all.length];
  if (!by) return;
  const task = driver.view.tasks.find(({ lease }) => lease?.agentId === by.id);
  if (!task?.lease) return void driver.try({ type: "claim", by });
  if (what < 4) return void driver.try(done(driver, by));
  const { team } = driver.room;
  const available = team.roles.map(({ name }) => name);
  const { targets } = allowedTargets(team, task.role, available, task.lease);
  const target = targets[where % Math.max(1, targets.length)];
  if (!target) return;
  driver.try(driver.handOff(by, target.to, target.intents[what % target.intents.length] ?? "work"));
}
