import { isInProject, plainPath } from "../kernel/glob.ts";
import { listedUpTo } from "../kernel/words.ts";
import { outputPath } from "./outputs.ts";
import type { CheckReport } from "./result.ts";
import type { Task } from "./task.ts";

/** What an agent that comes back to a task finds there. */
export interface FoundState {
  /** `hash`: sha-256 of its content as hex; `null`: it is missing. */
  files: readonly { path: string; hash: string | null }[];
  /** What was run on it again. */
  checks?: readonly (Pick<CheckReport, "name" | "passed"> & { value?: number | undefined })[] | undefined;
}

/** A file that an earlier attempt had finished. */
export interface KeptFile {
  path: string;
  hash: string;
}

type Resumed = Pick<Task, "outputs" | "progress" | "lastEnd" | "review">;

/** Ends of an attempt that say nothing against its work: its agent was gone, or got no further. */
const CUT_SHORT: readonly string[] = ["expired", "left", "timed_out", "empty"];

/**
 * The files that tell whether a task is already done, if the previous attempt was cut short and had finished all of
 * them; otherwise none.
 *
 * @source domain.md § 10 (resume check)
 */
export function keptFiles(task: Resumed): KeptFile[] {
  const { progress, lastEnd, review } = task;
  if (!progress || !lastEnd || !CUT_SHORT.includes(lastEnd.how) || (review?.round ?? 0) > 0) return [];
  if (progress.remaining.length > 0) return [];
  const made = new Map(
    progress.artifacts.filter(({ status }) => status !== "deleted").map((one) => [plainPath(one.path), one]),
  );
  const wanted = new Set([...task.outputs.map(outputPath).map(plainPath), ...made.keys()]);
  const kept = [...wanted].map((path): KeptFile | null => {
    const one = made.get(path);
    const isFinal = one?.stage === "final" || progress.percent === 100;
    // Logs from before these were refused name files outside the project: nobody looks at those.
    if (!isInProject(path)) return null;
    return one?.hash !== undefined && isFinal ? { path: one.path, hash: one.hash } : null;
  });
  return kept.every((one) => one !== null) ? kept : [];
}

/** What keeps a task from being done without redoing it; empty: it is done. */
export function openAfter(task: Resumed, found: FoundState): string[] {
  const kept = keptFiles(task);
  const left = task.progress?.remaining ?? [];
  if (left.length > 0) return [`the attempt before left ${listedUpTo(3, left)}`];
  if (kept.length === 0)
    return ["no attempt that was cut short had reported all of its files as final, with their hashes"];
  const hashes = new Map(found.files.map(({ path, hash }) => [plainPath(path), hash]));
  const files = kept.flatMap(({ path, hash }) => {
    const now = hashes.get(plainPath(path)) ?? null;
    if (now === null) return [`${path} is not there`];
    return now === hash ? [] : [`${path} has changed since then`];
  });
  const ran = new Map((found.checks ?? []).map(({ name, passed }) => [name, passed]));
  const checks = (task.progress?.checks ?? []).flatMap(({ name, passed }) =>
    passed || ran.has(name) ? [] : [`the check ${name} had not passed`],
  );
  const failed = [...ran].flatMap(([name, passed]) => (passed ? [] : [`the check ${name} fails`]));
  return [...files, ...checks, ...failed];
}

/** What the result of such a task says. */
export function resumedSummary(kept: readonly KeptFile[]): string {
  const named = listedUpTo(
    3,
    kept.map(({ path }) => path),
  );
  return `The attempt before was cut short after it had finished this. Unchanged since then: ${named}.`;
}
