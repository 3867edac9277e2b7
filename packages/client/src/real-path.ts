import { lstatSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";

/**
 * What a path of a call really is: relative to the project, POSIX, or absolute outside it; `null`: not a path, or
 * nobody can say. Links are followed as the system follows them, before a `..` after them counts, and if a path does
 * not exist yet, its existing part decides. The system says how a name is spelt if it ignores case.
 */
export function realIn(root: string, path: string, home: string): string | null {
  if (path === "" || path.includes("\0")) return null;
  const given = path === "~" || /^~[/\\]/.test(path) ? join(home, path.slice(1)) : path;
  const real = followed(isAbsolute(given) ? given : `${root}${sep}${given}`);
  return real === null ? null : (within(existing(root), real) ?? real);
}

/** The project's folder by its given name, and what it really is. */
export function rootsOf(root: string): string[] {
  return [...new Set([resolve(root), existing(root)])].map((one) => one.split(sep).join("/"));
}

/** Where a call runs, relative to the project; in full if it is outside it. */
export function folderIn(root: string, cwd: string): string {
  return within(existing(root), existing(cwd)) ?? existing(cwd);
}

function within(root: string, path: string): string | null {
  const found = relative(root, path);
  if (found === "") return ".";
  if (found === ".." || found.startsWith(`..${sep}`) || isAbsolute(found)) return null;
  return found.split(sep).join("/");
}

function followed(path: string): string | null {
  const { root } = parse(path);
  let at = root === "" ? resolve(".") : root;
  for (const step of path.slice(root.length).split(sep === "\\" ? /[/\\]+/ : /\/+/)) {
    if (step === "" || step === ".") continue;
    if (step === "..") {
      at = dirname(at);
      continue;
    }
    const next = join(at, step);
    const found = lstatSync(next, { throwIfNoEntry: false });
    try {
      at = found ? realpathSync.native(next) : next;
    } catch {
      // A link to nothing, or in a circle: nobody can say where a write to it goes.
      return null;
    }
  }
  return at;
}

function existing(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return resolve(folder);
  }
}
