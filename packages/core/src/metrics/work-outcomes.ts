/** How a task ended; `open`: it has not. */
export const WORK_OUTCOMES = ["completed", "failed", "cancelled", "open"] as const;
export type WorkOutcome = (typeof WORK_OUTCOMES)[number];
export const WORKLOG_FORMATS = ["csv", "json", "markdown"] as const;
export type WorklogFormat = (typeof WORKLOG_FORMATS)[number];
