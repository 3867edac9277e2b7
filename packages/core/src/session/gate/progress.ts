import type { Phase } from "../../flow/steps.ts";
import { flowOf } from "../flow/flows.ts";
import type { GateState } from "../record/gate.ts";
import type { Session, SessionProgress } from "../record/session.ts";
import { phaseGates } from "./gates.ts";

/** How far a session is: its phase, its gates, and the tasks of all plans approved so far. */
export function progressOf(session: Session): SessionProgress {
  const gates = phaseGates(session).map(({ phase, state }) => [phase, state] as const);
  return { ...flowOf(session).progress(session), gates: Object.fromEntries(gates) as Record<Phase, GateState> };
}
