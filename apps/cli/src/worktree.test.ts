import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openWith, worktreeOf } from "./worktree.ts";

function aFolder() {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "squadroom-worktree-")));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const git = (...words: string[]) => execFileSync("git", [...who, ...words], { cwd });
  return { cwd, git };
}

test("the worktree of a branch is found from any other of its repository", async () => {
  const { cwd, git } = aFolder();
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "Start");
  git("branch", "squadroom/dev-001-refunds");
  const find = (name = "squadroom/dev-001-refunds") => worktreeOf(name, cwd);
  await expect(find()).rejects.toMatchObject({
    advice: "Make one: git worktree add ../dev-001-refunds squadroom/dev-001-refunds",
  });
  git("worktree", "add", "-q", "a tree", "squadroom/dev-001-refunds");
  expect(await find()).toBe(join(cwd, "a tree"));
  expect(await find("main")).toBe(cwd);
  expect(await worktreeOf("main", join(cwd, "a tree"))).toBe(cwd);
  await expect(find("squadroom/dev-001")).rejects.toMatchObject({ code: "not_here" });
});

test("a folder that is no repository, and a program that isn't there, are said", async () => {
  const { cwd } = aFolder();
  await expect(worktreeOf("main", cwd)).rejects.toMatchObject({ code: "not_here" });
  await expect(openWith("no-such-program", cwd)).rejects.toThrow("no-such-program can't be started.");
});
