import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pipelinesIn } from "../../flow/sessions.ts";
import { PIPELINES } from "../../pipeline/presets.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { shareOf } from "../../testing/property-runs.fixture.ts";
import { plannedSteps } from "./planned.ts";

const linesOf = (room: PipelineDriver) =>
  plannedSteps(room.view).map(({ step, checkpoint, owner, needs }) => [
    step.id,
    checkpoint?.id ?? null,
    owner?.name ?? null,
    needs.join(" "),
  ]);

describe("what is left of a pipeline", () => {
  it("is what stands behind its checkpoints, with whose it will be and what it needs", () => {
    const room = new PipelineDriver();
    room.beginWith(
      "RESEARCH-001",
      "CHECKPOINT-1<RESEARCH-001",
      "PLAN-001<CHECKPOINT-1",
      "IMPL-001<PLAN-001",
      "ODD-001",
    );
    room.beginWith("PLAN-001", "CHECKPOINT-1<PLAN-001", "ODD-001<CHECKPOINT-1");
    expect(linesOf(room)).toEqual([
      ["PLAN-001", "CHECKPOINT-1", "planner", ""],
      ["IMPL-001", "CHECKPOINT-1", "executor", "PLAN-001"],
      ["ODD-001", "CHECKPOINT-1", null, ""],
    ]);
    expect(plannedSteps(room.view).map(({ isAsked }) => isAsked)).toEqual([false, false, false]);
  });

  it("says when each step's turn comes once its checkpoint is answered, from what such steps took", () => {
    const room = new PipelineDriver();
    room.taskMs = 120_000;
    room.begin("full-lifecycle");
    room.work();
    room.choose("resume");
    room.work();
    room.begin("full-lifecycle", "Again");
    room.work();
    const planned = plannedSteps(room.view);
    expect(planned.map(({ step, isAsked, startsInMs, takesMs }) => [step.id, isAsked, startsInMs, takesMs])).toEqual([
      ["PLAN-001", true, 0, 120_000],
      ["IMPL-001", true, 120_000, 120_000],
      ["TEST-001", true, 240_000, 120_000],
      ["REVIEW-001", true, 240_000, 120_000],
    ]);
  });

  it("is each step of each live pipeline that the log has not made a task, once", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...PIPELINES.map(({ name }) => name)), fc.nat(12)), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.infiniteStream(fc.nat(100)),
        (begun, picks) => {
          const room = new PipelineDriver();
          const pick = (n: number) => Number(picks.next().value) % n;
          for (const [pipeline, ends] of begun) {
            room.begin(pipeline);
            room.work(pick, ends);
            const asked = Object.values(room.view.decisions).find(({ kind }) => kind === "pipeline_checkpoint");
            if (asked && pick(2) === 0) room.run(room.answer(asked, "resume"));
          }
          // By the log alone: what was made a task, and what it ended.
          const made = new Set(
            room.log.flatMap(({ type, data }) =>
              type === "session.advanced" ? data.tasks.map(({ planId }) => `${data.sessionId} ${planId}`) : [],
            ),
          );
          const steps = pipelinesIn(room.view.sessions).flatMap(({ id, pipeline }) =>
            pipeline.steps.flatMap((step) => (step.isCheckpoint ? [] : `${id} ${step.id}`)),
          );
          const planned = plannedSteps(room.view).map(({ session, step }) => `${session.id} ${step.id}`);
          expect(planned.sort()).toEqual(steps.filter((step) => !made.has(step)).sort());
        },
      ),
      { numRuns: shareOf(20) },
    );
  });
});
