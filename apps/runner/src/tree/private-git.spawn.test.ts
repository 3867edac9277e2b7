import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changesBetween, touched } from "./changes.ts";
import { forward } from "./forward.ts";
import { mergeInto } from "./merge.ts";
import { snapshot } from "./snapshot.ts";
import {
  aFolder,
  aProject,
  by,
  codeOf,
  ENV,
  gitIn,
  lines,
  must,
  OURS,
  read,
  someTrees,
  write,
} from "./trees.fixture.ts";
import { cleanTree, ensureTree } from "./trees.ts";

const wish = { key: "dev-001", branch: "squadroom/dev-001", base: "main" };

/** Notes that it ran, and passes on what it got. */
function aProgram(): { program: string; hasRun: () => boolean } {
  const folder = aFolder();
  const program = join(folder, "program");
  writeFileSync(program, `#!/bin/sh\ntouch ${folder}/ran\nexec cat\n`);
  chmodSync(program, 0o755);
  return { program, hasRun: () => existsSync(join(folder, "ran")) };
}

/** What people have in their settings, and agents may write: programs, and how git speaks and compares. */
const settings = (program: string): [string, string][] => [
  ...["core.fsmonitor", "core.editor", "core.pager", "core.sshCommand", "diff.external"].map(
    (key): [string, string] => [key, program],
  ),
  ["core.hooksPath", join(program, "..", "hooks")],
  ["diff.x.textconv", program],
  ["diff.x.command", program],
  ["merge.x.driver", program],
  ["gpg.program", program],
  ["commit.gpgSign", "true"],
  ["tag.gpgSign", "true"],
  ["merge.verifySignatures", "true"],
  ["log.showSignature", "true"],
  ["core.attributesFile", "/nonexistent"],
  ["core.quotePath", "true"],
  ["core.safecrlf", "true"],
  ["core.commentChar", "T"],
  ["core.untrackedCache", "true"],
  ["core.splitIndex", "true"],
  ["core.abbrev", "4"],
  ["color.ui", "always"],
  ["color.diff", "always"],
  ["column.ui", "always"],
  ["commit.cleanup", "strip"],
  ["commit.template", "/nonexistent"],
  ["diff.mnemonicPrefix", "true"],
  ["diff.noprefix", "true"],
  ["diff.srcPrefix", "x/"],
  ["diff.dstPrefix", "y/"],
  ["diff.interHunkContext", "10"],
  ["diff.context", "0"],
  ["diff.renames", "copies"],
  ["diff.renameLimit", "1"],
  ["diff.relative", "true"],
  ["diff.orderFile", "/nonexistent"],
  ["diff.suppressBlankEmpty", "true"],
  ["diff.algorithm", "histogram"],
  ["diff.indentHeuristic", "false"],
  ["diff.submodule", "log"],
  ["diff.ignoreSubmodules", "all"],
  ["diff.colorMoved", "zebra"],
  ["diff.wsErrorHighlight", "all"],
  ["diff.wordRegex", "."],
  ["diff.statGraphWidth", "3"],
  ["status.showUntrackedFiles", "no"],
  ["status.short", "true"],
  ["status.branch", "true"],
  ["status.relativePaths", "true"],
  ["status.renames", "copies"],
  ["submodule.recurse", "true"],
  ["merge.ff", "false"],
  ["merge.renames", "false"],
  ["merge.directoryRenames", "true"],
  ["merge.conflictStyle", "zdiff3"],
  ["merge.autoStash", "true"],
  ["rerere.enabled", "true"],
  ["user.useConfigOnly", "true"],
  ["i18n.commitEncoding", "latin1"],
  ["i18n.logOutputEncoding", "latin1"],
  ["log.decorate", "full"],
  ["feature.manyFiles", "true"],
  ["fetch.prune", "true"],
  ["alias.diff", `!${program}`],
  ["alias.status", `!${program}`],
  ["include.path", "/nonexistent"],
];

const BEFORE = { "a.txt": lines(12), "old.txt": lines(30), "sub/größe.ts": "1\n", "end.txt": "x" };

/** All that the runner reads and writes in a tree, as one value. */
async function allOfIt(root: string, meanwhile: (folder: string) => void = () => {}) {
  const trees = await someTrees(root);
  const tree = must(await ensureTree(trees, wish));
  meanwhile(tree.folder);
  write(tree.folder, {
    "a.txt": lines(12).replace("line 2\n", "two\n").replace("line 9\n", "nine\n"),
    "sub/größe.ts": "2\n\n \n3\n",
    "sub/new file.txt": "new\n",
    ".gitattributes": "*.txt -diff\n* filter=x diff=x merge=x\n",
  });
  renameSync(join(tree.folder, "old.txt"), join(tree.folder, "renamed.txt"));
  const now = await touched(tree);
  const message = "Title\n\n# kept\n\n\nend";
  const saved = must(await snapshot(trees, "dev-001", by("Größe 1", message)));
  const line = { key: "s", branch: `${OURS}s`, base: "main" };
  const work = { branch: "squadroom/dev-001", message: "Merge Größe", author: "Ada" };
  const options = { checks: [], setUp: { env: ENV } };
  const merged = must(await mergeInto(trees, line, work, options));
  const back = await forward({ folder: root }, "main", saved.base, saved.head);
  const plain = ["-c", "core.bare=false", "-c", `core.worktree=${root}`];
  const log = ["log", "--no-show-signature", "--no-decorate", "--no-color", "--topo-order", "--encoding=utf-8"];
  const form = "--format=%T %an %cn %G? %B";
  return {
    now,
    saved: { ...saved, base: "", head: "" },
    result: merged.result,
    back,
    log: gitIn(root, ...plain, ...log, form, "main", line.branch),
    file: read(root, "sub/größe.ts"),
  };
}

describe("the runner's own git", () => {
  it("reads and writes the same whatever settings the user has, and starts none of their programs", async () => {
    const { program, hasRun } = aProgram();
    const plain = await allOfIt(aProject(BEFORE));
    const all = settings(program);
    for (let at = 0; at < all.length; at += 8) {
      const some = all.slice(at, at + 8);
      const root = aProject(BEFORE);
      for (const [key, value] of some) gitIn(root, "config", key, value);
      expect(await allOfIt(root), some.join("; ")).toEqual(plain);
    }
    expect(hasRun()).toBe(false);
  });

  it("takes no notice of what somebody writes into the repository while it works", async () => {
    const { program, hasRun } = aProgram();
    const plain = await allOfIt(aProject(BEFORE));
    const root = aProject(BEFORE);
    const edited = await allOfIt(root, () => {
      const more = ["clean", "smudge", "process"].map((act) => [`filter.x.${act}`, program]);
      const odd = [["core.worktree", "/nonexistent"], ["core.bare", "true"], ...more];
      const file = [...settings(program), ...odd].map(([key = "", value = ""]) => {
        const [, section = "", sub = "", name = ""] = /^(\w+)\.(?:(\w+)\.)?(\w+)$/.exec(key) ?? [];
        return `[${section}${sub && ` "${sub}"`}]\n${name} = "${value}"\n`;
      });
      const hooks = ["pre-commit", "post-commit", "post-checkout", "reference-transaction"];
      write(join(root, ".git"), {
        config: file.join(""),
        "info/attributes": "* filter=x diff=x merge=x\n",
        "info/exclude": "*\n",
        "info/grafts": `${gitIn(root, "rev-parse", "main")}\n`,
        ...Object.fromEntries(hooks.map((name) => [`hooks/${name}`, read(program, "")])),
      });
      for (const name of hooks) chmodSync(join(root, ".git", "hooks", name), 0o755);
    });

    expect(edited).toEqual(plain);
    expect(hasRun()).toBe(false);
  });

  it("runs the filters that the user had when it started", async () => {
    const { program, hasRun } = aProgram();
    const root = aProject({ ".gitattributes": "*.bin filter=x\n", "a.bin": "1\n" });
    gitIn(root, "config", "filter.x.smudge", "tr 1 2");
    gitIn(root, "config", "filter.x.clean", "tr 2 1");
    const trees = await someTrees(root);
    const { folder } = must(await ensureTree(trees, wish));
    gitIn(root, "config", "filter.x.clean", program);

    expect(read(folder, "a.bin")).toBe("2\n");
    write(folder, { "a.bin": "22\n" });
    must(await snapshot(trees, "dev-001", by("B")));
    expect(gitIn(root, "show", "squadroom/dev-001:a.bin")).toBe("11");
    expect(hasRun()).toBe(false);
  });

  it("shows what commits really have, whatever stands in for them", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    const { folder } = must(await ensureTree(trees, wish));
    write(folder, { "b.txt": "b\n" });
    gitIn(folder, "add", "b.txt");
    gitIn(folder, "commit", "--quiet", "--message=b");
    gitIn(folder, "replace", "HEAD", gitIn(folder, "commit-tree", "-p", "main", "-m", "b", "main^{tree}"));

    const { head, base, files } = must(await snapshot(trees, "dev-001", by("B")));
    expect(files).toMatchObject([{ path: "b.txt", status: "added" }]);
    expect((await changesBetween(root, base, head)).files).toEqual(files);
  });
});

describe("a tree whose repository was swapped", () => {
  const swaps: Record<string, (folder: string, admin: string) => void> = {
    "a repository of its own": (folder) => {
      rmSync(join(folder, ".git"));
      gitIn(folder, "init", "--quiet");
    },
    "a link": (folder, admin) => {
      rmSync(join(folder, ".git"));
      symlinkSync(admin, join(folder, ".git"));
    },
    "another repository": (folder) => write(folder, { ".git": `gitdir: ${join(aProject(), ".git")}\n` }),
    "another shared part": (_, admin) => write(admin, { commondir: join(aProject(), ".git") }),
    "settings of its own": (_, admin) => write(admin, { "config.worktree": "[core]\n" }),
    "a pipe": (folder) => {
      rmSync(join(folder, ".git"));
      execFileSync("mkfifo", [join(folder, ".git")]);
    },
  };
  it.each(Object.keys(swaps))("for %s is left as it is, with a sentence", async (how) => {
    const trees = await someTrees();
    const { folder } = must(await ensureTree(trees, wish));
    const admin = gitIn(folder, "rev-parse", "--absolute-git-dir");
    write(folder, { "a.txt": "work\n" });
    swaps[how]?.(folder, admin);

    expect(codeOf(await snapshot(trees, "dev-001", by("B")))).toBe("tree_swapped");
    expect(codeOf(await ensureTree(trees, wish))).toBe("tree_swapped");
    expect(codeOf(await cleanTree(trees, "dev-001", { keepBranch: true }))).toBe("tree_swapped");
    expect(read(folder, "a.txt")).toBe("work\n");
    rmSync(join(folder, ".git"), { recursive: true });
    rmSync(join(admin, "config.worktree"), { force: true });
    write(admin, { commondir: "../..\n" });
    must(await ensureTree(trees, wish));
    expect(must(await snapshot(trees, "dev-001", by("B"))).files).toHaveLength(1);
  });
});
