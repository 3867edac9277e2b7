import * as z from "zod";
import { ASKS, COMPLEXITIES, PROPOSAL_STEPS, SESSION_STEPS } from "../flow/steps.ts";
import { REPLY_TYPES, type Reply, type ReviewReply, type ScoutReply } from "../reply/shapes.ts";
import type { TaskResult } from "../task/result.ts";

const Range = z.object({ min: z.number(), max: z.number() });
const Finding = z.object({
  severity: z.string().nullable(),
  file: z.string().nullable(),
  line: z.number().nullable(),
  issue: z.string(),
});
/** What a task or a session may change. */
export const BoundariesShape = z.object({
  allowed: z.array(z.string()),
  forbidden: z.array(z.string()),
  /** What its session may change, where a task of a plan has a list of its own: both have to allow a path. */
  within: z.array(z.string()).optional(),
});

/** What a delivery says about the session that its task is part of, for programs. */
export const SessionFacts = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  /** What is to be presented with `reply`; `null`: a task of its plan, or a review of one. */
  step: z.enum(PROPOSAL_STEPS).nullable(),
  /** Why it is asked. */
  ask: z.enum(ASKS).nullable(),
  /** The task that is to be judged: the reply is a review of it. */
  reviewOf: z.string().nullable(),
  /** What its tasks may change, as whoever started it said; `null`: everything. */
  boundaries: BoundariesShape.nullable(),
  level: z.object({ level: z.enum(COMPLEXITIES), how: z.string() }).nullable(),
  /** How much the level asks for; `null`: that step is left out. */
  /** How many of each a proposal has; `null`: a pipeline, which has none. */
  wants: z.object({ questions: Range.nullable(), approaches: Range.nullable(), sections: Range }).nullable(),
  /** Questions with what people answered; `null`: left to the agents' judgement. */
  questions: z.array(z.object({ id: z.string(), text: z.string(), answer: z.string().nullable() })),
  /** The way that was chosen; `null`: left to the agents, or not asked yet. */
  approach: z.object({ id: z.string(), title: z.string(), summary: z.string() }).nullable(),
  /** Batches that people settled; `null`: not decided yet. */
  batches: z
    .array(
      z.object({
        title: z.string(),
        description: z.string(),
        state: z.string(),
        result: z.string().nullable(),
      }),
    )
    .nullable(),
  /** The batch under way, from 1. */
  batch: z.number().nullable(),
  /** Titles of what was split off, or kept: it is not asked again. */
  splits: z.array(z.string()),
  /** The point of view from which its scout looks. */
  angle: z.string().nullable(),
  /** What was found out about the project: the scout's reply, and what changed since. */
  scout: z
    .object({
      value: z.custom<ScoutReply>(),
      by: z.string(),
      at: z.number(),
      changes: z.array(z.string()),
    })
    .nullable(),
  /** Whether the scout looked again after the batch before. */
  rescout: z.object({ after: z.number(), state: z.string() }).nullable(),
  /** The design, for whoever builds or judges after it. */
  design: z.array(z.object({ id: z.string(), title: z.string(), content: z.string() })),
  /** What was presented before, if it is discussed or revised. */
  presented: z.object({ type: z.enum(REPLY_TYPES), version: z.number(), value: z.custom<Reply>() }).nullable(),
  /** What a person says about it. */
  comment: z.object({ text: z.string(), by: z.string(), sectionId: z.string().nullable() }).nullable(),
  /** What was said about the step so far, the oldest first. */
  conversation: z.array(
    z.object({
      by: z.string(),
      at: z.number(),
      step: z.enum(SESSION_STEPS),
      content: z.string(),
      chosen: z.string().nullable(),
    }),
  ),
  /** Why the last reply could not be used. */
  refused: z.string().nullable(),
  /** Checks that its gate asks for: reported in `result.checks`. */
  checks: z.array(z.object({ name: z.string(), min: z.number().optional(), max: z.number().optional() })),
  /** For a review of the whole, and for what mends its findings: each task of the plan. */
  work: z.array(
    z.object({
      taskId: z.string(),
      title: z.string(),
      state: z.string(),
      unreviewed: z.boolean(),
      rounds: z.number(),
      /** Reviews of the whole before it was made. */
      reviewsBefore: z.number(),
      author: z.string().nullable(),
      reviews: z.array(z.object({ role: z.string(), by: z.string().nullable(), passed: z.boolean() })),
      /** Found and not mended. */
      carried: z.array(Finding),
      instruction: z.string().nullable(),
      boundaries: BoundariesShape.nullable(),
      successCriteria: z.array(z.string()),
      result: z.custom<TaskResult>().nullable(),
    }),
  ),
  /** Earlier reviews of the whole, the oldest first. */
  reviews: z.array(z.object({ version: z.number(), by: z.string(), value: z.custom<ReviewReply>() })),
  /** What people let stand of this plan. */
  letStand: z.array(z.object({ by: z.string(), reason: z.string() })),
});
export type SessionFacts = z.infer<typeof SessionFacts>;
