import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashIn } from "../resume.ts";
import { touched } from "./changes.ts";
import { textInside } from "./files.ts";
import { snapshot } from "./snapshot.ts";
import { aFolder, by, codeOf, gitIn, must, read, someTrees, write } from "./trees.fixture.ts";
import { cleanTree, ensureTree } from "./trees.ts";

const wish = { key: "dev-001", branch: "squadroom/dev-001", base: "main" };
const mkfifo = (...path: string[]) => execFileSync("mkfifo", [join(...path)]);

/** Longer than a path may be: only step by step anybody gets there. */
const TOO_DEEP = 'n=$(printf "d%.0s" $(seq 200)); for _ in $(seq 30); do mkdir $n; cd $n; done; echo work >f';

/** What an agent may put in place of a file `x`; none of it is one. */
const ODD: Record<string, (folder: string) => void> = {
  "a pipe": (folder) => mkfifo(folder, "x"),
  "a link to a pipe": (folder) => {
    mkfifo(folder, "p");
    symlinkSync("p", join(folder, "x"));
  },
  "a link to a device": (folder) => symlinkSync("/dev/zero", join(folder, "x")),
  "a link to a file": (folder) => {
    write(folder, { "real.txt": "real" });
    symlinkSync("real.txt", join(folder, "x"));
  },
  "a folder": (folder) => mkdirSync(join(folder, "x")),
  "a file of any size": (folder) => {
    write(folder, { x: "" });
    truncateSync(join(folder, "x"), 1e12);
  },
};

describe("a file of a tree", () => {
  it.each(Object.keys(ODD))("is none where it is %s", async (what) => {
    const folder = aFolder();
    ODD[what]?.(folder);
    expect(await textInside(folder, "x", 1000)).toBeNull();
    expect(await hashIn(folder, "x")).toBeNull();
  });

  it("is none where a link on its way leads out, and has no bytes behind its limit", async () => {
    const [folder, outside] = [aFolder(), aFolder()];
    write(outside, { "secret.txt": "secret" });
    symlinkSync(outside, join(folder, "out"));
    write(folder, { "in/a.txt": "12345" });

    expect(await textInside(folder, "out/secret.txt", 1000)).toBeNull();
    expect(await textInside(folder, "in/a.txt", 5)).toBe("12345");
    expect(await textInside(folder, "in/a.txt", 4)).toBeNull();
  });

  it("holds nobody who looks at what is touched, however many pipes and links there are", async () => {
    const trees = await someTrees();
    const tree = must(await ensureTree(trees, wish));
    for (const what of Object.keys(ODD)) {
      const folder = join(tree.folder, what);
      mkdirSync(folder);
      ODD[what]?.(folder);
    }
    mkfifo(tree.folder, "pipe");
    for (let n = 0; n < 500; n++) symlinkSync("pipe", join(tree.folder, `link-${n}`));

    expect((await touched(tree)).length).toBeGreaterThan(100);
    expect(read(trees.repository.root, "a.txt")).toContain("line 1");
  });

  it.each([".gitignore", "sub/.gitattributes"])("that git reads itself is no pipe: %s", async (path) => {
    const trees = await someTrees();
    const tree = must(await ensureTree(trees, wish));
    write(tree.folder, { "sub/work.txt": "work\n" });
    mkfifo(tree.folder, path);

    expect(await touched(tree)).toEqual([]);
    expect(await snapshot(trees, "dev-001", by("B"))).toMatchObject({
      refused: { code: "odd_file", files: [path] },
    });
    expect(codeOf(await ensureTree(trees, wish))).toBe("odd_file");
    rmSync(join(tree.folder, path));
    expect(must(await snapshot(trees, "dev-001", by("B"))).files).toHaveLength(1);
  });

  it.each([
    ["in a folder whose name is too long for git", TOO_DEEP, "could not open directory"],
    ["in a folder that nobody may read", "mkdir d; echo work >d/f; chmod 000 d", "Permission denied"],
  ])("is saved or missed: %s", async (_, command, words) => {
    const trees = await someTrees();
    const tree = must(await ensureTree(trees, wish));
    execFileSync("bash", ["-c", command], { cwd: tree.folder });
    // Whoever may read everything sees what is there.
    const isAll = words === "Permission denied" && process.getuid?.() === 0;

    const saved = snapshot(trees, "dev-001", by("B"));
    if (isAll) return expect(must(await saved).files).toMatchObject([{ path: "d/f" }]);
    await expect(saved).rejects.toThrow(words);
    await expect(cleanTree(trees, "dev-001", { keepBranch: true })).rejects.toThrow(words);
    expect(existsSync(tree.folder)).toBe(true);
    const lost = { keepBranch: true, discards: true };
    expect(await cleanTree(trees, "dev-001", lost)).toBeNull();
  });

  it("whose name isn't in UTF-8 is named in place of being left out", async () => {
    const trees = await someTrees();
    const tree = must(await ensureTree(trees, wish));
    writeFileSync(Buffer.from(`${tree.folder}/caf\xe9.txt`, "latin1"), "work\n");

    expect(await snapshot(trees, "dev-001", by("B"))).toMatchObject({
      refused: { code: "odd_file", files: ["caf\uFFFD.txt"] },
    });
  });

  it("that became a pipe is told in git's words", async () => {
    const trees = await someTrees();
    const tree = must(await ensureTree(trees, wish));
    rmSync(join(tree.folder, "a.txt"));
    mkfifo(tree.folder, "a.txt");

    await expect(snapshot(trees, "dev-001", by("B"))).rejects.toThrow("unsupported file type");
    expect(gitIn(trees.repository.root, "status", "--porcelain")).toBe("");
  });
});
