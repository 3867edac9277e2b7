import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { type Project, readProject } from "./project-file.ts";
import { aFolder, aProject, gitIn, write } from "./tree/trees.fixture.ts";
import { openWorkplace } from "./workplace.ts";

/** What a runner says of this folder at its start. */
async function noteOn(folder: string): Promise<string | null> {
  const project = (await readProject(folder)) as Project;
  const { signal } = new AbortController();
  return (await openWorkplace(folder, join(aFolder(), "data"), project, signal)).note;
}

it("says at the start what agents in this folder won't have, and how they get it", async () => {
  // Whatever the folder of all tests is in.
  vi.stubEnv("GIT_CEILING_DIRECTORIES", tmpdir());
  onTestFinished(() => void vi.unstubAllEnvs());
  const clean = aProject();
  expect(await noteOn(clean)).toBeNull();
  write(clean, { "new.txt": "New\n" });
  expect(await noteOn(clean)).toContain("start from the last commit");
  const plain = aFolder();
  expect(await noteOn(plain)).toContain(
    "without worktrees and branches: it isn't a Git repository.",
  );
  gitIn(plain, "init", "--quiet");
  const empty = (await noteOn(plain)) ?? "";
  expect(empty).toContain("no commit yet");
  const [, line = ""] = /\n {2}git (.*)$/.exec(empty) ?? [];
  gitIn(plain, ...line.replaceAll('"', "").split(" "));
  expect(await noteOn(plain)).toBeNull();
  const files = aFolder();
  gitIn(files, "init", "--quiet");
  write(files, { "a.txt": "Mine\n" });
  expect(await noteOn(files)).toContain("git add -A && git commit");
});
