import type { Budget } from "../../budget/budget.ts";
import type { BatchPlan, Split } from "./session.ts";

/** What an answer carries besides its option and its note. */
export interface AnswerDetail {
  /** To questions, by their ids; an empty text takes an answer back. */
  answers?: Record<string, { option?: string | undefined; text?: string | undefined }> | undefined;
  /** What is left of the batches, as the person edited it; of a scope asked by itself, its batches or splits. */
  parts?: Split[] | undefined;
  /** With the answer to a triage: batches and splits as the person edited them. */
  batches?: BatchPlan[] | undefined;
  splits?: Split[] | undefined;
  /** What a used budget is raised to. */
  budget?: Partial<Budget> | undefined;
}
