import { revisedIn } from "../../pipeline/pipeline.ts";
import { hasPassed } from "../../reply/passed.ts";
import { foundIn } from "../../task/found.ts";
import { openOf } from "../record/pipeline.ts";
import type { Session } from "../record/session.ts";
import {
  type BatchWork,
  isBad,
  type ReportedCheck,
  type Requirement,
  type Row,
  requirementText,
  type TaskTally,
} from "./gate.ts";

/** What was done of the plan under way: the facts that its gates rest on. */
export function batchWorkOf(session: Session): BatchWork {
  const { batch, execution, proposals, gates } = session;
  const review = proposals.review;
  return {
    batch,
    plan: execution && { by: execution.approvedBy.name, at: execution.at },
    tasks: tallyOf(session),
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

/** Of each task that the plan came to, the last one made for it counts; of a pipeline's step, its last revision. */
export function tallyOf({ execution, pipeline }: Pick<Session, "execution" | "pipeline">): TaskTally {
  const tally: TaskTally = { total: 0, passed: 0, open: 0, unreviewed: 0, lost: [] };
  if (!execution) return tally;
  const revised = revisedIn(pipeline?.steps ?? []);
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
    // It ended under another hand, and nobody has said that it passed.
    else tally.lost.push({ taskId, planId, how: "handed_on" });
  }
  return tally;
}

/** Tasks that ended otherwise than passed. */
export function lostRows(lost: TaskTally["lost"]): Row[] {
  return lost.map(({ taskId, how }) => ({
    check: `task:${taskId}`,
    outcome: "failed",
    text: `${taskId} was ${how.replace("_", " ")}: not passed.`,
  }));
}

/** Of one check all reports of its last round count; another check never stands in for it. */
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
