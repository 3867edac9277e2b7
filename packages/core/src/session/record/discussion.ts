import type { TaskId, Word } from "../../kernel/ids.ts";
import type { PerspectiveReply } from "../../reply/shapes.ts";
import type { Doer } from "../../task/doer.ts";
import type { TaskResult } from "../../task/result.ts";
import type { Perspective } from "../../team/perspectives.ts";

/** How far apart the points of view are. @source domain.md § 10 */
export const SEVERITIES = ["high", "medium", "low", "none"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What follows from a round for the work that it is about; `null`: nothing. */
export const RECOMMENDATIONS = ["revise", "proceed-with-caution", "escalate"] as const;
export type Recommendation = (typeof RECOMMENDATIONS)[number];

/** One point of view in a round. */
export interface PerspectiveTurn extends Perspective {
  taskId: TaskId;
  /** Unusable replies so far. */
  refusals: { code: string; message: string }[];
  /** `null`: not yet, or never. */
  reply: Omit<PerspectiveReply, "type"> | null;
  /** The agent that gave it. */
  by: string | null;
}

/** How a round ended. */
export interface DiscussionVerdict {
  /** `skipped`: nobody said anything. */
  outcome: "reached" | "blocked" | "skipped";
  severity: Severity;
  /** Average of those who gave one. */
  averageRating: number | null;
  advice: Recommendation | null;
  /** Points of view without an answer, and why. */
  skipped: { name: Word; why: string }[];
  /** What becomes of the work: it counts as done, it is revised, or a person decides. */
  next: "goes_on" | "revise" | "asks";
  at: number;
}

/** A round of discussion about a step's work, before that counts as done. */
export interface Discussion {
  /** Id of the fan-out that carries it. */
  id: number;
  /** Its name in the role's spec. */
  round: Word;
  /** The step of the pipeline. */
  step: Word;
  taskId: TaskId;
  by: Doer;
  /** The file that it is about. */
  artifact: string | null;
  /** What its author reported: the task's result once that is done; `null` from then on. */
  result: TaskResult | null;
  /** Rounds that follow. */
  rest: { round: Word; perspectives: Word[] }[];
  openedAt: number;
  perspectives: PerspectiveTurn[];
  verdict: DiscussionVerdict | null;
}

export type NewDiscussion = Omit<Discussion, "openedAt" | "perspectives" | "verdict" | "result"> & {
  result: TaskResult;
  perspectives: (Perspective & { taskId: TaskId })[];
};
