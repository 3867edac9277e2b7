import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { snapshot } from "./snapshot.ts";
import { emptySubmodules } from "./submodules.ts";
import { aProject, by, codeOf, gitIn, must, read, someTrees, write } from "./trees.fixture.ts";
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
  const place = { folder: trees.folder, gitFolder: trees.repository.gitFolder };
  return { root: user, trees, ...place, tree: must(await ensureTree(trees, wish)) };
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

it("a submodule that only an agent has filled is kept for its user too", async () => {
  const { root, trees, tree, gitFolder } = await aSuperproject({ isFilled: false });
  expect(await emptySubmodules(root, gitFolder)).toEqual([LIB]);
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
