import { describe, expect, it } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { presetTeam } from "../team/presets.ts";
import { anId, LEAD, T0 } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { aRoutedTeam } from "../testing/routed-team.fixture.ts";
import { allowedHandoffs } from "./deliver.ts";
import { deliveryText } from "./delivery.ts";
import type { Whose } from "./whose.ts";

const keys = { handoff: anId(901), done: anId(902), fail: anId(903) };
const PROVES = "Prove your work before you pass it on";
const CHECKS = "Check against the instruction";

type Caller = ReturnType<Driver["join"]>;

/** What the agent reads with its next task, or the one in its hand. */
function read(driver: Driver, by: Caller, more: Pick<Whose, "movedFrom" | "sender"> = {}): string {
  const task = driver.claim(by);
  const agent = driver.view.agents[by.id];
  if (!agent) throw new Error("nobody is there");
  const { room } = driver;
  const handoffs = allowedHandoffs(room, task, agent);
  const none = { origin: null, fromResult: null, messages: [], recent: [] };
  return deliveryText({ room, task, agent, handoffs, ...none, keys, now: T0, ...more });
}

describe("whose part a task is", () => {
  it("says for whom its reader stands in, also when that role is back", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    const ben = driver.join("Ben", "builder");
    driver.say("Limit the sign-in to five attempts.");
    driver.claim(pia);
    driver.run(driver.handOff(pia, "builder", "work"));
    driver.claim(ben);
    driver.run(driver.handOff(ben, "reviewer", "work"));
    const rex = driver.join("Rex", "reviewer");
    expect(read(driver, pia)).toContain("You stand in for the reviewer, who was not available");
    driver.run({ type: "leaveRoom", by: ben, reason: "" });
    driver.run(driver.handOff(pia, "user", "deliver"));
    driver.say("And the sign-up.");
    expect(read(driver, pia)).not.toContain("You stand in");
    driver.run(driver.handOff(pia, "builder", "work"));
    expect(read(driver, rex)).toContain("You stand in for the builder, who was not available");
    driver.run(driver.handOff(rex, "planner", "work"));
    expect(read(driver, pia)).not.toContain("You stand in");
  });

  it("brings what the part asks for that its reader stands in for", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    const ben = driver.join("Ben", "builder");
    driver.say("Limit the sign-in to five attempts.");
    expect(read(driver, pia)).not.toContain(PROVES);
    driver.run(driver.handOff(pia, "builder", "work"));
    expect(read(driver, ben)).not.toContain(PROVES);
    driver.run(driver.handOff(ben, "reviewer", "work"));
    const checking = read(driver, pia);
    expect(checking).toContain(CHECKS);
    expect(checking).not.toContain(PROVES);
    driver.run(driver.handOff(pia, "user", "deliver"));
    driver.run({ type: "leaveRoom", by: ben, reason: "" });
    driver.say("And the sign-up.");
    const alone = read(driver, pia);
    expect(alone).toContain(`No builder is connected: that part of the work is yours. ${PROVES}`);
    const rex = driver.join("Rex", "reviewer");
    expect(read(driver, pia)).not.toContain("is connected");
    driver.run(driver.handOff(pia, "reviewer", "work"));
    const building = read(driver, rex);
    expect(building).toContain(`that part of the work is yours. ${PROVES}`);
    // Its own guidance says so already.
    expect(building).not.toContain(CHECKS);
  });

  it("says of a role that checks that it is the author, when it stood in for who does the work", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    const rex = driver.join("Rex", "reviewer");
    driver.say("Limit the sign-in to five attempts.");
    driver.claim(pia);
    driver.run(driver.handOff(pia, "reviewer", "work"));
    driver.claim(rex);
    driver.run(driver.handOff(rex, "planner", "work"));
    const sender = { from: roleName("planner"), intent: "work" as const };
    expect(read(driver, pia, { sender })).toContain(
      `The reviewer did this in place of the builder: Rex is its author, and nobody has reviewed it. ${CHECKS}`,
    );
    const reviewed = { from: roleName("builder"), intent: "work" as const };
    expect(read(driver, pia, { sender: reviewed })).not.toContain("is its author");
    expect(read(driver, pia, { sender: null })).not.toContain("is its author");
  });

  it("says whose it was before the team was changed", () => {
    const driver = Driver.room("squad");
    driver.run(driver.create(LEAD, [{ role: "reviewer" }]));
    const { teamVersion: version } = driver.room;
    const team = presetTeam("duo");
    driver.run({ type: "changeTeam", by: LEAD, team, version, remap: { reviewer: "builder" } });
    const ben = driver.join("Ben", "builder");
    expect(read(driver, ben)).not.toContain("when the team changed");
    expect(read(driver, ben, { movedFrom: roleName("reviewer") })).toContain(
      "- It was meant for the reviewer, a role that no longer exists: you got it when the team changed.",
    );
    expect(read(driver, ben, { movedFrom: roleName("planner") })).toContain(
      "- It was meant for the planner: you got it when the team changed.",
    );
  });

  it("tells the entry point of a routed team which roles rules found, as they were when the message was sent", () => {
    const team = aRoutedTeam("planner", "builder", "tester");
    const driver = Driver.room(team);
    const pia = driver.join("Pia", "planner");
    driver.say("The test of the build is odd");
    const { teamVersion: version } = driver.room;
    const routing = { rules: [{ id: "odd", phrases: ["odd"], to: roleName("builder") }] };
    const changed = { ...team, routing };
    driver.run({ type: "changeTeam", by: LEAD, team: changed, version, remap: {} });
    expect(read(driver, pia)).toContain(
      "No rule decides who should get it. Candidates: tester 0.47 (“test”), builder 0.47 (“build”). You decide, or ask the user.",
    );
    driver.run(driver.handOff(pia, "user", "deliver"));
    driver.say("What about Friday?");
    expect(read(driver, pia)).toContain("No rule says who should get it: you decide, or ask the user.");
  });
});
