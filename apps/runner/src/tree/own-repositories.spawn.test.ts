import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { snapshot } from "./snapshot.ts";
import { aProject, by, codeOf, gitIn, must, someTrees, write } from "./trees.fixture.ts";
import { cleanTree, ensureTree } from "./trees.ts";

const wish = { key: "DEV-001", branch: "squadroom/dev-001", base: "main" };

function aRepository(folder: string): void {
  write(folder, { "a.txt": "1\n" });
  gitIn(folder, "init", "--quiet");
  gitIn(folder, "add", "--all");
  gitIn(folder, "commit", "--quiet", "--message=a");
}

const PATHS = ["out/deep/er/own", "out/own"];
/** What an agent leaves in an ignored folder, and whether it would be lost. */
const kinds: Record<string, { isWork: boolean; make: (folder: string, root: string) => void }> = {
  "commits of its own": { isWork: true, make: aRepository },
  "commits under a tag of its own": {
    isWork: true,
    make: (folder) => {
      aRepository(folder);
      gitIn(folder, "tag", "v1");
    },
  },
  "a new file in a clone": {
    isWork: true,
    make: (folder, root) => {
      gitIn(root, "clone", "--quiet", root, folder);
      write(folder, { "new.txt": "1\n" });
    },
  },
  "commits in a clone": {
    isWork: true,
    make: (folder, root) => {
      gitIn(root, "clone", "--quiet", root, folder);
      gitIn(folder, "commit", "--quiet", "--allow-empty", "--message=x");
    },
  },
  "a stash in a clone": {
    isWork: true,
    make: (folder, root) => {
      gitIn(root, "clone", "--quiet", root, folder);
      write(folder, { "a.txt": "other\n" });
      gitIn(folder, "stash", "--quiet");
    },
  },
  "a bare repository": {
    isWork: true,
    make: (folder) => gitIn(join(folder, "../../.."), "clone", "--quiet", "--bare", aSource(), folder),
  },
  "changes in a worktree": {
    isWork: true,
    make: (folder, root) => {
      gitIn(root, "worktree", "add", "--quiet", "-b", "side", folder);
      write(folder, { "a.txt": "other\n" });
    },
  },
  "commits of no branch in a worktree": {
    isWork: true,
    make: (folder, root) => {
      gitIn(root, "worktree", "add", "--quiet", "--detach", folder);
      gitIn(folder, "commit", "--quiet", "--allow-empty", "--message=x");
    },
  },
  "a clone and nothing else": {
    isWork: false,
    make: (folder, root) => gitIn(root, "clone", "--quiet", root, folder),
  },
  "a worktree whose branch has all of it": {
    isWork: false,
    make: (folder, root) => {
      gitIn(root, "worktree", "add", "--quiet", "-b", "side", folder);
      gitIn(folder, "commit", "--quiet", "--allow-empty", "--message=x");
    },
  },
};

function aSource(): string {
  const folder = aProject();
  gitIn(folder, "commit", "--quiet", "--allow-empty", "--message=elsewhere");
  return folder;
}

it.each(Object.keys(kinds))("a tree with %s in an ignored folder goes only where nothing is lost", async (kind) => {
  const { isWork, make } = kinds[kind] ?? expect.fail();
  for (const path of PATHS) {
    const root = aProject({ ".gitignore": "out\n", "a.txt": "1\n" });
    const trees = await someTrees(root);
    const { folder } = must(await ensureTree(trees, wish));
    write(folder, { "out/x": "" });
    make(join(folder, path), root);
    must(await snapshot(trees, wish.key, by("B")));

    const answer = await cleanTree(trees, wish.key, { keepBranch: true });
    expect(codeOf(answer), path).toBe(isWork ? "nested_repository" : null);
    expect(existsSync(folder), path).toBe(isWork);
    if (isWork) expect(answer?.refused.files).toEqual([path]);
    expect(await cleanTree(trees, wish.key, { keepBranch: true, discards: true })).toBeNull();
  }
});
