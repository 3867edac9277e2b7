import { circleIn, reachable } from "@squadroom/core/pipeline/graph";
import type { Pipeline } from "@squadroom/core/pipeline/pipeline";
import { PIPELINES } from "@squadroom/core/pipeline/presets";
import { readPipeline, writePipeline } from "@squadroom/core/team/pipeline-text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addCheckpoint, addStep, changeStep, couldFollow, couldRequire, removeStep, setRequired } from "./edit.ts";

const impl = PIPELINES.find(({ name }) => name === "impl-only") as Pipeline;
const needs = ({ steps }: Pipeline) => Object.fromEntries(steps.map(({ id, requires }) => [id, requires]));

describe("a pipeline is edited", () => {
  it("by a step behind another", () => {
    const { id, pipeline } = addStep(impl, "IMPL-001");
    expect(id).toBe("IMPL-002");
    expect(needs(pipeline)).toEqual({ ...needs(impl), "IMPL-002": ["IMPL-001"] });
  });

  it("by a checkpoint, which what waited waits for", () => {
    const { id, pipeline } = addCheckpoint(impl, "IMPL-001");
    expect(needs(pipeline)).toMatchObject({ [id]: ["IMPL-001"], "TEST-001": [id] });
    expect(needs(removeStep(pipeline, id))).toEqual(needs(impl));
  });

  it("by another id, which others follow", () => {
    const next = changeStep(impl, "IMPL-001", { id: "DEV-001" });
    expect(needs(next)).toMatchObject({ "DEV-001": ["PLAN-001"], "TEST-001": ["DEV-001"] });
  });

  it("so that nothing ever waits for itself, and each edit is readable", () => {
    const edit = fc.record({
      kind: fc.constantFrom("step", "checkpoint", "remove", "connect", "follow", "apart", "rename"),
      at: fc.nat(),
      other: fc.nat(),
    });
    const pick = <T>(all: readonly T[], at: number) => all[at % Math.max(1, all.length)];
    const tried = fc.property(fc.constantFrom(...PIPELINES), fc.array(edit, { maxLength: 20 }), (start, edits) => {
      let pipeline: Pipeline = start;
      for (const { kind, at, other } of edits) {
        const id = pick(pipeline.steps, at)?.id;
        if (id === undefined) break;
        if (kind === "step") pipeline = addStep(pipeline, id).pipeline;
        else if (kind === "checkpoint") pipeline = addCheckpoint(pipeline, id).pipeline;
        else if (kind === "remove") pipeline = removeStep(pipeline, id);
        else if (kind === "rename")
          pipeline = changeStep(pipeline, id, {
            id: `NEW-${pipeline.steps.length}${other % 100}`,
          });
        else if (kind === "apart") {
          const one = pick(pipeline.steps.find((step) => step.id === id)?.requires ?? [], other);
          if (one) pipeline = setRequired(pipeline, id, one, false);
        } else {
          const could = kind === "connect" ? couldRequire : couldFollow;
          const one = pick(could(pipeline, id), other);
          if (!one) continue;
          pipeline = kind === "connect" ? setRequired(pipeline, id, one, true) : setRequired(pipeline, one, id, true);
        }
      }
      const steps = pipeline.steps.map((step) => ({ ...step, title: step.title || "A title" }));
      const isTwice = new Set(steps.map(({ id }) => id)).size < steps.length;
      const { problems } = readPipeline(writePipeline({ ...pipeline, steps }));
      const bad = problems.filter(
        ({ level, message }) => level === "error" && !/needs a step|needs a list/.test(message),
      );
      if (isTwice) return;
      expect(circleIn(steps)).toBe(null);
      expect(bad).toEqual([]);
      const all = new Set(steps.map(({ id }) => id));
      expect(reachable({ steps }, all)).toEqual(all);
    });
    fc.assert(tried, { numRuns: 300 });
  });
});
