import type { Team } from "../team/team.ts";
import { FAN_OUT_MAX, type Tier } from "../team/tiers.ts";

/** What a tier allows. */
export interface TierLimits {
  /** For its task, and for each branch of its fan-out. */
  timeoutS: number;
  branchS: number;
  /** Agents that may work on it at once. */
  fanOut: number;
}

/** A branch's seconds, unless a tier says otherwise. */
export const BRANCH_S = 120;

const TIER_LIMITS: Record<Tier, TierLimits> = {
  direct: { timeoutS: 300, branchS: 60, fanOut: 1 },
  lightweight: { timeoutS: 900, branchS: 120, fanOut: 1 },
  standard: { timeoutS: 3_600, branchS: 120, fanOut: 3 },
  full: { timeoutS: 7_200, branchS: 600, fanOut: 8 },
};

/** What a tier allows in this team; for a task that nobody judged, what every task may. */
export function limitsFor({ routing }: Pick<Team, "routing">, tier: Tier | null): TierLimits {
  if (tier === null) return { ...TIER_LIMITS.standard, branchS: BRANCH_S, fanOut: FAN_OUT_MAX };
  return { ...TIER_LIMITS[tier], ...routing?.tiers?.[tier] };
}
