import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Line } from "./line.ts";
import { type Merged, mergeInto, type Work } from "./merge.ts";
import type { Trees } from "./record.ts";
import { snapshot } from "./snapshot.ts";
import { aProject, by, codeOf, ENV, gitIn, lines, must, OURS, read, someTrees, write } from "./trees.fixture.ts";
import { ensureTree, findTree } from "./trees.ts";

const line: Line = { key: "session-1", branch: `${OURS}session-1`, base: "main" };
const changed = (n: number, text: string) => lines(10).replace(`line ${n}\n`, `${text}\n`);
const work = (key: string): Work => ({
  branch: `${OURS}${key}`,
  message: `Merge ${key}`,
  author: "Builder 1",
});
const check = (run: string) => ({
  checks: [{ name: "test", run, timeoutS: 60 }],
  setUp: { env: ENV },
});
const unchecked = { checks: [], setUp: { env: ENV } };

/** A branch of a run with these files changed. */
async function done(trees: Trees, key: string, files: Record<string, string>, base = "main"): Promise<Work> {
  const tree = must(await ensureTree(trees, { key, branch: `${OURS}${key}`, base }));
  write(tree.folder, files);
  must(await snapshot(trees, key, by(key, `Work on ${key}`)));
  return work(key);
}

const resultOf = (merged: Merged) => merged.result;

describe("merging", () => {
  it("brings in what was judged, and nothing that came to the branch afterwards", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    const one = await done(trees, "one", { "one.txt": "one\n" });
    const head = gitIn(root, "rev-parse", one.branch);
    await done(trees, "one", { "late.txt": "late\n" });
    must(await mergeInto(trees, line, { ...one, head }, unchecked));
    const files = gitIn(root, "ls-tree", "--name-only", line.branch).split("\n");
    expect(files).toContain("one.txt");
    expect(files).not.toContain("late.txt");
  });

  it("brings branches together one after the other, each with a commit of its own", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    const [one, two] = [
      await done(trees, "one", { "a.txt": changed(1, "one") }),
      await done(trees, "two", { "a.txt": changed(9, "two") }),
    ];
    const first = must(await mergeInto(trees, line, one, unchecked));
    const second = must(await mergeInto(trees, line, two, unchecked));

    expect([first, second].map(resultOf)).toEqual(["merged", "merged"]);
    expect(gitIn(root, "show", `${line.branch}:a.txt`)).toBe(changed(1, "one").replace("line 9", "two").trimEnd());
    expect(gitIn(root, "log", "--merges", "--format=%s by %an", line.branch)).toBe(
      "Merge two by Builder 1\nMerge one by Builder 1",
    );
    expect(must(await mergeInto(trees, line, one, unchecked))).toEqual({
      result: "contained",
      before: second.head,
      head: second.head,
    });
    // As after a kill between the merge and its report.
    expect(must(await mergeInto(trees, line, two, unchecked))).toEqual({
      result: "contained",
      before: first.head,
      head: second.head,
    });
    expect(gitIn(root, "status", "--porcelain", "--branch")).toBe("## main");
    expect(read(root, "a.txt")).toBe(lines(10));
  });

  it("gives a conflict back with both sides and where they are", async () => {
    const trees = await someTrees(aProject({ "a.txt": lines(10), "b.txt": lines(3), "c.bin": "\0" }));
    const ours = `zero\n${changed(2, "ours")}`.replace("line 7\n", "");
    const one = await done(trees, "one", { "a.txt": ours, "c.bin": "\0one" });
    const theirs = changed(2, "theirs\nmore").replace("line 7\n", "seven\n");
    const two = await done(trees, "two", { "a.txt": theirs, "b.txt": "", "c.bin": "\0two" });
    must(await mergeInto(trees, line, one, unchecked));
    const before = gitIn(trees.repository.root, "rev-parse", line.branch);
    const answer = must(await mergeInto(trees, line, two, unchecked));

    expect(answer).toEqual({
      result: "conflict",
      head: before,
      conflict: [
        {
          path: "a.txt",
          kind: "contents",
          hunks: [
            {
              ours: ["ours"],
              theirs: ["theirs", "more"],
              oursAt: { from: 3, to: 3 },
              theirsAt: { from: 2, to: 3 },
            },
            { ours: [], theirs: ["seven"], oursAt: null, theirsAt: { from: 8, to: 8 } },
          ],
        },
        { path: "c.bin", kind: "binary", hunks: [] },
      ],
    });
    expect(gitIn(trees.repository.root, "rev-parse", line.branch)).toBe(before);
    // The builder settles it in its own tree, and then it merges.
    const { folder } = must(await ensureTree(trees, { key: "two", branch: two.branch, base: "main" }));
    expect(() => gitIn(folder, "merge", line.branch)).toThrow();
    write(folder, { "a.txt": "both\n", "c.bin": "both" });
    must(await snapshot(trees, "two", by("two")));
    expect(resultOf(must(await mergeInto(trees, line, two, unchecked)))).toBe("merged");
    expect(gitIn(trees.repository.root, "show", `${line.branch}:a.txt`)).toBe("both");
  });

  it("says what kind of conflict it is where it isn't about lines", async () => {
    const trees = await someTrees();
    const one = await done(trees, "one", { "a.txt": "1\n" });
    const tree = must(await ensureTree(trees, { key: "two", branch: `${OURS}two`, base: "main" }));
    gitIn(tree.folder, "rm", "--quiet", "a.txt");
    must(await snapshot(trees, "two", by("two")));
    must(await mergeInto(trees, line, one, unchecked));

    expect(must(await mergeInto(trees, line, work("two"), unchecked))).toMatchObject({
      conflict: [{ path: "a.txt", kind: "modify/delete", hunks: [] }],
    });
  });

  it("takes no marks of a conflict, whoever left them", async () => {
    const trees = await someTrees();
    const marked = await done(trees, "one", {
      "a.txt": changed(1, "<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs"),
    });
    const merged = must(await mergeInto(trees, line, marked, unchecked));
    expect(merged).toMatchObject({
      result: "checks_failed",
      checks: [{ name: "conflict marks", passed: false }],
    });
    expect(gitIn(trees.repository.root, "show", `${line.branch}:a.txt`)).toBe(lines(10).trimEnd());
  });

  it("stays where it was if a check fails on what would be there", async () => {
    const trees = await someTrees(aProject({ "a.txt": "", "b.txt": "", ".gitignore": "made\n" }));
    const { root } = trees.repository;
    // Each passes alone: together they fail.
    const options = check("! (test -s a.txt && test -s b.txt) && test -f made");
    options.setUp = { ...options.setUp, command: { run: "touch made", timeoutS: 60 } } as never;
    const one = await done(trees, "one", { "a.txt": "1" });
    const two = await done(trees, "two", { "b.txt": "2" });
    expect(must(await mergeInto(trees, line, one, options))).toMatchObject({
      result: "merged",
      checks: [{ passed: true, isCached: false }],
    });
    const before = gitIn(root, "rev-parse", line.branch);
    const failed = await mergeInto(trees, line, two, options);
    expect(failed).toMatchObject({
      result: "checks_failed",
      head: before,
      checks: [{ passed: false }],
    });
    expect(gitIn(root, "rev-parse", line.branch)).toBe(before);
    expect(await mergeInto(trees, line, two, options)).toMatchObject({
      checks: [{ passed: false, isCached: false }],
    });
    // What a check left behind is not there for the next.
    const shown = await findTree(trees, `checks of ${line.key}`);
    write(shown?.folder ?? "", { "b.txt": "", "left.txt": "" });
    const third = await done(trees, "three", { "c.txt": "3" });
    expect(resultOf(must(await mergeInto(trees, line, third, options)))).toBe("merged");
    expect(existsSync(`${shown?.folder}/left.txt`)).toBe(false);
  });

  it("notices who moves the line meanwhile, and leaves it there", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    const one = await done(trees, "one", { "b.txt": "" });
    const moves = check(`git branch --force ${line.branch} $(git commit-tree -p main -m Moved 'main^{tree}')`);
    moves.setUp.env = {
      ...ENV,
      GIT_AUTHOR_NAME: "A",
      GIT_AUTHOR_EMAIL: "a@example.com",
      GIT_COMMITTER_NAME: "A",
      GIT_COMMITTER_EMAIL: "a@example.com",
    } as never;

    expect(codeOf(await mergeInto(trees, line, one, moves))).toBe("branch_moved");
    expect(gitIn(root, "log", "-1", "--format=%s", line.branch)).toBe("Moved");
    expect(codeOf(await mergeInto(trees, line, one, unchecked))).toBe("line_moved");
    gitIn(root, "branch", "--force", line.branch, "main");
    expect(resultOf(must(await mergeInto(trees, line, one, unchecked)))).toBe("merged");
  });

  it("never moves a branch of the user's, nor one that is checked out", async () => {
    const trees = await someTrees();
    const { root } = trees.repository;
    const one = await done(trees, "one", { "b.txt": "" });
    expect(codeOf(await mergeInto(trees, { ...line, branch: "main" }, one, unchecked))).toBe("branch_not_ours");
    expect(codeOf(await mergeInto(trees, line, work("nothing"), unchecked))).toBe("branch_unknown");
    expect(codeOf(await mergeInto(trees, { ...line, branch: `${OURS}x`, base: "no" }, one, unchecked))).toBe(
      "base_unknown",
    );
    gitIn(root, "checkout", "--quiet", line.branch);
    expect(codeOf(await mergeInto(trees, line, one, unchecked))).toBe("branch_checked_out");
    expect(gitIn(root, "status", "--porcelain")).toBe("");
  });
});
