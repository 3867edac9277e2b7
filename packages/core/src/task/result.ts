import type { Attachment } from "../attachment/attachment.ts";
import type { CheckReport } from "../session/gate.ts";
import type { DiffCount } from "./diff-lines.ts";

export interface Artifact {
  /** Repo-relative POSIX path, or a URL. */
  path: string;
  status: "created" | "modified" | "deleted";
  lines?: number;
}

/** One success criterion, answered. */
export interface CriterionAnswer {
  criterion: string;
  met: boolean;
  note?: string;
}

export interface TaskResult {
  summary: string;
  criteria: CriterionAnswer[];
  keyDecisions: string[];
  artifacts: Artifact[];
  warnings: string[];
  /** What changed, as a unified diff. */
  diff?: Attachment;
  /** What the diff changes, counted when it was submitted. */
  changes?: DiffCount;
  /** What was run on it, where it was said. */
  checks?: CheckReport[];
}
