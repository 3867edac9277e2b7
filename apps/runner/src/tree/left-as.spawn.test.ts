import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { touched } from "./changes.ts";
import { snapshot } from "./snapshot.ts";
import { aProject, by, codeOf, gitIn, must, someTrees, write } from "./trees.fixture.ts";
import { cleanTree, ensureTree } from "./trees.ts";

/* However a run leaves its tree. */

const wish = { key: "DEV-001", branch: "squadroom/dev-001", base: "main" };

async function aTree() {
  const root = aProject({ "a.txt": "a\n", "b/b.txt": "b\n" });
  const trees = await someTrees(root);
  return { root, trees, tree: must(await ensureTree(trees, wish)) };
}

const own = (folder: string, ...words: string[]) => {
  write(folder, { "own.txt": "own\n" });
  gitIn(folder, "add", "own.txt");
  gitIn(folder, "commit", "--quiet", "--message=own");
  gitIn(folder, ...words);
};

/** What it does, and which files beside `new.txt` are saved. */
const LEFT: Record<string, [(folder: string) => unknown, string[]]> = {
  "on the user's branch": [(at) => gitIn(at, "symbolic-ref", "HEAD", "refs/heads/main"), []],
  "on a branch of its own": [(at) => own(at, "checkout", "--quiet", "-b", "mine"), ["own.txt"]],
  "on no branch": [(at) => own(at, "checkout", "--quiet", "--detach"), ["own.txt"]],
  "on a branch without commits": [(at) => gitIn(at, "checkout", "--quiet", "--orphan", "x"), []],
  "with its branch deleted": [(at) => own(at, "update-ref", "-d", "HEAD"), ["own.txt"]],
  "detached, with its branch deleted": [
    (at) => {
      own(at, "checkout", "--quiet", "--detach");
      gitIn(at, "update-ref", "-d", `refs/heads/${wish.branch}`);
    },
    ["own.txt"],
  ],
  "with files that git isn't to look at": [
    (at) => {
      gitIn(at, "update-index", "--assume-unchanged", "a.txt");
      gitIn(at, "update-index", "--skip-worktree", "b/b.txt");
      write(at, { "a.txt": "hidden\n", "b/b.txt": "hidden\n" });
    },
    ["a.txt", "b/b.txt"],
  ],
};

describe("a tree that its run leaves", () => {
  it.each(Object.keys(LEFT))("%s is saved on its own branch alone", async (how) => {
    const { root, trees, tree } = await aTree();
    const before = gitIn(root, "rev-parse", "main");
    const [leave, files] = LEFT[how] ?? [() => undefined, []];
    leave(tree.folder);
    write(tree.folder, { "new.txt": "new\n" });

    const saved = must(await snapshot(trees, wish.key, by("Builder 1")));
    expect(saved.files.map(({ path }) => path)).toEqual([...files, "new.txt"].sort());
    expect(gitIn(root, "rev-parse", "main")).toBe(before);
    expect(gitIn(root, "rev-parse", wish.branch)).toBe(saved.head);
    expect(gitIn(root, "merge-base", "main", wish.branch)).toBe(before);
    if (how.includes("deleted")) expect(gitIn(root, "log", "--format=%s", wish.branch)).toBe("Work\nown\nStart");
  });

  it.each(["HEAD", "index", "logs/HEAD"])("with a pipe as %s holds nobody", async (name) => {
    const { trees, tree } = await aTree();
    const place = join(gitIn(tree.folder, "rev-parse", "--absolute-git-dir"), name);
    execFileSync("rm", ["-f", place]);
    execFileSync("mkfifo", [place]);
    write(tree.folder, { "new.txt": "new\n" });

    expect(codeOf(await snapshot(trees, wish.key, by("Builder 1")))).toBe("tree_swapped");
    expect(codeOf(await cleanTree(trees, wish.key, { keepBranch: false }))).toBe("uncommitted");
    expect(await touched(tree)).toMatchObject([{ path: "new.txt" }]);
  });

  it("with names that differ in case alone is saved whole, whatever a setting says", async () => {
    const root = aProject({ a: "1\n" });
    gitIn(root, "config", "core.ignorecase", "true");
    const trees = await someTrees(root);
    const tree = must(await ensureTree(trees, wish));
    write(tree.folder, { A: "2\n" });
    expect(must(await snapshot(trees, wish.key, by("Builder 1"))).files).toHaveLength(
      existsSync(join(root, "A")) ? 0 : 1,
    );
  });

  it.each([".GIT/x", "git~1"])("with a file %s is told that no commit can have it", async (path) => {
    const { trees, tree } = await aTree();
    write(tree.folder, { [path]: "x", "a\nb": "x" });
    expect(await snapshot(trees, wish.key, by("Builder 1"))).toMatchObject({
      refused: { code: "odd_file", files: [path] },
    });
    expect(await cleanTree(trees, wish.key, { keepBranch: true })).toMatchObject({
      refused: { code: "uncommitted", files: expect.arrayContaining([path]) },
    });
  });

  it("with a file in another encoding than it says fails with git's words and the place", async () => {
    const { trees, tree } = await aTree();
    write(tree.folder, {
      ".gitattributes": "*.txt working-tree-encoding=UTF-16\n",
      "odd.txt": "x",
    });
    const words = new RegExp(`failed in ${tree.folder}: [^]*odd.txt[^]*Mend what it names`);
    await expect(snapshot(trees, wish.key, by("Builder 1"))).rejects.toThrow(words);
  });

  it("with hidden changes isn't removed", async () => {
    const { trees, tree } = await aTree();
    gitIn(tree.folder, "update-index", "--assume-unchanged", "a.txt");
    write(tree.folder, { "a.txt": "hidden\n" });
    expect(await cleanTree(trees, wish.key, { keepBranch: false })).toMatchObject({
      refused: { code: "uncommitted", files: ["a.txt"] },
    });
  });

  it("with folders deeper than any path is removed", async () => {
    const { trees, tree } = await aTree();
    write(tree.folder, { ".gitignore": "deep/\n" });
    must(await snapshot(trees, wish.key, by("Builder 1")));
    gitIn(trees.repository.root, "branch", "kept", wish.branch);
    const before = process.cwd();
    try {
      process.chdir(tree.folder);
      for (let n = 0; n < 50; n++) {
        const name = n === 0 ? "deep" : "d".repeat(100);
        mkdirSync(name);
        process.chdir(name);
      }
      writeFileSync("f", "");
    } finally {
      process.chdir(before);
    }
    expect(await cleanTree(trees, wish.key, { keepBranch: false })).toBeNull();
    expect(existsSync(tree.folder)).toBe(false);
  });
});
