import { describe, expect, it } from "vitest";
import { FALLBACK_AFTER_MS } from "../task/entry-fallback.ts";
import { draftOf, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import type { Team } from "../team/team.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { routeMessage } from "./route.ts";

function aRoom(team: Team): Driver {
  const driver = new Driver();
  driver.run({ type: "createRoom", by: LEAD, name: "shop", team, demo: false });
  return driver;
}

/** Says where a message goes, sends it, and looks that it is there and that the log says so. */
function sent(driver: Driver) {
  const route = routeMessage(driver.room, driver.now, null);
  const id = driver.say("Fix the login.");
  expect(driver.task(id).role).toBe(route.target);
  const about = driver.log.filter(({ data }) => JSON.stringify(data).includes(id));
  expect(about.at(-1)?.type).toBe(route.event);
  return route;
}

describe("a user's message", () => {
  it("goes to the entry point, also while nobody fills it", () => {
    expect(sent(aRoom(presetTeam("squad")))).toMatchObject({
      target: "planner",
      reason: "entry_point",
    });
  });

  it("goes to the only role there is", () => {
    expect(sent(aRoom(presetTeam("solo")))).toMatchObject({ target: "solo", reason: "only_role" });
  });

  it("goes to who acts as the entry point once that is long away", () => {
    const { team } = teamOf({ ...draftOf(presetTeam("squad")), entryFallback: true });
    const driver = aRoom(team as Team);
    const pia = driver.join("Pia", "planner");
    driver.join("Bob", "builder");
    driver.run({ type: "leaveRoom", by: pia, reason: "" });
    driver.pass(FALLBACK_AFTER_MS - 1);
    expect(sent(driver)).toMatchObject({ target: "planner", reason: "entry_point" });
    driver.pass(1);
    expect(sent(driver)).toMatchObject({ target: "builder", reason: "acting" });
  });
});
