import { execFile } from "node:child_process";
import { access, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { type Person, signInBy } from "../fixtures/person.ts";
import { aProject, COMMAND, Runners } from "../fixtures/runner.ts";
import { Server } from "../fixtures/server.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const run = promisify(execFile);

/** A planner that gives one file, or two, to two builders at once, and builders that wait for each other before they write it. */
function twoAtOnce(gate: string, night = "greeting.txt") {
  const part = (title: string) => ({ role: "builder", title, instruction: title });
  const builder = (task: string, text: string, file: string) => ({
    when: `(?:^|\n)# ${task}`,
    do: [
      { until: gate },
      { write: file, text },
      { usage: { inputTokens: 1000, outputTokens: 50 } },
      { end: { message: `${task} says: ${text.trim()}.` } },
    ],
  });
  return {
    name: "scripted",
    rules: [
      {
        when: "(?:^|\n)# FIX-001",
        do: [
          { run: "grep -c '^<<<<<<<' greeting.txt" },
          { say: "Marks: {{result}}" },
          { write: "greeting.txt", text: "Good morning\nGood evening\n" },
          { end: { message: "Both are said." } },
        ],
      },
      builder("DEV-001", "Good morning\n", "greeting.txt"),
      builder("DEV-002", "Good evening\n", night),
      {
        when: "(?:^|\n)# PLAN-001",
        do: [
          {
            call: "create_tasks",
            input: { tasks: [part("Greet by day"), part("Greet by night")] },
          },
          { end: { message: "Two builders are at it." } },
        ],
      },
      { when: "(?:^|\n)# PLAN-\\d+", do: [{ end: { message: "It is as I wanted it." } }] },
    ],
  };
}

let server: Server;
let person: Person;
const runners = new Runners(() => person);

/** Builders at work. */
async function building(room: string): Promise<number> {
  const { data } = await person.client.call("listRuns", { params: { room } });
  return data.filter(({ role, state }) => role === "builder" && state === "active").length;
}

/** The command, as a person types it there. */
function squadroomIn(folder: string) {
  return async (...words: string[]): Promise<string> => {
    const env = { PATH: process.env.PATH, HOME: folder, ...server.door };
    return (await run(process.execPath, [COMMAND, ...words], { env, cwd: folder })).stdout;
  };
}

test.beforeAll(async () => {
  server = await Server.start();
  person = await signInBy(server, server.firstLink ?? "", "Ada");
});
test.afterEach(() => runners.end());
test.afterAll(() => server.stop());

test("two builders who change one file end in one branch, which a person takes, pushes and removes", async ({
  visit,
}, testInfo) => {
  const room = "harbour";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  const git = await aProject(folder);
  const remote = testInfo.outputPath("remote.git");
  await run("git", ["init", "-q", "--bare", remote]);
  await git("remote", "add", "origin", remote);
  const gate = testInfo.outputPath("go");
  await runners.start(room, folder, twoAtOnce(gate), ["--slots", "3"]);
  await person.client.call("sendMessage", { params, body: { body: "Greet politely." } });
  await expect.poll(() => building(room)).toBe(2);
  await writeFile(gate, "");

  const branches = async () => {
    const { data } = await person.client.call("listBranches", { params });
    return data.map(({ key, merge }) => `${key} ${merge?.state ?? "open"}`).sort();
  };
  await expect.poll(branches, { timeout: 60_000 }).toEqual(["DEV-001 merged", "DEV-002 merged", "PLAN-001 open"]);
  const one = await person.client.call("getBranch", { params: { ...params, branch: "PLAN-001" } });
  const { name } = one.branch;
  expect(await git("show", `${name}:greeting.txt`)).toBe("Good morning\nGood evening\n");
  expect(one.merged.map(({ key }) => key)).toHaveLength(2);
  expect(one.pullRequest.body).toContain("DEV-001");
  const { task: fix } = await person.client.call("getTask", {
    params: { ...params, taskId: "FIX-001" },
  });
  expect(fix).toMatchObject({ state: "completed", role: "builder" });
  const { data: all } = await person.client.call("listRuns", { params });
  const marks = await Promise.all(
    all.map(({ id }) =>
      person.client.call("listRunOutput", {
        params: { ...params, run: id },
        query: { q: "Marks:" },
      }),
    ),
  );
  expect(marks.flatMap(({ data }) => data)).toMatchObject([{ text: "Marks: 1\n" }]);
  // Nothing of it has touched the user's own branch.
  expect(await git("show", "main:greeting.txt")).toBe("Hey\n");

  const squadroom = (...words: string[]) => squadroomIn(folder)("branches", ...words);
  expect(await squadroom("list")).toContain(name);
  expect(await squadroom("show", "PLAN-001")).toContain("## What was asked");
  const opened = (await squadroom("open", "PLAN-001")).trim();
  expect(await readFile(`${opened}/greeting.txt`, "utf8")).toBe("Good morning\nGood evening\n");
  expect(await squadroom("open", "PLAN-001", "--with", "ls")).toContain("greeting.txt");
  const page = await visit({ as: person, server });
  await page.goto(`/rooms/${room}/branches`);
  await expectFits(page, "the branches of a room");
  await expectAccessible(page, "the branches of a room");
  await page.setViewportSize({ width: 1280, height: 800 });
  // Which of the two was first is open; the other one did not fit.
  const second = one.merged[1]?.key ?? "?";
  await page.getByRole("region", { name: "Merged into others" }).getByText(second).click();
  const failed = page.getByRole("region", { name: "Merges that failed" });
  await expect(failed).toContainText("It conflicts in greeting.txt.");
  await expect(failed.getByRole("button", { name: "FIX-001" })).toBeVisible();
  await page.getByRole("link", { name }).click();
  const steps = page.getByRole("region", { name: "What went into it" }).getByRole("listitem");
  await expect(steps).toHaveCount(2);
  await expect(steps.first()).toContainText(one.merged[0]?.why ?? "?");
  await expect(page.getByRole("region", { name: "Changes" })).toContainText("Good evening");
  await expect(page.getByRole("region", { name: "The text" })).toContainText("What was asked");
  await expectFits(page, "a branch");
  await expectAccessible(page, "a branch");
  await page.setViewportSize({ width: 1280, height: 800 });
  await shoot(page, testInfo, "branch", { fullPage: true });
  await page.getByRole("button", { name: "Take into main" }).click();
  await expect(page.getByText("In main, by Ada.")).toBeVisible();
  const branch = async () =>
    (await person.client.call("getBranch", { params: { ...params, branch: "PLAN-001" } })).branch;
  await expect.poll(async () => (await branch()).taken?.into).toBe("main");
  expect(await git("show", "main:greeting.txt")).toBe("Good morning\nGood evening\n");
  expect(await git("status", "--porcelain")).toBe("");
  await squadroom("push", "PLAN-001");
  await expect.poll(async () => (await branch()).pushed?.remote).toBe("origin");
  expect(await run("git", ["-C", remote, "branch", "--list", name])).toMatchObject({
    stdout: expect.stringContaining(name),
  });
  await squadroom("clean", "PLAN-001");
  await expect.poll(branches).toEqual([]);
  expect(await git("branch", "--format=%(refname:short)")).toBe("main\n");
  expect((await git("worktree", "list", "--porcelain")).match(/^worktree /gm)).toHaveLength(1);
  await access(`${folder}/greeting.txt`);
});

test("a merge that the repository refuses asks a person, in the inbox and at a terminal", async ({
  visit,
}, testInfo) => {
  const room = "quay";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  const git = await aProject(folder);
  const gate = testInfo.outputPath("go");
  await runners.start(room, folder, twoAtOnce(gate, "night.txt"), ["--slots", "3"]);
  await person.client.call("sendMessage", { params, body: { body: "Greet politely." } });
  const branches = async () => (await person.client.call("listBranches", { params })).data;
  const states = async () => (await branches()).map(({ key, merge }) => `${key} ${merge?.state}`);
  const line = async () =>
    (await person.client.call("listRuns", { params })).data.find(({ role }) => role === "planner")?.branch ?? "";
  await expect.poll(line).toMatch(/^squadroom\/\w+\/plan-001/);
  const name = await line();
  await expect.poll(() => building(room)).toBe(2);
  // Somebody looks at it: their files would not follow.
  await git("checkout", "-q", "--ignore-other-worktrees", name);
  await writeFile(gate, "");

  const asked = async () => {
    const query = { state: "pending" as const };
    const { data } = await person.client.call("listDecisions", { params, query });
    return data.filter(({ kind }) => kind === "merge_failed");
  };
  await expect.poll(async () => (await asked()).length, { timeout: 60_000 }).toBe(2);
  const [one] = await asked();
  expect(one).toMatchObject({ kind: "merge_failed", urgency: "high", subject: { kind: "branch" } });
  expect(one?.reason).toContain(`${name} is checked out in`);
  const squadroom = squadroomIn(folder);
  expect(await squadroom("decisions", "--room", room)).toContain("couldn't be merged into PLAN-001");

  await git("checkout", "-q", "main");
  const page = await visit({ as: person, server });
  const inbox = new InboxPage(page);
  await inbox.visit();
  // One of them is open.
  for (const key of ["DEV-002", "DEV-001"]) await inbox.title(inbox.row(key)).click();
  await expect(inbox.open).toContainText("is checked out in");
  await expect(inbox.open).toContainText("goes without it");
  await expectFits(page, "a merge that failed");
  await page.setViewportSize({ width: 1280, height: 800 });
  await inbox.answer("Try again").click();
  await expect.poll(states).toContain("DEV-001 merged");
  // What one does by the command answers the question as well.
  await squadroom("branches", "skip", "DEV-002", "Nobody greets at night.", "--room", room);
  await expect.poll(asked).toEqual([]);
  await expect(inbox.row("DEV-002")).toHaveCount(0);
  expect((await states()).sort()).toEqual(["DEV-001 merged", "DEV-002 skipped", "PLAN-001 undefined"]);
  expect(await git("ls-tree", "--name-only", name)).toBe("greeting.txt\n");
});
