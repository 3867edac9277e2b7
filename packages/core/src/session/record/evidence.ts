import type { TaskId } from "../../kernel/ids.ts";
import { oncePer } from "../../kernel/once-per.ts";
import { type PipelineStep, revisedIn } from "../../pipeline/pipeline.ts";
import { hasPassed } from "../../reply/passed.ts";
import { foundIn } from "../../task/found.ts";
import {
  type BatchWork,
  type Evidence,
  type Gate,
  type GateOverride,
  type GateState,
  isBad,
  type ReportedCheck,
  type Requirement,
  type Row,
  requirementText,
  type TaskTally,
} from "./gate.ts";
import type { BrainstormSession, Session } from "./session.ts";

type Of = Pick<Gate, "phase" | "batch">;

/** The same as a set: a pipeline has many. */
export const openOf = oncePer((open: readonly TaskId[]): ReadonlySet<TaskId> => new Set(open));

/** What was done in the current plan: the facts on which its gates are based. */
export function batchWorkOf(session: BrainstormSession): BatchWork {
  const { batch, execution, proposals, gates } = session;
  const review = proposals.review;
  return {
    batch,
    plan: execution && { by: execution.approvedBy.name, at: execution.at },
    tasks: tallyOf(session, []),
    review: review
      ? {
          passed: hasPassed(review.value),
          findings: foundIn(review.value).length,
          by: review.by.name,
          at: review.at,
        }
      : null,
    overridden: execution?.overridden ?? null,
    checks: gates.checks,
  };
}

/** For each task of the plan, the last one made for it counts; for these steps of a pipeline, the last revision. */
export function tallyOf({ execution }: Pick<Session, "execution">, steps: readonly PipelineStep[]): TaskTally {
  const tally: TaskTally = { total: 0, passed: 0, open: 0, unreviewed: 0, lost: [] };
  if (!execution) return tally;
  const revised = revisedIn(steps);
  const open = openOf(execution.open);
  for (const [planId, taskId] of Object.entries(execution.tasks)) {
    if (revised.has(planId)) continue;
    const outcome = execution.outcomes[taskId];
    const state = outcome?.state ?? "open";
    tally.total += 1;
    if (outcome?.unreviewed && state === "passed") tally.unreviewed += 1;
    if (state === "passed") tally.passed += 1;
    else if (state !== "open") tally.lost.push({ taskId, planId, how: state });
    else if (open.has(taskId)) tally.open += 1;
    // It ended as a handoff, and nobody has said that it passed.
    else tally.lost.push({ taskId, planId, how: "handed_on" });
  }
  return tally;
}

/** Tasks that ended in other ways than by passing. */
export function lostRows(lost: TaskTally["lost"]): Row[] {
  return lost.map(({ taskId, how }) => ({
    check: `task:${taskId}`,
    outcome: "failed",
    text: `${taskId} was ${how.replace("_", " ")}: not passed.`,
  }));
}

/** For one check, all reports of its last round count; another check never stands in for it. */
export function checkRow({ name, min, max }: Requirement, all: readonly ReportedCheck[]): Row {
  const named = all.filter((check) => check.name === name);
  const round = Math.max(...named.map((check) => check.round));
  const reports = named.filter((check) => check.round === round);
  const wanted = requirementText({ name, min, max });
  const last = reports.at(-1);
  if (!last) return openRow(name, `Nobody reported ${wanted}.`);
  const bad = reports.find((one) => isBad(one, { min, max }));
  const of = (check: ReportedCheck) => ({ by: check.by, at: check.at });
  const amount = ({ value }: ReportedCheck) =>
    value === undefined ? "" : ` (${value}${min === undefined ? "" : " %"})`;
  if (bad)
    return {
      check: name,
      outcome: "failed",
      ...of(bad),
      text: `${bad.taskId} reported ${name}${amount(bad)}: not good enough. Required: ${wanted}.`,
    };
  const bare = reports.find(({ value }) => min !== undefined && value === undefined);
  if (bare)
    return {
      check: name,
      outcome: "open",
      ...of(bare),
      text: `${bare.taskId} reported ${name} without a number. Required: ${wanted}.`,
    };
  return {
    check: name,
    outcome: "met",
    ...of(last),
    text: `${last.taskId} reported ${name} as passed${amount(last)}.`,
  };
}

/** Not there yet. */
export function openRow(check: string, text: string): Row {
  return { check, outcome: "open", text };
}

/** Whether what comes after the gate may start. */
export function isThrough(state: GateState): boolean {
  return state === "passed" || state === "overridden";
}

/** Whether it keeps its gate from passing. */
export function isMissing({ outcome }: Pick<Evidence, "outcome">): boolean {
  return outcome === "open" || outcome === "failed";
}

export function pending(of: Of): Gate {
  return { ...of, state: "pending", evidence: [], overriddenBy: null };
}

/** @param isOver no work is left that could bring what is missing */
export function gateFrom(
  session: Pick<Session, "gates">,
  of: Of,
  rows: readonly Row[],
  isOver = false,
  more: readonly GateOverride[] = [],
): Gate {
  const own = session.gates.overrides.filter(({ phase, batch }) => phase === of.phase && batch === of.batch);
  const overrides = [...more, ...own];
  const evidence = rows.map((row): Evidence => {
    const plain = { by: null, at: null, ...of, ...row };
    const override = row.outcome === "met" ? undefined : covering(overrides, row.check);
    if (!override) return plain;
    const { by, at } = override;
    return { ...plain, outcome: "waived", by, at };
  });
  const last = overrides.at(-1);
  const state = stateOf(evidence, isOver);
  const overriddenBy = last && state === "overridden" ? { name: last.by, reason: last.reason, at: last.at } : null;
  return { ...of, state, evidence, overriddenBy };
}

function covering(overrides: readonly GateOverride[], check: string): GateOverride | undefined {
  return overrides.findLast(({ checks }) => checks.includes(check));
}

function stateOf(evidence: readonly Evidence[], isOver: boolean): GateState {
  const all = evidence.map(({ outcome }) => outcome);
  if (all.includes("failed")) return "failed";
  if (all.includes("open")) return isOver ? "failed" : "in_progress";
  return all.includes("waived") ? "overridden" : "passed";
}
