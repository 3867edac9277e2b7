import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Client } from "@squadroom/client/http";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import { COMMAND, Machine, NO_PROGRAMS } from "../harness/machine.ts";
import type { Call, Caller } from "./caller.ts";
import type { Violation } from "./evidence.ts";
import type { History } from "./history.ts";
import { type Chance, pause } from "./random.ts";
import { isOver, RoomCalls, type TaskRow } from "./room-calls.ts";
import type { World } from "./servers.ts";

const run = promisify(execFile);
const AGENT = fileURLToPath(new URL("./hostile-agent.mjs", import.meta.url));
const SLOTS = 2;
const OPEN_MAX = 3;
const STILL_MS = 150_000;
/** Of memory, for a runner whose agents print tens of megabytes. */
const PEAK_MAX_MB = 600;
/** Of the file that is copied into each tree, and that git ignores. */
const SECRET = "quiet-otter";
const LIBRARY = "vendor/lib";

/** What its agents are asked for; `work` is what the others must not harm. */
export const ACTS = [
  "work",
  "flood",
  "lines",
  "errors",
  "fail",
  "die",
  "group",
  "pipes",
  "swap",
  "point",
  "config",
  "hooks",
  "unignore",
  "submodule",
  "worktree",
  "nested",
  "detached",
  "many",
  "names",
  "person",
];
/** What nobody can say more of than that it ended. */
const NO_CAUSE = /(?:^|\s)ended with 0\.?$/;

/** Branches that a person takes and removes of each room; those with commits of an agent's own first. */
const CLEANED_MAX = 12;
const OWN_COMMITS = /Do (submodule|worktree|nested|detached) /;

type HostileRoom = "red" | "blue";

export interface HostileOptions {
  /** What each room's agents are asked for, once; by default everything, over and over. */
  acts?: Record<HostileRoom, readonly string[]>;
  /** Has the runner under test beside it. */
  command?: string;
}

/** Two rooms, one project, one machine: their agents do what they can against the runners and against each other. */
export class HostileMachine {
  private readonly found: Violation[] = [];

  private constructor(
    readonly rooms: readonly { name: HostileRoom; roomId: string }[],
    readonly machine: Machine,
    private readonly world: World,
    private readonly history: History,
    private readonly ledger: string,
    private readonly acts: HostileOptions["acts"],
  ) {}

  static async open(
    world: World,
    admin: Client,
    history: History,
    scratch: string,
    { acts, command }: HostileOptions = {},
  ): Promise<HostileMachine> {
    const rooms: { name: HostileRoom; roomId: string }[] = [];
    for (const name of ["red", "blue"] as const) {
      const { roomId } = await admin.call("createRoom", { body: { name, preset: "solo" } });
      rooms.push({ name, roomId });
    }
    const [server] = world.servers;
    if (!server) throw new Error("there is no server");
    const directory = join(scratch, "hostile");
    const ledger = join(directory, "ledger");
    mkdirSync(ledger, { recursive: true });
    const machine = new Machine({
      directory,
      room: "red",
      beside: ["blue"],
      slots: SLOTS,
      roles: "solo",
      url: server.baseUrl,
      keyDir: server.dataDir,
      command,
      agent: ["--with", "command", "--", process.execPath, AGENT, ledger, COMMAND, server.dataDir],
    });
    await machine.prepare();
    const library = join(directory, "library");
    const inLibrary = (...args: string[]) => run("git", [...IDENTITY, "-C", library, ...args]);
    mkdirSync(library);
    await inLibrary("init", "-q", "-b", "main");
    await writeFile(join(library, "lib.js"), "export {};\n");
    await inLibrary("add", "-A");
    await inLibrary("commit", "-qm", "A library");
    await machine.git(...FILES_ALLOWED, "submodule", "add", "-q", library, LIBRARY);
    await writeFile(join(machine.folder, ".gitignore"), ".env\n");
    await writeFile(join(machine.folder, "squadroom.run.json"), '{ "copy": [".env"] }\n');
    await machine.git("add", "-A");
    await machine.git("commit", "-qm", "Ready");
    await appendFile(join(machine.folder, ".env"), `PLAIN=${SECRET}-0\n`);
    for (const { name } of rooms) await machine.git("branch", `taken-${name}`);
    return new HostileMachine(rooms, machine, world, history, ledger, acts);
  }

  private bad(what: string, room = ""): void {
    this.found.push({ invariant: "hostile agents", room, what });
  }

  /** A person who asks one room for one harm after the other; where these are given, until each was asked for. */
  async lead(
    { name, roomId }: { name: HostileRoom; roomId: string },
    caller: Caller,
    call: Call,
    chance: Chance,
    signal: AbortSignal,
  ): Promise<void> {
    const calls = new RoomCalls(roomId, caller, call);
    const given = this.acts && [...this.acts[name]].reverse();
    let left: string[] = given ?? [];
    for (let n = 1; !signal.aborted && given?.length !== 0; ) {
      await pause(chance.between(200, 800), signal);
      if (signal.aborted) return;
      await calls.settle(GIVE_UP);
      const tasks = await calls.tasks();
      if (!tasks || tasks.filter((task) => !isOver(task)).length >= OPEN_MAX) continue;
      if (left.length === 0) left = [...ACTS].sort(() => chance.next() - 0.5);
      const act = left.pop() ?? "work";
      this.history.count(`hostile: ${act}`);
      await calls.write("message", "messages", { body: `Do ${act} as ${name}-${n++}` });
    }
  }

  /** Everything ends with a result or a person's word, and what it made is put away; then the machine stops. */
  async rest(callers: readonly Caller[], call: Call): Promise<void> {
    await Promise.all(
      this.rooms.map(async ({ name, roomId }, i) => {
        const caller = callers[i];
        if (!caller) throw new Error(`nobody speaks in ${name}`);
        const calls = new RoomCalls(roomId, caller, call);
        const isDone = await calls.untilDone(() => calls.settle(GIVE_UP), STILL_MS);
        const tasks = (await calls.tasks()) ?? [];
        if (!isDone)
          for (const { id, state } of tasks.filter((task) => !isOver(task)))
            this.bad(`${id} is still ${state}`, roomId);
        for (const { state } of tasks) this.history.count(`hostile: task ${state}`);
        await this.cleanUp(name, tasks);
      }),
    );
    const peakMb = Math.round(Math.max(0, ...(await this.machine.peaksMb())));
    this.history.counts.set("hostile: MB of a runner at most", peakMb);
    if (peakMb > PEAK_MAX_MB) this.bad(`a runner took ${peakMb} MB`);
    for (const exit of this.machine.exits) this.bad(`a runner ended by itself: ${exit}`);
    for (const words of await this.machine.stop()) this.bad(`outlived its runner: ${words}`);
  }

  /** A person takes branches and removes them, as far as the command lets them. */
  private async cleanUp(room: string, tasks: readonly TaskRow[]): Promise<void> {
    const [server] = this.world.servers;
    const { directory } = this.machine.options;
    const env = {
      PATH: process.env.PATH,
      HOME: join(directory, "home"),
      SQUADROOM_DATA: server?.dataDir,
      SQUADROOM_URL: server?.baseUrl,
      SQUADROOM_PERSON: "1",
    };
    const hasOwn = ({ title }: TaskRow) => Number(OWN_COMMITS.test(title ?? ""));
    const over = tasks.filter(({ state }) => state === "completed");
    const chosen = over.sort((a, b) => hasOwn(b) - hasOwn(a)).slice(0, CLEANED_MAX);
    for (const { id } of chosen)
      for (const words of [
        ["take", id, "--into", `taken-${room}`],
        ["clean", id],
      ]) {
        const argv = [COMMAND, "branches", ...words, "--room", room];
        const said = await run(process.execPath, argv, { cwd: this.machine.folder, env }).then(
          () => "done",
          () => "refused",
        );
        this.history.count(`hostile: branch ${words[0]} ${said}`);
      }
  }

  /** What the logs, the repository and the agents' own ledger say. */
  async check(logs: readonly { roomId: string; events: readonly RoomEvent[] }[]): Promise<Violation[]> {
    for (const { name, roomId } of this.rooms) {
      const events = logs.find((one) => one.roomId === roomId)?.events ?? [];
      this.checkCauses(roomId, events);
      await this.checkBranches(name, roomId, events);
    }
    await this.checkTrees();
    await this.checkSecret();
    await this.checkCommits();
    for (const line of await this.told("ran")) this.bad(`a runner ran an agent's program: ${line}`);
    for (const line of await this.told("passed")) this.bad(`an agent passed for a person: ${line}`);
    return this.found;
  }

  private checkCauses(roomId: string, events: readonly RoomEvent[]): void {
    for (const { type, data } of events) {
      if (type === "run.ended" && (data.why === "crashed" || data.why === "start_failed"))
        this.hasCause(roomId, `run ${data.runId}`, data.reason);
      else if (type === "task.attempt_ended") this.hasCause(roomId, data.taskId, data.reason);
      if (JSON.stringify(data).includes(SECRET)) this.bad(`${type} has the secret in it`, roomId);
    }
  }

  private hasCause(roomId: string, what: string, reason: string): void {
    this.history.count("hostile: failures with a cause");
    if (reason.trim() === "" || NO_CAUSE.test(reason.trim()))
      this.bad(`${what} ended without a cause: ${JSON.stringify(reason)}`, roomId);
  }

  /** A room's branches have what its own agents made. */
  private async checkBranches(name: string, roomId: string, events: readonly RoomEvent[]): Promise<void> {
    const branches = new Set([`taken-${name}`]);
    for (const { type, data } of events)
      if (type === "run.examined" && data.evidence.branch) branches.add(data.evidence.branch);
    for (const branch of branches) {
      const names = await this.machine.git("log", "--format=", "--name-only", `main..${branch}`, "--").catch(() => "");
      for (const file of names.split("\n"))
        if (file.startsWith("made/") && !file.startsWith(`made/${name}-`))
          this.bad(`${branch} of ${name} has ${file}`, roomId);
    }
  }

  /** What is left of one runner's trees is of one room, committed or not. */
  private async checkTrees(): Promise<void> {
    const listed = await this.machine.git("worktree", "list", "--porcelain", "-z");
    const rooms = new Map<string, Set<string>>();
    for (const [, folder = ""] of listed.matchAll(/(?:^|\0)worktree ([^\0]+)/g)) {
      const made = await readdir(join(folder, "made")).catch(() => []);
      const home = dirname(folder);
      const known = rooms.get(home) ?? new Set();
      for (const file of made) known.add(file.replace(/-\d+\.txt$/, ""));
      rooms.set(home, known);
    }
    for (const [home, names] of rooms)
      if (names.size > 1 && home.endsWith("trees"))
        this.bad(`trees in ${home} have files of ${[...names].join(" and ")}`);
  }

  private async checkSecret(): Promise<void> {
    const names = await this.machine.git("log", "--all", "--format=", "--name-only");
    if (names.split("\n").includes(".env")) this.bad("a commit has the file that git ignores");
    const heads = (await this.machine.git("for-each-ref", "--format=%(objectname)")).split("\n");
    for (const head of new Set(heads.filter((one) => one !== ""))) {
      const hit = await this.machine.git("grep", "-l", SECRET, head).catch(() => "");
      if (hit !== "") this.bad(`the secret is in ${hit.trim()}`);
    }
  }

  /** What an agent has committed, wherever, somebody still has. */
  private async checkCommits(): Promise<void> {
    const { folder } = this.machine;
    for (const line of await this.told("commits")) {
      const [commit = "", kind = "", mark = "", tree = ""] = line.split(" ");
      this.history.count(`hostile: ${kind} commit`);
      const places = [
        folder,
        join(folder, LIBRARY),
        join(folder, ".git/modules", LIBRARY),
        tree,
        join(tree, LIBRARY),
        join(tree, `nested-${mark}`),
        join(this.ledger, `own-${mark}`),
      ];
      const has = await Promise.all(places.map((place) => isThere(place, commit)));
      if (!has.includes(true)) this.bad(`the ${kind} commit of ${mark} is lost`);
    }
  }

  private async told(file: string): Promise<string[]> {
    const text = await readFile(join(this.ledger, file), "utf8").catch(() => "");
    return text.split("\n").filter((line) => line !== "");
  }
}

const IDENTITY = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
const FILES_ALLOWED = ["-c", "protocol.file.allow=always"];
/** What fails stays so: the next harm waits. */
const GIVE_UP = /cancel|drop|skip|stop|leave/;

function isThere(folder: string, commit: string): Promise<boolean> {
  return run("git", [...NO_PROGRAMS, "-C", folder, "cat-file", "-e", `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );
}
