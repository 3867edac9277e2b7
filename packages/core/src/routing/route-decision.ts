import type { Tier } from "../team/tiers.ts";
import type { Candidate } from "./score.ts";

/** How a routed team decided who gets a message; the log keeps it with the message. */
export interface RouteDecision {
  /** Named in it, by a rule, or left to the entry point. */
  by: "mention" | "rule" | "undecided";
  /** 0 to 1: the score of the best candidate. */
  confidence: number;
  tier: Tier;
  /** The best first. */
  candidates: readonly Candidate[];
}
