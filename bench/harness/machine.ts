import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
export const COMMAND = fileURLToPath(new URL("../../apps/cli/dist/squadroom.mjs", import.meta.url));
export const AGENT = fileURLToPath(new URL("../../e2e/fixtures/acp-agent.mjs", import.meta.url));

/** All that a killed runner started is gone after this long. */
const ORPHANS_MS = 5_000;
const AGAIN_MS = 300;
const WORDS_MAX = 2_000;
/** Agents write settings into the repository; whoever looks into it runs nothing of theirs. */
export const NO_PROGRAMS = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

export interface MachineOptions {
  /** Holds its repository and its home. */
  directory: string;
  room: string;
  url: string;
  /** Where the key of this machine's person is. */
  keyDir: string;
  /** With commas between. */
  roles: string;
  slots: number;
  /** What its agents do, for `e2e/fixtures/acp-agent.mjs`. */
  mind?: unknown;
  /** Another program in its place, as words of `squadroom run`. */
  agent?: readonly string[];
  /** In place of the built one. */
  command?: string | undefined;
  /** More rooms in the same project, each with a runner of its own. */
  beside?: readonly string[];
}

/**
 * A machine with a repository and a runner for each of its rooms, which is started again whenever it ends, as a service is. Reads `/proc`: Linux
 * alone.
 */
export class Machine {
  /** By room. */
  private readonly runners = new Map<string, ChildProcess>();
  private isWanted = false;
  readonly folder: string;
  readonly mindFile: string;
  /** How its runners ended by themselves, each with its last words. */
  readonly exits: string[] = [];
  /** Rooms whose runner is in the room. */
  private readonly present = new Set<string>();

  constructor(readonly options: MachineOptions) {
    this.folder = join(options.directory, "project");
    this.mindFile = join(options.directory, "mind.json");
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(this.mindFile, JSON.stringify(this.options.mind ?? {}));
    await this.git("init", "-q", "-b", "main");
    await writeFile(join(this.folder, "shared.txt"), "Nobody was here.\n");
    await this.git("add", "-A");
    await this.git("commit", "-qm", "A start");
  }

  async git(...args: string[]): Promise<string> {
    const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
    return (await run("git", [...NO_PROGRAMS, ...identity, ...args], { cwd: this.folder })).stdout;
  }

  start(): void {
    this.isWanted = true;
    const { room, beside = [] } = this.options;
    for (const one of [room, ...beside]) if (!this.runners.has(one)) this.startFor(one);
  }

  /**
   * Resolves once each of its runners is in its room.
   *
   * @throws where one ends before
   */
  async ready(): Promise<void> {
    const { room, beside = [] } = this.options;
    while (![room, ...beside].every((one) => this.present.has(one))) {
      const [exit] = this.exits;
      if (exit) throw new Error(`The runner didn't come up: ${exit}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  private startFor(room: string): void {
    const { directory, url, keyDir, roles, slots, agent, command = COMMAND } = this.options;
    const child = spawn(
      process.execPath,
      [
        command,
        "run",
        "--room",
        room,
        "--role",
        roles,
        "--slots",
        String(slots),
        ...(agent ?? ["--", process.execPath, AGENT, "--mind", this.mindFile]),
      ],
      {
        cwd: this.folder,
        env: {
          PATH: process.env.PATH,
          HOME: join(directory, "home"),
          SQUADROOM_DATA: keyDir,
          SQUADROOM_URL: url,
          SQUADROOM_PERSON: "1",
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const log = createWriteStream(join(directory, "runner.log"), { flags: "a" });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    let words = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        words = `${words}${chunk}`.slice(-WORDS_MAX);
        if (words.includes(" is in ")) this.present.add(room);
      });
    this.runners.set(room, child);
    child.once("exit", (code, signal) => {
      this.runners.delete(room);
      log.end();
      if (!this.isWanted) return;
      this.exits.push(`${signal ?? code}: ${words.trim().split("\n").slice(-2).join(" ")}`);
      setTimeout(() => this.isWanted && this.start(), AGAIN_MS);
    });
  }

  /** Kills it as a power cut would, and starts it again once nothing of it lives. @returns what outlived it too long */
  async kill(): Promise<string[]> {
    this.isWanted = false;
    await this.each(async (child, gone) => {
      child.kill("SIGKILL");
      await gone;
    });
    return this.untilGone();
  }

  /** Ends it as a reboot does; turns under way end first. */
  async stop(): Promise<string[]> {
    this.isWanted = false;
    await this.each(async (child, gone) => {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGTERM"), ORPHANS_MS);
      await gone;
      clearTimeout(late);
    });
    return this.untilGone();
  }

  private async each(end: (child: ChildProcess, gone: Promise<unknown>) => Promise<void>) {
    const living = [...this.runners.values()].filter(({ exitCode }) => exitCode === null);
    await Promise.all(living.map((child) => end(child, once(child, "exit"))));
  }

  private async untilGone(): Promise<string[]> {
    const deadline = Date.now() + ORPHANS_MS;
    for (;;) {
      const living = await this.processes();
      if (living.length === 0 || Date.now() > deadline) return living.map(({ words }) => words);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Whatever its command, its runner and its agents started: all have its home. */
  private async processes(): Promise<{ pid: number; words: string }[]> {
    const home = `HOME=${join(this.options.directory, "home")}`;
    const found = await Promise.all((await readdir("/proc")).map((pid) => processOf(pid, home)));
    return found.filter((one) => one !== null);
  }

  /** What its runner and agents have used so far of a core, s, and of memory now, MB. */
  async used(): Promise<{ mb: number; cpuS: number }> {
    const all = await Promise.all((await this.processes()).map(({ pid }) => usedBy(pid)));
    return {
      mb: all.reduce((sum, one) => sum + one.mb, 0),
      cpuS: all.reduce((sum, one) => sum + one.cpuS, 0),
    };
  }

  /** The most that each of its runners has had of memory at once, MB. */
  async peaksMb(): Promise<number[]> {
    const runners = (await this.processes()).filter(({ words }) => isRunner(words));
    return Promise.all(runners.map(({ pid }) => peakMbOf(pid)));
  }

  async agentPids(): Promise<number[]> {
    const all = await this.processes();
    return all.filter(({ words }) => isAgent(words)).map(({ pid }) => pid);
  }

  /** Of the program that the command became. */
  async runnerPid(): Promise<number | null> {
    const all = await this.processes();
    return all.find(({ words }) => isRunner(words))?.pid ?? null;
  }
}

const isRunner = (words: string) => words.includes("runner.mjs --role");
const isAgent = (words: string) => words.startsWith(`${process.execPath} ${AGENT} `);

async function processOf(pid: string, home: string): Promise<{ pid: number; words: string } | null> {
  if (!/^\d+$/.test(pid)) return null;
  try {
    const environment = await readFile(`/proc/${pid}/environ`, "utf8");
    if (!environment.split("\0").includes(home)) return null;
    const words = (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ").trim();
    // One that has ended and was not waited for has no words any more.
    return words === "" ? null : { pid: Number(pid), words };
  } catch {
    return null;
  }
}

async function peakMbOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

const PAGE_MB = 4096 / 1e6;
const TICKS_A_SECOND = 100;

async function usedBy(pid: number): Promise<{ mb: number; cpuS: number }> {
  try {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, "utf8")).split(" ");
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const cpuS = (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
    return { mb: Number(pages) * PAGE_MB, cpuS };
  } catch {
    return { mb: 0, cpuS: 0 };
  }
}
