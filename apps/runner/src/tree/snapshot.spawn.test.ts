import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { readDiff } from "@squadroom/core/task/diff";
import { countDiff } from "@squadroom/core/task/diff-lines";
import { refuseOutside } from "@squadroom/core/task/limits";
import { aTask } from "@squadroom/core/testing/builders.fixture";
import { matchesSlowly } from "@squadroom/core/testing/glob.fixture";
import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { touched, touchedBefore } from "./changes.ts";
import { snapshot } from "./snapshot.ts";
import { aProject, by, codeOf, gitIn, lines, must, repositoryIn, someTrees, write } from "./trees.fixture.ts";
import { ensureTree } from "./trees.ts";

const wish = { key: "dev-001", branch: "squadroom/dev-001", base: "main" };

async function aTree(files?: Record<string, string>) {
  const trees = await someTrees(aProject(files));
  return { trees, root: trees.repository.root, tree: must(await ensureTree(trees, wish)) };
}

const changed = (n: number, text = "changed") => lines(10).replace(`line ${n}\n`, `${text}\n`);

describe("a snapshot", () => {
  it("saves what no commit has, once, in the name of who made it", async () => {
    const { trees, tree, root } = await aTree();
    write(tree.folder, { "a.txt": changed(3), "ü b.txt": "1\n2\n" });
    const first = must(await snapshot(trees, "dev-001", by("Builder <1>", "Settle once\n\n# Not a remark")));

    expect(gitIn(tree.folder, "log", "-1", "--format=%an|%ae|%cn|%B").trim()).toBe(
      "Builder  1|builder-1@squadroom.invalid|Squadroom runner|Settle once\n\n# Not a remark",
    );
    expect(first.head).toBe(gitIn(root, "rev-parse", "squadroom/dev-001"));
    expect(first.base).toBe(gitIn(root, "rev-parse", "main"));
    expect(first.files).toEqual([
      {
        path: "a.txt",
        status: "modified",
        added: 1,
        removed: 1,
        hash: gitIn(tree.folder, "rev-parse", "HEAD:a.txt"),
        size: changed(3).length,
      },
      { path: "ü b.txt", status: "added", added: 2, removed: 0, hash: expect.any(String), size: 4 },
    ]);
    expect(first.touched).toEqual([
      { path: "a.txt", ranges: [{ from: 3, to: 3 }] },
      { path: "ü b.txt", ranges: [{ from: 1, to: 2 }] },
    ]);
    expect(first.diff).toContain("-line 3\n+changed\n");
    expect(must(await snapshot(trees, "dev-001", by("Builder 1")))).toEqual(first);
    expect(gitIn(root, "status", "--porcelain")).toBe("");
  });

  it("knows renamed, deleted and binary files, and links", async () => {
    const { trees, tree } = await aTree({ "old.txt": lines(20), "gone.txt": "1\n", "x.bin": "\0" });
    gitIn(tree.folder, "mv", "old.txt", "new\tname.txt");
    gitIn(tree.folder, "rm", "--quiet", "gone.txt");
    write(tree.folder, { "x.bin": "\0\0", "run.sh": "" });
    chmodSync(join(tree.folder, "run.sh"), 0o755);
    symlinkSync("/etc/hosts", join(tree.folder, "link"));
    const { files } = must(await snapshot(trees, "dev-001", by("Builder 1")));

    expect(files.map(({ path, status, from, size }) => [path, status, from, size])).toEqual([
      ["gone.txt", "deleted", undefined, null],
      ["link", "added", undefined, 10],
      ["new\tname.txt", "renamed", "old.txt", 151],
      ["run.sh", "added", undefined, 0],
      ["x.bin", "modified", undefined, 2],
    ]);
  });

  it("asks the hooks that the user has in the project, and not what stands in their place in a tree", async () => {
    const root = aProject({ ".hooks/pre-commit": "#!/bin/sh\necho No. >&2; exit 1\n" });
    chmodSync(join(root, ".hooks/pre-commit"), 0o755);
    gitIn(root, "config", "core.hooksPath", ".hooks");
    const trees = await someTrees(root);
    const tree = must(await ensureTree(trees, wish));
    write(tree.folder, { ".hooks/pre-commit": "#!/bin/sh\ntouch ran\n" });
    chmodSync(join(tree.folder, ".hooks/pre-commit"), 0o755);
    const asked = snapshot(trees, wish.key, { ...by("B"), hooks: true });
    await expect(asked).rejects.toThrow("No.");
    expect(existsSync(join(tree.folder, "ran"))).toBe(false);
  });

  it("doesn't ask the user's hooks, unless it is told to", async () => {
    const { trees, tree, root } = await aTree();
    write(root, { ".git/hooks/pre-commit": "#!/bin/sh\necho No. >&2; exit 1\n" });
    chmodSync(join(root, ".git/hooks/pre-commit"), 0o755);
    write(tree.folder, { "a.txt": "1\n" });
    const started = { ...trees, repository: await repositoryIn(root) };

    await expect(snapshot(started, "dev-001", { ...by("B"), hooks: true })).rejects.toThrow("No.");
    expect(must(await snapshot(trees, "dev-001", by("B"))).files).toHaveLength(1);
  });

  it("cuts a diff that is too long at a line, and says where the rest is", async () => {
    const { trees, tree } = await aTree();
    write(tree.folder, { "long.txt": "x".repeat(99).concat("\n").repeat(5000) });
    const { diff, files } = must(await snapshot(trees, "dev-001", by("B")));

    expect(diff.length).toBeLessThan(201_000);
    expect(diff).toMatch(/\+x+\n\\ The diff is longer than 200 kB and ends here\. `git diff .+` prints all of it\.\n$/);
    expect(files[0]?.added).toBe(5000);
  });

  it("takes commits that a run made on another branch, or on none", async () => {
    const { trees, tree, root } = await aTree();
    for (const args of [["--detach"], ["-b", "mine"]]) {
      gitIn(tree.folder, "checkout", "--quiet", ...args);
      gitIn(tree.folder, "commit", "--quiet", "--allow-empty", `--message=${args.join()}`);
      write(tree.folder, { "b.txt": args.join() });
      const { head } = must(await snapshot(trees, "dev-001", by("B")));
      expect(gitIn(root, "rev-parse", "squadroom/dev-001")).toBe(head);
      expect(gitIn(tree.folder, "branch", "--show-current")).toBe("squadroom/dev-001");
    }
    gitIn(tree.folder, "checkout", "--quiet", "-b", "beside", "main");
    write(tree.folder, { "c.txt": "" });
    expect(codeOf(await snapshot(trees, "dev-001", by("B")))).toBe("other_branch");
    expect(gitIn(tree.folder, "show", "--name-only", "--format=")).toBe("c.txt");
    expect(gitIn(root, "rev-parse", "beside")).toBe(gitIn(root, "rev-parse", "main"));
  });

  it("measures against the last commit that it shares with its base", async () => {
    const { trees, tree, root } = await aTree();
    gitIn(root, "commit", "--quiet", "--amend", "--message=Rewritten");
    gitIn(tree.folder, "reset", "--quiet", "--hard", "main");
    write(tree.folder, { "b.txt": "" });
    expect(must(await snapshot(trees, "dev-001", by("B"))).files).toHaveLength(1);
  });

  it("refuses a rebase under way and conflicts that nobody settled, and ends a merge that is", async () => {
    const { trees, tree, root } = await aTree();
    write(root, { "a.txt": changed(3, "theirs") });
    gitIn(root, "commit", "--quiet", "--all", "--message=Theirs");
    write(tree.folder, { "a.txt": changed(3, "ours") });
    must(await snapshot(trees, "dev-001", by("B")));
    expect(() => gitIn(tree.folder, "rebase", "main")).toThrow();
    expect(await snapshot(trees, "dev-001", by("B"))).toMatchObject({
      refused: {
        code: "operation_under_way",
        message: expect.stringContaining("git rebase --abort"),
      },
    });
    gitIn(tree.folder, "rebase", "--abort");
    expect(() => gitIn(tree.folder, "merge", "main")).toThrow();
    expect(await snapshot(trees, "dev-001", by("B"))).toMatchObject({
      refused: { code: "conflicts_open", files: ["a.txt"] },
    });
    write(tree.folder, { "a.txt": changed(3, "both") });
    must(await snapshot(trees, "dev-001", by("B", "Merge")));
    expect(gitIn(tree.folder, "log", "-1", "--format=%p").split(" ")).toHaveLength(2);
  });

  it("says which folder has a repository of its own, whose files no commit would have", async () => {
    const { trees, tree } = await aTree();
    mkdirSync(join(tree.folder, "app"));
    gitIn(join(tree.folder, "app"), "init", "--quiet");
    write(tree.folder, { "app/b.txt": "" });

    expect(await snapshot(trees, "dev-001", by("B"))).toMatchObject({
      refused: { code: "nested_repository", files: ["app"] },
    });
    gitIn(join(tree.folder, "app"), "add", ".");
    gitIn(join(tree.folder, "app"), "commit", "--quiet", "--message=Own");
    expect(codeOf(await snapshot(trees, "dev-001", by("B")))).toBe("nested_repository");
    expect(existsSync(join(tree.folder, "app/.git"))).toBe(true);
  });
});

describe("what a tree touches", () => {
  it("counts commits, what is not saved and new files, in lines of the base", async () => {
    const { trees, tree } = await aTree({ "a.txt": lines(10), "b.txt": lines(10), "c.txt": "1\n" });
    write(tree.folder, { "a.txt": changed(2) });
    must(await snapshot(trees, "dev-001", by("B")));
    write(tree.folder, {
      "a.txt": `first\n${changed(2)}`,
      "b.txt": changed(9),
      "new.txt": "1\n2\n",
    });
    gitIn(tree.folder, "mv", "c.txt", "d.txt");

    expect(await touched(tree)).toEqual([
      { path: "a.txt", ranges: [{ from: 1, to: 2 }] },
      { path: "b.txt", ranges: [{ from: 9, to: 9 }] },
      { path: "c.txt", ranges: [{ from: 1, to: 1 }] },
      { path: "d.txt", ranges: [{ from: 1, to: 1 }] },
      { path: "new.txt", ranges: [{ from: 1, to: 2 }] },
    ]);
  });

  it("reads a diff whose lines look like a diff's own", async () => {
    const { trees, tree } = await aTree({
      'q"\\\n.txt': "-- a/x\n@@ -1 +1 @@\n",
      "z y.txt": "1\n",
    });
    write(tree.folder, { 'q"\\\n.txt': "++ b/y\n@@ -9 +9 @@\nmore\n", "z y.txt": "2" });
    must(await snapshot(trees, "dev-001", by("B")));

    expect(await touched(tree)).toEqual([
      { path: 'q"\\\n.txt', ranges: [{ from: 1, to: 2 }] },
      { path: "z y.txt", ranges: [{ from: 1, to: 1 }] },
    ]);
  });

  it("names the lines of any two texts that differ", async () => {
    const { tree } = await aTree({ "f.txt": "" });
    const text = fc.array(fc.constantFrom("a", "b", "--- x", "+++ y", "@@ -1 +1 @@", ""), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, text, (before, after) => {
        write(tree.folder, { "one.txt": before.join("\n"), "two.txt": after.join("\n") });
        const args = ["diff", "--no-index", "--unified=0", "one.txt", "two.txt"];
        const { files: patch } = readDiff(outputOf(() => gitIn(tree.folder, ...args)));
        const ranges = touchedBefore(patch[0]?.hunks ?? []);
        const isTouched = (n: number) => ranges.some(({ from, to }) => from <= n && n <= to);
        // What is in no range is the same in both, in this order.
        let at = 0;
        for (const [n, line] of before.entries()) {
          if (isTouched(n + 1) || line === "") continue;
          const found = after.indexOf(line, at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + 1;
        }
        expect(patch.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: shareOf(60) },
    );
  });
});

/** Not what the product calls a path inside of boundaries: the rule of patterns as it reads. */
function isOutside({ allowed, forbidden }: Limits, path: string): boolean {
  if (/^[a-z]:/i.test(path)) return true;
  const fits = (patterns: string[], name: string) =>
    patterns.some((one) => matchesSlowly(one.split("/"), name.split("/")));
  // A backslash parts folders where somebody reads the name on Windows.
  const spelt = path.includes("\\") ? [path.replaceAll("\\", "/"), path.replaceAll("\\", "?")] : [path];
  return spelt.some(
    (name) =>
      // As a folder too, which a submodule is: what is in it nobody sees.
      forbidden.some((one) => fits([one], name) || one.startsWith(`${name}/`)) ||
      (allowed.length > 0 && !fits(allowed, name)),
  );
}

interface Limits {
  allowed: string[];
  forbidden: string[];
}

const LINKED = "160000,";
/** What a task may do to a project besides writing files: each leaves something that `git diff --raw` names. */
const ACTS: Record<string, (folder: string) => unknown> = {
  rename: (folder) => gitIn(folder, "mv", "old.ts", "moved to.ts"),
  "rename and change": (folder) => {
    rmSync(join(folder, "src/near.ts"));
    write(folder, { "gen/near.ts": changed(4) });
  },
  copy: (folder) => write(folder, { "copy.ts": lines(30) }),
  delete: (folder) => rmSync(join(folder, "gone.ts")),
  mode: (folder) => chmodSync(join(folder, "run.sh"), 0o755),
  "file to link": (folder) => asLink(folder, "plain.ts", "old.ts"),
  "link to file": (folder) => {
    rmSync(join(folder, "link"));
    write(folder, { link: "a file\n" });
  },
  "link elsewhere": (folder) => asLink(folder, "other link", "/etc/hosts"),
  "folder to file": (folder) => {
    rmSync(join(folder, "dir"), { recursive: true });
    write(folder, { dir: "a file\n" });
  },
  "file to folder": (folder) => {
    rmSync(join(folder, "flat"));
    write(folder, { "flat/in.ts": "1\n" });
  },
  binary: (folder) => write(folder, { "art.bin": "a\0b" }),
  "other submodule": (folder) => asModule(folder, "vendor/new", "b"),
  "submodule moves": (folder) => asModule(folder, "vendor/lib", "c"),
  "submodule to file": (folder) => {
    gitIn(folder, "rm", "--quiet", "--cached", "vendor/flat");
    rmSync(join(folder, "vendor/flat"), { recursive: true, force: true });
    write(folder, { "vendor/flat": "a file\n" });
  },
};

function asLink(folder: string, path: string, to: string): void {
  rmSync(join(folder, path), { force: true });
  symlinkSync(to, join(folder, path));
}

function asModule(folder: string, path: string, sign: string): void {
  mkdirSync(join(folder, path), { recursive: true });
  gitIn(folder, "update-index", "--add", "--cacheinfo", `${LINKED}${sign.repeat(40)},${path}`);
}

describe("what the room hears of a change", () => {
  it("names every file of it, whatever became of it and however it is called, and judges as git's own list would be", async () => {
    const root = aProject({
      "old.ts": lines(30),
      "gone.ts": "1\n",
      "src/near.ts": lines(10),
      "run.sh": "1\n",
      "plain.ts": lines(3),
      "dir/in.ts": "1\n",
      flat: "1\n",
      "vendor/keep.ts": "1\n",
    });
    asLink(root, "link", "old.ts");
    asLink(root, "other link", "old.ts");
    asModule(root, "vendor/lib", "a");
    asModule(root, "vendor/flat", "a");
    gitIn(root, "add", "link", "other link");
    gitIn(root, "commit", "--quiet", "--message=More");
    const trees = await someTrees(root);
    const tree = must(await ensureTree(trees, wish));
    const part = fc.oneof(
      fc.constantFrom("src", "gen", "a.ts", "größe", "back\\slash", "line\nfeed", "esc\u001b[m"),
      fc.string({ minLength: 1, maxLength: 12, unit: "binary" }),
      fc.constant("long-name-".repeat(20)),
    );
    const isName = (path: string) =>
      path.toWellFormed() === path &&
      path.split("/").every((one) => one !== "" && !/^\.{1,2}$|\0/.test(one) && !/^\.git/i.test(one)) &&
      path.length < 900;
    const path = fc
      .array(part, { minLength: 2, maxLength: 3 })
      .map((parts) => parts.join("/"))
      .filter(isName);
    const size = fc.constantFrom(0, 3, 40_000, 150_000);
    const limits = fc.record({
      allowed: fc.subarray(["src/**", "gen/**", "*.ts", "**/größe", "vendor/**", "dir"]),
      forbidden: fc.subarray(
        ["vendor/lib", "vendor/lib/in/**", "old.ts", "src/near.ts", "**/a.ts", "link", "flat/**"],
        { maxLength: 2 },
      ),
    });
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(path, size, { maxKeys: 8 }),
        fc.subarray(Object.keys(ACTS), { maxLength: 5 }),
        limits,
        fc.boolean(),
        async (files, acts, boundaries, isCommitted) => {
          gitIn(tree.folder, "reset", "--quiet", "--hard", tree.base);
          gitIn(tree.folder, "clean", "-ffdxq");
          for (const act of acts) ACTS[act]?.(tree.folder);
          for (const [name, bytes] of Object.entries(files))
            try {
              write(tree.folder, { [name]: "x\n".repeat(bytes / 2) });
            } catch {
              // A file stands where a folder would.
            }
          if (isCommitted) {
            gitIn(tree.folder, "add", "--all");
            gitIn(tree.folder, "commit", "--quiet", "--allow-empty", "--message=Own");
          }
          const saved = must(await snapshot(trees, "dev-001", by("Builder 1")));
          const args = ["diff", "--raw", "--no-renames", "-z", tree.base, saved.head];
          const rows = gitIn(tree.folder, ...args).split("\0");
          const truth = new Set(rows.filter((_, at) => at % 2 === 1));
          for (const [, was, is, letter] of rows.join("\0").matchAll(/:(\d+) (\d+) \S+ \S+ (\w)\0/g))
            count(letter === "T" ? `${was} ${is}` : letter === "M" && was !== is ? "mode" : `${letter}`);
          const { touched: named, fault, changes } = countDiff(saved.list + saved.diff);
          expect([fault, [...named].sort()]).toEqual([null, [...truth].sort()]);
          expect(changes.added).toBe(saved.files.reduce((sum, { added }) => sum + added, 0));
          const artifacts = saved.files.map(({ path }) => ({ path, status: "modified" as const }));
          const ruled = refuseOutside(aTask({ boundaries }), { artifacts, touched: named });
          const outside = [...truth].filter((one) => isOutside(boundaries, one));
          const { paths = [] } = (ruled?.refusal.details ?? {}) as { paths?: string[] };
          expect([...paths].sort()).toEqual(outside.sort());
          count(ruled ? "refused" : "taken");
          if (saved.list !== "") count("cut");
        },
      ),
      { numRuns: 40 },
    );
    for (const what of [
      "refused",
      "taken",
      "cut",
      "A",
      "D",
      "M",
      "mode",
      "100644 120000",
      "120000 100644",
      "160000 100644",
    ])
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
  });

  it("names the last of thousands", async () => {
    const { trees, tree } = await aTree();
    const many = Array.from({ length: 3_000 }, (_, n) => [`gen/${n}.ts`, "x".repeat(450)]);
    write(tree.folder, { ...Object.fromEntries(many), "zz/outside.ts": "1\n" });
    const { list, diff, files } = must(await snapshot(trees, "dev-001", by("Builder 1")));
    const { touched: named, changes, fault } = countDiff(list + diff);
    expect([fault, named.length, named.at(-1)]).toEqual([null, 3_001, "zz/outside.ts"]);
    expect(changes).toMatchObject({ fileCount: 3_001, added: 3_001 });
    expect(files).toHaveLength(3_001);
  });
});

/** Also of a command that says by its exit code that there are differences. */
function outputOf(run: () => string): string {
  try {
    return run();
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
