import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { offerFirstCommit } from "./first-commit.ts";
import { anIo } from "./io.fixture.ts";

/** A folder, and what was asked and made in it by somebody who gives this answer. */
async function offered(answer: string | null, prepare: (git: (...words: string[]) => string) => void) {
  const cwd = mkdtempSync(join(tmpdir(), "squadroom-commit-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    GIT_CEILING_DIRECTORIES: tmpdir(),
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
  };
  const stdio = ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"];
  const git = (...words: string[]) => execFileSync("git", words, { cwd, env, stdio, encoding: "utf8" });
  prepare(git);
  let asked = 0;
  const ask = () => {
    asked++;
    return Promise.resolve(answer);
  };
  const { io, said } = anIo({ cwd, env, ask });
  await offerFirstCommit(io);
  const commits = () => {
    try {
      return git("log", "--format=%s");
    } catch {
      return "";
    }
  };
  return { asked, commits: commits(), said: said.err };
}

test("in an empty repository a person is asked once, and an empty commit is made", async () => {
  const empty = (git: (...words: string[]) => string) => void git("init", "-q");
  expect(await offered("", empty)).toEqual({
    asked: 1,
    commits: "Start\n",
    said: "Made the first commit.\n",
  });
  expect(await offered("n", empty)).toEqual({ asked: 1, commits: "", said: "" });
  expect(await offered(null, empty)).toEqual({ asked: 1, commits: "", said: "" });
});

test("where there is no repository, a commit, or a file, nobody is asked", async () => {
  const cases: ((git: (...words: string[]) => string) => void)[] = [
    () => {},
    (git) => {
      git("init", "-q");
      git("commit", "--allow-empty", "-qm", "Mine");
    },
    (git) => {
      git("init", "-q");
      writeFileSync(join(git("rev-parse", "--show-toplevel").trim(), "notes.md"), "Mine\n");
    },
  ];
  for (const prepare of cases) expect((await offered("y", prepare)).asked).toBe(0);
});
