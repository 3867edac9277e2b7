/** One path that a call would touch. */
export interface Touch {
  /** As given, below the folder of the call; `null`: nobody can know before it runs. */
  path: string | null;
  access: "read" | "write" | "delete";
  /** It has wildcards: any file that fits may be meant. */
  isGlob?: boolean;
}

/** `path` as seen from `cwd`, not resolved: `..` stays where it is, since a link may be in front of it. */
export function joined(cwd: string, path: string): string {
  if (cwd === "." || cwd === "" || isAbsolute(path)) return path;
  return path === "." ? cwd : `${cwd}/${path}`;
}

function isAbsolute(path: string): boolean {
  return /^(\/|~|\\|[A-Za-z]:)/.test(path);
}

/** Inside the project without a look at the disk: POSIX, relative, `..` taken back; `null`: it leads out. */
export function inside(path: string): string | null {
  if (isAbsolute(path) || /[\0\\]/.test(path)) return null;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/") || ".";
}
