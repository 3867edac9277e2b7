import { countedSteps } from "../../pipeline/pipeline.ts";
import { tallyOf } from "../record/evidence.ts";
import type { SessionFlow } from "../record/flow.ts";
import type { PipelineSession } from "../record/session.ts";
import { begunPipeline, withoutEnded } from "./apply.ts";
import { askedForChecks, backTo, failingChecks, failingWord } from "./failing.ts";
import { endGate, pipelineGates } from "./gates.ts";
import { dueCheckpoints, pipelinePhase, stepsDone } from "./steps.ts";

/** A session that follows a graph of steps; a person is asked at its checkpoints. */
export const PIPELINE_FLOW: SessionFlow<PipelineSession> = {
  asksAt: () => "pipeline",
  goneOn: ({ id }) => `Session ${id} has gone on since then.`,
  gates: pipelineGates,
  heldBy: endGate,
  isCheckpointDue: (session) => dueCheckpoints(session).length > 0,
  redone: (session, gate) => backTo(session, gate).steps,
  progress: (session) => {
    const { steps } = session.pipeline;
    return {
      phase: pipelinePhase(session),
      tasksTotal: countedSteps(steps).length,
      tasksCompleted: tallyOf(session, steps).passed,
    };
  },
  isAskedForChecks: ({ pipeline, execution }, { id }) =>
    askedForChecks(pipeline.steps).some((step) => execution?.tasks[step.id] === id),
  steps: ({ pipeline }) => pipeline.steps,
  stepsDone,
  passed: ({ pipeline, passed }) =>
    pipeline.steps.flatMap(({ id, title }) => {
      const by = passed[id];
      return by ? [{ id, title, ...by }] : [];
    }),
  accumulates: true,
  failing: failingChecks,
  failingWord,
  begun: begunPipeline,
  withoutEnded,
};
