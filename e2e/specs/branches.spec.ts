import { execFile } from "node:child_process";
import { access, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { type Person, signInBy } from "../fixtures/person.ts";
import { aProject, COMMAND, Runners } from "../fixtures/runner.ts";
import { Server } from "../fixtures/server.ts";
import { expect, test } from "../fixtures/test.ts";

const run = promisify(execFile);

/** A planner that gives one file to two builders at once, and builders that wait for each other before they write it. */
function twoOnOneFile(gate: string) {
  const part = (title: string) => ({ role: "builder", title, instruction: title });
  const builder = (task: string, text: string) => ({
    when: `(?:^|\n)# ${task}`,
    do: [
      { until: gate },
      { write: "greeting.txt", text },
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
      builder("DEV-001", "Good morning\n"),
      builder("DEV-002", "Good evening\n"),
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

test.beforeAll(async () => {
  server = await Server.start();
  person = await signInBy(server, server.firstLink ?? "", "Ada");
});
test.afterEach(() => runners.end());
test.afterAll(() => server.stop());

test("two builders who change one file end in one branch, which a person takes, pushes and removes", async ({
  visit: _,
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
  await runners.start(room, folder, twoOnOneFile(gate), ["--slots", "3"]);
  await person.client.call("sendMessage", { params, body: { body: "Greet politely." } });
  const building = async () => {
    const { data } = await person.client.call("listRuns", { params });
    return data.filter(({ role, state }) => role === "builder" && state === "active").length;
  };
  await expect.poll(building).toBe(2);
  await writeFile(gate, "");

  const branches = async () => {
    const { data } = await person.client.call("listBranches", { params });
    return data.map(({ key, merge }) => `${key} ${merge?.state ?? "open"}`).sort();
  };
  await expect
    .poll(branches, { timeout: 60_000 })
    .toEqual(["DEV-001 merged", "DEV-002 merged", "PLAN-001 open"]);
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

  const squadroom = async (...words: string[]) => {
    const env = { PATH: process.env.PATH, HOME: folder, SQUADROOM_URL: server.url };
    const all = { ...env, SQUADROOM_DATA: server.dataDir };
    const told = await run(process.execPath, [COMMAND, "branches", ...words], { env: all });
    return told.stdout;
  };
  expect(await squadroom("list")).toContain(name);
  expect(await squadroom("show", "PLAN-001")).toContain("## What was asked");
  await squadroom("take", "PLAN-001");
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
