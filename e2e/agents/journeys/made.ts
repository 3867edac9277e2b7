import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { eventually } from "../log.ts";
import { byTask } from "../minds/by-tools.ts";
import type { Step } from "../minds/work.ts";
import { type Machine, startRunner } from "../runner.ts";
import { COMMAND, type Room, type World } from "../world.ts";
import { expectLines } from "./journey.ts";

const run = promisify(execFile);
const KEY = "PLAN-001";

function end(words: string): Step {
  return { act: "end", words };
}

function write(...lines: string[]): Step {
  return { act: "run", command: `printf '${lines.join("\\n")}\\n' > greeting.txt` };
}

/** A message becomes a commit that was reviewed, checked and taken into the user's branch. */
export async function madeByThree(world: World): Promise<void> {
  const room = await world.room("squad");
  const { machine, git } = await aProject(world);
  const cast = {
    planner: {
      make: "claude",
      mind: byTask({
        [KEY]: [end("Make greeting.txt polite.")],
        "PLAN-002": [end("It says good morning.")],
      }),
    },
    builder: {
      make: "codex",
      mind: byTask({ "DEV-001": [write("Good morning"), end("The greeting is polite.")] }),
    },
    reviewer: {
      make: "opencode",
      mind: byTask({
        "REVIEW-001": [{ act: "run", command: "grep -c 'Good morning' greeting.txt" }, end("Reviewed: it is polite.")],
      }),
    },
  } as const;
  startRunner(room, machine, cast, 3);
  await room.say("Greet politely.");
  await room.log.until("handoff.delivered planner PLAN-002 to user deliver");
  expectLines(
    (await room.log.lines()).filter((line) => !line.startsWith("agent.joined ")),
    [
      "task.claimed planner PLAN-001",
      "handoff.delivered planner PLAN-001 to builder work",
      "task.claimed builder DEV-001",
      "handoff.delivered builder DEV-001 to reviewer work",
      "task.claimed reviewer REVIEW-001",
      "handoff.delivered reviewer REVIEW-001 to planner work",
      "task.claimed planner PLAN-002",
      "handoff.delivered planner PLAN-002 to user deliver",
    ],
  );
  await expectMade(room, ["DEV-001"]);
  await expectTaken(room, machine, git, "Good morning\n");
  await expectRuns(room, ["builder codex", "planner claude", "reviewer opencode"]);
}

/** Two conversations of one make change the same line at once; the second one mends the conflict. */
export async function twoOnOneFile(world: World): Promise<void> {
  const room = await world.room("duo");
  const { machine, git } = await aProject(world);
  const part = (title: string) => ({ role: "builder", title, instruction: title });
  const tasks = [part("Greet by day"), part("Greet by night")];
  let there = 0;
  const both: Step = {
    act: "think",
    until: async () => {
      there++;
      await eventually(
        () => there === 2,
        () => "the builders don't work at once",
      );
    },
  };
  const cast = {
    planner: {
      make: "copilot",
      mind: byTask({
        [KEY]: [
          { act: "call", name: "create_tasks", input: { tasks } },
          // As the tool says: the tasks follow it already, and a handoff would be one more.
          {
            act: "call",
            name: "complete_task",
            input: { taskId: KEY, result: { summary: "Two are at it." } },
          },
        ],
        PLAN: [end("It is as I wanted it.")],
      }),
    },
    builder: {
      make: "codex",
      mind: byTask({
        "DEV-001": [both, write("Good morning"), end("It greets by day.")],
        "DEV-002": [both, write("Good evening"), end("It greets by night.")],
        "FIX-001": [write("Good morning", "Good evening"), end("It greets by day and night.")],
      }),
    },
  } as const;
  startRunner(room, machine, cast, 3);
  await room.say("Greet politely.");
  await expectMerged(room, ["DEV-001 merged", "DEV-002 merged", `${KEY} open`]);
  await expectMade(room, ["FIX-001"]);
  await expectTaken(room, machine, git, "Good morning\nGood evening\n");
  await expectRuns(room, ["builder codex", "planner copilot"]);
}

type Git = (...args: string[]) => Promise<string>;

/** A repository of one commit, whose check is that the greeting is polite. */
export async function aProject(world: World): Promise<{ machine: Machine; git: Git }> {
  const machine = world.place("machine");
  const { folder } = machine;
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const git: Git = async (...args) => (await run("git", [...identity, ...args], { cwd: folder })).stdout;
  writeFileSync(`${folder}/greeting.txt`, "Hey\n");
  const checks = [{ name: "polite", run: "grep -q Good greeting.txt" }];
  writeFileSync(`${folder}/squadroom.run.json`, JSON.stringify({ checks }));
  await git("checkout", "-q", "-b", "main");
  await git("add", "-A");
  await git("commit", "-qm", "A greeting");
  return { machine, git };
}

/** The runner ran the project's check on each result, and it passed. */
async function expectMade(room: Room, taskIds: readonly string[]): Promise<void> {
  const { person } = room.world;
  for (const taskId of taskIds) {
    const { task } = await person.call("getTask", { params: { room: room.id, taskId } });
    const checks = task.result?.checks ?? [];
    const files = task.result?.artifacts ?? [];
    const told = JSON.stringify(task.result);
    if (!checks.some(({ name, passed }) => name === "polite" && passed))
      throw new Error(`${taskId} has no check that passed: ${told}`);
    if (!files.some(({ path }) => path === "greeting.txt")) throw new Error(`${taskId} has no greeting: ${told}`);
  }
}

async function expectMerged(room: Room, expected: readonly string[]): Promise<void> {
  const params = { room: room.id };
  const merged = async () => {
    const { data } = await room.world.person.call("listBranches", { params });
    return data.map(({ key, merge }) => `${key} ${merge?.state ?? "open"}`).sort();
  };
  await eventually(
    async () => (await merged()).join() === expected.join(),
    async () => `the branches are ${await merged()}; ${(await room.log.lines()).join("\n")}`,
  );
}

/** A person takes the branch: it ends in their own one, and nothing else of theirs has changed. */
async function expectTaken(room: Room, { folder, home }: Machine, git: Git, greeting: string): Promise<void> {
  const { server, person } = room.world;
  if ((await git("show", "main:greeting.txt")) !== "Hey\n") throw new Error("the user's branch moved by itself");
  const env = { PATH: process.env.PATH, HOME: home };
  const words = ["branches", "take", KEY, "--room", room.id];
  await run(process.execPath, [COMMAND, ...words], {
    cwd: folder,
    env: { ...env, ...server.door },
  });
  const params = { room: room.id, branch: KEY };
  await eventually(
    async () => (await person.call("getBranch", { params })).branch.taken?.into === "main",
    async () => JSON.stringify(await person.call("getBranch", { params })),
  );
  expectLines([await git("show", "main:greeting.txt"), await git("status", "--porcelain")], [greeting, ""]);
}

/** Each role ran in its make, and told what it used. */
async function expectRuns(room: Room, expected: readonly string[]): Promise<void> {
  const params = { room: room.id };
  const { data } = await room.world.person.call("listRuns", { params });
  expectLines([...new Set(data.map(({ role, harness }) => `${role} ${harness}`))].sort(), expected);
  const silent = data.filter(({ turns, usage }) => turns > 0 && !usage?.inputTokens);
  if (silent.length > 0) throw new Error(`runs told no usage: ${JSON.stringify(silent)}`);
}
