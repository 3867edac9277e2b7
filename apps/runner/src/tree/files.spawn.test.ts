import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashIn } from "../resume.ts";
import { touched } from "./changes.ts";
import { textInside } from "./files.ts";
import { snapshot } from "./snapshot.ts";
import { aFolder, by, codeOf, gitIn, must, read, someTrees, write } from "./trees.fixture.ts";
import { ensureTree } from "./trees.ts";

const wish = { key: "dev-001", branch: "squadroom/dev-001", base: "main" };
const mkfifo = (...path: string[]) => execFileSync("mkfifo", [join(...path)]);

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

  it.each([".gitignore", "sub/.gitattributes"])(
    "that git reads itself is no pipe: %s",
    async (path) => {
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
    },
  );

  it("that became a pipe is told in git's words", async () => {
    const trees = await someTrees();
    const tree = must(await ensureTree(trees, wish));
    rmSync(join(tree.folder, "a.txt"));
    mkfifo(tree.folder, "a.txt");

    await expect(snapshot(trees, "dev-001", by("B"))).rejects.toThrow("unsupported file type");
    expect(gitIn(trees.repository.root, "status", "--porcelain")).toBe("");
  });
});
