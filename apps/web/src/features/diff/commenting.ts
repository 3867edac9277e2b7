export const COMMENT_OUTCOME = {
  finding: (task) => `A finding of ${task}: its author changes it.`,
  kept: (task) => `It goes with the result of ${task}.`,
  told: (task) => `The agent on ${task} reads it next.`,
  waiting: (task) => `${task} asks for it too.`,
  task: (task) => `${task} was created for it.`,
} satisfies Record<string, (task: string) => string>;

/** What changed the lines that somebody comments on. */
export type Subject = { task: string } | { run: number };

/** Lines of one side of a file. */
export interface Place {
  file: string;
  /** `old`: as they were before the change. */
  side: "old" | "new";
  line: number;
  endLine: number;
}

export const SEVERITIES = ["low", "medium", "high", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];
