import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PIPELINES } from "../pipeline/presets.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { undiscussed } from "../testing/discussion.fixture.ts";
import { PipelineDriver } from "../testing/pipeline-driver.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { teamDrafts } from "../testing/teams.fixture.ts";
import { draftOf, teamOf } from "./draft.ts";
import { offeredPipelines, PIPELINES_MAX } from "./pipelines.ts";
import { presetTeam } from "./presets.ts";

const own = (name: string, prefix = "PLAN") => `name: ${name}
title: Own
about: from a plan to an answer
steps:
  - id: ${prefix}-001
    title: Plan
  - id: CHECKPOINT-1
    title: Go on
    checkpoint: true
    requires: [${prefix}-001]
  - id: REVIEW-001
    title: Review
    requires: [CHECKPOINT-1]
`;

function withOwn(...pipelines: string[]) {
  return teamOf({ ...draftOf(undiscussed()), pipelines });
}

describe("a team's own pipelines", () => {
  it("come before those that every team has, and take the place of one of the same name", () => {
    const { team, problems } = withOwn(own("security"), own("fullstack"));
    expect(problems.filter(({ path }) => path.startsWith("pipelines"))).toEqual([]);
    expect(offeredPipelines(team ?? undiscussed()).map(({ pipeline }) => pipeline.name)).toEqual([
      "security",
      "fullstack",
      ...PIPELINES.map(({ name }) => name).filter((name) => name !== "fullstack"),
    ]);
  });

  it("refuse a name twice, and more than a team can have", () => {
    const twice = withOwn(own("security"), own("security"));
    expect(twice.team).toBeNull();
    expect(twice.problems).toContainEqual({
      level: "error",
      path: "pipelines[1]",
      line: 1,
      message: "There is already a pipeline security.",
    });
    const many = Array.from({ length: PIPELINES_MAX + 1 }, (_, i) => own(`p-${i}`));
    expect(withOwn(...many.slice(1)).team).not.toBeNull();
    expect(withOwn(...many).problems).toContainEqual({
      level: "error",
      path: "pipelines",
      message: "A team can have at most 10 pipelines.",
    });
  });

  it("refuse what can't be read, with its line", () => {
    const { team, problems } = withOwn(own("security"), own("late").replace("-1]", "-2]"));
    expect(team).toBeNull();
    expect(problems).toContainEqual({
      level: "error",
      path: "pipelines[1]",
      line: 13,
      message: "There is no step CHECKPOINT-2.",
    });
  });

  it("warn of a prefix that no role owns, and aren't started until one does", () => {
    const { team, problems } = withOwn(own("security", "SEC"));
    expect(problems).toContainEqual({
      level: "warning",
      path: "pipelines[0]",
      line: 5,
      message: "This team has no role for SEC steps; until it has one, security can't be started.",
    });
    const room = new PipelineDriver();
    room.view = { ...room.view, team };
    const words = { title: "Refunds", description: "", itemId: null, pipeline: "security" };
    expect(room.refused({ type: "createSession", by: LEAD, ...words })).toMatchObject({
      code: "pipeline_unknown",
      message: "No role of this team has tasks that begin with SEC, which security needs.",
    });
  });

  it("are gone through with their checkpoints", () => {
    const room = new PipelineDriver();
    room.view = { ...room.view, team: withOwn(own("security")).team };
    room.begin("security");
    expect(room.work()).toEqual(["PLAN-001"]);
    room.choose("resume");
    expect(room.work()).toEqual(["REVIEW-001"]);
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
  });

  it("go through a draft and back with their team", () => {
    const pipelines = fc.uniqueArray(fc.constantFrom("a", "b-1", "fullstack", "own"), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(teamDrafts(), pipelines, fc.constantFrom("PLAN", "LEAD"), (draft, names, prefix) => {
        const { team } = teamOf({ ...draft, pipelines: names.map((name) => own(name, prefix)) });
        expect(team?.pipelines?.map(({ name }) => name) ?? []).toEqual(names);
        if (!team) return;
        const again = draftOf(team);
        expect(teamOf(again).team).toEqual(team);
        expect(draftOf(teamOf(again).team ?? presetTeam("solo"))).toEqual(again);
      }),
      { numRuns: shareOf(100) },
    );
  });
});
