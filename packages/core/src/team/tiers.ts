/** How much work a message takes, from an answer to work for many. */
export const TIERS = ["direct", "lightweight", "standard", "full"] as const;
export type Tier = (typeof TIERS)[number];

/** What a model is for, the cheapest first. */
export const MODEL_CLASSES = ["fast", "standard", "premium"] as const;
export type ModelClass = (typeof MODEL_CLASSES)[number];

/** The class that work of a tier takes, unless its team says otherwise. */
const TIER_CLASSES: Readonly<Record<Tier, ModelClass>> = {
  direct: "fast",
  lightweight: "fast",
  standard: "standard",
  full: "premium",
};

/** The class that work of a tier takes in this team. */
export function classOfTier(
  { routing }: { routing?: { tiers?: Partial<Record<Tier, TierChange>> } },
  tier: Tier,
): ModelClass {
  return routing?.tiers?.[tier]?.model ?? TIER_CLASSES[tier];
}

/** Longest name of a model, letters. */
export const MODEL_MAX = 80;

/** Most branches of one fan-out. */
export const FAN_OUT_MAX = 8;
/** Range of seconds that a team may give a tier. */
export const TIER_S_MIN = 10;
export const TIER_S_MAX = 86_400;

/** What a team changes in a tier: seconds, agents at once, the class of model. */
export interface TierChange {
  timeoutS?: number;
  branchS?: number;
  fanOut?: number;
  model?: ModelClass;
}
