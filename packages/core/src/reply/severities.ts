/** Most severe first. */
export const FINDING_SEVERITIES = ["critical", "high", "medium", "low"] as const;
