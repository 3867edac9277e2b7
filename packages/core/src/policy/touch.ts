/** One path that a call would touch. */
export interface Touch {
  /** As given, below the call's folder; `null`: nobody can know before it runs. */
  path: string | null;
  access: "read" | "write" | "delete";
  /** It has wildcards: any file that matches may be meant. */
  isGlob?: boolean;
}

/** Comes before a path that begins at the project's root, however written. No system path has it. */
const ROOT = "/\0/";

/** A word with an absolute path of the project in it, seen from the root. */
export function fromRoot(text: string, cwd: string | null, roots: readonly string[]): string {
  const root = roots.find((one) => text.includes(one));
  if (root === undefined || !root.startsWith("/") || root.length < 2 || /\s/.test(text)) return text;
  const [before = "", ...parts] = text.split(root);
  const isPath = /(^|[=@,:<]|^-[a-zA-Z]+)$/;
  return parts.reduce((made, part) => {
    const isOne = isPath.test(made) && /^(\/|:|,|$)/.test(part);
    const rest = part.replace(/^\/+/, "");
    const here = rest === "" ? "." : `./${rest}`;
    return made + (isOne ? (cwd === "." ? here : ROOT + rest) : root + part);
  }, before);
}

/** `path` as seen from `cwd`, not resolved: `..` stays where it is, since a link may come before it. */
export function joined(cwd: string, path: string): string {
  if (path.startsWith(ROOT)) return path.slice(ROOT.length).replace(/^\/+/, "") || ".";
  if (cwd === "." || cwd === "" || isAbsolute(path)) return path;
  return path === "." ? cwd : `${cwd}/${path}`;
}

function isAbsolute(path: string): boolean {
  return /^(\/|~|\\|[A-Za-z]:)/.test(path);
}

/** The path inside the project without a look at the disk: POSIX, relative, `..` resolved; `null`: it leads out. */
export function inside(path: string): string | null {
  if (path.startsWith(ROOT)) return inside(joined(".", path));
  if (isAbsolute(path) || /[\0\\]/.test(path)) return null;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/") || ".";
}
