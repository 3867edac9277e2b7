import { PHASES, type Phase } from "../../flow/steps.ts";
import type { Task } from "../../task/task.ts";
import { flowOf } from "../flow/flows.ts";
import { isThrough } from "../record/evidence.ts";
import { type Gate, type GateState, REQUIREMENTS, type Requirement } from "../record/gate.ts";
import type { Session } from "../record/session.ts";

/** All gates of a session in the order of its flow. */
export function gatesOf(session: Session): Gate[] {
  return flowOf(session).gates(session);
}

export interface PhaseGate {
  phase: Phase;
  state: GateState;
  /** One, or one for each batch. */
  gates: Gate[];
}

/** One gate for each phase: what batches have of their own is folded. */
export function phaseGates(session: Session): PhaseGate[] {
  const gates = gatesOf(session);
  return PHASES.map((phase) => {
    const own = gates.filter((gate) => gate.phase === phase);
    return { phase, state: foldStates(own.map(({ state }) => state)), gates: own };
  });
}

/** One that failed fails all; otherwise all have to be through. */
export function foldStates(states: readonly GateState[]): GateState {
  if (states.includes("failed")) return "failed";
  if (states.every((state) => state === "pending")) return "pending";
  if (!states.every(isThrough)) return "in_progress";
  return states.includes("overridden") ? "overridden" : "passed";
}

/** The gate that holds the session up although nobody works on it any more; a person has to say how it continues. */
export function heldBy(session: Session): Gate | null {
  return flowOf(session).heldBy(session);
}

/** The checks that a task's session gates ask it for. */
export function checksWanted(session: Session, task: Pick<Task, "id" | "reviewOf">): readonly Requirement[] {
  return flowOf(session).isAskedForChecks(session, task) ? REQUIREMENTS[session.gates.preset] : [];
}
