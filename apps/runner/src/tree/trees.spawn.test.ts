import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openLine } from "./line.ts";
import { mergeInto } from "./merge.ts";
import { branchName, fileName } from "./names.ts";
import { holding } from "./owner-lock.ts";
import { folderOf, readRecord, readRecords, type TreeRecord, writeRecord } from "./record.ts";
import { openRepository } from "./repository.ts";
import { snapshot } from "./snapshot.ts";
import {
  aFolder,
  aProject,
  by,
  codeOf,
  ENV,
  gitIn,
  must,
  OURS,
  read,
  repositoryIn,
  someTrees,
  write,
} from "./trees.fixture.ts";
import { cleanTree, dropBranch, ensureTree, findTree } from "./trees.ts";

const wish = (key: string) => ({ key, branch: `squadroom/${key}`, base: "main" });

describe("a repository", () => {
  it("is found from any folder in it, with its branch, head and remote", async () => {
    const root = aProject({ "src/a.txt": "1\n" });
    gitIn(root, "remote", "add", "origin", "https://ada:word@example.com/p.git");

    expect(await repositoryIn(join(root, "src"))).toEqual({
      root,
      gitFolder: join(root, ".git"),
      main: root,
      branch: "main",
      head: gitIn(root, "rev-parse", "HEAD"),
      remote: { name: "origin", url: "https://example.com/p.git" },
      isDirty: false,
      pin: expect.objectContaining({ workTree: root, gitDir: join(root, ".git") }),
    });
    write(root, { "new.txt": "" });
    expect(await repositoryIn(root)).toMatchObject({ isDirty: true });
  });

  it("is none where there is none, and has no head before its first commit", async () => {
    const folder = aFolder();
    expect(await openRepository(folder, join(folder, "git"))).toBeNull();
    expect(await openRepository(join(folder, "missing"), join(folder, "git"))).toBeNull();
    gitIn(folder, "init", "--quiet", "--initial-branch=main");
    expect(await repositoryIn(folder)).toMatchObject({ head: null, branch: "main", remote: null });
  });
});

describe("a branch's name", () => {
  it("says the key and the title", () => {
    expect(branchName("room", "DEV-001", "Refund settles once")).toBe("squadroom/1f1c5b/dev-001-refund-settles-once");
    expect(branchName("room", "DEV-002", "Größe: 1.5 → 2 (.lock)")).toBe("squadroom/1f1c5b/dev-002-gro-e-1-5-2-lock");
    expect(branchName("room", "DEV-003", "修正")).toBe("squadroom/1f1c5b/dev-003");
    expect(branchName("room", "DEV-004", "word ".repeat(50)).length).toBeLessThanOrEqual(77);
  });

  it("is valid for git, whatever the title is, and keys have names of their own", () => {
    const any = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(any, any, (key, title) => {
        expect(branchName("room", key, title)).toMatch(/^squadroom\/[0-9a-f]{6}\/[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
      { numRuns: shareOf(100) },
    );
    expect(new Set(["a b", "a-b", "a/b", "A_b", "ä", "修", "正"].map(fileName)).size).toBe(7);
  });
});

describe("a tree", () => {
  it("is outside of the repository, on a branch of its own, and the same the next time", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    const first = must(await ensureTree(trees, wish("dev-001")));

    expect(first.folder.startsWith(root)).toBe(false);
    expect(gitIn(first.folder, "symbolic-ref", "--short", "HEAD")).toBe("squadroom/dev-001");
    expect(first.base).toBe(gitIn(root, "rev-parse", "main"));
    write(first.folder, { "a.txt": "unsaved\n", "new.txt": "new\n" });
    expect(await ensureTree(trees, { ...wish("dev-001"), branch: "squadroom/other" })).toEqual(first);
    expect(read(first.folder, "a.txt")).toBe("unsaved\n");
    expect(gitIn(root, "status", "--porcelain")).toBe("");
    expect(gitIn(root, "branch", "--show-current")).toBe("main");
  });

  it("is made once, however many ask at once", async () => {
    const trees = await someTrees();
    const all = await Promise.all(Array.from({ length: 5 }, () => ensureTree(trees, wish("one"))));

    expect(new Set(all.map((tree) => JSON.stringify(tree))).size).toBe(1);
    expect(gitIn(trees.repository.root, "worktree", "list").split("\n")).toHaveLength(2);
  });

  it("takes another name where its branch's is taken, and says so where none is left", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    gitIn(root, "branch", "squadroom/dev-001");
    const tree = must(await ensureTree(trees, wish("dev-001")));

    expect(tree.branch).toBe("squadroom/dev-001-2");
    gitIn(root, "branch", "taken");
    const refused = await ensureTree(trees, { key: "x", branch: "taken/x", base: "main" });
    expect(codeOf(refused)).toBe("branch_taken");
    expect(codeOf(await ensureTree(trees, { ...wish("y"), base: "nothing" }))).toBe("base_unknown");
    expect(await readRecords(trees)).toHaveLength(1);
  });

  it("that was killed while it was made is begun again, on the same branch", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    const tree = must(await ensureTree(trees, wish("dev-001")));
    const record = await readRecord(trees, "dev-001");
    if (record === null) throw new Error("no record");
    await writeRecord(trees, { ...record, state: "making" });
    const admin = gitIn(tree.folder, "rev-parse", "--git-dir");
    write(admin, { locked: "initializing", "index.lock": "" });
    rmSync(join(tree.folder, "a.txt"));

    expect(must(await ensureTree(trees, wish("dev-001")))).toEqual(tree);
    expect(gitIn(tree.folder, "status", "--porcelain")).toBe("");
    expect(gitIn(root, "branch", "--list", "squadroom/*").split("\n")).toHaveLength(1);
  });

  it("and its branch are made, moved and removed past locks whose owner was killed", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    const line = { key: "line", branch: `${OURS}line`, base: "main" };
    const { branch } = wish("dev-001");
    const lock = (name: string) => write(join(root, ".git/refs/heads"), { [`${name}.lock`]: "" });
    lock(branch);
    expect(must(await ensureTree(trees, wish("dev-001"))).branch).toBe(branch);
    const record = (await readRecord(trees, "dev-001")) as TreeRecord;
    await writeRecord(trees, { ...record, state: "making" });
    lock(branch);
    const tree = must(await ensureTree(trees, wish("dev-001")));
    write(tree.folder, { "b.txt": "" });
    must(await snapshot(trees, "dev-001", by("B")));
    lock(line.branch);
    must(await openLine(trees, line));
    lock(line.branch);
    const work = { branch, ...by("B") };
    must(await mergeInto(trees, line, work, { checks: [], setUp: { env: ENV } }));
    for (const name of [branch, line.branch]) lock(name);
    expect(await cleanTree(trees, "dev-001", { keepBranch: false })).toBeNull();
    gitIn(root, "merge", "--quiet", line.branch);
    expect(await dropBranch(trees, line.branch)).toBeNull();
    expect(gitIn(root, "branch")).toBe("* main");
  });

  it("keeps its files where git has forgotten it, even killed in the middle of that", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    const tree = must(await ensureTree(trees, wish("dev-001")));
    write(tree.folder, { "a.txt": "unsaved\n", "new.txt": "new\n" });
    rmSync(join(root, ".git", "worktrees"), { recursive: true });
    must(await ensureTree(trees, wish("dev-001")));

    expect(gitIn(tree.folder, "status", "--porcelain")).toBe(" M a.txt\n?? new.txt");
    renameSync(tree.folder, `${tree.folder}.kept`);
    must(await ensureTree(trees, wish("dev-001")));
    expect(gitIn(tree.folder, "status", "--porcelain")).toBe(" M a.txt\n?? new.txt");
    expect(existsSync(`${tree.folder}.kept`)).toBe(false);
    // Its own `.git` gone, it must not take the repository around it for its own.
    gitIn(trees.folder, "init", "--quiet");
    rmSync(join(tree.folder, ".git"));
    must(await ensureTree(trees, wish("dev-001")));
    expect(gitIn(tree.folder, "status", "--porcelain")).toBe(" M a.txt\n?? new.txt");
  });

  it("comes back with its commits where its folder is gone", async () => {
    const trees = await someTrees();
    const tree = must(await ensureTree(trees, wish("dev-001")));
    write(tree.folder, { "b.txt": "b\n" });
    must(await snapshot(trees, "dev-001", by("Builder 1")));
    rmSync(tree.folder, { recursive: true });

    must(await ensureTree(trees, wish("dev-001")));
    expect(read(tree.folder, "b.txt")).toBe("b\n");
  });

  it("waits for a lock of git until its owner counts as killed", async () => {
    const trees = { ...(await someTrees()), staleLockMs: 60_000 };
    const tree = must(await ensureTree(trees, wish("dev-001")));
    const lock = join(gitIn(tree.folder, "rev-parse", "--git-dir"), "index.lock");
    write(join(lock, ".."), { "index.lock": "" });
    const waiting = ensureTree(trees, wish("dev-001"));
    expect(await Promise.race([waiting, Promise.resolve("waits")])).toBe("waits");
    utimesSync(lock, 0, 0);
    must(await waiting);

    expect(existsSync(lock)).toBe(false);
  });

  it("follows the repository that was moved", async () => {
    const trees = await someTrees();
    const tree = must(await ensureTree(trees, wish("dev-001")));
    write(tree.folder, { "new.txt": "new\n" });
    const moved = `${trees.repository.root}-moved`;
    renameSync(trees.repository.root, moved);
    const after = { ...trees, repository: await repositoryIn(moved) };

    must(await ensureTree(after, wish("dev-001")));
    expect(gitIn(tree.folder, "status", "--porcelain")).toBe("?? new.txt");
  });

  it("leaves its branch to who has it out elsewhere", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    const tree = must(await ensureTree(trees, wish("dev-001")));
    gitIn(root, "worktree", "remove", tree.folder);
    gitIn(root, "checkout", "--quiet", "squadroom/dev-001");

    expect(codeOf(await ensureTree(trees, wish("dev-001")))).toBe("branch_checked_out");
    const record = await readRecord(trees, "dev-001");
    if (record === null) throw new Error("no record");
    // Killed before anybody worked there: any name is as good.
    await writeRecord(trees, { ...record, state: "making" });
    expect(must(await ensureTree(trees, wish("dev-001"))).branch).toBe("squadroom/dev-001-2");
  });
});

describe("cleaning", () => {
  it("refuses what would lose work, unless somebody says that it may be lost", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    const { folder } = must(await ensureTree(trees, wish("dev-001")));
    write(folder, { "b.txt": "b\n" });

    const unsaved = await cleanTree(trees, "dev-001", { keepBranch: true });
    expect(unsaved).toMatchObject({ refused: { code: "uncommitted", files: ["b.txt"] } });
    must(await snapshot(trees, "dev-001", by("Builder 1")));
    expect(codeOf(await cleanTree(trees, "dev-001", { keepBranch: false }))).toBe("unmerged");
    expect(await findTree(trees, "dev-001")).not.toBeNull();
    expect(await cleanTree(trees, "dev-001", { keepBranch: true })).toBeNull();
    expect(existsSync(folder)).toBe(false);
    expect(gitIn(root, "show", "squadroom/dev-001:b.txt")).toBe("b");
    expect(gitIn(root, "worktree", "list").split("\n")).toHaveLength(1);
    expect(await cleanTree(trees, "dev-001", { keepBranch: true })).toBeNull();
  });

  it("takes the branch too once another has its commits", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    for (const [key, options] of [
      ["merged", {}],
      ["discarded", { discards: true }],
    ] as const) {
      const { folder } = must(await ensureTree(trees, wish(key)));
      write(folder, { [`${key}.txt`]: "b\n" });
      must(await snapshot(trees, key, by("Builder 1")));
      if (key === "merged") gitIn(root, "merge", "--quiet", "squadroom/merged");
      expect(await cleanTree(trees, key, { keepBranch: false, ...options })).toBeNull();
    }
    expect(gitIn(root, "branch", "--format=%(refname:short)")).toBe("main");
  });

  it("counts commits that a run made beside its branch", async () => {
    const trees = await someTrees();
    const { folder } = must(await ensureTree(trees, wish("dev-001")));
    gitIn(folder, "checkout", "--quiet", "--detach");
    gitIn(folder, "commit", "--quiet", "--allow-empty", "--message=Beside");

    expect(codeOf(await cleanTree(trees, "dev-001", { keepBranch: true }))).toBe("unmerged");
  });

  it("that was killed is ended by the next one who wants the tree", async () => {
    const trees = await someTrees();
    const { folder } = must(await ensureTree(trees, wish("dev-001")));
    const record = await readRecord(trees, "dev-001");
    if (record === null) throw new Error("no record");
    await writeRecord(trees, { ...record, state: "cleaning", dropsBranch: true });
    rmSync(join(folder, "a.txt"));

    const tree = must(await ensureTree(trees, { ...wish("dev-001"), branch: "squadroom/again" }));
    expect(tree.branch).toBe("squadroom/again");
    expect(read(folder, "a.txt")).toContain("line 1");
    expect(gitIn(trees.repository.root, "branch", "--list", "squadroom/dev-001")).toBe("");
  });
});

describe("a lock", () => {
  it("lets one in at a time, in the order in which they came", async () => {
    const folder = aFolder();
    const seen: number[] = [];
    let inside = 0;
    const enter = (n: number) =>
      holding(folder, "x", async () => {
        expect(++inside).toBe(1);
        await Promise.resolve();
        seen.push(n);
        inside--;
        if (n === 1) throw new Error("fails");
      }).catch(() => {});
    await Promise.all([0, 1, 2, 3].map(enter));

    expect(seen).toEqual([0, 1, 2, 3]);
  });

  it("follows an owner that is dead, whoever has its number now", async () => {
    const folder = aFolder();
    // The pid of this process, born at another time.
    write(folder, { "x.7": `${process.pid} 1`, "x.3": "" });
    expect(await holding(folder, "x", () => Promise.resolve("in"))).toBe("in");
    expect(existsSync(join(folder, "x.3"))).toBe(false);
    expect(existsSync(join(folder, "x.8"))).toBe(true);
    expect(folderOf({ folder } as never, "DEV-001")).toBe(join(folder, "trees", "dev-001"));
    mkdirSync(join(folder, "y"));
    symlinkSync("nowhere", join(folder, "y.link"));
    expect(await holding(folder, "y", () => Promise.resolve(1))).toBe(1);
  });
});
