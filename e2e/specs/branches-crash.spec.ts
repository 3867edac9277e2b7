import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { type Person, signInBy } from "../fixtures/person.ts";
import { aProject, livingOf, Runners } from "../fixtures/runner.ts";
import { Server } from "../fixtures/server.ts";
import { expect, test } from "../fixtures/test.ts";

let server: Server;
let person: Person;
const runners = new Runners(() => person);

test.beforeAll(async () => {
  server = await Server.start();
  person = await signInBy(server, server.firstLink ?? "", "Ada");
});
test.afterEach(() => runners.end());
test.afterAll(() => server.stop());

/** A planner that makes two tasks at once, each of a file of its own. */
const part = (title: string) => ({ role: "builder", title, instruction: title });
const builder = (task: string, file: string) => ({
  when: `(?:^|\n)# ${task}`,
  do: [{ write: file, text: `${task}\n` }, { end: { message: `${task} is done.` } }],
});
const MIND = {
  rules: [
    builder("DEV-001", "day.txt"),
    builder("DEV-002", "night.txt"),
    {
      when: "(?:^|\n)# PLAN-001",
      do: [
        { call: "create_tasks", input: { tasks: [part("Greet by day"), part("Greet by night")] } },
        { end: { message: "Two builders are at it." } },
      ],
    },
    { when: "(?:^|\n)# PLAN-\\d+", do: [{ end: { message: "It is as I wanted it." } }] },
  ],
};

test("runner and server are killed while branches are merged: each is merged once, and none is lost", async ({
  visit: _,
}, testInfo) => {
  const room = "breakwater";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  const git = await aProject(folder);
  // Of a merge, the check says that it began, and waits until it may end.
  const begun = testInfo.outputPath("begun");
  const go = testInfo.outputPath("go");
  const waits = [
    "git rev-parse -q --verify HEAD^2 > /dev/null || exit 0",
    `echo >> '${begun}'`,
    `n=$(wc -l < '${begun}')`,
    `until [ -e '${go}'$n ]; do sleep 0.1; done`,
  ].join("; ");
  const checks = [{ name: "test", run: waits, timeoutS: 600 }];
  await writeFile(`${folder}/squadroom.run.json`, JSON.stringify({ checks }));
  await git("add", "-A");
  await git("commit", "-qm", "A check");
  const merges = async () => (await readFile(begun, "utf8").catch(() => "")).length;
  const start = () => runners.startIn(folder, MIND, ["--room", room, "--slots", "3"]);

  const runner = await start();
  await person.client.call("sendMessage", { params, body: { body: "Greet politely." } });
  await expect.poll(merges, { timeout: 90_000 }).toBe(1);
  runner.kill("SIGKILL");
  await once(runner, "exit");
  await expect.poll(() => livingOf(runner)).toEqual([]);

  await start();
  await expect.poll(merges, { timeout: 90_000 }).toBe(2);
  await server.kill();
  await writeFile(`${go}2`, "");
  await server.resume();

  const branches = async () => {
    const { data } = await person.client.call("listBranches", { params });
    return data.map(({ key, merge }) => `${key} ${merge?.state ?? "open"}`).sort();
  };
  await expect.poll(branches, { timeout: 120_000 }).toEqual(["DEV-001 merged", "DEV-002 merged", "PLAN-001 open"]);
  const one = await person.client.call("getBranch", { params: { ...params, branch: "PLAN-001" } });
  const { name, head } = one.branch;
  expect(one.merged.map(({ key }) => key).sort()).toEqual(["DEV-001", "DEV-002"]);
  expect(await git("rev-list", "--merges", "--count", `main..${name}`)).toBe("2\n");
  expect(await git("rev-parse", name)).toBe(`${head}\n`);
  expect(await git("show", `${name}:day.txt`, `${name}:night.txt`)).toBe("DEV-001\nDEV-002\n");
  // The first merge has the files of its own branch, whose checks were run there.
  expect(await merges()).toBe(2);
});
