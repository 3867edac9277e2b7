import { isBehind, PHASES, phaseOf, type SessionStep } from "../../flow/steps.ts";
import { nameOf } from "../../kernel/actor.ts";
import type { EventData, RoomEvent } from "../../kernel/event.ts";
import type { RoomView } from "../../kernel/view.ts";
import { reportIn } from "../../task/in-event.ts";
import type { TaskResult } from "../../task/result.ts";
import { saidType, specOf } from "../../team/role-spec.ts";
import type { Session } from "../record/session.ts";
import { type GateRecord, type ReportedCheck, UNCLEAR, VERDICT } from "./gate.ts";

/** What the gates remember once the session stands at another step; `session`: as it was. */
export function gatesAt(
  session: Session,
  { step, why, keepsLevel }: EventData["session.step_entered"],
  who: { by: string; at: number },
): GateRecord {
  return {
    ...session.gates,
    settled: settledBy(session, step, why, who, keepsLevel),
    overrides: overridesAt(session, step, why),
  };
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
function overridesAt({ gates, batch }: Session, step: SessionStep, why: string): GateRecord["overrides"] {
  if (gates.overrides.length === 0 || why === "forward" || why === "skipped") return gates.overrides;
  const at = PHASES.indexOf(phaseOf(step));
  return gates.overrides.filter((one) => PHASES.indexOf(one.phase) < at || (one.batch !== null && one.batch !== batch));
}

/** Checks that were reported with the tasks of a plan. */
export function followGates(next: RoomView, event: RoomEvent): void {
  const reported = reportIn(event);
  if (!reported) return;
  const { taskId, result } = reported;
  const said = result.checks ?? [];
  const by = nameOf(event);
  const live = next.sessions.live.map((session): Session => {
    const { execution, gates, pipeline } = session;
    if (!execution || !Object.values(execution.tasks).includes(taskId)) return session;
    const role = event.actor.kind === "agent" ? event.actor.role : execution.outcomes[taskId]?.author?.role;
    const word = pipeline ? failingWord(next, role, result) : undefined;
    const isSaid = word === VERDICT && said.some(({ passed }) => !passed);
    const checks = word && !isSaid ? [...said, { name: word, passed: false }] : said;
    if (checks.length === 0) return session;
    const names = checks.map(({ name }) => name);
    const others = gates.checks.filter((check) => check.taskId !== taskId || !names.includes(check.name));
    const added = checks.map(
      (check): ReportedCheck => ({ ...check, taskId, round: execution.rounds, by, at: event.at }),
    );
    return { ...session, gates: { ...gates, checks: [...others, ...added] } };
  });
  if (live.some((session, i) => session !== next.sessions.live[i])) next.sessions = { ...next.sessions, live };
}

/** What its verdict stands under among the checks, where it isn't that the work passes; reports without one are read for it. */
function failingWord(
  { team }: Pick<RoomView, "team">,
  role: string | undefined,
  { summary, verdict }: Pick<TaskResult, "summary" | "verdict">,
): string | undefined {
  if (verdict === "passed") return undefined;
  if (verdict === "unclear") return UNCLEAR;
  const filled = team?.roles.find(({ name }) => name === role);
  const types = filled ? specOf(filled).messageTypes.filter(({ on }) => on === "error") : [];
  return saidType(types, summary).type ?? (verdict ? VERDICT : undefined);
}
