import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@squadroom/client/http";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import { Machine } from "../harness/machine.ts";
import type { Call, Caller } from "./caller.ts";
import type { Violation } from "./evidence.ts";
import type { History } from "./history.ts";
import { type Chance, pause } from "./random.ts";
import { isOver, RoomCalls, retryMerges } from "./room-calls.ts";
import { LEASE_S, type World } from "./servers.ts";

const SLOTS = 3;
const OPEN_MAX = 4;
/** Nothing that is to be done stands still for so long: a run that never comes up is given up in two minutes. */
const STILL_MS = 150_000;
/** A runner's silence is logged after this long. */
const SILENT_MS = 60_000;

/**
 * What its agents do: a planner gives a message to one builder, or, where it says "Both", to two who write one file. Each
 * builder also writes a file of its own, so that what is lost or merged twice shows.
 */
const part = (title: string) => ({ role: "builder", title, instruction: title });
const MIND = {
  name: "scripted",
  rules: [
    {
      when: "(?:^|\n)# (FIX-\\d+)",
      do: [
        { write: "shared.txt", text: "{{1}} settles it.\n" },
        { write: "made/{{1}}.txt", text: "{{1}}\n" },
        { end: { message: "{{1}} is settled." } },
      ],
    },
    {
      when: "(?:^|\n)# (DEV-\\d+)",
      do: [
        { say: "I begin with {{1}}." },
        { write: "shared.txt", text: "{{1}} was here.\n" },
        { run: "sleep 0.3" },
        { write: "made/{{1}}.txt", text: "{{1}}\n" },
        { usage: { inputTokens: 1000, outputTokens: 50 } },
        { end: { message: "{{1}} is made." } },
      ],
    },
    {
      when: "^(?![\\s\\S]*DEV-\\d)(?:[\\s\\S]*\n)?# PLAN-\\d+[\\s\\S]*Both",
      do: [
        { call: "create_tasks", input: { tasks: [part("One half"), part("The other half")] } },
        { end: { message: "Two are at it." } },
      ],
    },
    {
      when: "^(?![\\s\\S]*DEV-\\d)(?:[\\s\\S]*\n)?# PLAN-\\d+",
      do: [{ call: "hand_off", input: { to: "builder", intent: "work", message: "Make it." } }],
    },
    { when: "(?:^|\n)# PLAN-\\d+", do: [{ end: { message: "It is made." } }] },
  ],
};

/** A room whose agents a runner starts, and the machine of that runner. */
export class RunnerRoom {
  readonly found: Violation[] = [];
  private completed: string[] = [];

  private constructor(
    readonly roomId: string,
    readonly machine: Machine,
    private readonly history: History,
  ) {}

  static async open(world: World, admin: Client, history: History, scratch: string, name: string): Promise<RunnerRoom> {
    const { roomId } = await admin.call("createRoom", { body: { name, preset: "duo" } });
    const [server] = world.servers;
    if (!server) throw new Error("there is no server");
    const directory = join(scratch, name);
    mkdirSync(directory, { recursive: true });
    const { baseUrl: url, dataDir: keyDir } = server;
    const machine = new Machine({
      directory,
      room: name,
      url,
      keyDir,
      roles: "planner,builder",
      slots: SLOTS,
      mind: MIND,
    });
    await machine.prepare();
    return new RunnerRoom(roomId, machine, history);
  }

  private bad(what: string): void {
    this.found.push({ invariant: "runs", room: this.roomId, what });
  }

  /** A person who gives it work, steps in now and then, and settles what the agents can't. */
  async lead(caller: Caller, call: Call, chance: Chance, signal: AbortSignal): Promise<void> {
    const calls = new RoomCalls(this.roomId, caller, call);
    for (let n = 1; !signal.aborted; ) {
      await pause(chance.between(200, 1_000), signal);
      if (signal.aborted) return;
      await settle(calls, chance);
      const tasks = await calls.tasks();
      if (tasks && tasks.filter((task) => !isOver(task)).length < OPEN_MAX)
        await calls.write("message", "messages", {
          body: `${chance.is(0.5) ? "Both" : "One"} ${n++}`,
        });
      if (!chance.is(0.1)) continue;
      const live = await calls.liveRuns();
      if (!live || live.length === 0) continue;
      const act = chance.pick(["stop", "finish", "interrupt"]);
      await calls.write(`order ${act}`, `runs/${chance.pick(live).id}/orders`, { act });
    }
  }

  /** A power cut of its machine. */
  async killRunner(): Promise<void> {
    for (const words of await this.machine.kill()) this.bad(`outlived its runner: ${words}`);
    this.machine.start();
  }

  async killAgent(chance: Chance): Promise<void> {
    const pids = await this.machine.agentPids();
    if (pids.length === 0) return this.history.count("no agent was there to be killed");
    kill(chance.pick(pids), "SIGKILL");
  }

  /** Its agents are given up meanwhile, and go on as if nothing had been. */
  async pauseRunner(signal: AbortSignal): Promise<void> {
    const pid = await this.machine.runnerPid();
    if (pid === null) return this.history.count("no runner was there to be paused");
    kill(pid, "SIGSTOP");
    await pause((LEASE_S + 2) * 1_000, signal);
    kill(pid, "SIGCONT");
  }

  /**
   * Everything that was asked for is done once nobody does harm; then the machine goes, and no run looks alive.
   * `isCut`: as by a power cut, so that the room learns of it from its silence.
   */
  async rest(caller: Caller, call: Call, chance: Chance, isCut: boolean): Promise<void> {
    const calls = new RoomCalls(this.roomId, caller, call);
    const isDone = await calls.untilDone(() => settle(calls, chance), STILL_MS);
    const tasks = (await calls.tasks()) ?? [];
    if (!isDone) for (const { id, state } of tasks.filter((task) => !isOver(task))) this.bad(`${id} is still ${state}`);
    for (const { state } of tasks) this.history.count(`runs: task ${state}`);
    this.completed = tasks.filter(({ state }) => state === "completed").map(({ id }) => id);
    for (const exit of this.machine.exits) {
      this.history.count(`runner ended by itself: ${exit}`);
      if (!isDone) this.bad(`its runner ended by itself: ${exit}`);
    }
    const left = await (isCut ? this.machine.kill() : this.machine.stop());
    for (const words of left) this.bad(`outlived its runner: ${words}`);
    const isEmpty = await eventually(isCut ? SILENT_MS + 15_000 : 10_000, async () => {
      const live = await calls.liveRuns();
      return live?.length === 0;
    });
    if (isEmpty) return;
    for (const { id, state } of (await calls.liveRuns()) ?? [])
      this.bad(`run ${id} looks ${state} though its runner is gone`);
  }

  /** What was made is in its branch, and what was merged in the branch it went into, once; nothing of it in the user's. */
  async check(events: readonly RoomEvent[]): Promise<Violation[]> {
    const { machine } = this;
    if ((await machine.git("log", "--format=%s", "main")) !== "A start\n") this.bad("the user's own branch moved");
    const examined = new Map<string, string | null>();
    const merges = new Map<string, number>();
    for (const event of events) {
      if (event.type === "run.examined") {
        const { taskId, branch } = event.data.evidence;
        examined.set(taskId, branch);
      } else if (event.type === "branch.merged") {
        const { key, name, line, head } = event.data;
        const times = (merges.get(`${key} ${line}`) ?? 0) + 1;
        merges.set(`${key} ${line}`, times);
        this.history.count("runs: merged");
        if (!(await this.isIn(head, name))) this.bad(`${key} was merged as ${head}, which ${name} has not`);
      } else if (event.type === "branch.merge_failed") this.history.count(`runs: merge ${event.data.why}`);
      else if (event.type === "run.ended") this.history.count(`run ended: ${event.data.why}`);
    }
    const branches = new Set<string>();
    for (const taskId of this.completed.filter((id) => /^(DEV|FIX)-/.test(id))) {
      const branch = examined.get(taskId);
      if (!branch) {
        this.bad(`${taskId} is completed, and its runner saw nothing of it`);
        continue;
      }
      branches.add(branch);
      const text = await machine.git("show", `${branch}:made/${taskId}.txt`).catch(() => null);
      if (text !== `${taskId}\n`) this.bad(`${branch} has not what ${taskId} made`);
    }
    for (const branch of branches) {
      const range = `main..${branch}`;
      const log = await machine.git(
        "log",
        "--topo-order",
        "--format=%x00%s",
        "--name-only",
        "--diff-merges=first-parent",
        range,
      );
      const twice = committedTwice(commitsIn(log));
      if (twice) this.bad(`${branch} has two commits "${twice}"`);
      const text = await machine.git("show", `${branch}:shared.txt`);
      if (text.includes("<<<<<<<")) this.bad(`${branch} has the marks of a conflict`);
    }
    return this.found;
  }

  private async isIn(commit: string, branch: string): Promise<boolean> {
    return this.machine.git("merge-base", "--is-ancestor", commit, branch).then(
      () => true,
      () => false,
    );
  }
}

interface Commit {
  subject: string;
  files: readonly string[];
}

function commitsIn(log: string): Commit[] {
  return log
    .split("\0")
    .slice(1)
    .map((text) => {
      const [subject = "", ...files] = text.split("\n").filter((line) => line !== "");
      return { subject, files };
    });
}

/**
 * The work that two commits of a branch both have, the newest first. An attempt that is cut leaves what it had written,
 * and the next one commits the rest; work that goes on after its line moved has a commit of its own for it.
 */
export function committedTwice(commits: readonly Commit[]): string | undefined {
  const met = new Set<string>();
  for (const { subject, files } of commits) {
    if (subject.startsWith("Merge ")) continue;
    if (subject.startsWith("Bring in ")) {
      met.clear();
      continue;
    }
    const made = files.map((file) => `${subject} ${file}`);
    if (made.some((one) => met.has(one))) return subject;
    for (const one of made) met.add(one);
  }
  return undefined;
}

/** Has what failed tried again. */
async function settle(calls: RoomCalls, chance: Chance): Promise<void> {
  await calls.settle(/retry|again|continue|raise|allow/);
  await retryMerges(calls, chance);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}

export async function eventually(withinMs: number, holds: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    if (await holds()) return true;
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
