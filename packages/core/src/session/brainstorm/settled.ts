import { isBehind, PHASES, phaseOf, type SessionStep } from "../../flow/steps.ts";
import type { EventData } from "../../kernel/event.ts";
import type { GateRecord } from "../record/gate.ts";
import type { BrainstormSession } from "../record/session.ts";

/** What the gates remember once the session is at another step; `session`: as it was. */
export function gatesAt(
  session: BrainstormSession,
  { step, why, keepsLevel }: EventData["session.step_entered"],
  who: { by: string; at: number },
): GateRecord {
  return {
    ...session.gates,
    settled: settledBy(session, step, why, who, keepsLevel),
    overrides: overridesAt(session, step, why),
  };
}

/** Steps that somebody led on from, once the session is at `step`. */
export function settledBy(
  { step: from, gates }: BrainstormSession,
  step: SessionStep,
  why: "forward" | "back" | "skipped" | "undone",
  who: { by: string; at: number },
  keepsLevel = false,
): GateRecord["settled"] {
  const kept = Object.entries(gates.settled).filter(
    ([name]) => isBehind(step, name as SessionStep) || (keepsLevel && name === step),
  );
  const settled: GateRecord["settled"] = Object.fromEntries(kept);
  const isOn = (why === "forward" || why === "skipped") && isBehind(step, from);
  // The triage's answerer is better known than whoever led on from it.
  if (isOn && settled[from] === undefined) settled[from] = who;
  return settled;
}

/** Going back reopens the gates after that. */
function overridesAt({ gates, batch }: BrainstormSession, step: SessionStep, why: string): GateRecord["overrides"] {
  if (gates.overrides.length === 0 || why === "forward" || why === "skipped") return gates.overrides;
  const at = PHASES.indexOf(phaseOf(step));
  return gates.overrides.filter((one) => PHASES.indexOf(one.phase) < at || (one.batch !== null && one.batch !== batch));
}
