import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Client } from "@squadroom/client/http";
import type { RoomEvent } from "@squadroom/core/log/event";
import { COMMAND, Machine } from "../harness/machine.ts";
import type { Call, Caller } from "./caller.ts";
import type { Violation } from "./evidence.ts";
import type { History } from "./history.ts";
import { type Chance, pause } from "./random.ts";
import { isOver, RoomCalls } from "./room-calls.ts";
import type { World } from "./servers.ts";

const run = promisify(execFile);
const AGENT = fileURLToPath(new URL("./hostile-agent.mjs", import.meta.url));
const SLOTS = 2;
const OPEN_MAX = 3;
const STILL_MS = 150_000;
/** Of the file that is copied into each tree, and that git ignores. */
const SECRET = "quiet-otter";
const LIBRARY = "vendor/lib";

/** What its agents are asked for; `work` is what the others must not harm. */
const ACTS = [
  ...["work", "flood", "lines", "errors", "fail", "die", "pipes", "swap", "config", "hooks"],
  ...["unignore", "submodule", "worktree", "nested", "detached", "many", "names", "person"],
];
/** What nobody can say more of than that it ended. */
const NO_CAUSE = /(?:^|\s)ended with 0\.?$/;

/** Two rooms, one project, one machine: their agents do what they can against the runners and against each other. */
export class HostileMachine {
  private readonly found: Violation[] = [];
  private completed: { room: string; taskId: string }[] = [];

  private constructor(
    readonly rooms: readonly { name: string; roomId: string }[],
    readonly machine: Machine,
    private readonly world: World,
    private readonly history: History,
    private readonly ledger: string,
  ) {}

  static async open(
    world: World,
    admin: Client,
    history: History,
    scratch: string,
  ): Promise<HostileMachine> {
    const rooms: { name: string; roomId: string }[] = [];
    for (const name of ["red", "blue"]) {
      const { roomId } = await admin.call("createRoom", { body: { name, preset: "solo" } });
      rooms.push({ name, roomId });
    }
    const [server] = world.servers;
    if (!server) throw new Error("there is no server");
    const directory = join(scratch, "hostile");
    const ledger = join(directory, "ledger");
    mkdirSync(ledger, { recursive: true });
    const machine = new Machine({
      ...{ directory, room: "red", beside: ["blue"], slots: SLOTS, roles: "solo" },
      ...{ url: server.baseUrl, keyDir: server.dataDir },
      agent: ["--with", "command", "--", process.execPath, AGENT, ledger, COMMAND],
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
    return new HostileMachine(rooms, machine, world, history, ledger);
  }

  private bad(what: string, room = ""): void {
    this.found.push({ invariant: "hostile agents", room, what });
  }

  /** A person who asks one room for one harm after the other. */
  async lead(
    { name, roomId }: { name: string; roomId: string },
    caller: Caller,
    call: Call,
    chance: Chance,
    signal: AbortSignal,
  ): Promise<void> {
    const calls = new RoomCalls(roomId, caller, call);
    let left: string[] = [];
    for (let n = 1; !signal.aborted; ) {
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

  /** Everything ends with a result or a person's word; then the machine stops, and what it made is put away. */
  async rest(callers: readonly Caller[], call: Call): Promise<void> {
    for (const [i, { name, roomId }] of this.rooms.entries()) {
      const caller = callers[i];
      if (!caller) throw new Error(`nobody speaks in ${name}`);
      const calls = new RoomCalls(roomId, caller, call);
      const isDone = await calls.untilDone(() => calls.settle(GIVE_UP), STILL_MS);
      const tasks = (await calls.tasks()) ?? [];
      if (!isDone)
        for (const { id, state } of tasks.filter((task) => !isOver(task)))
          this.bad(`${id} is still ${state}`, roomId);
      for (const { id, state } of tasks) {
        this.history.count(`hostile: task ${state}`);
        if (state === "completed") this.completed.push({ room: name, taskId: id });
      }
    }
    for (const exit of this.machine.exits) this.bad(`a runner ended by itself: ${exit}`);
    for (const words of await this.machine.stop()) this.bad(`outlived its runner: ${words}`);
    await this.cleanUp();
  }

  /** A person removes the branches, as far as the command lets them. */
  private async cleanUp(): Promise<void> {
    const [server] = this.world.servers;
    const { directory } = this.machine.options;
    const env = {
      ...{ PATH: process.env.PATH, HOME: join(directory, "home") },
      ...{ SQUADROOM_DATA: server?.dataDir, SQUADROOM_URL: server?.baseUrl },
      SQUADROOM_PERSON: "1",
    };
    for (const { room, taskId } of this.completed) {
      const words = [COMMAND, "branches", "clean", taskId, "--room", room];
      const said = await run(process.execPath, words, { cwd: this.machine.folder, env }).then(
        () => "removed",
        () => "kept",
      );
      this.history.count(`hostile: branch ${said}`);
    }
  }

  /** What the logs, the repository and the agents' own ledger say. */
  async check(
    logs: readonly { roomId: string; events: readonly RoomEvent[] }[],
  ): Promise<Violation[]> {
    for (const { name, roomId } of this.rooms) {
      const events = logs.find((one) => one.roomId === roomId)?.events ?? [];
      this.checkCauses(roomId, events);
      await this.checkBranches(name, roomId, events);
    }
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
  private async checkBranches(
    name: string,
    roomId: string,
    events: readonly RoomEvent[],
  ): Promise<void> {
    const branches = new Set<string>();
    for (const { type, data } of events)
      if (type === "run.examined" && data.evidence.branch) branches.add(data.evidence.branch);
    for (const branch of branches) {
      const names = await this.machine
        .git("log", "--format=", "--name-only", `main..${branch}`, "--")
        .catch(() => "");
      for (const file of names.split("\n"))
        if (file.startsWith("made/") && !file.startsWith(`made/${name}-`))
          this.bad(`${branch} of ${name} has ${file}`, roomId);
    }
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
        ...[folder, join(folder, LIBRARY), join(folder, ".git/modules", LIBRARY)],
        ...[
          tree,
          join(tree, LIBRARY),
          join(tree, `nested-${mark}`),
          join(this.ledger, `own-${mark}`),
        ],
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
  return run("git", ["-C", folder, "cat-file", "-e", `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );
}
