import { basename } from "node:path";
import type { Project } from "./project-file.ts";
import { type CheckOutcome, runChecks } from "./tree/checks.ts";
import { branchName } from "./tree/names.ts";
import type { Trees } from "./tree/record.ts";
import { isRefused, type Refused } from "./tree/refused.ts";
import { openRepository, type Repository } from "./tree/repository.ts";
import { setUpTree } from "./tree/set-up.ts";
import { snapshot } from "./tree/snapshot.ts";
import { ensureTree, openTrees, type Tree } from "./tree/trees.ts";

export interface Lineage {
  key: string;
  title: string;
  line: string | null;
  lineTitle: string;
}

/** Where a task is worked on. */
export interface Place {
  folder: string;
  branch: string | null;
  tree: string | null;
}

/** What was found in a tree, and what its checks said. */
export interface Found {
  base: string;
  head: string;
  files: { path: string; status: "created" | "modified" | "deleted" }[];
  added: number;
  removed: number;
  diff: string;
  checks: CheckOutcome[];
}

/** The project of a runner: trees of its repository, or the folder itself where it is none. */
export async function openWorkplace(folder: string, dataDir: string, project: Project) {
  const repository = await openRepository(folder);
  if (isRefused(repository)) throw new Error(repository.refused.message);
  // Without a commit there is nothing that a tree could start from.
  const trees = repository?.head ? await openTrees(repository, dataDir) : null;
  const env = { ...(process.env as Record<string, string>) };

  async function placeFor(lineage: Lineage | null): Promise<Place> {
    if (!trees || !lineage) return { folder, branch: null, tree: null };
    const { key, title, line, lineTitle } = lineage;
    const base = line === null ? headOf(trees.repository) : await lineOf(trees, line, lineTitle);
    const tree = must(await ensureTree(trees, { key, branch: branchName(key, title), base }));
    const { setup, copy } = project;
    must(await setUpTree(trees, key, { ...(setup ? { command: setup } : {}), copy, env }));
    return { folder: tree.folder, branch: tree.branch, tree: key };
  }

  /** Saves what was made there, and runs the project's checks on it. */
  async function examine(key: string, author: string, message: string): Promise<Found | null> {
    if (!trees) return null;
    const saved = must(await snapshot(trees, key, { author, message, hooks: project.hooks }));
    const tree = must(await ensureTree(trees, { key, branch: null, base: saved.base }));
    const isChanged = saved.files.length > 0;
    const checks = isChanged ? await runChecks(trees, tree, project.checks, { env }) : [];
    return {
      base: saved.base,
      head: saved.head,
      files: saved.files.map(({ path, status }) => ({
        path,
        status: status === "added" ? "created" : status === "deleted" ? "deleted" : "modified",
      })),
      added: saved.files.reduce((sum, { added }) => sum + added, 0),
      removed: saved.files.reduce((sum, { removed }) => sum + removed, 0),
      diff: saved.diff,
      checks,
    };
  }

  return {
    placeFor,
    examine,
    about: {
      name: basename(repository?.root ?? folder),
      branch: repository?.branch ?? null,
      hasRemote: Boolean(repository?.remote),
    },
  };
}

export type Workplace = Awaited<ReturnType<typeof openWorkplace>>;

/** The branch that several tasks go back into, made where it is not there yet. */
async function lineOf(trees: Trees, key: string, title: string): Promise<string> {
  const base = headOf(trees.repository);
  const tree: Tree = must(await ensureTree(trees, { key, branch: branchName(key, title), base }));
  return tree.branch ?? base;
}

function headOf({ branch, head }: Repository): string {
  return branch ?? head ?? "HEAD";
}

function must<T extends object>(answer: T | Refused): T {
  if (isRefused(answer)) throw new Error(answer.refused.message);
  return answer;
}
