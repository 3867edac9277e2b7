/** How much a message takes, from an answer to work for many. */
export const TIERS = ["direct", "lightweight", "standard", "full"] as const;
export type Tier = (typeof TIERS)[number];

/** What a tier allows. */
export interface TierLimits {
  /** Of the models that are chosen for it. */
  model: "small" | "medium" | "large";
  /** Of its task, and of each branch of its fan-out. */
  timeoutS: number;
  branchS: number;
  /** Agents that may work on it at once. */
  fanOut: number;
}

export const TIER_LIMITS: Record<Tier, TierLimits> = {
  direct: { model: "small", timeoutS: 300, branchS: 60, fanOut: 1 },
  lightweight: { model: "small", timeoutS: 900, branchS: 120, fanOut: 1 },
  standard: { model: "medium", timeoutS: 3_600, branchS: 120, fanOut: 3 },
  full: { model: "large", timeoutS: 7_200, branchS: 600, fanOut: 8 },
};
