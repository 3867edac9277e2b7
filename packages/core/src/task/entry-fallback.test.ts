import { describe, expect, it } from "vitest";
import { nextDeadline } from "../room/tick.ts";
import { draftOf, type TeamDraft, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import { handoffTargets } from "../team/targets.ts";
import type { Team, TeamPreset } from "../team/team.ts";
import { actingEntryPoint } from "../team/variants.ts";
import { availabilities, canBringBack } from "../team/way-back.ts";
import { LEAD, MINUTE, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { FALLBACK_AFTER_MS } from "./entry-fallback.ts";

function fallingBack(preset: TeamPreset): Team {
  const { team, problems } = teamOf({ ...draftOf(presetTeam(preset)), entryFallback: true });
  if (!team) throw new Error(JSON.stringify(problems));
  return team;
}

/** A squad that falls back, whose planner has just left; the others are there. */
function withoutPlanner(roles: string[] = ["builder", "reviewer"], team = fallingBack("squad")) {
  const driver = new Driver();
  driver.run({ type: "createRoom", by: LEAD, name: "shop", team, demo: false });
  const pia = driver.join("Pia", "planner");
  const others = Object.fromEntries(roles.map((role) => [role, driver.join(`${role} 1`, role)]));
  driver.run({ type: "leaveRoom", by: pia, reason: "" });
  return { driver, pia, others };
}

describe("an entry point that nobody fills", () => {
  it("keeps its messages where the team does not say that it falls back", () => {
    const { driver } = withoutPlanner(["reviewer"], presetTeam("squad"));
    const id = driver.say("Fix the login.");
    driver.pass(3 * MINUTE).tick();
    expect(driver.task(id)).toMatchObject({ role: "planner", reassignedFrom: null });
    expect(driver.decision("role_unavailable")).toBeDefined();
  });

  it("gives them after two minutes to the role that comes first, and the log says why", () => {
    const { driver } = withoutPlanner();
    const sinceAt = driver.now;
    const id = driver.say("Fix the login.");
    driver.pass(FALLBACK_AFTER_MS - 1).tick();
    expect(driver.task(id).role).toBe("planner");
    expect(nextDeadline(driver.room, driver)).toBe(sinceAt + FALLBACK_AFTER_MS);
    driver.pass(1).tick();
    expect(driver.log.at(-1)).toMatchObject({
      type: "task.reassigned",
      actor: { kind: "server" },
      data: {
        from: "planner",
        to: "reviewer",
        tasks: [{ taskId: id, agentId: null }],
        fallback: { sinceAt, available: ["builder", "reviewer"] },
      },
    });
    expect(driver.task(id)).toMatchObject({ role: "reviewer", reassignedFrom: "planner" });
    expect(driver.view.decisions).toEqual({});
    expect(driver.tick()).toEqual([]);
    expect(faultsOf(driver.log)).toEqual([]);
  });

  it("takes who comes first by priority, not who stands first in the team", () => {
    const squad = fallingBack("squad");
    expect(actingEntryPoint(squad, ["builder", "reviewer"] as never)).toBe("reviewer");
    expect(actingEntryPoint(squad, ["builder"] as never)).toBe("builder");
    expect(actingEntryPoint(squad, ["builder", "planner"] as never)).toBe("planner");
    expect(actingEntryPoint(squad, [])).toBe("planner");
  });

  it("passes a message on at once when it has been away for long, in the same commit", () => {
    const { driver } = withoutPlanner();
    driver.pass(FALLBACK_AFTER_MS);
    const reply = driver.run({
      type: "sendUserMessage",
      by: LEAD,
      body: "Fix the login.",
      repliesTo: null,
      priority: "medium",
    });
    expect(reply).toMatchObject({ to: "reviewer", available: true });
    expect(driver.task((reply as { taskId: string }).taskId).role).toBe("reviewer");
    expect(driver.log.slice(-2).map(({ type }) => type)).toEqual(["message.sent", "task.reassigned"]);
  });

  it("asks a person while nobody is there at all, and falls back when somebody comes", () => {
    const { driver } = withoutPlanner([]);
    const id = driver.say("Fix the login.");
    driver.pass(3 * MINUTE).tick();
    expect(driver.decision("role_unavailable")).toBeDefined();
    driver.join("Bo", "builder");
    expect(driver.task(id)).toMatchObject({ role: "builder", parkedAt: null });
    expect(driver.view.decisions).toEqual({});
  });

  it("leaves what a person told to wait, and what is no message of a person", () => {
    const { driver } = withoutPlanner([]);
    const told = driver.say("Fix the login.");
    driver.pass(3 * MINUTE).tick();
    driver.run(driver.answer(driver.decision("role_unavailable"), "wait"));
    driver.run(driver.create(LEAD, [{ role: "planner" }]));
    driver.join("Bo", "builder");
    driver.pass(3 * MINUTE).tick();
    expect(driver.task(told).role).toBe("planner");
    expect(driver.view.tasks.map(({ role }) => role)).toEqual(["planner", "planner"]);
  });

  it("is acted for as far as the user: the answer is brought by who acts, also when it comes back", () => {
    const { driver, others, pia } = withoutPlanner();
    driver.say("Fix the login.");
    driver.pass(FALLBACK_AFTER_MS).tick();
    const { reviewer, builder } = others;
    if (!reviewer || !builder) throw new Error("they are there");
    driver.claim(reviewer);
    driver.run(driver.handOff(reviewer, "builder", "work"));
    driver.claim(builder);
    // What goes to the planner goes to who acts as it, and the log says so.
    expect(driver.run(driver.handOff(builder, "planner", "question"))).toMatchObject({
      to: "reviewer",
      rerouted: { wanted: "planner" },
    });
    driver.claim(reviewer);
    driver.pass(SECOND);
    driver.join(pia.name, "planner");
    expect(driver.run(driver.handOff(reviewer, "user", "deliver"))).toMatchObject({ to: "user" });
    expect(driver.view.tasks).toEqual([]);
    expect(faultsOf(driver.log)).toEqual([]);
    const next = driver.say("And the logout.");
    expect(driver.task(next).role).toBe("planner");
  });

  it("has a way to the user for every role, whoever is there", () => {
    const custom: TeamDraft = {
      entryPoint: "lead",
      entryFallback: true,
      roles: [
        { name: "lead", handsTo: ["writer"] },
        { name: "writer", handsTo: ["editor"] },
        { name: "editor", handsTo: ["lead", "user"] },
      ],
    };
    const teams = [...(["solo", "duo", "pair", "squad"] as const).map(fallingBack), teamOf(custom).team as Team];
    for (const team of teams) {
      const choices = availabilities(team);
      expect(choices).toHaveLength(2 ** team.roles.length - 1);
      for (const available of choices)
        for (const role of available) expect(canBringBack(team, role, available), `${role} of ${available}`).toBe(true);
    }
  });
});

describe("the team that falls back", () => {
  it("is said in its draft, and is the same team read back", () => {
    const team = fallingBack("duo");
    expect(team.entryFallback).toBe(true);
    expect(teamOf(draftOf(team)).team).toEqual(team);
    expect(draftOf(presetTeam("duo"))).not.toHaveProperty("entryFallback");
  });

  it("names who acts in the variant in force", () => {
    const targets = handoffTargets(fallingBack("duo"), "builder" as never, null, ["builder"] as never);
    expect(targets.targets).toMatchObject([{ to: "user", intents: ["question", "deliver"] }]);
  });
});
