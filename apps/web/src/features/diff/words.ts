export const FINDING_SEVERITY = {
  critical: "critical",
  high: "high",
  medium: "medium",
  low: "low",
};
