import type { Artifact } from "@squadroom/core/task/result";

/** One stretch of work, as its progress tells it. */
export interface Step {
  percent: number;
  action: string;
  /** Finished with it. */
  done: string;
  artifacts?: Artifact[];
}

/** A piece of work as the three tell it to each other. */
export interface Topic {
  title: string;
  /** Planner to builder. */
  plan: string;
  criteria: string[];
  steps: Step[];
  /** Builder to reviewer. */
  handover: string;
  decision: string;
  /** Reviewer to builder. */
  findings: string;
  rework: Step[];
  /** Builder to reviewer, afterwards. */
  fixed: string;
  /** Reviewer to planner. */
  verdict: string;
  /** Planner to the user. */
  outcome: string;
}
