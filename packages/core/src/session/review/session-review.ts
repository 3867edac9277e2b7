import * as z from "zod";

const ReviewFinding = z.object({
  severity: z.string(),
  file: z.string(),
  line: z.number().optional(),
  issue: z.string(),
  suggestion: z.string().optional(),
});

/** One reviewer's verdict in one round: on a task of a plan, or on everything that a plan did. */
export const SessionReview = z.object({
  /** From 0; `null` in a session without batches. */
  batch: z.number().nullable(),
  /** `null`: a review of the whole. */
  taskId: z.string().nullable(),
  round: z.number(),
  role: z.string(),
  /** `null`: a person waived it. */
  by: z.string().nullable(),
  at: z.number(),
  passed: z.boolean(),
  summary: z.string(),
  findings: z.array(ReviewFinding),
  mustFix: z.array(z.string()),
  /** Who let it pass although this review had not, and why. */
  letStand: z.object({ by: z.string(), reason: z.string(), at: z.number() }).nullable(),
});
export type SessionReview = z.infer<typeof SessionReview>;
