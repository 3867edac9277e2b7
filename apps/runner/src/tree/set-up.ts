import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { chmod, copyFile, lstat, mkdir, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { howItEnded, type Outcome, runCommand } from "./command.ts";
import { ifMissing } from "./files.ts";
import { fields, git } from "./git.ts";
import { globsOf, hashesOf } from "./kept-out.ts";
import { holdingTree, readRecord, type Trees, writeRecord } from "./record.ts";
import { isRefused, type Refused, refused } from "./refused.ts";
import { isLeft } from "./repository.ts";
import { findTree, type Tree } from "./trees.ts";

export interface SetUp {
  /** Prepares a new tree for work, such as `npm ci`. */
  command?: { run: string; timeoutS: number };
  /** Globs from the project's root: files that git ignores, and that a tree needs too. */
  copy?: readonly string[];
  /** The whole environment of the command. */
  env: Record<string, string>;
  /** Starts the command (`Command.wrap`). */
  wrap?: readonly string[];
  signal?: AbortSignal;
  /** The part of the repository in which it runs. */
  within?: string;
}

export interface SetUpDone {
  tree: Tree;
  /** `null`: there was nothing to run, or it had already run. */
  outcome: Outcome | null;
  copied: string[];
  /** What a rule named and was left out, with the reason. */
  skipped: { path: string; why: string }[];
}

/** Files that decide which packages a project has: if one of them changes, set-up runs again. */
const LOCKFILES = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "requirements.txt",
  "poetry.lock",
  "uv.lock",
  "Gemfile.lock",
  "composer.lock",
  "Cargo.lock",
  "go.sum",
];

/** Copies what the tree needs and runs the project's command, once for each state of its lockfiles. */
export function setUpTree(trees: Trees, key: string, setUp: SetUp): Promise<SetUpDone | Refused> {
  return holdingTree(trees, key, async () => {
    const record = await readRecord(trees, key);
    const tree = await findTree(trees, key);
    if (record === null || tree === null) return refused("tree_unknown", `There is no tree ${key}. Make it first.`);
    const { command } = setUp;
    const stamp = await stampOf(tree.folder, setUp);
    if (record.setup?.isDone === true && record.setup.stamp === stamp)
      return { tree, outcome: null, copied: [], skipped: [] };
    // After a kill, what the first try made is not what was there before.
    const before = record.setup?.isDone === false ? record.setup.before : await unknownTo(tree.folder);
    await writeRecord(trees, { ...record, setup: { stamp, isDone: false, before } });
    const copies = await copyIgnored(trees.repository.root, tree.folder, setUp.copy ?? []);
    if (isRefused(copies)) return copies;
    const outcome =
      command === undefined
        ? null
        : await runCommand({
            ...command,
            ...setUp,
            folder: await partOf(tree.folder, setUp.within),
          });
    const made = (await unknownTo(tree.folder)).filter((path) => !before.includes(path));
    const leave = [...new Set([...record.leave, ...copies.copied, ...made])];
    const hashes = [...record.copies.hashes, ...(await hashesOf(tree, copies.copied))];
    const own = { ...record, leave, copies: { rules: [...(setUp.copy ?? [])], hashes } };
    if (outcome !== null && outcome.exitCode !== 0) {
      await writeRecord(trees, { ...own, setup: undefined });
      return refused(
        "setup_failed",
        `Set-up (\`${setUp.command?.run ?? ""}\`) ${howItEnded(outcome, setUp.command?.timeoutS ?? 0)}. Correct it, then start the run again.`,
        { output: outcome.tail },
      );
    }
    await writeRecord(trees, { ...own, setup: { stamp, isDone: true, before: [] } });
    return { tree: (await findTree(trees, key)) ?? tree, outcome, ...copies };
  });
}

async function stampOf(folder: string, { command, copy, within = "" }: SetUp): Promise<string> {
  const places = new Set(LOCKFILES.flatMap((name) => [name, join(within, name)]));
  const files = [...places].map((path) => `:(literal)${path}`);
  const locks = await git(folder, ["ls-files", "--stage", "-z", "--", ...files]);
  return createHash("sha256")
    .update(JSON.stringify([command?.run, copy, locks]))
    .digest("hex");
}

/** Folders for packages and caches: programs write there whenever they run. */
const PROGRAMS = /(?:^|\/)(?:node_modules|vendor|venv|target|__pycache__|\.[^/]+)\/$/;

/** What is neither in git nor ignored: files, and programs' folders that are entirely new. */
async function unknownTo(folder: string): Promise<string[]> {
  const list = ["ls-files", "--others", "--exclude-standard", "-z"];
  const whole = new Set(fields(await git(folder, [...list, "--directory"])));
  const own = fields(await git(folder, list)).map((path) => {
    const parts = path.split("/").slice(0, -1);
    const folders = parts.map((_, at) => `${parts.slice(0, at + 1).join("/")}/`);
    return folders.find((one) => PROGRAMS.test(one) && isLeft(whole, one)) ?? path;
  });
  return [...new Set(own)];
}

/** Never over existing files, never from outside the project, never to a place outside the tree. */
async function copyIgnored(
  root: string,
  folder: string,
  rules: readonly string[],
): Promise<Pick<SetUpDone, "copied" | "skipped"> | Refused> {
  const copied: string[] = [];
  const skipped: SetUpDone["skipped"] = [];
  if (rules.length === 0) return { copied, skipped };
  const odd = rules.find((rule) => !isCopyRule(rule));
  if (odd !== undefined)
    return refused("copy_rule", `\`${odd}\` names no file of the project. Write it from the project's root.`);
  const args = ["ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--"];
  for (const path of fields(await git(root, [...args, ...globsOf(rules)]))) {
    const from = join(root, path);
    const found = await lstat(from).catch(ifMissing);
    if (found === null) continue;
    if (found.isSymbolicLink() && !isInside(await realpath(from).catch(() => "/"), root))
      skipped.push({ path, why: "It is a link to a file outside of the project." });
    else if (!(await lstat(await realpath(from))).isFile()) skipped.push({ path, why: "It is no file." });
    else if (!(await canHold(folder, path)))
      skipped.push({ path, why: "Its folder is a link that leads out of the tree." });
    else if (await isCopied(from, join(folder, path))) copied.push(path);
  }
  return { copied, skipped };
}

/** It stays within the project, and git reads it as a glob and nothing else. */
export function isCopyRule(rule: string): boolean {
  const parts = rule.split("/");
  return !/^[/~]|^$|[\\:\0]/.test(rule) && !parts.includes("..") && parts[0] !== ".git";
}

/** A folder in the tree that somebody may have deleted or replaced with a link. @throws if it leads out */
export async function partOf(folder: string, within = ""): Promise<string> {
  if (within !== "" && !(await canHold(folder, join(within, "x"))))
    throw new Error(`${within} is a link that leads out of the tree ${folder}.`);
  return join(folder, within);
}

/** Makes its folder, unless a link on the way leads elsewhere. */
async function canHold(folder: string, path: string): Promise<boolean> {
  let at = folder;
  for (const part of dirname(path)
    .split("/")
    .filter((one) => one !== ".")) {
    at = join(at, part);
    await mkdir(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    if (!isInside(await realpath(at), folder)) return false;
  }
  return true;
}

async function isCopied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    await chmod(to, (await stat(to)).mode & 0o700);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder + sep);
}
