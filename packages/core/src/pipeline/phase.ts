import type { Phase } from "../flow/steps.ts";
import { type PipelineStep, prefixOf } from "./pipeline.ts";

const PHASES_BY_PREFIX: Record<string, Phase> = {
  RESEARCH: "requirements",
  DRAFT: "design",
  ARCH: "design",
  QUALITY: "design",
  IMPROVE: "design",
  PLAN: "implementation",
  IMPL: "implementation",
  DEV: "implementation",
  TEST: "implementation",
  REVIEW: "quality",
  QA: "quality",
};

/** The phase that a step belongs to, by the first word of its prefix. @source domain.md § 10 */
export function phaseOfStep(step: Pick<PipelineStep, "id">): Phase {
  const [word = ""] = prefixOf(step).split("-");
  return PHASES_BY_PREFIX[word] ?? "implementation";
}

/** Whether a step judges the work of those before it. */
export function isJudging(step: Pick<PipelineStep, "id">): boolean {
  return ["TEST", "QUALITY"].includes(prefixOf(step)) || phaseOfStep(step) === "quality";
}
