import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { catchUp } from "./bring-in.ts";
import { touched } from "./changes.ts";
import { mergeInto } from "./merge.ts";
import { snapshot } from "./snapshot.ts";
import { checkLinks, emptySubmodules } from "./submodules.ts";
import { aFolder, aProject, by, codeOf, gitIn, must, read, someTrees, unsavedIn, write } from "./trees.fixture.ts";
import { cleanTree, ensureTree } from "./trees.ts";
import { intoUsersBranch } from "./users-branch.ts";

const LIB = "vendor/a lib";
const LOCAL = ["-c", "protocol.file.allow=always"];
const wish = { key: "DEV-001", branch: "squadroom/dev-001", base: "main" };

/** A project with a submodule in a submodule, which its user has filled or not. */
async function aSuperproject({ isFilled = true } = {}) {
  const inner = aProject({ "inner.js": "1\n" });
  const library = aProject({ "lib.js": "1\n" });
  gitIn(library, ...LOCAL, "submodule", "--quiet", "add", inner, "inner");
  gitIn(library, "commit", "--quiet", "--message=inner");
  const root = aProject();
  gitIn(root, ...LOCAL, "submodule", "--quiet", "add", library, LIB);
  gitIn(root, ...LOCAL, "submodule", "--quiet", "update", "--init", "--recursive");
  gitIn(root, "commit", "--quiet", "--message=lib");
  const user = isFilled ? root : `${root}-cloned`;
  if (!isFilled) gitIn(root, "clone", "--quiet", root, user);
  const trees = await someTrees(user);
  const { gitFolder, pin } = trees.repository;
  const home = { folder: user, gitDir: pin.gitDir, gitFolder, place: pin.commonDir };
  return { root: user, trees, home, tree: must(await ensureTree(trees, wish)) };
}

it("a worktree has its submodules, and what is committed in them stays when it is removed", async () => {
  const { root, trees, tree } = await aSuperproject();
  const lib = join(tree.folder, LIB);
  expect(read(lib, "lib.js")).toBe("1\n");
  expect(read(lib, "inner/inner.js")).toBe("1\n");
  gitIn(lib, "checkout", "--quiet", "-b", "fix");
  write(lib, { "lib.js": "1\n2\n" });
  gitIn(lib, "commit", "--quiet", "--all", "--message=x");
  write(lib, { "inner/inner.js": "1\n2\n", "new.js": "unsaved\n" });

  const saved = must(await snapshot(trees, wish.key, by("Builder 1")));
  expect(saved.files.map(({ path }) => path)).toEqual([LIB]);
  expect(gitIn(lib, "status", "--porcelain")).toBe("");
  const work = { branch: wish.branch, ...by("Builder 1") };
  must(await intoUsersBranch(trees.repository, "main", work));
  expect(await cleanTree(trees, wish.key, { keepBranch: false })).toBeNull();
  expect(existsSync(tree.folder)).toBe(false);
  gitIn(root, "submodule", "--quiet", "update", "--recursive");
  expect(read(root, `${LIB}/new.js`)).toBe("unsaved\n");
  expect(read(root, `${LIB}/inner/inner.js`)).toBe("1\n2\n");
});

it("a submodule that its project ignores changes of is saved and judged like others", async () => {
  const { root, trees } = await aSuperproject();
  gitIn(root, "config", "--file=.gitmodules", `submodule.${LIB}.ignore`, "all");
  gitIn(root, "commit", "--quiet", "--all", "--message=ignore");
  const own = { key: "DEV-007", branch: "squadroom/dev-007", base: "main" };
  const { folder } = must(await ensureTree(trees, own));
  write(join(folder, LIB), { "lib.js": "9\n" });
  const saved = must(await snapshot(trees, own.key, by("Builder 1")));
  expect(saved.files.map(({ path }) => path)).toEqual([LIB]);
  expect(gitIn(root, "ls-tree", own.branch, LIB)).not.toBe(gitIn(root, "ls-tree", "main", LIB));
});

it("a submodule that borrows objects from elsewhere is filled whole", async () => {
  const { root, trees } = await aSuperproject();
  const lender = aProject({ "lib.js": "1\n" });
  const info = join(root, ".git/modules", LIB, "objects/info");
  write(info, { alternates: `${lender}/.git/objects\n` });
  const own = { key: "DEV-007", branch: "squadroom/dev-007", base: "main" };
  const { folder } = must(await ensureTree(trees, own));
  write(join(folder, LIB), { "lib.js": "9\n" });
  expect(must(await snapshot(trees, own.key, by("Builder 1"))).files).toHaveLength(1);
});

it("submodules come along where their working copy goes on, but those in which somebody works", async () => {
  const { trees, tree } = await aSuperproject();
  const line = { key: "LINE-001", branch: "squadroom/cc5e3a/line-001", base: "main" };
  const ran = aFolder();
  const check = { name: "seen", run: `cat '${LIB}/lib.js' >> ${ran}/seen`, timeoutS: 60 };
  const merged = async (key: string, text: string) => {
    const own = { key, branch: `squadroom/cc5e3a/${key.toLowerCase()}`, base: line.branch };
    const at = must(await ensureTree(trees, own));
    write(join(at.folder, LIB), { "lib.js": text });
    const { head } = must(await snapshot(trees, key, by("Builder 1")));
    const work = { branch: own.branch, head, message: "Merge", author: "Builder 1" };
    const options = { checks: [check], setUp: { env: process.env as Record<string, string> } };
    expect(must(await mergeInto(trees, line, work, options)).result).toBe("merged");
  };
  gitIn(trees.repository.root, "branch", line.branch, "main");
  const late = must(
    await ensureTree(trees, {
      ...wish,
      key: "DEV-009",
      base: line.branch,
      branch: "squadroom/dev-009",
    }),
  );
  const busy = must(
    await ensureTree(trees, {
      ...wish,
      key: "DEV-008",
      base: line.branch,
      branch: "squadroom/dev-008",
    }),
  );
  write(join(busy.folder, LIB), { "own.js": "1\n" });
  await merged("DEV-002", "2\n");
  await merged("DEV-003", "3\n");
  expect(read(ran, "seen")).toBe("2\n3\n");

  expect(await catchUp(trees, late, line.branch)).toBeNull();
  expect(read(join(late.folder, LIB), "lib.js")).toBe("3\n");
  expect(gitIn(late.folder, "status", "--porcelain")).toBe("");
  expect(await catchUp(trees, busy, line.branch)).toBeNull();
  expect(read(join(busy.folder, LIB), "own.js")).toBe("1\n");
  expect(read(join(busy.folder, LIB), "lib.js")).toBe("1\n");
  expect(tree.key).toBe(wish.key);
});

it("a branch isn't taken or pushed while submodules lack, here or on their remotes, what it points to", async () => {
  const { root, trees, tree } = await aSuperproject();
  const lib = join(tree.folder, LIB);
  write(lib, { "inner/inner.js": "1\n2\n" });
  const { head } = must(await snapshot(trees, wish.key, by("Builder 1")));
  const check = (into: string | null, at = head) => checkLinks(trees.repository, wish.branch, at, into);
  expect(await check("main")).toBeNull();
  expect(await check(null)).toMatchObject({
    refused: { code: "submodule_unpushed", files: [LIB] },
  });
  const kept = join(root, ".git/modules", LIB);
  const push = (folder: string, from: string) =>
    gitIn(folder, "push", "--quiet", "origin", `${gitIn(from, "rev-parse", "HEAD")}:refs/heads/new`);
  push(kept, lib);
  expect(await check(null)).toMatchObject({ refused: { files: [join(LIB, "inner")] } });
  push(join(kept, "modules/inner"), join(lib, "inner"));
  expect(await check(null)).toBeNull();

  const nowhere = "1".repeat(40);
  gitIn(tree.folder, "update-index", "--cacheinfo", `160000,${nowhere},${LIB}`);
  gitIn(tree.folder, "commit", "--quiet", "--message=nowhere");
  expect(codeOf(await check("main", gitIn(tree.folder, "rev-parse", "HEAD")))).toBe("submodule_missing");
});

it("a submodule that only an agent has filled is kept for its user too", async () => {
  const { root, trees, tree, home } = await aSuperproject({ isFilled: false });
  expect(await emptySubmodules({ ...home, folder: root })).toEqual([LIB]);
  gitIn(tree.folder, ...LOCAL, "submodule", "--quiet", "update", "--init");
  const lib = join(tree.folder, LIB);
  write(lib, { "lib.js": "1\n2\n" });
  gitIn(lib, "commit", "--quiet", "--all", "--message=x");
  gitIn(lib, "checkout", "--quiet", "--detach", "HEAD~1");
  gitIn(lib, "branch", "--quiet", "side", "HEAD@{1}");
  const side = gitIn(lib, "rev-parse", "side");
  gitIn(lib, "checkout", "--quiet", "side");
  must(await snapshot(trees, wish.key, by("Builder 1")));
  write(lib, { "lib.js": "not saved\n" });
  expect(codeOf(await cleanTree(trees, wish.key, { keepBranch: true }))).toBe("uncommitted");
  gitIn(lib, "checkout", "--quiet", "lib.js");
  must(await intoUsersBranch(trees.repository, "main", { branch: wish.branch, ...by("B") }));
  expect(await cleanTree(trees, wish.key, { keepBranch: false })).toBeNull();
  gitIn(root, ...LOCAL, "submodule", "--quiet", "update", "--init");
  expect(gitIn(join(root, LIB), "rev-parse", "HEAD")).toBe(side);
  expect(read(root, `${LIB}/lib.js`)).toBe("1\n2\n");
});

const FETCHED_IN_PART = ["submodule", "--quiet", "update", "--init", "--depth=1"];

it("a submodule that an agent filled in part is whole for its user, or as git fills it in part", async () => {
  const { root, trees, tree } = await aSuperproject({ isFilled: false });
  const url = `submodule.${LIB}.url`;
  gitIn(root, "config", url, `file://${gitIn(root, "config", "--file=.gitmodules", url)}`);
  gitIn(tree.folder, ...LOCAL, ...FETCHED_IN_PART);
  const lib = join(tree.folder, LIB);
  expect(gitIn(lib, "rev-parse", "--is-shallow-repository")).toBe("true");
  write(lib, { "lib.js": "2\n" });
  must(await snapshot(trees, wish.key, by("Builder 1")));
  must(await intoUsersBranch(trees.repository, "main", { branch: wish.branch, ...by("B") }));
  expect(await cleanTree(trees, wish.key, { keepBranch: false })).toBeNull();
  gitIn(root, ...LOCAL, "submodule", "--quiet", "update", "--init");
  const users = join(root, LIB);
  expect(read(users, "lib.js")).toBe("2\n");
  gitIn(users, "fsck", "--connectivity-only");
  gitIn(users, ...LOCAL, "fetch", "--quiet", "--unshallow");
  expect(gitIn(users, "log", "--format=%s")).toBe("Work\ninner\nStart");
});

it("a submodule that was filled in part is saved once the user's copy has what it begins with", async () => {
  const { root, trees, tree } = await aSuperproject();
  const library = gitIn(root, "config", "--file=.gitmodules", `submodule.${LIB}.url`);
  for (const message of ["second", "third"]) gitIn(library, "commit", "--quiet", "--allow-empty", "--message", message);
  const lib = join(tree.folder, LIB);
  rmSync(lib, { recursive: true });
  gitIn(tree.folder, ...LOCAL, "clone", "--quiet", "--depth=1", `file://${library}`, LIB);
  write(lib, { "lib.js": "2\n" });
  const kept = join(root, ".git/modules", LIB);
  const before = gitIn(kept, "for-each-ref");
  expect(await snapshot(trees, wish.key, by("Builder 1"))).toMatchObject({
    refused: { code: "submodule_partial", files: [LIB] },
  });
  expect(gitIn(kept, "for-each-ref")).toBe(before);
  gitIn(lib, ...LOCAL, "fetch", "--quiet", "--unshallow");
  must(await snapshot(trees, wish.key, by("Builder 1")));
  gitIn(kept, "fsck", "--connectivity-only");
  gitIn(kept, ...LOCAL, "fetch", "--quiet");
});

/** A program of an agent's that must not run. */
function aTrap() {
  const folder = aFolder();
  write(folder, { trap: `#!/bin/sh\ntouch ${folder}/ran\ncat\n` });
  chmodSync(join(folder, "trap"), 0o755);
  return { trap: join(folder, "trap"), hasRun: () => existsSync(join(folder, "ran")) };
}

it.each([LIB, "own"])("no setting that an agent writes in %s starts a program of the runner", async (path) => {
  const { trees, tree } = await aSuperproject();
  const { trap, hasRun } = aTrap();
  const sub = join(tree.folder, path);
  if (path === "own") {
    write(sub, { "a.txt": "1\n" });
    gitIn(sub, "init", "--quiet");
    gitIn(sub, "add", "a.txt");
    gitIn(sub, "commit", "--quiet", "--message=a");
    gitIn(tree.folder, "add", path);
  }
  for (const key of ["clean", "smudge", "process"]) gitIn(sub, "config", `filter.x.${key}`, trap);
  for (const key of ["core.fsmonitor", "core.sshCommand", "diff.external", "gpg.program"])
    gitIn(sub, "config", key, trap);
  gitIn(sub, "config", "core.hooksPath", join(trap, ".."));
  gitIn(sub, "config", "commit.gpgSign", "true");
  write(sub, { ".gitattributes": "* filter=x diff=x\n", "new.txt": "new\n" });

  await touched(tree);
  expect(await unsavedIn(trees, wish.key)).toContain(path);
  const saved = must(await snapshot(trees, wish.key, by("B")));
  expect(saved.files.map((file) => file.path)).toContain(path);
  expect(await cleanTree(trees, wish.key, { keepBranch: true })).toBeNull();
  expect(hasRun()).toBe(false);
});

const PIPE = (place: string) => {
  rmSync(place);
  execFileSync("mkfifo", [place]);
};
const swaps: Record<string, (lib: string, root: string) => void> = {
  "leads to the project's repository": (lib, root) => {
    rmSync(join(lib, ".git"), { recursive: true });
    write(lib, { ".git": `gitdir: ${join(root, ".git")}\n` });
  },
  "leads to another repository": (lib) => {
    rmSync(join(lib, ".git"), { recursive: true });
    write(lib, { ".git": `gitdir: ${join(aProject(), ".git")}\n` });
  },
  "is gone": (lib) => rmSync(join(lib, ".git"), { recursive: true }),
  "has a pipe for HEAD": (lib) => PIPE(join(lib, ".git", "HEAD")),
  "has a pipe for its index": (lib) => PIPE(join(lib, ".git", "index")),
  "reads another's objects": (lib) =>
    write(join(lib, ".git/objects/info"), { alternates: join(aProject(), ".git/objects") }),
};
it.each(Object.keys(swaps))("a submodule whose .git %s is neither saved nor removed", async (how) => {
  const { root, trees, tree } = await aSuperproject();
  const main = gitIn(root, "rev-parse", "main");
  const lib = join(tree.folder, LIB);
  write(lib, { "lib.js": "work\n" });
  swaps[how]?.(lib, root);

  expect(await touched(tree)).toEqual([]);
  expect(codeOf(await snapshot(trees, wish.key, by("B")))).toBe("tree_swapped");
  expect(codeOf(await cleanTree(trees, wish.key, { keepBranch: true }))).toBe("tree_swapped");
  expect(read(lib, "lib.js")).toBe("work\n");
  expect(gitIn(root, "rev-parse", "main")).toBe(main);
});

it("a submodule that an agent has hidden is one of its changes all the same", async () => {
  const { trees, tree } = await aSuperproject();
  const lib = join(tree.folder, LIB);
  const hidden = ["config", "--file", ".gitmodules", `submodule.${LIB}.ignore`, "all"];
  gitIn(tree.folder, ...hidden);
  write(lib, { "lib.js": "1\n2\n" });
  const { files } = must(await snapshot(trees, wish.key, by("B")));
  expect(files.map(({ path }) => path)).toEqual([".gitmodules", LIB]);
});

it("a submodule that an agent has deleted is gone in its commit, too", async () => {
  const { trees, tree } = await aSuperproject();
  rmSync(join(tree.folder, LIB), { recursive: true });
  const { files } = must(await snapshot(trees, wish.key, by("B")));
  expect(files).toMatchObject([{ path: LIB, status: "deleted" }]);
});
