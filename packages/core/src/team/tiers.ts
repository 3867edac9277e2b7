/** How much a message takes, from an answer to work for many. */
export const TIERS = ["direct", "lightweight", "standard", "full"] as const;
export type Tier = (typeof TIERS)[number];

/** Branches of one fan-out. */
export const FAN_OUT_MAX = 8;
/** Seconds that a team may give a tier. */
export const TIER_S_MIN = 10;
export const TIER_S_MAX = 86_400;

/** What a team allows in a tier beside what it allows everywhere: seconds, and agents at once. */
export interface TierChange {
  timeoutS?: number;
  branchS?: number;
  fanOut?: number;
}
