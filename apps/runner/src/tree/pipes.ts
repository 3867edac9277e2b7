import { join, relative } from "node:path";
import { found } from "./files.ts";
import { type Refused, refused } from "./refused.ts";

/** Git reads files with these names wherever it finds them. */
const READ = [".gitignore", ".gitattributes", ".gitmodules"];
/** In blocks of 1 kB. */
const SIZE_MAX = 1024;

/**
 * Removes pipes, and links in place of files, from where git keeps what all working copies share. They hold nothing,
 * and every git would wait there, other rooms' included.
 */
export async function clearPipes(gitFolder: string): Promise<void> {
  const [worktrees = "", ...places] = ["worktrees", "refs", "HEAD", "packed-refs"].map((name) => join(gitFolder, name));
  await found([worktrees, ...places, "-type", "p", "-delete"]);
  await found([worktrees, "-mindepth", "2", "-maxdepth", "2", "-type", "l", "-delete"]);
}

/** Pipes, and files of any size, under names that git opens: it would wait for the former and load the latter. */
export async function checkRead(folder: string): Promise<Refused | null> {
  const names = READ.flatMap((name, at) => [...(at > 0 ? ["-o"] : []), "-name", name]);
  const odd = ["(", "-type", "p", "-o", "-size", `+${SIZE_MAX}k`, ")"];
  const args = [folder, "-name", ".git", "-prune", "-o", "(", ...names, ")", ...odd, "-print0"];
  const files = await found(args);
  if (files.length === 0) return null;
  return refused(
    "odd_file",
    "Git can't work in the tree: these are pipes or too large, and it reads files of these names. Delete them, then try again.",
    { files: files.slice(0, 20).map((file) => relative(folder, file)) },
  );
}
