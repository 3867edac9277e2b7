import { PIPELINES } from "@squadroom/core/pipeline/presets";
import { expect, test } from "vitest";
import { partsOf } from "./pipeline-step-state.ts";

test("a pipeline falls into what is in front of each checkpoint and what is behind it", () => {
  const steps = PIPELINES.find(({ name }) => name === "full-lifecycle-fe")?.steps ?? [];
  const parts = partsOf(steps).map(({ checkpoint, steps: own }) => [checkpoint?.id ?? "", own.map(({ id }) => id)]);
  expect(parts).toEqual([
    ["", ["RESEARCH-001", "DRAFT-001", "DRAFT-002", "DRAFT-003", "DRAFT-004", "QUALITY-001"]],
    ["CHECKPOINT-1", ["PLAN-001", "IMPL-001", "DEV-FE-001", "TEST-001", "QA-FE-001", "REVIEW-001"]],
  ]);
});

test("one without a checkpoint is one part", () => {
  const steps = PIPELINES.find(({ name }) => name === "fe-only")?.steps ?? [];
  expect(partsOf(steps)).toHaveLength(1);
});
