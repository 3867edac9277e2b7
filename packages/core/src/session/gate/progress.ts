import { type Phase, phaseOf } from "../../flow/steps.ts";
import { countedSteps } from "../../pipeline/pipeline.ts";
import { pipelinePhase } from "../record/pipeline.ts";
import type { Session, SessionProgress } from "../record/session.ts";
import type { GateState } from "./gate.ts";
import { phaseGates } from "./gates.ts";
import { batchWorkOf } from "./work.ts";

/** How far a session is: its phase, its gates, and the tasks of all plans that were approved so far. */
export function progressOf(session: Session): SessionProgress {
  const { pipeline } = session;
  const tallies = [...session.gates.past.map(({ tasks }) => tasks), batchWorkOf(session).tasks];
  const gates = phaseGates(session).map(({ phase, state }) => [phase, state] as const);
  return {
    phase: pipeline ? pipelinePhase(session) : phaseOf(session.step),
    tasksTotal: pipeline ? countedSteps(pipeline.steps).length : tallies.reduce((sum, { total }) => sum + total, 0),
    tasksCompleted: tallies.reduce((sum, { passed }) => sum + passed, 0),
    gates: Object.fromEntries(gates) as Record<Phase, GateState>,
  };
}
