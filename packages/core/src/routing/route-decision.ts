import type { Tier } from "../team/tiers.ts";
import type { Candidate } from "./score.ts";

/** How a routed team decided who gets a message; the log keeps it with the message. */
export interface RouteDecision {
  /** Named in it, found by a rule, left to the entry point, or answered by the room itself. */
  by: "mention" | "rule" | "undecided" | "status";
  /** 0 to 1: the score of the best candidate. */
  confidence: number;
  tier: Tier;
  /** The best first. */
  candidates: readonly Candidate[];
}
