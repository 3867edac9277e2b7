import fc from "fast-check";
import { expect, it } from "vitest";
import { pipelinesIn } from "../flow/sessions.ts";
import type { Room } from "../kernel/room.ts";
import { pipelineLines } from "../prompt/context/pipeline-step.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { PipelineDriver } from "../testing/pipeline-driver.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { apart } from "./apart.ts";
import type { Pipeline } from "./pipeline.ts";
import { PIPELINES } from "./presets.ts";

const SPEC = pipeline("spec", [
  ["DRAFT-001", ["spec/a.md"], "Write spec/a.md."],
  ["DRAFT-002", ["./spec/b.md"], "Read spec/a.md, docs/spec/a.md and spec/a.mdx."],
]);

function pipeline(name: string, steps: [string, string[], string][]): Pipeline {
  const all = steps.map(([id, outputs, instruction]) => {
    return { id, title: id, requires: [], outputs, instruction };
  });
  return { name, title: name, about: "", steps: all };
}

it("moves all files of a pipeline where one of them is made by another, also in its instructions", () => {
  const other = pipeline("other", [["DEV-001", ["spec/b.md"], ""]]);
  const moved = apart(SPEC, "session-2", [other]);
  expect(moved.steps.map(({ outputs, instruction }) => [outputs, instruction])).toEqual([
    [["session-2/spec/a.md"], "Write session-2/spec/a.md."],
    [["session-2/spec/b.md"], "Read session-2/spec/a.md, docs/spec/a.md and spec/a.mdx."],
  ]);
});

it("leaves a pipeline as it is where nobody makes its files", () => {
  expect(apart(SPEC, "session-2", [])).toBe(SPEC);
  expect(apart(SPEC, "session-2", [pipeline("other", [["DEV-001", ["a.md"], ""]])])).toBe(SPEC);
});

it("no two sessions under way are to make the same file, unless somebody says where", () => {
  const names = fc.array(fc.constantFrom(...PIPELINES.map(({ name }) => name)), { maxLength: 5 });
  fc.assert(
    fc.property(names, (begun) => {
      const room = new PipelineDriver();
      for (const name of begun) room.begin(name);
      const files = pipelinesIn(room.view.sessions).flatMap((one) => [
        ...new Set(one.pipeline.steps.flatMap(({ outputs = [] }) => outputs)),
      ]);
      expect(new Set(files).size).toBe(files.length);
      const made = room.view.tasks.flatMap(({ outputs }) => outputs);
      expect(new Set(made).size).toBe(made.length);
    }),
    { numRuns: shareOf(40) },
  );
});

it("a session that says what it may change keeps the files of its pipeline", () => {
  const room = new PipelineDriver();
  room.begin("spec-only");
  const words = { title: "Refunds", description: "", itemId: null, pipeline: "spec-only" };
  const boundaries = { allowed: ["spec/**"], forbidden: [] };
  room.run({ type: "createSession", by: LEAD, ...words, boundaries });
  const [first, second] = pipelinesIn(room.view.sessions);
  expect(second?.pipeline).toEqual(first?.pipeline);
});

it("the agent is told why its files aren't where the pipeline says", () => {
  const room = new PipelineDriver();
  room.begin("spec-only");
  room.begin("spec-only");
  const told = pipelinesIn(room.view.sessions).map((session) => {
    const task = room.view.tasks.find(({ sessionId }) => sessionId === session.id);
    return task ? pipelineLines(room.view as Room, session, task).join(" ") : "";
  });
  expect(told[0]).not.toContain("Another session");
  expect(told[1]).toContain("so this one's are in `session-2/`.");
});
