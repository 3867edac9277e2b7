import { isBehind, PHASES, phaseOf, type SessionStep } from "../flow/steps.ts";
import type { RoomEvent } from "../log/event.ts";
import type { RoomView } from "../log/view.ts";
import type { GateRecord, ReportedCheck } from "./gate.ts";
import { batchWorkOf } from "./gate-work.ts";
import type { Session } from "./session.ts";

type SessionEvent = Extract<RoomEvent, { type: `session.${string}` }>;

/** What the session's gates remember of an event of its own; `before` is the session as it was. */
export function recordGates(before: Session, after: Session, event: SessionEvent): Session {
  const gates = recordOf(before, event);
  return gates === before.gates ? after : { ...after, gates };
}

function recordOf(before: Session, event: SessionEvent): GateRecord {
  const { gates } = before;
  const by = event.actor.kind === "server" ? "Squadroom" : event.actor.name;
  switch (event.type) {
    case "session.level_set":
      return { ...gates, settled: { ...gates.settled, triage: { by, at: event.at } } };
    case "session.step_entered": {
      const { step, why, keepsLevel = false } = event.data;
      const who = { by, at: event.at };
      const settled = settledBy(before, step, why, who, keepsLevel);
      return { ...gates, settled, overrides: overridesAt(before, step, why) };
    }
    case "session.batches_set": {
      const overrides = gates.overrides.filter(
        ({ phase }) => phase === "requirements" || phase === "design",
      );
      return { ...gates, past: [], overrides };
    }
    case "session.plan_approved":
      return { ...gates, checks: [] };
    case "session.batch_ended":
      return { ...gates, checks: [], past: [...gates.past, batchWorkOf(before)] };
    case "session.gate_overridden": {
      const { phase, batch, checks, reason } = event.data;
      const override = { phase, batch, checks, by, reason, at: event.at };
      return { ...gates, overrides: [...gates.overrides, override] };
    }
    default:
      return gates;
  }
}

/** Steps that somebody led on from, once the session stands at `step`. */
export function settledBy(
  { step: from, gates }: Session,
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
  // Who answered the triage is known better than who led on from it.
  if (isOn && settled[from] === undefined) settled[from] = who;
  return settled;
}

/** Who goes back opens the gates behind anew. */
function overridesAt(
  { gates, batch }: Session,
  step: SessionStep,
  why: string,
): GateRecord["overrides"] {
  if (gates.overrides.length === 0 || why === "forward" || why === "skipped")
    return gates.overrides;
  const at = PHASES.indexOf(phaseOf(step));
  return gates.overrides.filter(
    (one) => PHASES.indexOf(one.phase) < at || (one.batch !== null && one.batch !== batch),
  );
}

/** Checks that were reported with the tasks of a plan. */
export function followGates(next: RoomView, event: RoomEvent): void {
  const reported = reportOf(event);
  if (!reported) return;
  const { taskId, checks } = reported;
  const by = event.actor.kind === "server" ? "Squadroom" : event.actor.name;
  const live = next.sessions.live.map((session): Session => {
    const { execution, gates } = session;
    if (!execution || !Object.values(execution.tasks).includes(taskId)) return session;
    const names = checks.map(({ name }) => name);
    const others = gates.checks.filter(
      (check) => check.taskId !== taskId || !names.includes(check.name),
    );
    const added = checks.map(
      (check): ReportedCheck => ({ ...check, taskId, round: execution.rounds, by, at: event.at }),
    );
    return { ...session, gates: { ...gates, checks: [...others, ...added] } };
  });
  if (live.some((session, i) => session !== next.sessions.live[i]))
    next.sessions = { ...next.sessions, live };
}

/** What the author of a task says was run on it. */
function reportOf(event: RoomEvent) {
  if (event.type !== "task.completed" && event.type !== "task.submitted") return null;
  const { taskId, result } = event.data;
  const checks = result.checks ?? [];
  return checks.length > 0 ? { taskId, checks } : null;
}
