export const SIGN = {
  planned: "planned",
  blocked: "blocked",
  unmanned: "waiting for an agent",
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
  planned: "Planned",
  blocked: "Blocked",
  unmanned: "Waiting for an agent",
  ready: "Ready",
  inHand: "In progress",
  failed: "Failed",
  ended: "Ended",
};
