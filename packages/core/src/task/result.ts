import type { Attachment } from "../attachment/attachment.ts";
import { plainPath } from "../kernel/glob.ts";
import type { Word } from "../kernel/ids.ts";
import type { WorkVerdict } from "../reply/verdict.ts";
import type { DiffCount } from "./diff-lines.ts";

/** What happened to a file. */
export const ARTIFACT_CHANGES = ["created", "modified", "deleted"] as const;
/** How far it is. */
export const ARTIFACT_STAGES = ["draft", "final"] as const;

export interface Artifact {
  /** Repo-relative POSIX path, or a URL. */
  path: string;
  status: (typeof ARTIFACT_CHANGES)[number];
  lines?: number;
  /** Left out: nobody said. */
  stage?: (typeof ARTIFACT_STAGES)[number];
  /** Hash of its content, as hex. */
  hash?: string;
  /** Bytes. */
  size?: number;
  /** Name of whoever reported it in this form. */
  producer?: Word;
  /** The file of the room that has its content. */
  contentId?: Word;
}

/** Longest content that comes with a reported file, and all contents of one call together, UTF-16 units. */
export const CONTENT_MAX = 64_000;
export const CONTENTS_MAX = 1_000_000;

/**
 * The files with the newest report of each; those that it doesn't name stay as they were. What was created and then
 * deleted is no longer a change.
 */
export function filesAfter<T extends Pick<Artifact, "path" | "status">>(before: readonly T[], said: readonly T[]): T[] {
  const files = new Map(before.map((one) => [placeOf(one), one]));
  for (const one of said) {
    const known = files.get(placeOf(one));
    if (one.status === "deleted" && known?.status === "created") files.delete(placeOf(one));
    // It is still new to the repository.
    else if (one.status === "modified" && known?.status === "created")
      files.set(placeOf(one), { ...one, status: "created" });
    else files.set(placeOf(one), one);
  }
  return [...files.values()];
}

function placeOf({ path }: Pick<Artifact, "path">): string {
  return plainPath(path);
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
  /** What the diff changes, counted on submission. */
  changes?: DiffCount;
  /** What was run on it, if reported. */
  checks?: CheckReport[];
  /**
   * For a pipeline's step: whether the work that it looked at passes; for a step that judges nothing, whether it did
   * its own work.
   */
  verdict?: WorkVerdict;
}

/** What was said of the work by whoever checked it; `null`: nobody did. */
export function checkedIn({ verdict, checks = [] }: Pick<TaskResult, "verdict" | "checks">): WorkVerdict | null {
  if (verdict === "failed" || checks.some(({ passed }) => !passed)) return "failed";
  if (verdict === "unclear") return verdict;
  return verdict === "passed" || checks.length > 0 ? "passed" : null;
}

/** A check as an agent reports it with the result of its task: `tests`, `coverage` in percent, `warnings` by count. */
export interface CheckReport {
  name: Word;
  passed: boolean;
  value?: number;
}

/** `tests: failed, 3`; one without `passed` was not run. */
export function checkText({ name, passed, value }: Partial<CheckReport>): string {
  const how = passed === undefined ? "not run" : passed ? "passed" : "failed";
  const figure = value === undefined ? "" : `, ${value}${name === "coverage" ? " %" : ""}`;
  return `${name}: ${how}${figure}`;
}

/** Most checks of one result. */
export const CHECKS_MAX = 20;
export const CHECK_NAME_MAX = 40;
