import * as z from "zod";
import { FenceInt, line, text } from "../kernel/text.ts";
import { UsageBody } from "../usage/contract.ts";
import { BLOCKERS_MAX } from "./blockers.ts";
import { ARTIFACT_CHANGES, ARTIFACT_STAGES, CHECK_NAME_MAX, CHECKS_MAX, CONTENT_MAX, CONTENTS_MAX } from "./result.ts";
import { SUBAGENTS_MAX } from "./task.ts";

export const ArtifactBody = z.strictObject({
  path: line(500),
  status: z.enum(ARTIFACT_CHANGES),
  lines: z.number().int().min(0).optional(),
  stage: z.enum(ARTIFACT_STAGES).optional(),
});
/** Files of one call, whose contents together have a bound too. */
const atOnce = <T extends z.ZodType<{ content?: string | undefined }>>(file: T) =>
  z
    .array(file)
    .max(500)
    .refine((all) => all.reduce((sum, { content = "" }) => sum + content.length, 0) <= CONTENTS_MAX, {
      message: "have contents of more than 1,000,000 characters: leave some out",
    });
/** A file with what is in it. */
export const MadeBody = ArtifactBody.extend({
  /** Its text, at most 64,000 characters. Whoever decides about the work reads it beside the answers. */
  content: text(CONTENT_MAX).optional(),
});
/** All that one call reports; what is too long for it is named without its content. */
export const MadeBodies = atOnce(MadeBody);
const ProgressArtifactBody = MadeBody.extend({
  /** sha-256 of its content, as hex. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{8,128}$/)
    .optional(),
  /** Bytes. */
  size: z.number().int().min(0).max(1e12).optional(),
});
const CheckBody = z.strictObject({
  name: line(CHECK_NAME_MAX),
  /** Left out in a progress report: not run yet. */
  passed: z.boolean(),
  /** A count, or percent. */
  value: z.number().min(0).max(1e9).optional(),
});
/** How far a task is, according to its agent. */
export const ProgressBody = z.strictObject({
  fence: FenceInt,
  /** What was consumed since the last report; on its own, it leaves the progress and the mail as they are. */
  usage: UsageBody.optional(),
  percent: z.number().min(0).max(100).optional(),
  action: line(300).optional(),
  completed: z.array(line(300)).max(100).optional(),
  remaining: z.array(line(300)).max(100).optional(),
  artifacts: atOnce(ProgressArtifactBody).optional(),
  /** What was run on it so far. */
  checks: z
    .array(CheckBody.extend({ passed: CheckBody.shape.passed.optional() }))
    .max(CHECKS_MAX)
    .optional(),
  /** A subagent you called, one of those your spec declares; `failed` says why it failed. */
  subagent: line(64).optional(),
  failed: line(300).optional(),
  /**
   * Subagents that began or stopped working for you, as a client reports them; on their own, they leave the progress
   * and the mail as they are.
   */
  atWork: z
    .array(z.strictObject({ id: line(100), what: line(100).optional(), works: z.boolean() }))
    .max(SUBAGENTS_MAX)
    .optional(),
  /** What keeps you from continuing; those you don't name stay open, [] closes all. It pauses the task's clock. */
  blockers: z
    .array(
      z.strictObject({
        description: line(500),
        /** A role or an agent that can close it; it gets a request. Left out: the entry point. */
        requiresAgent: line(100).optional(),
      }),
    )
    .max(BLOCKERS_MAX)
    .optional(),
});

/** What was run on a result. */
export const CheckBodies = z.array(CheckBody).max(CHECKS_MAX);
/** What there is of what an earlier attempt had finished. */
export const FoundBody = z.strictObject({
  files: z
    .array(
      z.strictObject({
        path: line(500),
        /** sha-256 of its content, as hex; `null`: it is missing. */
        hash: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .nullable(),
      }),
    )
    .max(500),
  checks: CheckBodies.optional(),
});
