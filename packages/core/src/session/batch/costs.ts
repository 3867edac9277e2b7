import type { RoleName } from "../../kernel/ids.ts";
import type { Team } from "../../team/team.ts";
import { isReported, NO_USAGE, type Usage } from "../../usage/usage.ts";
import { estimatePlan, estimateTokens, type Spread } from "../plan/estimate.ts";
import { roleOf } from "../record/roles.ts";
import type { BatchTally, Session, Sessions } from "../record/session.ts";
import { tallyOf } from "./batch.ts";

/** One batch for the comparison of what was spent with what was thought. */
export interface BatchCost {
  title: string;
  place: "over" | "now" | "to_come";
  /** Of its plan; of a batch to come what the chosen approach leaves it. `null`: nobody said. */
  tasks: number | null;
  /** What its tasks and their reviews consumed; what it cost may be unknown in part. */
  usage: Usage;
  /** Millionths of a dollar; `null`: nothing to judge some of its tasks by, or of some role no price is known. */
  estimate: Spread | null;
  /** That a batch to come will probably take; `null`: of some role nobody reported any, or it is not to come. */
  tokens: Spread | null;
  /** Of a batch to come: so many tasks its figures are for, said or as the batches so far had. */
  judgedAs: number | null;
  /** The part of the known cost above the middle of the estimate; 0 where either is unknown. */
  overUsdMicros: number;
}

interface Known {
  team: Team | null;
  sessions: Pick<Sessions, "taken">;
}

/**
 * What every batch cost and was thought to cost. A batch to come has no plan: it is judged as if its tasks were
 * of the same roles as those of the batch under way, and as many as the chosen approach leaves it, else as the
 * batches so far had.
 */
export function batchCosts({ team, sessions }: Known, session: Session): BatchCost[] {
  const { batches, batch, execution } = session;
  const all = batches ?? [];
  const at = batch ?? 0;
  const now = execution && tallyOf(execution);
  const tasks = tasksToCome(session);
  const judgedAs = now && (tasks ?? usual(all, now));
  const next = judgedAs === null ? null : toCome(sessions, plannedRoles(team, session), judgedAs);
  return all.map(({ title, tally }, i): BatchCost => {
    if (i > at)
      return {
        title,
        place: "to_come",
        tasks,
        usage: NO_USAGE,
        estimate: next?.costUsdMicros ?? null,
        tokens: next?.tokens ?? null,
        judgedAs,
        overUsdMicros: 0,
      };
    const own = i === at ? now : tally;
    const estimate = own?.estimate?.unjudged === 0 ? own.estimate.costUsdMicros : null;
    const usage = own?.usage ?? NO_USAGE;
    return {
      title,
      place: i === at ? "now" : "over",
      tasks: own?.tasks ?? null,
      usage,
      estimate,
      tokens: null,
      judgedAs: null,
      overUsdMicros: estimate ? Math.max(0, usage.costUsdMicros - estimate.mid) : 0,
    };
  });
}

/** How many tasks a batch behind the present one will probably have; `null`: nobody said. */
export function tasksToCome(session: Session): number | null {
  const { proposals, approachId, batches, batch, execution } = session;
  const chosen = proposals.approaches?.value.approaches.find(({ id }) => id === approachId);
  const left = (batches ?? []).length - (batch ?? 0) - 1;
  if (!chosen || left <= 0 || !execution) return null;
  const before = (batches ?? []).slice(0, batch ?? 0);
  const past = before.reduce((sum, { tally }) => sum + (tally?.tasks ?? 0), 0);
  const rest = chosen.taskEstimate - past - Object.keys(execution.tasks).length;
  // It took more than it was thought to: what is left nobody knows.
  return rest < left ? null : Math.round(rest / left);
}

/** Tasks that a batch of this session had so far, by the mean of them. */
function usual(batches: readonly { tally: BatchTally | null }[], now: BatchTally): number {
  const counts = [...batches.flatMap(({ tally }) => tally?.tasks ?? []), now.tasks];
  return Math.max(1, Math.round(counts.reduce((sum, count) => sum + count, 0) / counts.length));
}

/** Roles of the tasks of the plan under way, one for each task. */
export function plannedRoles(team: Team | null, { proposals }: Session): RoleName[] {
  return team ? (proposals.plan?.value.tasks ?? []).map((task) => roleOf(team, task)) : [];
}

/** So many tasks, in these roles' proportion. */
function toCome(
  { taken }: Pick<Sessions, "taken">,
  roles: readonly RoleName[],
  tasks: number,
): { costUsdMicros: Spread | null; tokens: Spread | null } {
  const { costUsdMicros, unjudged } = estimatePlan(taken, roles);
  const times = tasks / (roles.length - unjudged);
  return {
    costUsdMicros: scaled(costUsdMicros, times),
    tokens: scaled(estimateTokens(taken, roles), times),
  };
}

function scaled(spread: Spread | null, times: number): Spread | null {
  if (!spread) return null;
  const { low, mid, high } = spread;
  return {
    low: Math.round(low * times),
    mid: Math.round(mid * times),
    high: Math.round(high * times),
  };
}

/** Whether there is anything to compare. */
export function isComparable(costs: readonly BatchCost[]): boolean {
  return costs.some(({ usage, estimate }) => estimate !== null || isReported(usage));
}
