import { type Diff, readDiff } from "./diff.ts";

/** What a diff changes. */
export interface DiffCount {
  added: number;
  removed: number;
  /** Paths of the files, the first ones; `fileCount` says how many there are. */
  files: string[];
  fileCount: number;
}

/** Most paths that the log keeps of one diff. */
export const DIFF_FILES_KEPT = 50;
const PATH_MAX = 300;

/** What a diff changes in the stored form, and every path that it touches. */
export function countDiff(text: string): { changes: DiffCount } & Pick<Diff, "touched" | "fault"> {
  const { files, touched, added, removed, fault } = readDiff(text, { withLines: false });
  const paths = files.flatMap(({ path, isInSubmodule }) => (isInSubmodule ? [] : [path]));
  const kept = paths.slice(0, DIFF_FILES_KEPT).map((path) => path.slice(0, PATH_MAX).toWellFormed());
  return { changes: { added, removed, files: kept, fileCount: paths.length }, touched, fault };
}

/** What several diffs change together; a file in two of them counts once. */
export function sumDiffs(diffs: readonly DiffCount[]): DiffCount | null {
  if (diffs.length === 0) return null;
  const files = [...new Set(diffs.flatMap((diff) => diff.files))];
  // Of files beyond those kept, nobody knows whether they are the same.
  const beyond = Math.max(0, ...diffs.map((diff) => diff.fileCount - diff.files.length));
  return {
    added: diffs.reduce((sum, { added }) => sum + added, 0),
    removed: diffs.reduce((sum, { removed }) => sum + removed, 0),
    files,
    fileCount: files.length + beyond,
  };
}
