import { describe, expect, it } from "vitest";
import { draftOf, teamOf } from "./draft.ts";
import { PERSPECTIVES, perspectivesOf } from "./perspectives.ts";
import { presetTeam } from "./presets.ts";

const OWN = [
  { name: "legal", persona: "counsel", focus: "contracts" },
  { name: "Risk", tool: "claude" },
];

describe("the points of view of a team", () => {
  it("are five where it says nothing, and those that a round names, once each", () => {
    expect(perspectivesOf({}, []).map(({ name }) => name)).toEqual([
      "product",
      "technical",
      "quality",
      "risk",
      "coverage",
    ]);
    expect(perspectivesOf({}, ["risk", " Product ", "risk"])).toEqual([PERSPECTIVES[3], PERSPECTIVES[0]]);
    expect(perspectivesOf({}, ["legal"])).toEqual([{ name: "legal", tool: "", persona: "", focus: "" }]);
  });

  it("are data of the team, and survive a change of it", () => {
    const { team } = teamOf({ ...draftOf(presetTeam("lifecycle")), perspectives: OWN });
    if (!team) throw new Error("no team");
    expect(perspectivesOf(team, []).map(({ name }) => name)).toEqual(["legal", "Risk"]);
    expect(perspectivesOf(team, ["risk"])[0]).toMatchObject({ name: "Risk", tool: "claude" });
    expect(teamOf(draftOf(team)).team).toEqual(team);
  });

  it("have a name each", () => {
    const draft = {
      ...draftOf(presetTeam("lifecycle")),
      perspectives: [{ name: "a" }, { name: "A" }],
    };
    expect(teamOf(draft).problems).toEqual([
      { level: "error", path: "perspectives.1.name", message: "A appears twice." },
    ]);
  });
});
