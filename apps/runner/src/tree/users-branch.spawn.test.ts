import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pushBranch } from "./push.ts";
import { snapshot } from "./snapshot.ts";
import {
  aFolder,
  aProject,
  by,
  codeOf,
  gitIn,
  lines,
  must,
  read,
  repositoryIn,
  someTrees,
  write,
} from "./trees.fixture.ts";
import { ensureTree } from "./trees.ts";
import { intoUsersBranch } from "./users-branch.ts";

const work = { branch: "squadroom/session-1", message: "Bring session 1", author: "Ada" };

async function aLine(files: Record<string, string>, project?: Record<string, string>) {
  const trees = await someTrees(aProject(project));
  const tree = must(await ensureTree(trees, { key: "s", branch: work.branch, base: "main" }));
  write(tree.folder, files);
  must(await snapshot(trees, "s", by("B")));
  return { trees, repository: trees.repository, root: trees.repository.root };
}

describe("into the user's branch", () => {
  it("goes forward, and the files of its checkout follow; what is not concerned stays unsaved", async () => {
    const { root } = await aLine({ "a.txt": "new\n", "b.txt": "b\n" }, { "a.txt": "", "c.txt": "", "d.txt": "" });
    write(root, {
      "c.txt": "unsaved",
      "d.txt": "staged",
      "e.txt": "unknown",
      ".git/hooks/post-merge": "#!/bin/sh\ntouch hooked\n",
    });
    gitIn(root, "add", "d.txt");
    chmodSync(join(root, ".git/hooks/post-merge"), 0o755);
    const repository = await repositoryIn(root);

    expect(must(await intoUsersBranch(repository, "main", work))).toMatchObject({
      result: "taken",
      how: "fast_forward",
    });
    expect(read(root, "a.txt") + read(root, "b.txt") + read(root, "c.txt")).toBe("new\nb\nunsaved");
    expect(gitIn(root, "status", "--porcelain")).toBe(" M c.txt\nM  d.txt\n?? e.txt\n?? hooked");
    expect(gitIn(root, "rev-parse", "main")).toBe(gitIn(root, "rev-parse", work.branch));
    expect(must(await intoUsersBranch(repository, "main", work)).result).toBe("contained");
  });

  it("ends what was killed on its way: files that are there already are in nobody's way", async () => {
    const { repository, root, trees } = await aLine(
      {
        "a.txt": "new\n",
        "begun.txt": "new\n",
        "b/b.txt": "b\n",
        "crlf.txt": "1\n2\n",
        "half.txt": lines(10),
      },
      {
        "a.txt": "",
        "begun.txt": "old\n",
        "crlf.txt": "1\n",
        "gone.txt": "",
        ".gitattributes": "crlf.txt eol=crlf\n",
      },
    );
    const { folder } = must(await ensureTree(trees, { key: "s", branch: null, base: "main" }));
    rmSync(join(folder, "gone.txt"));
    const { head } = must(await snapshot(trees, "s", by("B")));
    write(root, { "a.txt": "new\n", "b/b.txt": "b\n", "crlf.txt": "1\r\n2\r\n" });
    rmSync(join(root, "gone.txt"));
    write(root, { "begun.txt": "ne", "half.txt": "own\n" });
    expect(await intoUsersBranch(repository, "main", work)).toMatchObject({
      refused: { code: "would_overwrite", files: ["begun.txt", "half.txt"] },
    });
    expect(gitIn(root, "diff", "--cached", "--name-only")).toBe("");
    expect(read(root, "begun.txt")).toBe("ne");
    rmSync(join(root, "half.txt"));
    must(await intoUsersBranch(repository, "main", work));
    expect(gitIn(root, "rev-parse", "main")).toBe(head);
    expect(gitIn(root, "status", "--porcelain")).toBe("");
  });

  it("merges what the user committed meanwhile, and gives a conflict back", async () => {
    const { repository, root } = await aLine({ "a.txt": lines(10).replace("line 9", "nine") });
    write(root, { "a.txt": lines(10).replace("line 1\n", "one\n") });
    gitIn(root, "commit", "--quiet", "--all", "--message=Own");
    expect(must(await intoUsersBranch(repository, "main", work))).toMatchObject({ how: "merge" });
    expect(read(root, "a.txt")).toBe(lines(10).replace("line 1\n", "one\n").replace("line 9", "nine"));
    expect(gitIn(root, "log", "-1", "--format=%s|%an")).toBe("Bring session 1|Ada");

    gitIn(root, "reset", "--quiet", "--hard", "HEAD^1");
    write(root, { "a.txt": lines(10).replace("line 9", "9") });
    gitIn(root, "commit", "--quiet", "--all", "--message=Own");
    const head = gitIn(root, "rev-parse", "main");
    expect(must(await intoUsersBranch(repository, "main", work))).toMatchObject({
      result: "conflict",
      head,
      conflict: [{ path: "a.txt" }],
    });
    expect(gitIn(root, "status", "--porcelain", "--branch")).toBe("## main");
    expect(gitIn(root, "rev-parse", "main")).toBe(head);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ["a changed file", { "a.txt": "unsaved" }, ["a.txt"]],
    ["an unknown file", { "new/b.txt": "unsaved" }, ["new/b.txt"]],
    ["an ignored file", { "x.local": "unsaved" }, ["x.local"]],
    ["an ignored file for a folder", { y: "unsaved" }, ["y"]],
    ["a folder for a file", { "z/deep": "unsaved" }, ["z/deep"]],
  ])("refuses to lose %s", async (_, unsaved, files) => {
    const made = { "a.txt": "1", "new/b.txt": "", "x.local": "", "y/z": "", z: "" };
    const { trees, repository, root } = await aLine({}, { "a.txt": "", ".gitignore": "*.local\ny\n" });
    const tree = must(await ensureTree(trees, { key: "s", branch: work.branch, base: "main" }));
    write(tree.folder, made);
    gitIn(tree.folder, "add", "--all", "--force");
    must(await snapshot(trees, "s", by("B")));
    write(root, unsaved);
    const before = gitIn(root, "rev-parse", "main");

    expect(await intoUsersBranch(repository, "main", work)).toMatchObject({
      refused: { code: "would_overwrite", files },
    });
    expect(gitIn(root, "rev-parse", "main")).toBe(before);
    for (const [path, text] of Object.entries(unsaved)) expect(read(root, path)).toBe(text);
  });

  it("moves a branch that nobody has out, and no file", async () => {
    const { repository, root } = await aLine({ "b.txt": "" });
    gitIn(root, "branch", "release");
    expect(must(await intoUsersBranch(repository, "release", work)).result).toBe("taken");
    expect(gitIn(root, "rev-parse", "release")).toBe(gitIn(root, "rev-parse", work.branch));
    expect(gitIn(root, "status", "--porcelain", "--branch")).toBe("## main");
    expect(codeOf(await intoUsersBranch(repository, "nothing", work))).toBe("branch_unknown");
  });

  it("waits for what the user is in the middle of", async () => {
    const { repository, root } = await aLine({ "b.txt": "" });
    write(root, { ".git/CHERRY_PICK_HEAD": gitIn(root, "rev-parse", "HEAD") });
    expect(codeOf(await intoUsersBranch(repository, "main", work))).toBe("operation_under_way");
  });
});

describe("pushing", () => {
  it("sends a branch under its name, never over what is there", async () => {
    const { trees, root } = await aLine({ "b.txt": "" });
    expect(codeOf(await pushBranch(trees.repository, work.branch))).toBe("no_remote");
    const remote = aFolder();
    gitIn(remote, "init", "--quiet", "--bare");
    gitIn(root, "remote", "add", "origin", remote);
    const repository = await repositoryIn(root);
    const head = gitIn(root, "rev-parse", work.branch);

    expect(await pushBranch(repository, work.branch)).toEqual({ remote: "origin", head });
    expect(await pushBranch(repository, work.branch)).toEqual({ remote: "origin", head });
    expect(gitIn(remote, "rev-parse", work.branch)).toBe(head);
    gitIn(remote, "update-ref", `refs/heads/${work.branch}`, gitIn(root, "rev-parse", "main"));
    gitIn(root, "push", "--quiet", "origin", `main:refs/heads/${work.branch}`);
    const other = gitIn(root, "commit-tree", "-p", "main", "-m", "Other", "main^{tree}");
    gitIn(root, "push", "--quiet", "origin", `${other}:refs/heads/${work.branch}`);
    expect(await pushBranch(repository, work.branch)).toMatchObject({
      refused: { code: "push_rejected", message: expect.stringContaining("[rejected]") },
    });
    expect(gitIn(remote, "rev-parse", work.branch)).toBe(other);
    expect(codeOf(await pushBranch(repository, "nothing"))).toBe("branch_unknown");
  });

  it("asks the user's hooks, and says what git said where it can't", async () => {
    const { root } = await aLine({ "b.txt": "" });
    gitIn(root, "remote", "add", "origin", join(root, "missing"));
    const repository = await repositoryIn(root);
    expect(await pushBranch(repository, work.branch)).toMatchObject({
      refused: { code: "push_failed", output: expect.stringContaining("missing") },
    });
    const remote = aFolder();
    gitIn(remote, "init", "--quiet", "--bare");
    gitIn(root, "remote", "set-url", "origin", remote);
    write(root, { ".git/hooks/pre-push": "#!/bin/sh\necho Not now. >&2; exit 1\n" });
    chmodSync(join(root, ".git/hooks/pre-push"), 0o755);
    expect(await pushBranch(await repositoryIn(root), work.branch)).toMatchObject({
      refused: { output: expect.stringContaining("Not now.") },
    });
  });
});
