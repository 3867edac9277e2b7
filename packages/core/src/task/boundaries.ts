import type { NewTask } from "../log/event.ts";

/**
 * Boundaries: repo-relative POSIX globs; forbidden beats allowed; no allowed list means everything that
 * is not forbidden; `*` stays in a segment, `**` crosses; dotfiles match.
 * @source domain.md § 8
 */
export function normalisePath(path: string): string | null {
  if (path.startsWith("/") || path.includes("\\") || /^[A-Za-z]:/.test(path)) return null;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes("..")) return null;
  return parts.join("/");
}

export function matchesGlob(glob: string, path: string): boolean {
  const pattern = normalisePath(glob);
  if (pattern === null) return false;
  const source = pattern
    .split("/")
    .map((part) => (part === "**" ? "**" : part.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*/g, "[^/]*").replace(/\?/g, "[^/]")))
    .join("/")
    .replace(/\/\*\*$/, "(?:/.+)?")
    .replace(/^\*\*$/, ".+")
    .replace(/^\*\*\//, "(?:.+/)?")
    .replace(/\/\*\*\//g, "/(?:.+/)?");
  return new RegExp(`^${source}$`).test(path);
}

export function isInside(boundaries: NewTask["boundaries"], path: string): boolean {
  const normal = normalisePath(path);
  if (normal === null) return false;
  if (boundaries.forbidden.some((glob) => matchesGlob(glob, normal))) return false;
  return boundaries.allowed.length === 0 || boundaries.allowed.some((glob) => matchesGlob(glob, normal));
}

/** Outputs that the task's own boundaries forbid; said at creation, by the task's id. */
export function boundaryWarnings(task: NewTask): string[] {
  return task.outputs
    .filter((path) => !isInside(task.boundaries, path))
    .map((path) => `${task.id}: the output ${path} is outside its boundaries`);
}
