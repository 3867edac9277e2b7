import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { connectAgent } from "../fixtures/agent.ts";
import { type Person, signInBy } from "../fixtures/person.ts";
import { aProject, branchOf, COMMAND, livingOf, Runners } from "../fixtures/runner.ts";
import { Server } from "../fixtures/server.ts";
import { expect, test } from "../fixtures/test.ts";

const run = promisify(execFile);

/** A planner and a builder in one mind: each prompt names its own task in front. */
const MIND = {
  name: "scripted",
  rules: [
    {
      when: "(?:^|\n)# DEV-\\d+",
      do: [
        { say: "I change the greeting." },
        { write: "greeting.txt", text: "Good morning\n" },
        { usage: { inputTokens: 1000, outputTokens: 50 } },
        { end: { message: "The greeting is polite now." } },
      ],
    },
    {
      when: "(?:^|\n)# PLAN-001",
      do: [
        {
          call: "hand_off",
          input: { to: "builder", intent: "work", message: "Make greeting.txt polite." },
        },
      ],
    },
    { when: "(?:^|\n)# PLAN-\\d+", do: [{ end: { message: "Done: it says good morning." } }] },
  ],
};

let server: Server;
let person: Person;
const runners = new Runners(() => person);

test.beforeAll(async () => {
  server = await Server.start();
  person = await signInBy(server, server.firstLink ?? "", "Ada");
});
test.afterEach(() => runners.end());
test.afterAll(() => server.stop());

const runsOf = async (room: string) => (await person.client.call("listRuns", { params: { room } })).data;

test("agents that a runner starts turn a message into a commit on a branch of its own", async ({
  visit: _,
}, testInfo) => {
  const room = "harbour";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  const git = await aProject(folder);
  // One after the other: each role makes room for the next.
  const runner = await runners.start(room, folder, MIND, ["--slots", "1"]);
  const readiness = async () => (await person.client.call("listRunners", { params })).data.map(({ online }) => online);
  await expect.poll(readiness).toEqual([true]);

  const body = { body: "Make the greeting polite." };
  await person.client.call("sendMessage", { params, body });
  const delivered = async () => {
    const { view } = await person.client.call("getRoom", { params, query: { events: 0 } });
    return view.lastDelivery?.text ?? null;
  };
  await expect.poll(delivered).toBe("Done: it says good morning.");

  const branch = await branchOf(git, "plan-001-make-the-greeting-polite");
  expect(await git("show", `${branch}:greeting.txt`)).toBe("Good morning\n");
  expect(await git("show", "main:greeting.txt")).toBe("Hey\n");
  expect(await git("status", "--porcelain")).toBe("");
  const { task } = await person.client.call("getTask", {
    params: { ...params, taskId: "DEV-001" },
  });
  expect(task.result?.artifacts).toEqual([{ path: "greeting.txt", status: "modified" }]);
  expect(task.result?.changes).toMatchObject({ added: 1, removed: 1 });
  await expect
    .poll(async () => (await runsOf(room)).map(({ name, state }) => `${name} ${state}`))
    .toEqual(["planner-1 idle", "builder-1 destroyed", "planner-1 destroyed"]);
  const builder = (await runsOf(room)).find(({ role }) => role === "builder");
  expect(builder).toMatchObject({ turns: 1, branch, usage: { inputTokens: 1000 } });
  const { data: output } = await person.client.call("listRunOutput", {
    params: { ...params, run: builder?.id ?? 0 },
    query: { q: "change the greeting" },
  });
  expect(output).toMatchObject([{ kind: "text", text: "I change the greeting." }]);

  runner.kill("SIGTERM");
  await once(runner, "exit");
  expect((await runsOf(room)).map(({ state, why }) => `${state} ${why}`)).toEqual([
    "destroyed drained",
    "destroyed made_room",
    "destroyed made_room",
  ]);
});

test("an agent in the middle of its turn is told at once what is critical, and then what is low too", async ({
  visit: _,
}, testInfo) => {
  const room = "wharf";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  await aProject(folder);
  const mind = {
    rules: [
      { when: "The well is open", do: [{ say: "I heard of the well.\n" }, { hang: true }] },
      { when: "(?:^|\n)# PLAN", do: [{ say: "I begin.\n" }, { hang: true }] },
    ],
  };
  await runners.start(room, folder, mind);
  await person.client.call("sendMessage", { params, body: { body: "Make it polite." } });
  const output = async (q: string) => {
    const at = { ...params, run: 1 };
    const { data } = await person.client.call("listRunOutput", { params: at, query: { q } });
    return data.map(({ kind }) => kind);
  };
  await expect.poll(() => output("I begin.").catch(() => [])).toEqual(["text"]);
  const stop = new AbortController();
  const builder = await connectAgent(person, { room, role: "builder" }, stop.signal);
  const send = (body: string, priority: "low" | "critical") =>
    builder.client.call("sendMessage", { params, body: { to: "planner", body, priority } });
  const low = await send("The hedge could be lower.", "low");
  const critical = await send("The well is open.", "critical");
  await expect.poll(() => output("The well is open")).toEqual(["steer"]);
  await expect.poll(() => output("I heard of the well.")).toEqual(["text"]);
  const { data } = await person.client.call("listEvents", { params, query: { after: 0 } });
  const delivered = data.flatMap((event) =>
    event.type === "message.delivered" ? [[...event.data.messageIds].sort()] : [],
  );
  expect(delivered).toEqual([[critical.messageId, low.messageId].sort()]);
  stop.abort();
});

test("a run that hangs is stopped by a person, and its task goes back to the queue", async ({ visit: _ }, testInfo) => {
  const room = "quay";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  await aProject(folder);
  await runners.start(room, folder, { rules: [{ when: "(?:^|\\n)# PLAN", do: [{ hang: true }] }] });
  const body = { body: "Make the greeting polite." };
  await person.client.call("sendMessage", { params, body });
  const states = async () => (await runsOf(room)).map(({ state }) => state);
  await expect.poll(states).toEqual(["active"]);

  const { paused } = await person.client.call("stopRuns", { params, body: {} });
  expect(paused).toBe(1);
  await expect
    .poll(async () => (await runsOf(room)).map(({ state, why }) => `${state} ${why}`))
    .toEqual(["destroyed stopped"]);
  const { task } = await person.client.call("getTask", {
    params: { ...params, taskId: "PLAN-001" },
  });
  expect(task).toMatchObject({ state: "pending", attempts: 1 });
});

test("a run outlives the server and its Postgres, killed in the middle of a turn, and is done once", async ({
  visit: _,
}, testInfo) => {
  const room = "pier";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  const git = await aProject(folder);
  const [first, ...others] = MIND.rules;
  const slow = { ...first, do: [{ until: "go" }, ...(first?.do ?? [])] };
  await runners.start(room, folder, { ...MIND, rules: [slow, ...others] });
  const body = { body: "Make the greeting polite." };
  await person.client.call("sendMessage", { params, body });
  const builder = async () => (await runsOf(room)).find(({ role }) => role === "builder");
  await expect.poll(async () => (await builder())?.state).toBe("active");

  await server.takeDatabase();
  await server.giveDatabaseBack();
  await server.kill();
  await server.resume();
  const { stdout } = await run("git", ["worktree", "list", "--porcelain"], { cwd: folder });
  const tree = /^worktree (.*plan-001.*)$/m.exec(stdout)?.[1] ?? "";
  await writeFile(`${tree}/go`, "");
  const delivered = async () => {
    const { view } = await person.client.call("getRoom", { params, query: { events: 0 } });
    return view.lastDelivery?.text ?? null;
  };
  await expect.poll(delivered).toBe("Done: it says good morning.");

  expect((await runsOf(room)).map(({ role, turns }) => `${role} ${turns}`)).toEqual(["builder 1", "planner 2"]);
  const branch = await branchOf(git, "plan-001-make-the-greeting-polite");
  expect(await git("log", "--format=%s", `main..${branch}`)).toBe("DEV-001: Make greeting.txt polite.\n");
});

test("a runner that is killed leaves nothing behind, and its next start goes on with the task", async ({
  visit: _,
}, testInfo) => {
  const room = "mole";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  const git = await aProject(folder);
  const hanging = { rules: [{ when: "(?:^|\n)# PLAN", do: [{ hang: "deaf" }] }] };
  const runner = await runners.startIn(folder, hanging, ["--room", room]);
  const body = { body: "Make the greeting polite." };
  await person.client.call("sendMessage", { params, body });
  await expect.poll(async () => (await runsOf(room)).map(({ state }) => state)).toEqual(["active"]);

  runner.kill("SIGKILL");
  await once(runner, "exit");
  await expect.poll(() => livingOf(runner)).toEqual([]);
  await runners.startIn(folder, MIND, ["--room", room]);
  const delivered = async () => {
    const { view } = await person.client.call("getRoom", { params, query: { events: 0 } });
    return view.lastDelivery?.text ?? null;
  };
  await expect.poll(delivered).toBe("Done: it says good morning.");

  expect((await person.client.call("listRunners", { params })).data).toHaveLength(1);
  expect((await runsOf(room)).map(({ id, role, name }) => `${id} ${role} ${name}`)).toEqual([
    "3 builder builder-1",
    "2 planner planner-1",
    "1 planner planner-1",
  ]);
  expect(await git("log", "--format=%s", "--branches", "--not", "main")).toBe("DEV-001: Make greeting.txt polite.\n");
});

test("told to stop, a runner lets its turn end and takes no other task; told again, it ends a hung one", async ({
  visit: _,
}, testInfo) => {
  const room = "jetty";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  await aProject(folder);
  const waits = {
    rules: [{ when: "(?:^|\\n)# PLAN", times: 1, do: [{ until: "go" }, { say: "So it is." }] }],
  };
  const runner = await runners.startIn(folder, waits, ["--room", room, "--slots", "1"]);
  const send = (body: string) => person.client.call("sendMessage", { params, body: { body } });
  await send("Make the greeting polite.");
  await send("And the other one.");
  const states = async () => (await runsOf(room)).map(({ state, why }) => `${state} ${why}`);
  await expect.poll(states).toEqual(["active null"]);
  runner.kill("SIGTERM");
  const drains = async () =>
    (await person.client.call("listRunners", { params })).data.map(({ isDraining }) => isDraining);
  await expect.poll(drains).toEqual([true]);
  const { stdout } = await run("git", ["worktree", "list", "--porcelain"], { cwd: folder });
  const tree = /^worktree (.*plan-001.*)$/m.exec(stdout)?.[1] ?? "";
  await writeFile(`${tree}/go`, "");
  await once(runner, "exit");
  expect((await runsOf(room)).map(({ why, turns }) => `${why} ${turns}`)).toEqual(["drained 1"]);

  const hangs = { rules: [{ when: "(?:^|\\n)# PLAN", do: [{ hang: "deaf" }] }] };
  const second = await runners.startIn(folder, hangs, ["--room", room, "--slots", "1"]);
  await expect.poll(async () => (await states())[0]).toBe("active null");
  expect(await drains()).toEqual([false]);
  second.kill("SIGTERM");
  // Two signals that a process hasn't taken yet are one.
  await expect.poll(drains).toEqual([true]);
  expect((await states())[0]).toBe("active null");
  second.kill("SIGTERM");
  await once(second, "exit");
  await expect.poll(() => livingOf(second)).toEqual([]);
  expect((await states())[0]).toBe("destroyed drained");
});

test("a harness that hangs at its start is a run that failed to start, and nothing of it lives on", async ({
  visit: _,
}, testInfo) => {
  const room = "slip";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  await aProject(folder);
  await writeFile(`${folder}/squadroom.run.json`, '{ "startTimeoutS": 2 }');
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const words = ["run", "--room", room, "--role", "planner,builder", "--"];
  const program = [process.execPath, "-e", deaf, testInfo.outputPath("deaf")];
  const runner = runners.spawn(folder, process.execPath, [COMMAND, ...words, ...program]);
  await person.client.call("sendMessage", { params, body: { body: "Make it polite." } });
  const ends = async () => (await runsOf(room)).map(({ why, reason }) => `${why}: ${reason}`);
  await expect.poll(async () => (await ends()).at(-1)).toBe("start_failed: acp didn't start within 2 s.");
  runner.kill("SIGTERM");
  await once(runner, "exit");
  await expect.poll(() => livingOf(runner)).toEqual([]);
});

test("a harness that keeps to one folder is started again for the next line of work, by the same run", async ({
  visit: _,
}, testInfo) => {
  const room = "lagoon";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  await aProject(folder);
  const say = { to: "user", intent: "deliver", message: "{{1}} is done." };
  const rules = [{ when: "(?:^|\n)# (PLAN-\\d+)", do: [{ call: "hand_off", input: say }] }];
  await runners.start(room, folder, { isOneFolder: true, rules });
  const delivered = async () => {
    const { view } = await person.client.call("getRoom", { params, query: { events: 0 } });
    return view.lastDelivery?.text ?? null;
  };
  for (const taskId of ["PLAN-001", "PLAN-002"]) {
    await person.client.call("sendMessage", { params, body: { body: `Look at ${taskId}.` } });
    await expect.poll(delivered).toBe(`${taskId} is done.`);
  }
  await expect
    .poll(async () => (await runsOf(room)).map(({ state, turns }) => `${state} ${turns}`))
    .toEqual(["idle 2"]);
});

test("in a folder that is no repository, agents work in the folder itself", async ({ visit: _ }) => {
  const room = "sand";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  // Outside of the repository that this test stands in.
  const outside = await mkdtemp(`${tmpdir()}/squadroom-plain-`);
  const folder = `${outside}/project`;
  await mkdir(folder);
  const file = { checks: [{ name: "polite", run: "grep -q morning greeting.txt" }] };
  await writeFile(`${folder}/squadroom.run.json`, JSON.stringify(file));
  const [builds, ...others] = MIND.rules;
  const result = {
    summary: "Polite.",
    checks: [
      { name: "polite", passed: false },
      { name: "mine", passed: true },
    ],
  };
  const end = { end: { message: "The greeting is polite now.", result } };
  const rules = [{ ...builds, do: [...(builds?.do.slice(0, -1) ?? []), end] }, ...others];
  await runners.startIn(folder, { ...MIND, rules }, ["--room", room]);
  await person.client.call("sendMessage", { params, body: { body: "Make the greeting polite." } });
  const delivered = async () => {
    const { view } = await person.client.call("getRoom", { params, query: { events: 0 } });
    return view.lastDelivery?.text ?? null;
  };
  await expect.poll(delivered).toBe("Done: it says good morning.");
  expect(await readdir(folder)).toEqual(["greeting.txt", "squadroom.run.json"]);
  const at = { params: { ...params, taskId: "DEV-001" } };
  // Its runner ran the project's check: what the agent says of that one counts for nothing.
  expect((await person.client.call("getTask", at)).task.result).toMatchObject({
    summary: "Polite.",
    checks: [
      { name: "polite", passed: true },
      { name: "mine", passed: true },
    ],
  });
  expect((await runsOf(room)).map(({ branch }) => branch)).toEqual([null, null]);
  await runners.end();
  await rm(outside, { recursive: true, force: true });
});

test("a provider that takes nothing is waited for, and the same run goes on with its task", async ({
  visit,
}, testInfo) => {
  const room = "ebb";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  await aProject(folder);
  const limited = {
    when: "(?:^|\n)# DEV-001",
    times: 1,
    do: [{ limit: "Rate limit, retry in 6s" }],
  };
  await runners.start(room, folder, { ...MIND, rules: [limited, ...MIND.rules] });
  await person.client.call("sendMessage", { params, body: { body: "Make the greeting polite." } });
  const page = await visit({ as: person, server });
  await page.goto(`/rooms/${room}/settings?section=runners`);
  await expect(page.getByText(/Its provider takes nothing before \d\d:\d\d/)).toBeVisible();
  const delivered = async () => {
    const { view } = await person.client.call("getRoom", { params, query: { events: 0 } });
    return view.lastDelivery?.text ?? null;
  };
  await expect.poll(delivered).toBe("Done: it says good morning.");
  const { data } = await person.client.call("listEvents", { params, query: {} });
  const ends = data.flatMap((event) =>
    event.type === "run.turn_ended" && event.data.runId === 2 ? event.data.why : [],
  );
  expect(ends).toEqual(["limited", "done"]);
});
