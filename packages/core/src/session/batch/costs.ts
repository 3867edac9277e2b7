import type { RoleName } from "../../kernel/ids.ts";
import type { Team } from "../../team/team.ts";
import { isReported, NO_USAGE, type Usage } from "../../usage/usage.ts";
import { estimatePlan, estimateTokens, type Spread } from "../plan/estimate.ts";
import { roleOf } from "../record/roles.ts";
import type { BatchTally, Session, Sessions } from "../record/session.ts";
import { tallyOf } from "./batch.ts";

/** One batch, for comparing what was spent with its estimate. */
export interface BatchCost {
  title: string;
  place: "over" | "now" | "to_come";
  /** Tasks of its plan; for a future batch, what the chosen approach leaves it. `null`: nobody said. */
  tasks: number | null;
  /** What its tasks and their reviews consumed; part of the cost may be unknown. */
  usage: Usage;
  /** Millionths of a dollar; `null`: nothing to judge some of its tasks by, or the price for some role is unknown. */
  estimate: Spread | null;
  /** Tokens that a future batch will probably take; `null`: nobody reported any for some role, or it won't come. */
  tokens: Spread | null;
  /** For a future batch: the number of tasks that its figures are for, as given or as in the batches so far. */
  judgedAs: number | null;
  /** The part of the known cost above the middle of the estimate; 0 if either is unknown. */
  overUsdMicros: number;
}

interface Known {
  team: Team | null;
  sessions: Pick<Sessions, "taken">;
}

/**
 * What every batch cost, and its estimate. A future batch has no plan: it is judged as if its tasks had the same roles
 * as those of the current batch, and were as many as the chosen approach leaves it, otherwise as many as the batches so
 * far had.
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

/** How many tasks a batch after the present one will probably have; `null`: nobody said. */
export function tasksToCome(session: Session): number | null {
  const { proposals, approachId, batches, batch, execution } = session;
  const chosen = proposals.approaches?.value.approaches.find(({ id }) => id === approachId);
  const left = (batches ?? []).length - (batch ?? 0) - 1;
  if (!chosen || left <= 0 || !execution) return null;
  const before = (batches ?? []).slice(0, batch ?? 0);
  const past = before.reduce((sum, { tally }) => sum + (tally?.tasks ?? 0), 0);
  const rest = chosen.taskEstimate - past - Object.keys(execution.tasks).length;
  // It took more than estimated: nobody knows what is left.
  return rest < left ? null : Math.round(rest / left);
}

/** Mean number of tasks in this session's batches so far. */
function usual(batches: readonly { tally: BatchTally | null }[], now: BatchTally): number {
  const counts = [...batches.flatMap(({ tally }) => tally?.tasks ?? []), now.tasks];
  return Math.max(1, Math.round(counts.reduce((sum, count) => sum + count, 0) / counts.length));
}

/** Roles of the current plan's tasks, one per task. */
export function plannedRoles(team: Team | null, { proposals }: Session): RoleName[] {
  return team ? (proposals.plan?.value.tasks ?? []).map((task) => roleOf(team, task)) : [];
}

/** This many tasks, in these roles' proportion. */
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
