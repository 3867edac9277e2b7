import { phaseOf } from "../../flow/steps.ts";
import { batchWorkOf } from "../record/evidence.ts";
import { NO_GRAPH, type SessionFlow } from "../record/flow.ts";
import type { BrainstormSession } from "../record/session.ts";
import { brainstormGates, stepGate } from "./gates.ts";

/** A session in steps that a person talks through with agents (`flow/brainstorm.ts`). */
export const BRAINSTORM_FLOW: SessionFlow<BrainstormSession> = {
  ...NO_GRAPH,
  asksAt: ({ step }) => step,
  goneOn: ({ id, step, work }) =>
    work === null ? `Session ${id} moved on to ${step}.` : `An agent is working on it again (${work.taskId}).`,
  gates: brainstormGates,
  heldBy: stepGate,
  progress: (session) => {
    const tallies = [...session.gates.past.map(({ tasks }) => tasks), batchWorkOf(session).tasks];
    return {
      phase: phaseOf(session.step),
      tasksTotal: tallies.reduce((sum, { total }) => sum + total, 0),
      tasksCompleted: tallies.reduce((sum, { passed }) => sum + passed, 0),
    };
  },
  isAskedForChecks: (_session, { reviewOf }) => !reviewOf,
};
