import { realpath } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { listedUpTo } from "@squadroom/core/kernel/words";
import type { RunTouches } from "@squadroom/core/run/radar";
import { FinalError } from "./failures.ts";
import { projectEnv } from "./project-env.ts";
import type { Project } from "./project-file.ts";
import { bringIn, catchUp } from "./tree/bring-in.ts";
import { changesBetween, touched } from "./tree/changes.ts";
import { type CheckOutcome, runChecks, runChecksIn } from "./tree/checks.ts";
import { commitOf, git, gitOrNull } from "./tree/git.ts";
import { type Line, notOurs, openLine } from "./tree/line.ts";
import { checkMarks } from "./tree/marks.ts";
import { mergeInto, notJudged, type Work } from "./tree/merge.ts";
import { branchName, fileName } from "./tree/names.ts";
import { pushBranch } from "./tree/push.ts";
import { holdingAll, type Trees } from "./tree/record.ts";
import { isRefused, type Refused, type TreeRefusalCode } from "./tree/refused.ts";
import { openRepository, type Repository } from "./tree/repository.ts";
import { partOf, setUpTree } from "./tree/set-up.ts";
import { snapshot } from "./tree/snapshot.ts";
import { checkLinks, emptySubmodules } from "./tree/submodules.ts";
import { cleanTree, dropBranch, ensureTree, findTree, openTrees } from "./tree/trees.ts";
import { intoUsersBranch } from "./tree/users-branch.ts";

export interface Lineage {
  key: string;
  title: string;
  line: string | null;
  lineTitle: string;
}

export interface MergeWish {
  taskId: string;
  title: string;
  /** Git's name for it. */
  name: string;
  /** What was judged. */
  head: string;
  line: string;
  lineTitle: string;
  author: string;
}

/** Where a task is worked on. */
export interface Place {
  /** The one in which its agent works: where the runner was started, in the project or in a tree of it. */
  folder: string;
  /** The one to which paths of tasks and changes are relative. */
  root: string;
  branch: string | null;
  tree: string | null;
}

/** What the room is told about it. */
export const toldOf = ({ folder, branch, tree }: Place) => ({ folder, branch, tree });

/** What was found in a tree, and what its checks said. */
export interface Found {
  base: string;
  head: string;
  files: { path: string; status: "created" | "modified" | "deleted" }[];
  added: number;
  removed: number;
  diff: string;
  /** Everything that the diff leaves out. */
  list: string;
  checks: CheckOutcome[];
}

/** Where a runner works, and for whom. */
export interface Site {
  folder: string;
  /** The room's id. */
  room: string;
  /** For this room, server and folder only. */
  dataDir: string;
  /** For locks on the repository, whose rooms may have runners at the same time. */
  locks: string;
  /** In the environment of everything that runs here: it is not a person who does it. */
  mark: Record<string, string>;
}

/**
 * The project of a runner: trees of its repository, or the folder itself if there is none.
 *
 * @param signal ends the project's running commands
 */
export async function openWorkplace(
  { folder, room, dataDir, locks, mark }: Site,
  project: Project,
  signal: AbortSignal,
) {
  const repository = await openRepository(folder, join(dataDir, "git"), mark);
  if (isRefused(repository)) throw new Error(repository.refused.message);
  const within = repository ? relative(repository.root, await realpath(folder)) : "";
  // A tree has nothing to start from without a commit, or in a folder that the commit doesn't have.
  const hasStart = repository !== null && (await isCommitted(repository, within));
  const trees = hasStart
    ? await openTrees(repository, {
        folder: dataDir,
        room,
        locks: join(locks, fileName(repository.gitFolder)),
      })
    : null;
  const env = { ...projectEnv(process.env, project.env), ...mark };
  const around = { env, wrap: project.wrap, signal, within };
  const setUp = {
    ...(project.setup ? { command: project.setup } : {}),
    copy: project.copy.map((rule) => join(asGlob(within), rule)),
    ...around,
  };

  /** @param takesIn a branch to bring in, because the two don't fit */
  async function placeFor(
    lineage: Lineage | null,
    takesIn: { branch: string; author: string } | null = null,
  ): Promise<Place> {
    if (!trees || !lineage) return { folder, root: folder, branch: null, tree: null };
    const { key, title, line, lineTitle } = lineage;
    const into = line === null ? null : await lineNamed(trees, line, lineTitle);
    const opened = into && (await openLine(trees, into));
    // Somebody who only looks at it just keeps merges waiting.
    const isLooked = isRefused(opened) && opened.refused.code === "branch_checked_out";
    const ref = into ? `refs/heads/${into.branch}` : headOf(trees.repository);
    const base = (isLooked ? null : opened && must(opened).start) ?? ref;
    const tree = must(await ensureTree(trees, { key, branch: branchName(room, key, title), base }));
    if (into) must(await catchUp(trees, tree, base));
    if (takesIn) must(await bringIn(trees, tree, takesIn.branch, takesIn.author));
    must(await setUpTree(trees, key, setUp));
    const at = await partOf(tree.folder, within);
    return { folder: at, root: tree.folder, branch: tree.branch, tree: key };
  }

  /** Merges one branch into its line; whoever works on that line finds it there. */
  async function merge({ name, head, line, lineTitle, taskId, title, author }: MergeWish) {
    if (!trees) throw new Error("There is no repository here.");
    const into = await lineNamed(trees, line, lineTitle);
    if (await findTree(trees, line)) {
      const message = `${line}: as it was when ${taskId} came in`;
      await snapshot(trees, line, { author: "Squadroom runner", message });
    }
    const work = { branch: name, head, message: `Merge ${taskId}: ${title}`, author };
    const merged = await mergeInto(trees, into, work, { checks: project.checks, setUp });
    const diff = isRefused(merged) ? "" : await diffOf(trees, into, merged.head);
    return { name: into.branch, base: trees.repository.branch, merged, diff };
  }

  /** Takes it into a branch of the user's, as a person said. */
  async function take(work: Work, into: string) {
    if (!trees) throw new Error("There is no repository here.");
    const problem = await notJudged(trees, work.branch, work.head ?? null);
    if (problem) return problem;
    const lost = await lacksLinks(trees, work.branch, work.head ?? null, into);
    if (lost) return lost;
    return holdingAll(trees, () => intoUsersBranch(trees.repository, into, work));
  }

  async function push(name: string, head: string | null) {
    if (!trees) throw new Error("There is no repository here.");
    const problem = await notJudged(trees, name, head);
    const lost = problem ?? (await lacksLinks(trees, name, head, null));
    return lost ?? pushBranch(trees.repository, name, head);
  }

  /** Removes a line of work with everything that was merged into it; what nothing else has stays. */
  async function clean(name: string, keys: readonly string[]): Promise<Refused | null> {
    if (!trees) return null;
    const foreign = notOurs(trees, name);
    if (foreign) return foreign;
    for (const key of keys) {
      const checking = await cleanTree(trees, `checks of ${key}`, { keepBranch: false });
      const problem = checking ?? (await cleanTree(trees, key, { keepBranch: false }));
      if (problem) return problem;
    }
    return dropBranch(trees, name);
  }

  /** Saves what was made there, and runs the project's checks on it. */
  async function examine(key: string, author: string, message: string): Promise<Found | null> {
    if (!trees) return null;
    const saved = must(await snapshot(trees, key, { author, message, hooks: project.hooks }));
    const tree = must(await ensureTree(trees, { key, branch: null, base: saved.base }));
    const isChanged = saved.files.length > 0;
    const checks = isChanged ? await runChecks(trees, tree, project.checks, around) : [];
    // Interrupted checks say nothing about the work.
    signal.throwIfAborted();
    const marked = await checkMarks(tree.folder, saved.base, saved.head);
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
      list: saved.list,
      checks: marked ? [...checks, marked] : checks,
    };
  }

  /** The project's checks in the folder itself, if there are no trees. */
  async function check(): Promise<CheckOutcome[]> {
    const checks = await runChecksIn(folder, project.checks, around);
    signal.throwIfAborted();
    return checks;
  }

  /** What the tree now changes; `null`: there is none. */
  async function touches(key: string): Promise<RunTouches | null> {
    const tree = trees && (await findTree(trees, key));
    return tree && { tree: key, files: await touched(tree) };
  }

  return {
    placeFor,
    examine,
    check,
    /** Names of the checks that are run here: what an agent says about them doesn't count. */
    checkNames: project.checks.map(({ name }) => name),
    touches,
    merge,
    take,
    push,
    clean,
    note:
      [noteOn(repository, hasStart), noteOnPart(trees && within), await noteOnSubmodules(trees), await noteOnLfs(trees)]
        .filter(Boolean)
        .join("\n") || null,
    about: {
      name: join(basename(repository?.root ?? folder), within),
      branch: repository?.branch ?? null,
      hasRemote: Boolean(repository?.remote),
    },
  };
}

export type Workplace = Awaited<ReturnType<typeof openWorkplace>>;

const IN_FOLDER = "Agents work in this folder itself, without worktrees and branches";

/** What whoever starts a runner should know about where its agents work; `null`: they start from all that is here. */
function noteOn(repository: Repository | null, hasStart: boolean): string | null {
  if (repository === null) return `${IN_FOLDER}: it isn't a Git repository.`;
  const { head, isDirty } = repository;
  if (head !== null && !hasStart)
    return `${IN_FOLDER}: the repository's last commit doesn't have it. To change that, stop this, commit it, and start again.`;
  if (head !== null)
    return isDirty
      ? "Agents start from the last commit. Uncommitted changes in this folder aren't in their worktrees."
      : null;
  const commit = isDirty ? 'git add -A && git commit -m "Start"' : 'git commit --allow-empty -m "Start"';
  return `${IN_FOLDER}: the repository has no commit yet. To change that, stop this, make one, and start again:\n  ${commit}`;
}

/** For a folder's name, such as `[id]`: no character has another meaning. */
const asGlob = (path: string) => path.replace(/[*?[]/g, "[$&]");

/** What doesn't exist reports itself. */
async function lacksLinks(
  { repository }: Trees,
  branch: string,
  judged: string | null,
  into: string | null,
): Promise<Refused | null> {
  const ends = [judged ?? `refs/heads/${branch}`, into === null ? "HEAD" : `refs/heads/${into}`];
  const [commit, known] = await Promise.all(ends.map((end) => commitOf(repository.root, end)));
  return commit && known ? checkLinks(repository, branch, commit, into === null ? null : known) : null;
}

async function isCommitted({ root, head }: Repository, folder: string): Promise<boolean> {
  if (head === null || folder === "") return head !== null;
  return (await git(root, ["ls-tree", "-d", "-z", head, "--", folder])) !== "";
}

function noteOnPart(within: string | null): string | null {
  if (!within) return null;
  return `Agents stand in ${within} of each worktree, with the instructions and the checks of that folder. Paths in tasks and boundaries are from the repository's root.`;
}

async function noteOnSubmodules(trees: Trees | null): Promise<string | null> {
  if (!trees) return null;
  const { root, gitFolder, pin } = trees.repository;
  const own = { gitDir: pin.gitDir, gitFolder, place: pin.commonDir };
  const empty = await emptySubmodules({ folder: root, ...own });
  if (empty.length === 0) return null;
  return `Submodules that this repository hasn't fetched are empty in agents' worktrees: ${listedUpTo(5, empty)}. Fill them here: git submodule update --init --recursive`;
}

/** Without its filter, agents read pointers, and what they write goes into commits unchanged. */
async function noteOnLfs(trees: Trees | null): Promise<string | null> {
  if (!trees) return null;
  const { root } = trees.repository;
  const rules = ["grep", "--quiet", "filter=lfs", "HEAD", "--", ":(glob)**/.gitattributes"];
  const isUsed = (await gitOrNull(root, rules)) !== null;
  const filter = ["config", "--get-regexp", "^filter\\.lfs\\.(clean|process)$"];
  if (!isUsed || (await gitOrNull(root, filter)) !== null) return null;
  return "This repository keeps files in Git LFS, which isn't set up here: agents see its pointers, and large files that they add come into commits whole. Stop this, and set it up:\n  git lfs install && git lfs pull";
}

/** Everything that a line has and its starting point does not. */
async function diffOf({ repository }: Trees, { base }: Line, head: string): Promise<string> {
  const { root } = repository;
  const since = (await gitOrNull(root, ["merge-base", base, head]))?.trim();
  return since ? (await changesBetween(root, since, head)).diff : "";
}

/** The branch into which several tasks are merged: somebody's tree, or one that nobody has checked out. */
async function lineNamed(trees: Trees, key: string, title: string): Promise<Line> {
  const tree = await findTree(trees, key);
  const branch = tree?.branch ?? branchName(trees.room, key, title);
  return { key, branch, base: headOf(trees.repository) };
}

function headOf({ branch, head }: Repository): string {
  // A tag with its name is something else.
  return branch === null ? (head ?? "HEAD") : `refs/heads/${branch}`;
}

/** What may turn out differently next time; anything else is for a person to fix. */
const MAY_PASS: readonly TreeRefusalCode[] = ["branch_moved", "setup_failed", "operation_under_way"];

function must<T extends object | null>(answer: T | Refused): T {
  if (!isRefused(answer)) return answer;
  const { code, message, files = [], output = "" } = answer.refused;
  const words = [message, files.slice(0, 20).join(", "), output].filter(Boolean).join("\n");
  throw MAY_PASS.includes(code) ? new Error(words) : new FinalError(words);
}
