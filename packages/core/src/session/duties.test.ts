import { describe, expect, it } from "vitest";
import { draftOf, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";

/** A squad whose roles are called as nobody else's; what they do in sessions, they declare. */
function aTeamOfOtherNames() {
  const { team } = teamOf({
    entryPoint: "desk",
    roles: [
      { name: "desk", handsTo: ["maker", "user"] },
      { name: "muse", duties: ["present"], handsTo: ["desk"] },
      { name: "maker", duties: ["work"], handsTo: ["critic"] },
      { name: "critic", duties: ["review", "judge"], handsTo: ["desk"] },
    ],
  });
  if (!team) throw new Error("it is no team");
  return team;
}

describe("a session of a team whose roles have names of their own", () => {
  it("goes from plan over work to review by the duties that the roles declare", () => {
    const room = new SessionDriver(aTeamOfOtherNames(), ["muse", "maker", "critic"]);
    room.toPlan();
    room.choose("plan", "approve");
    expect(room.task("MAKER-001").role).toBe("maker");
    expect(room.submit()).toMatchObject({ state: "in_review", reviewers: ["critic"] });
    expect(room.task("CRITIC-001")).toMatchObject({ role: "critic", reviewOf: { round: 1 } });
    room.judge();
    room.work();
    room.present("review");
    expect(room.view.sessions.live).toEqual([]);
    expect(room.view.sessions.ended[0]).toMatchObject({ id: 1, end: "completed" });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("folds a log that was written before roles declared anything, with duties by name", () => {
    const squad = presetTeam("squad");
    expect(JSON.stringify(squad)).not.toContain("duties");
    const again = teamOf(draftOf(squad)).team?.roles.map(({ handsTo: _, ...role }) => role);
    expect(again).toEqual(squad.roles);
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "approve");
    expect(room.submit()).toMatchObject({ state: "in_review", reviewers: ["reviewer"] });
  });
});
