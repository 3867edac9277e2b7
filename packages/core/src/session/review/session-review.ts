import * as z from "zod";

const ReviewFinding = z.object({
  severity: z.string(),
  file: z.string(),
  line: z.number().optional(),
  issue: z.string(),
  suggestion: z.string().optional(),
});

/** One reviewer's word in one round: of a task of a plan, or of all that a plan did. */
export const SessionReview = z.object({
  /** From 0; `null` in a session without batches. */
  batch: z.number().nullable(),
  /** `null`: a review of the whole. */
  taskId: z.string().nullable(),
  round: z.number(),
  role: z.string(),
  /** `null`: a person did without it. */
  by: z.string().nullable(),
  at: z.number(),
  passed: z.boolean(),
  summary: z.string(),
  findings: z.array(ReviewFinding),
  mustFix: z.array(z.string()),
  /** Who let it go on although this review had not passed, and why. */
  letStand: z.object({ by: z.string(), reason: z.string(), at: z.number() }).nullable(),
});
export type SessionReview = z.infer<typeof SessionReview>;
