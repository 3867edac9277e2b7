import { existsSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportRun } from "@squadroom/core/run/runner-contract";
import { expect, it, onTestFinished, vi } from "vitest";
import { type Project, readProject } from "./project-file.ts";
import { branchName } from "./tree/names.ts";
import { aFolder, aProject, aSite, gitIn, read, write } from "./tree/trees.fixture.ts";
import { openWorkplace, type Site, toldOf } from "./workplace.ts";

async function aWorkplace(site: Site) {
  const project = (await readProject(site.folder)) as Project;
  return openWorkplace(site, project, new AbortController().signal);
}

/** What a runner says of this folder at its start. */
async function noteOn(folder: string): Promise<string | null> {
  return (await aWorkplace(aSite(folder))).note;
}

it("gives all who start at once a branch of their own from one new line", async () => {
  const project = aProject();
  const site = aSite(project);
  // Two of one project, as two runners are.
  const workplaces = [await aWorkplace(site), await aWorkplace(site)];
  for (const round of [1, 2, 3]) {
    const line = `LEAD-00${round}`;
    const keys = [1, 2, 3, 4, 5, 6].map((n) => `W${n}-00${round}`);
    const places = await Promise.all(
      keys.map(async (key, i) => {
        const lineage = { key, title: "Is it ready?", line, lineTitle: "All of it" };
        return await workplaces[i % 2]?.placeFor(lineage);
      }),
    );
    const branches = places.map((place) => place?.branch);
    expect(branches).toEqual(keys.map((key) => branchName(site.room, key, "Is it ready?")));
    const start = gitIn(project, "rev-parse", branchName(site.room, line, "All of it"));
    for (const branch of branches) expect(gitIn(project, "rev-parse", `${branch}`)).toBe(start);
  }
});

it("goes on in a line from what came into it, though nobody worked there yet", async () => {
  const project = aProject();
  const workplace = await aWorkplace(aSite(project));
  const { folder, branch } = await workplace.placeFor({
    key: "DEV-001",
    title: "",
    line: "PLAN-001",
    lineTitle: "It",
  });
  write(folder, { "b.txt": "1\n" });
  const found = await workplace.examine("DEV-001", "Ben", "It");
  const work = { taskId: "DEV-001", title: "", name: branch ?? "", head: found?.head ?? "" };
  const { name } = await workplace.merge({
    ...work,
    line: "PLAN-001",
    lineTitle: "It",
    author: "Ben",
  });
  const own = { key: "PLAN-001", title: "It", line: null, lineTitle: "" };
  const place = await workplace.placeFor(own);
  expect(place.branch).toBe(name);
  expect(read(place.folder, "b.txt")).toBe("1\n");
  write(place.folder, { "c.txt": "1\n" });
  const all = await workplace.examine("PLAN-001", "Ada", "It");
  expect(all?.files.map(({ path }) => path)).toEqual(["b.txt", "c.txt"]);
  expect((await workplace.placeFor({ ...own, key: "DEV-002", line: "PLAN-001" })).branch).not.toBe(name);
  expect(await workplace.clean(name, ["DEV-002", "DEV-001", "PLAN-001"])).toMatchObject({
    refused: { code: "unmerged" },
  });
});

it("stands in the part of the repository where it was started, with its instructions, set-up, copies and checks", async () => {
  const checks = [{ name: "own", run: "cat CLAUDE.md && cat .env && cat made" }];
  const settings = { setup: "pwd > made", copy: [".env"], checks };
  const root = aProject({
    "CLAUDE.md": "root",
    ".gitignore": "made\n.env\n",
    "packages/[app]/CLAUDE.md": "app",
    "packages/[app]/squadroom.run.json": JSON.stringify(settings),
    "packages/lib/a.txt": "lib",
  });
  write(root, { ".env": "of the root", "packages/[app]/.env": "of the app" });
  const workplace = await aWorkplace(aSite(join(root, "packages/[app]")));
  expect(workplace.note).toContain("Agents stand in packages/[app] of each worktree");
  const lineage = { key: "DEV-001", title: "It", line: null, lineTitle: "" };
  const place = await workplace.placeFor(lineage);
  expect(place.folder).toBe(join(place.root, "packages/[app]"));
  expect(read(place.folder, "made").trim()).toBe(place.folder);
  expect(read(place.folder, ".env")).toBe("of the app");
  expect(existsSync(join(place.root, ".env"))).toBe(false);
  write(place.folder, { "new.ts": "1\n" });
  write(place.root, { "packages/lib/a.txt": "changed\n" });

  const found = await workplace.examine("DEV-001", "Ben", "It");
  // Paths are from the repository's root, wherever it stands.
  expect(found?.files.map(({ path }) => path)).toEqual(["packages/[app]/new.ts", "packages/lib/a.txt"]);
  expect(found?.checks).toMatchObject([{ name: "own", passed: true }]);
  expect(found?.checks[0]?.tail).toContain("app");

  expect(workplace.about.name).toBe("project/packages/[app]");
  const began = { kind: "turn_began", taskId: "DEV-001", fence: 1, ...toldOf(place) };
  expect(reportRun.body.safeParse({ report: began }).success).toBe(true);

  // What an agent puts in the place of its folder leads no command elsewhere.
  rmSync(place.folder, { recursive: true });
  symlinkSync(aFolder(), place.folder);
  await expect(workplace.placeFor(lineage)).rejects.toThrow("leads out of the tree");
});

it("keeps runners of two folders of a repository apart, and says so of one that no commit has", async () => {
  const root = aProject({ "app/a.txt": "a\n", "lib/b.txt": "b\n" });
  write(root, { "new/c.txt": "c\n" });
  const lineage = { key: "DEV-001", title: "Sell", line: null, lineTitle: "" };
  const [app, lib, fresh] = await Promise.all(
    ["app", "lib", "new"].map((name) => aWorkplace(aSite(join(root, name), name))),
  );
  const one = await app?.placeFor(lineage);
  const other = await lib?.placeFor(lineage);
  expect(read(one?.folder ?? "", "a.txt") + read(other?.folder ?? "", "b.txt")).toBe("a\nb\n");
  expect(one?.branch).not.toBe(other?.branch);
  expect(fresh?.note).toContain("the repository's last commit doesn't have it");
  expect((await fresh?.placeFor(lineage))?.folder).toBe(join(root, "new"));
});

it("says at the start what agents in this folder won't have, and how they get it", async () => {
  // Whatever the folder of all tests is in.
  vi.stubEnv("GIT_CEILING_DIRECTORIES", tmpdir());
  onTestFinished(() => void vi.unstubAllEnvs());
  const clean = aProject();
  expect(await noteOn(clean)).toBeNull();
  write(clean, { "new.txt": "New\n" });
  expect(await noteOn(clean)).toContain("start from the last commit");
  const plain = aFolder();
  expect(await noteOn(plain)).toContain("without worktrees and branches: it isn't a Git repository.");
  gitIn(plain, "init", "--quiet");
  const empty = (await noteOn(plain)) ?? "";
  expect(empty).toContain("no commit yet");
  const [, line = ""] = /\n {2}git (.*)$/.exec(empty) ?? [];
  gitIn(plain, ...line.replaceAll('"', "").split(" "));
  expect(await noteOn(plain)).toBeNull();
  const large = aProject({ "art/.gitattributes": "*.psd filter=lfs diff=lfs merge=lfs -text\n" });
  expect(await noteOn(large)).toContain("git lfs install");
  gitIn(large, "config", "filter.lfs.clean", "git-lfs clean -- %f");
  expect(await noteOn(large)).toBeNull();
  const files = aFolder();
  gitIn(files, "init", "--quiet");
  write(files, { "a.txt": "Mine\n" });
  expect(await noteOn(files)).toContain("git add -A && git commit");
});

it("keeps rooms apart that work in one project, and have tasks of the same name", async () => {
  const folder = aProject();
  const share = aFolder();
  const rooms = ["one", "another", "made-anew"].map((room) => aSite(folder, room, share));
  const [one, other, anew] = await Promise.all(rooms.map(aWorkplace));
  if (!one || !other || !anew) throw new Error("no rooms");
  const lineage = { key: "TASK-001", title: "Say hello", line: null, lineTitle: "" };
  const first = await one.placeFor(lineage);
  write(first.folder, { "hello.txt": "Hello\n" });
  await one.examine("TASK-001", "Builder 1", "Hello");

  for (const room of [other, anew]) {
    const place = await room.placeFor(lineage);
    expect(existsSync(`${place.folder}/hello.txt`)).toBe(false);
    expect(place.folder).not.toBe(first.folder);
    expect(place.branch).not.toBe(first.branch);
    const foreign = { refused: { code: "branch_not_ours" } };
    const name = first.branch ?? "";
    const work = { branch: name, message: "Take", author: "Ada" };
    expect(await room.take(work, "main")).toMatchObject(foreign);
    expect(await room.push(name, null)).toMatchObject(foreign);
    expect(await room.clean(name, ["TASK-001"])).toMatchObject(foreign);
  }
  expect(gitIn(folder, "show", `${first.branch}:hello.txt`)).toBe("Hello");
  const work = { branch: first.branch ?? "", message: "Take", author: "Ada" };
  expect(await one.take(work, "main")).toMatchObject({ result: "taken" });
  expect(read(folder, "hello.txt")).toBe("Hello\n");
});

it("gives a tree to nobody but the room whose record it has", async () => {
  const folder = aProject();
  const share = aFolder();
  const lineage = { key: "TASK-001", title: "Say hello", line: null, lineTitle: "" };
  const own = await aWorkplace(aSite(folder, "one", share));
  await own.placeFor(lineage);
  const moved = {
    ...aSite(folder, "another", share),
    dataDir: aSite(folder, "one", share).dataDir,
  };
  const other = await aWorkplace(moved);

  await expect(other.placeFor(lineage)).rejects.toThrow("was made for TASK-001 of another room");
  expect(await other.touches("TASK-001")).toBeNull();
});

it("gives the project's commands a small environment, with the mark of the runner, in the project's wrapper", async () => {
  for (const [name, value] of Object.entries({
    SQUADROOM_DATA: "/nowhere",
    SSH_AUTH_SOCK: "/nowhere",
    SOME_TOKEN: "some",
    NAMED: "named",
    https_proxy: "http://proxy.invalid",
  }))
    vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = aProject({
    "squadroom.run.json": JSON.stringify({
      setup: "env > ../set-up",
      checks: [{ name: "env", run: 'env; echo "in $IN"; false' }],
      env: ["NAMED"],
      wrap: ["env", "IN={folder}"],
    }),
  });
  const workplace = await aWorkplace(aSite(folder));
  const lineage = { key: "TASK-001", title: "Say hello", line: null, lineTitle: "" };
  const place = await workplace.placeFor(lineage);
  write(place.folder, { "hello.txt": "Hello\n" });
  const found = await workplace.examine("TASK-001", "Builder 1", "Hello");

  const told = found?.checks[0]?.tail ?? "";
  expect(told).toContain(`in ${place.folder}\n`);
  for (const text of [told, read(place.folder, "../set-up")]) {
    expect(text).toMatch(/^PATH=/m);
    expect(text).toContain("NAMED=named\n");
    expect(text).toContain("https_proxy=");
    expect(text).toContain("SQUADROOM_RUN_MARK=a-mark\n");
    expect(text).not.toMatch(/SQUADROOM_DATA|SSH_AUTH_SOCK|SOME_TOKEN/);
  }
});

it("waits for a working copy that somebody is making, of which git can't read half", async () => {
  const project = aProject();
  const half = join(project, ".git", "worktrees", "half");
  write(half, { commondir: "", HEAD: "ref: refs/heads/main\n", gitdir: "/nowhere/.git\n" });
  expect(() => gitIn(project, "worktree", "list")).toThrow(/failed to read/);
  const workplace = await aWorkplace(aSite(project));
  const lineage = { key: "W1-001", title: "Ready?", line: "LEAD-001", lineTitle: "All of it" };
  const place = workplace.placeFor(lineage);
  setTimeout(() => write(half, { commondir: "../..\n" }), 60);
  expect((await place).branch).toMatch(/w1-001-ready$/);
});
