import type { ArtifactRow } from "@squadroom/core/artifact/contract";

/** The latest final version of each path. */
export function inForceOf<R extends Pick<ArtifactRow, "path" | "stage" | "at">>(
  rows: readonly R[],
): ReadonlyMap<string, R> {
  const last = new Map<string, R>();
  for (const row of rows) if (row.stage === "final" && row.at >= (last.get(row.path)?.at ?? 0)) last.set(row.path, row);
  return last;
}
