export const SIGN = {
  blocked: "blocked",
  ready: "ready",
  working: "working",
  inReview: "in review",
  asks: "waiting for a person",
  failed: "failed",
  completed: "completed",
  cancelled: "cancelled",
};

export const PRIORITY = {
  critical: "critical",
  high: "high",
  medium: "medium",
  low: "low",
};

export const TABLE_STANDING = {
  blocked: "Blocked",
  ready: "Ready",
  inHand: "In progress",
  failed: "Failed",
  ended: "Ended",
};
