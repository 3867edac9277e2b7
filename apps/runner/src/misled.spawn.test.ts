import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ProjectFile } from "./project-file.ts";
import { isRefused } from "./tree/refused.ts";
import { aFolder, aProject, aSite, ENV, gitIn, read, write } from "./tree/trees.fixture.ts";
import { openWorkplace } from "./workplace.ts";

const open = (folder: string, settings: object = {}) => {
  const project = { ...ProjectFile.parse(settings), checks: [], checksFrom: "none" as const };
  return openWorkplace(aSite(folder), project, new AbortController().signal);
};
const task = (key: string, line: string | null = null) => ({
  key,
  title: "",
  line,
  lineTitle: "",
});
type Workplace = Awaited<ReturnType<typeof open>>;

function sh(folder: string, script: string): void {
  const identity = ["author", "committer"].flatMap((who) => [
    [`GIT_${who.toUpperCase()}_NAME`, who],
    [`GIT_${who.toUpperCase()}_EMAIL`, `${who}@example.com`],
  ]);
  execFileSync("bash", ["-ec", script], {
    cwd: folder,
    env: { ...ENV, ...Object.fromEntries(identity) },
    stdio: "pipe",
  });
}

/** A task's tree in which somebody did this, saved. */
async function after(workplace: Workplace, script: string, key = "DEV-001") {
  const { folder, branch } = await workplace.placeFor(task(key));
  sh(folder, script);
  const found = await workplace.examine(key, "Builder 1", "Work");
  return { branch: branch as string, head: found?.head as string };
}

async function taken(workplace: Workplace, work: { branch: string; head: string }, into: string) {
  const answer = await workplace.take({ ...work, message: "Take", author: "Builder 1" }, into);
  return isRefused(answer) ? answer.refused.code : answer.result;
}

const AS_MAIN = "git symbolic-ref refs/heads/$(git branch --show-current) refs/heads/main; echo 1 > b.txt";

it("moves and deletes no branch that an agent made its own a name for", async () => {
  const project = aProject();
  const workplace = await open(project);
  const main = gitIn(project, "rev-parse", "main");
  const { branch, head } = await after(workplace, AS_MAIN);
  expect(gitIn(project, "rev-parse", "main", branch)).toBe(`${main}\n${head}`);
  expect(await taken(workplace, { branch, head }, "main")).toBe("taken");
  sh(project, `git symbolic-ref refs/heads/${branch} refs/heads/main`);
  expect(await workplace.clean(branch, ["DEV-001"])).toBeNull();
  expect(gitIn(project, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
});

it("merges into a line, and not into what an agent made it a name for", async () => {
  const project = aProject();
  const workplace = await open(project);
  const main = gitIn(project, "rev-parse", "main");
  const { branch, folder } = await workplace.placeFor(task("DEV-001", "PLAN-001"));
  const line = gitIn(project, "for-each-ref", "--format=%(refname)", "refs/heads/**/plan-001");
  sh(folder, `git symbolic-ref ${line} refs/heads/main; echo 1 > b.txt`);
  const found = await workplace.examine("DEV-001", "Builder 1", "Work");
  const work = { taskId: "DEV-001", title: "", name: branch as string, head: found?.head ?? "" };
  const wish = { ...work, line: "PLAN-001", lineTitle: "", author: "Builder 1" };
  expect((await workplace.merge(wish)).merged).toMatchObject({ result: "merged" });
  expect(gitIn(project, "rev-parse", "main")).toBe(main);
});

/** Where the line of PLAN-001 is, and the work of DEV-001 to be merged into it. */
async function aLine(workplace: Workplace, script = "echo 1 > b.txt", key = "DEV-001") {
  const { branch, folder } = await workplace.placeFor(task(key, "PLAN-001"));
  sh(folder, script);
  const found = await workplace.examine(key, "Builder 1", "Work");
  const work = { taskId: key, title: "", name: branch as string, head: found?.head ?? "" };
  return { ...work, line: "PLAN-001", lineTitle: "", author: "Builder 1" };
}

const EVIL = "e=$(git commit-tree -p $L -m evil $(git rev-parse 'HEAD^{tree}'))";
it.each([
  ["moved", `${EVIL}; git update-ref refs/heads/$L $e`],
  ["moved, and packed", `${EVIL}; git update-ref refs/heads/$L $e; git pack-refs --all`],
  ["made another's name", `${EVIL}; git branch x $e; git symbolic-ref refs/heads/$L refs/heads/x`],
  ["moved in a working copy", `git worktree add -q ../x $L; cd ../x; echo > e; git add e; git commit -qm e`],
  ["taken back", "git update-ref refs/heads/$L $L~1"],
])("goes on from no line that an agent has %s", async (_, script) => {
  const project = aProject();
  const workplace = await open(project);
  const first = await workplace.merge(await aLine(workplace));
  const { merged, name } = first;
  const head = merged && "head" in merged ? merged.head : "";
  const next = await aLine(workplace, `L=${name}; echo 2 > c.txt; ${script}`, "DEV-002");
  const moved = gitIn(project, "rev-parse", name);
  expect((await workplace.merge(next)).merged).toMatchObject({ refused: { code: "line_moved" } });
  await expect(workplace.placeFor(task("DEV-003", "PLAN-001"))).rejects.toThrow("nobody judged");
  expect(gitIn(project, "rev-parse", name)).toBe(moved);

  for (const row of gitIn(project, "worktree", "list", "--porcelain").split("\n"))
    if (row.endsWith("/x")) gitIn(project, "worktree", "remove", row.slice("worktree ".length));
  gitIn(project, "update-ref", "--no-deref", `refs/heads/${name}`, head);
  expect((await workplace.merge(next)).merged).toMatchObject({ result: "merged", before: head });
});

it("makes a line again that an agent has deleted, and takes none that it made before", async () => {
  const project = aProject();
  const workplace = await open(project);
  const { name } = await workplace.merge(await aLine(workplace));
  const next = await aLine(workplace, `git update-ref -d refs/heads/${name}; echo 2 > c.txt`, "DEV-002");
  await workplace.merge(next);
  expect(gitIn(project, "ls-tree", "--name-only", name)).toBe("a.txt\nb.txt\nc.txt");
  const script = `L=main; ${EVIL}; git branch ${name.replace("1", "2").replace(/001$/, "002")} $e`;
  await aLine(workplace, script, "DEV-003");
  await expect(workplace.placeFor(task("DEV-004", "PLAN-002"))).rejects.toThrow("nobody judged");
});

it("begins at the branch, and at nothing else that an agent gave its name", async () => {
  const workplace = await open(aProject());
  const hidden = "git commit -qam x; git tag main; git update-ref refs/main HEAD";
  await after(workplace, `echo 1 > x.txt; git add -A; ${hidden}; git reset -q --hard HEAD~1`);
  const { folder } = await workplace.placeFor(task("DEV-002"));
  expect(existsSync(join(folder, "x.txt"))).toBe(false);
});

const DIR = "d=$(git rev-parse --git-dir); c=$(git rev-parse --git-common-dir)";
it.each([
  ["a lock of tomorrow", "touch -d 2099-01-01 $d/index.lock"],
  ["a folder as a lock", "mkdir $d/index.lock"],
  ["a pipe as the HEAD of a working copy", "rm $d/HEAD; mkfifo $d/HEAD"],
  ["a pipe as a branch", "mkfifo $c/refs/heads/pipe"],
  ["a pipe among the settings", "mkfifo $c/pipe; git config include.path $c/pipe"],
  ["broken settings", "echo '[[' >> $c/config"],
])("goes on with other tasks, and cleans: %s", async (_, script) => {
  const workplace = await open(aProject());
  const { branch } = await after(workplace, "echo 1 > b.txt");
  const one = await workplace.placeFor(task("DEV-002"));
  sh(one.folder, `${DIR}; ${script}`);
  await workplace.placeFor(task("DEV-002")).catch(() => undefined);
  expect((await workplace.placeFor(task("DEV-003"))).tree).toBe("DEV-003");
  expect(await workplace.clean(branch, ["DEV-001"])).toMatchObject({
    refused: { code: "unmerged" },
  });
});

it("saves past a pipe in the place of a list of names", async () => {
  const project = aProject({ ".gitignore": ".env\n" });
  write(project, { ".env": "NAME=value of some length\n" });
  const workplace = await open(project, { copy: [".env"] });
  const { head } = await after(workplace, "mkfifo .mailmap; echo 1 > b.txt");
  expect(gitIn(project, "ls-tree", "--name-only", head)).toBe(".gitignore\nb.txt");
});

const initIn = (folder: string, ...options: string[]) => {
  mkdirSync(folder);
  gitIn(folder, "init", "--quiet", "--initial-branch=main", ...options);
  gitIn(folder, "commit", "--quiet", "--allow-empty", "--message=Start");
  return folder;
};
const shapes: Record<string, () => { folder: string; into: string; seenIn?: string }> = {
  "its git folder elsewhere": () => {
    const at = aFolder();
    return { folder: initIn(join(at, "own"), `--separate-git-dir=${at}/git`), into: "main" };
  },
  "longer hashes": () => ({
    folder: initIn(join(aFolder(), "own"), "--object-format=sha256"),
    into: "main",
  }),
  "a submodule": () => {
    const project = aProject();
    const add = ["-c", "protocol.file.allow=always", "submodule", "add", "--quiet"];
    gitIn(project, ...add, aProject(), "lib");
    return { folder: join(project, "lib"), into: "main" };
  },
  "the branch in another working copy": () => {
    const folder = aProject();
    const seenIn = join(folder, "..", "other");
    gitIn(folder, "worktree", "add", "--quiet", "-b", "release", seenIn);
    return { folder, into: "release", seenIn };
  },
  "another name for the branch": () => {
    const folder = aProject();
    gitIn(folder, "symbolic-ref", "refs/heads/trunk", "refs/heads/main");
    return { folder, into: "trunk" };
  },
  "a setting that squashes": () => {
    const folder = aProject();
    gitIn(folder, "config", "branch.main.mergeOptions", "--squash");
    return { folder, into: "main" };
  },
};
it.each(Object.keys(shapes))("takes work into a repository with %s", async (name) => {
  const { folder, into, seenIn = folder } = shapes[name]?.() ?? { folder: "", into: "" };
  const workplace = await open(folder);
  const work = await after(workplace, "echo 1 > b.txt");
  expect(await taken(workplace, work, into)).toBe("taken");
  expect(read(seenIn, "b.txt")).toBe("1\n");
  expect(gitIn(seenIn, "rev-parse", into)).toBe(work.head);
  expect(gitIn(seenIn, "status", "--porcelain")).toBe("");
});

it("doesn't take a repository that git can't use for none", async () => {
  const project = aProject();
  gitIn(project, "config", "core.repositoryFormatVersion", "1");
  gitIn(project, "config", "extensions.ofTomorrow", "true");
  await expect(open(project)).rejects.toThrow(/unknown repository extension/);
  const bare = join(aFolder(), "bare");
  gitIn(project, "init", "--quiet", "--bare", bare);
  await expect(open(bare)).rejects.toThrow(/must be run in a work tree/);
});
