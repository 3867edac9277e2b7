/**
 * What was found in a folder during import. `error`: it can't come in as an entry; its file is kept as it is.
 * `warning`: it comes in repaired. `note`: nothing is lost.
 */
export const LEVELS = ["error", "warning", "note"] as const;
export type Level = (typeof LEVELS)[number];

export const PROBLEMS = [
  "no_session",
  "two_sessions",
  "archive",
  "missing_file",
  "unreadable",
  "too_large",
  "not_text",
  "encoding",
  "line_ends",
  "no_map",
  "wrong_type",
  "missing_key",
  "unknown_word",
  "number_changed",
  "duplicate_id",
  "unknown_reference",
  "times_reversed",
  "output_outside",
  "counts_differ",
  "gates_out_of_order",
  "other_agent",
  "circle",
  "already_here",
  "still_running",
  "locks_are_history",
] as const;
export type ProblemCode = (typeof PROBLEMS)[number];

export interface Problem {
  /** Within the folder; empty: all of it. */
  file: string;
  /** From 1. */
  line: number | null;
  level: Level;
  code: ProblemCode;
  /** What is wrong, and what becomes of it. */
  message: string;
  outcome: string;
}

/** Most problems that one import lists; more are counted. */
export const PROBLEMS_MAX = 500;
