import { describe, expect, it } from "vitest";
import { dutyOf, judgesOf } from "../session/record/roles.ts";
import { type RoleDraft, type TeamDraft, teamOf } from "./draft.ts";
import { defaultDuties } from "./duties.ts";
import { presetTeam } from "./presets.ts";
import { DUTIES, type Duty, TEAM_PRESETS, type Team } from "./team.ts";

/** A lead and these roles; each hands to the lead. */
function draftWith(...roles: Omit<RoleDraft, "handsTo">[]): TeamDraft {
  const others = roles.map((role) => ({ ...role, handsTo: ["lead"] }));
  return { entryPoint: "lead", roles: [{ name: "lead", handsTo: ["user"] }, ...others] };
}

function teamWith(...roles: Omit<RoleDraft, "handsTo">[]): Team {
  const { team, problems } = teamOf(draftWith(...roles));
  if (!team) throw new Error(JSON.stringify(problems));
  return team;
}

const dutiesIn = (team: Team) => ({
  present: dutyOf(team, "present"),
  work: dutyOf(team, "work"),
  review: dutyOf(team, "review"),
  judge: judgesOf(team),
});
const named = (...names: string[]) => teamWith(...names.map((name) => ({ name })));

describe("duties", () => {
  it("are the entry point's where no role has them, and then nobody judges", () => {
    const all = { present: "lead", work: "lead", review: "lead", judge: [] };
    expect(dutiesIn(named("maker", "critic"))).toEqual(all);
  });

  it("follow from a role's name where it declares none, the first choice before the first role", () => {
    const team = named("developer", "qa", "tester", "builder", "security", "brainstormer");
    expect(dutiesIn(team)).toEqual({
      present: "brainstormer",
      work: "builder",
      review: "tester",
      judge: ["qa", "security"],
    });
    expect(TEAM_PRESETS.map((preset) => dutiesIn(presetTeam(preset)).work)).toEqual([
      "solo",
      "builder",
      "builder",
      "builder",
      "executor",
    ]);
  });

  it("belong to the roles that declare them, before those that only have the name", () => {
    const team = teamWith(
      { name: "builder" },
      { name: "reviewer" },
      { name: "maker", duties: ["work"] },
      { name: "smith", duties: ["work"] },
      { name: "critic", duties: ["judge", "review"] },
      { name: "muse", duties: ["present"] },
    );
    expect(dutiesIn(team)).toEqual({
      present: "muse",
      work: "maker",
      review: "critic",
      judge: ["reviewer", "critic"],
    });
  });

  it("are none of a role that declares an empty list, whatever its name", () => {
    const team = teamWith({ name: "builder", duties: [] }, { name: "reviewer", duties: ["review"] });
    expect(dutiesIn(team)).toMatchObject({ work: "lead", review: "reviewer", judge: [] });
  });

  it("are kept once and in order, and a word that is none is a problem at its place", () => {
    const twice: Duty[] = ["judge", "work", "judge"];
    expect(teamWith({ name: "maker", duties: twice }).roles[1]?.duties).toEqual(["work", "judge"]);
    const draft = draftWith({ name: "maker", duties: ["work", "paint" as Duty] });
    const problem = { level: "error", path: "roles[1].duties[1]" };
    const message = "Use one of present, work, review, judge.";
    expect(teamOf(draft).problems).toContainEqual({ ...problem, message });
  });

  it("that follow from names are those of one of the names that have them", () => {
    expect(defaultDuties("reviewer")).toEqual(["review", "judge"]);
    expect(defaultDuties("maker")).toEqual([]);
    expect(DUTIES.filter((duty) => defaultDuties("brainstormer").includes(duty))).toEqual(["present"]);
  });
});
