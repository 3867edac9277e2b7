import type { RoomView } from "../kernel/view.ts";
import { estimatePlan } from "../session/plan/estimate.ts";
import type { Session } from "../session/record/session.ts";
import { isReported, type Usage } from "../usage/usage.ts";

/** Most whole days from which a month's forecast is computed, the latest. */
export const FORECAST_DAYS = 14;

/** What a month will probably cost, as far as it has a price. */
export interface MonthForecast {
  spentUsdMicros: number;
  /** `null`: nothing to judge by. */
  expectedUsdMicros: number | null;
  /** What a day cost on average. */
  perDayUsdMicros: number | null;
  /** Whole days that the average is of. */
  fromDays: number;
  /** Tokens of this month without a price: their cost comes on top. */
  unpricedTokens: number;
  end: number;
}

/**
 * What is spent, plus the recent average cost of a day for each day that is left. Days before the first report
 * don't count: a new room has had no quiet ones.
 *
 * @param costs of whole days before today, the latest last
 * @param daysLeft of the month, with the rest of today
 */
export function forecastMonth(
  { spent, costs, daysLeft }: { spent: Usage; costs: readonly number[]; daysLeft: number },
  end: number,
): MonthForecast {
  const since = costs.findIndex((cost) => cost > 0);
  const judged = since < 0 ? [] : costs.slice(since).slice(-FORECAST_DAYS);
  const sum = judged.reduce((all, cost) => all + cost, 0);
  const perDay = judged.length === 0 ? null : sum / judged.length;
  return {
    spentUsdMicros: spent.costUsdMicros,
    expectedUsdMicros: perDay === null ? null : Math.round(spent.costUsdMicros + perDay * Math.max(0, daysLeft)),
    perDayUsdMicros: perDay === null ? null : Math.round(perDay),
    fromDays: judged.length,
    unpricedTokens: spent.unpricedTokens,
    end,
  };
}

/** What a session will probably have cost at its end, as far as it has a price. */
export interface SessionForecast {
  sessionId: number;
  title: string;
  usage: Usage;
  /** `null`: nothing to judge by. */
  expectedUsdMicros: number | null;
  /** Tasks of the batch under way that have not ended. */
  tasksLeft: number;
  /** Ended tasks of the same roles on which the estimate is based. */
  judgedBy: number;
}

/**
 * What it has cost, plus, for each task that has not ended, the recent median for tasks of its role here, less what the
 * task has already cost.
 */
export function forecastSession(
  { id, title, usage, execution }: Session,
  { tasks, sessions }: Pick<RoomView, "tasks" | "sessions">,
): SessionForecast {
  const open = execution?.open ?? [];
  const roles = tasks.filter((task) => open.includes(task.id)).map(({ role }) => role);
  const { costUsdMicros, judgedBy, unjudged } = estimatePlan(sessions.taken, roles);
  const spent = open.reduce((sum, task) => sum + (execution?.outcomes[task]?.usage.costUsdMicros ?? 0), 0);
  const whole = roles.length === 0 ? 0 : unjudged > 0 ? null : (costUsdMicros?.mid ?? null);
  const isKnown = execution !== null && whole !== null && isReported(usage);
  return {
    sessionId: id,
    title,
    usage,
    tasksLeft: roles.length,
    judgedBy,
    expectedUsdMicros: isKnown ? usage.costUsdMicros + Math.max(0, whole - spent) : null,
  };
}
