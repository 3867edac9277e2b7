import { existsSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { touched } from "./changes.ts";
import { readRecord, writeRecord } from "./record.ts";
import { setUpTree } from "./set-up.ts";
import { snapshot } from "./snapshot.ts";
import { aFolder, aProject, by, codeOf, ENV, gitIn, must, read, someTrees, unsavedIn, write } from "./trees.fixture.ts";
import { ensureTree, findTree, type Tree } from "./trees.ts";

const key = "dev-001";

async function aTree(files: Record<string, string>) {
  const trees = await someTrees(aProject(files));
  const tree = must(await ensureTree(trees, { key, branch: "squadroom/dev-001", base: "main" }));
  return { trees, tree, root: trees.repository.root };
}

const command = (run: string) => ({ command: { run, timeoutS: 60 }, env: ENV });

describe("set-up", () => {
  it("runs once, and again when a lockfile changes", async () => {
    const { trees, tree } = await aTree({ "package-lock.json": "1", ".gitignore": "log" });
    const setUp = command("echo ran >> log; cat log");
    expect(must(await setUpTree(trees, key, setUp)).outcome).toMatchObject({
      exitCode: 0,
      tail: "ran\n",
    });
    expect(must(await setUpTree(trees, key, setUp)).outcome).toBeNull();
    write(tree.folder, { "package-lock.json": "2" });
    must(await snapshot(trees, key, by("B")));
    expect(must(await setUpTree(trees, key, setUp)).outcome?.tail).toBe("ran\nran\n");
    expect(codeOf(await setUpTree(trees, "other", setUp))).toBe("tree_unknown");
  });

  it("that fails is told with its output, and runs again", async () => {
    const { trees } = await aTree({});
    const failed = await setUpTree(trees, key, command("echo no network; exit 7"));
    expect(failed).toMatchObject({
      refused: {
        code: "setup_failed",
        output: "no network\n",
        message: expect.stringContaining("ended with 7"),
      },
    });
    const slow = await setUpTree(trees, key, {
      command: { run: "sleep 600", timeoutS: 0.1 },
      env: ENV,
    });
    expect(slow).toMatchObject({ refused: { message: expect.stringContaining("its time limit") } });
    expect(must(await setUpTree(trees, key, command("true"))).outcome?.exitCode).toBe(0);
  });

  it("makes what no snapshot has, also after it was killed", async () => {
    const { trees, tree } = await aTree({});
    const run = "mkdir -p node_modules && echo > node_modules/x && echo > '.made'";
    const record = await readRecord(trees, key);
    if (record === null) throw new Error("no record");
    await writeRecord(trees, { ...record, setup: { stamp: "", isDone: false, before: [] } });
    write(tree.folder, { "node_modules/half": "" });
    must(await setUpTree(trees, key, command(run)));
    write(tree.folder, { "work.txt": "", "node_modules/late": "" });

    expect(await unsavedIn(trees, key)).toEqual(["work.txt"]);
    const { files } = must(await snapshot(trees, key, by("B")));
    expect(files.map(({ path }) => path)).toEqual(["work.txt"]);
    expect((await findTree(trees, key))?.leave).toEqual(new Set([".made", "node_modules/"]));
  });

  it("makes folders in which what comes later is somebody's work", async () => {
    const { trees, tree } = await aTree({ "src/a.txt": "1\n" });
    const run = "mkdir -p build/node_modules src/own && echo | tee build/made build/node_modules/x src/own/b";
    must(await setUpTree(trees, key, command(run)));
    expect(await touched((await findTree(trees, key)) as Tree)).toEqual([]);
    write(tree.folder, { "build/new.ts": "1\n", "src/own/new/c": "1\n" });
    write(tree.folder, { "build/node_modules/late": "" });
    const unsaved = ["build/new.ts", "src/own/new/c"];
    expect(await unsavedIn(trees, key)).toEqual(unsaved);
    const saved = must(await snapshot(trees, key, by("B")));
    expect(saved.files.map(({ path }) => path)).toEqual(unsaved);
    write(tree.folder, { "build/new.ts": "2\n" });
    expect(must(await snapshot(trees, key, by("B"))).head).not.toBe(saved.head);
  });
});

describe("copying", () => {
  it("takes files that git ignores and the rules name, never over others", async () => {
    const { trees, tree, root } = await aTree({
      ".gitignore": ".env*\n*.local\nnode_modules\n",
      "a.txt": "",
    });
    write(root, {
      ".env": "A=1",
      "app/.env": "B=1",
      "app/x.local": "1",
      "node_modules/.env": "",
      ".envrc": "",
    });
    write(root, { "plain.txt": "not ignored" });
    write(tree.folder, { ".env": "own" });
    const copy = [".env", "app/**", "*.txt", "./.envrc"];
    const done = must(await setUpTree(trees, key, { copy, env: ENV }));

    expect(done).toMatchObject({ outcome: null, skipped: [] });
    expect([...done.copied].sort()).toEqual([".envrc", "app/.env", "app/x.local"]);
    expect(read(tree.folder, ".env")).toBe("own");
    expect(existsSync(join(tree.folder, "plain.txt"))).toBe(false);
  });

  it("never follows a link out of the project, nor out of the tree", async () => {
    const outside = aFolder();
    write(outside, { secret: "s" });
    const { trees, tree, root } = await aTree({ ".gitignore": "*.env\n", "real.txt": "r" });
    symlinkSync(outside, join(tree.folder, "conf"));
    symlinkSync(join(outside, "secret"), join(root, "out.env"));
    symlinkSync("real.txt", join(root, "in.env"));
    symlinkSync("missing", join(root, "gone.env"));
    write(root, { "conf/a.env": "1" });
    const done = must(await setUpTree(trees, key, { copy: ["**/*.env"], env: ENV }));

    expect(done.copied).toEqual(["in.env"]);
    expect(read(tree.folder, "in.env")).toBe("r");
    expect(done.skipped.map(({ path }) => path).sort()).toEqual(["conf/a.env", "gone.env", "out.env"]);
    expect(existsSync(join(outside, "a.env"))).toBe(false);
  });

  it("is in no snapshot, even where the rule that ignores it isn't saved yet", async () => {
    const { trees, root } = await aTree({});
    write(root, { ".gitignore": ".env\n", ".env": "A=1" });
    expect(must(await setUpTree(trees, key, { copy: [".env"], env: ENV })).copied).toEqual([".env"]);
    expect(must(await snapshot(trees, key, by("B"))).files).toEqual([]);
    expect(gitIn(root, "status", "--porcelain")).toBe("?? .gitignore");
  });

  describe("of a secret", () => {
    const SECRET = "DB_PASSWORD=quiet-otter-7781\n";

    async function withSecret(text = SECRET) {
      const { trees, tree, root } = await aTree({
        ".gitignore": ".env\n*.key\n",
        ".gitattributes": "* text=auto\n",
        "a.txt": "",
      });
      write(root, { ".env": text });
      must(await setUpTree(trees, key, { copy: [".env", "*.key"], env: ENV }));
      return { trees, tree, root, save: () => snapshot(trees, key, by("B")) };
    }

    it("is for its owner alone, as all that the runner keeps", async () => {
      const { trees, tree } = await withSecret();
      expect(statSync(join(tree.folder, ".env")).mode & 0o777).toBe(0o600);
      expect(statSync(trees.folder).mode & 0o777).toBe(0o700);
    });

    it.each([
      ["whose rule is gone", [], []],
      ["that was changed", [], [".env"]],
      ["that was staged", ["add", "--force", ".env"], []],
      ["that was staged and changed", ["add", "--force", ".env"], [".env"]],
      ["that somebody wrote, where the rules name it", [], ["own.key"]],
    ])("is in no commit, one %s neither", async (_, args, written) => {
      const { tree, root, save } = await withSecret();
      write(tree.folder, { ".gitignore": "", "work.txt": "" });
      for (const path of written) write(tree.folder, { [path]: `${SECRET}more\n` });
      if (args.length > 0) gitIn(tree.folder, ...args);

      const { files } = must(await save());
      expect(files.map(({ path }) => path)).toEqual([".gitignore", "work.txt"]);
      expect(gitIn(root, "log", "--all", "-S", "quiet-otter", "--format=%H")).toBe("");
      expect(read(tree.folder, ".env")).toContain(SECRET);
    });

    it.each([
      ["by its name", ".env", ["add", "--force", ".env"]],
      ["under another name", "notes.txt", ["add", "notes.txt"]],
    ])("that is committed %s is refused, until it is out of all commits", async (_, path, add) => {
      const { tree, root, save } = await withSecret();
      write(tree.folder, { [path]: SECRET, "work.txt": "" });
      gitIn(tree.folder, ...add);
      gitIn(tree.folder, "commit", "--quiet", "--message=All");

      expect(await save()).toMatchObject({ refused: { code: "copied_file", files: [path] } });
      gitIn(tree.folder, "rm", "--quiet", "--cached", path);
      gitIn(tree.folder, "commit", "--quiet", "--message=Out");
      expect(codeOf(await save())).toBe("copied_file");
      gitIn(tree.folder, "reset", "--quiet", "--soft", "main");
      if (path !== ".env") rmSync(join(tree.folder, path));
      expect(must(await save()).files.map((one) => one.path)).toEqual(["work.txt"]);
      expect(gitIn(root, "log", "--branches", "-S", "quiet-otter", "--format=%H")).toBe("");
    });

    it("that is under another name with other line ends isn't saved", async () => {
      const text = SECRET.replace("\n", "\r\n");
      const { tree, save } = await withSecret(text);
      write(tree.folder, { "notes.txt": text });
      expect(await save()).toMatchObject({ refused: { files: ["notes.txt"] } });
    });

    it("that is under another name isn't saved", async () => {
      const { tree, save } = await withSecret();
      write(tree.folder, { "docs/notes.txt": SECRET });
      expect(await save()).toMatchObject({ refused: { files: ["docs/notes.txt"] } });
      expect(gitIn(tree.folder, "status", "--porcelain")).toBe("?? docs/");
    });
  });

  it.each(["../x", "/etc/passwd", "~/.ssh/id", ":(top)x", "a/../../b", "", ".git/config"])(
    "refuses the rule %j",
    async (rule) => {
      const { trees } = await aTree({});
      expect(codeOf(await setUpTree(trees, key, { copy: [rule], env: ENV }))).toBe("copy_rule");
    },
  );
});
