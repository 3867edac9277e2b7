import type { Attachment } from "../attachment/attachment.ts";
import type { DiffCount } from "./diff-lines.ts";

export interface Artifact {
  /** Repo-relative POSIX path, or a URL. */
  path: string;
  status: "created" | "modified" | "deleted";
  lines?: number;
  /** Left out: nobody said. */
  stage?: "draft" | "final";
  /** Of its content, as hex. */
  hash?: string;
  /** Bytes. */
  size?: number;
  /** Who reported it like this, by name. */
  producer?: string;
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

/** A check as an agent reports it with the result of its task: `tests`, `coverage` in percent, `warnings` by count. */
export interface CheckReport {
  name: string;
  passed: boolean;
  value?: number;
}

/** Most checks of one result. */
export const CHECKS_MAX = 20;
export const CHECK_NAME_MAX = 40;
