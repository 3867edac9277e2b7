import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endGroup, spawnGroup } from "./group.ts";
import { type Child, openLedger, readLedger, reapOrphans } from "./ledger.ts";
import { bornAt, isRunning, markEnv, readProcesses } from "./table.ts";

const FIXTURE = fileURLToPath(new URL("./runner.fixture.ts", import.meta.url));
const STUBBORN = "process.on('SIGTERM', () => {}); console.log(process.pid)";
const FOREVER = "setInterval(() => {}, 1000)";
/** What a killed runner's children may take to be gone. */
const ALL_GONE_MS = 5000;

let folder: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "squadroom-runner-"));
});
afterEach(() => {
  for (const { pid } of started.splice(0)) if (pid !== undefined) kill(pid);
  rmSync(folder, { recursive: true, force: true });
});

function kill(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** A program of Node, once it says that it runs. */
async function aProgram(code: string, env: Record<string, string> = {}) {
  const child = spawnGroup([process.execPath, "-e", `${code};${FOREVER}`], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  const [line] = await once(createInterface(child.stdout ?? process.stdin), "line");
  return { child, pid: child.pid ?? 0, line: String(line) };
}

interface Said {
  children: number[];
  guard: number;
  reaped: string[];
  refused: string;
}

async function aRunner() {
  const child = spawn(process.execPath, ["--import", "tsx", FIXTURE, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  const [line] = await once(createInterface(child.stdout), "line");
  return { pid: child.pid ?? 0, child, ...(JSON.parse(String(line)) as Said) };
}

const running = (pids: readonly number[]) => pids.filter((pid) => bornAt(pid) !== null);

test("a group ends with its head, and what ignores SIGTERM is killed after the grace", async () => {
  const { pid, line } = await aProgram(
    `const { spawn } = require("node:child_process");
     process.on("SIGTERM", () => process.exit());
     const one = spawn(process.execPath, ["-e", "${STUBBORN};${FOREVER}"], { stdio: ["ignore", "pipe", "inherit"] });
     one.stdout.once("data", (pid) => console.log(String(pid).trim()))`,
  );
  const pids = [pid, Number(line)];
  expect(running(pids)).toEqual(pids);
  const began = performance.now();
  expect(await endGroup(pid, 300)).toBe(true);
  expect(performance.now() - began).toBeGreaterThanOrEqual(300);
  expect(running(pids)).toEqual([]);
});

test("what ends when it is asked is not waited for", async () => {
  const { pid } = await aProgram("console.log(1)");
  const began = performance.now();
  expect(await endGroup(pid, 60_000)).toBe(true);
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(await endGroup(pid, 60_000)).toBe(true);
});

test("whoever ends a group is no part of it", async () => {
  const { pid: others } = await aProgram("console.log(1)");
  for (const pid of [process.pid, process.ppid, 1]) expect(await endGroup(pid, 0)).toBe(true);
  expect(running([process.pid, process.ppid, others])).toHaveLength(3);
});

test("once its runner is killed, a child that ignores SIGTERM is gone with all below it", async () => {
  const runner = await aRunner();
  expect(running(runner.children)).toHaveLength(3);
  kill(runner.pid);
  const began = performance.now();
  await eventually(() => expect(running(runner.children)).toEqual([]));
  expect(performance.now() - began).toBeLessThan(ALL_GONE_MS);
  await eventually(() => expect(running([runner.guard])).toEqual([]));
});

test("a guard that is killed is replaced, and the children end all the same", async () => {
  const runner = await aRunner();
  kill(runner.guard);
  const guards = () =>
    readProcesses().filter(({ parent, pid }) => parent === runner.pid && !runner.children.includes(pid));
  await eventually(() => expect(running([runner.guard])).toEqual([]));
  await eventually(() => expect(guards()).toHaveLength(1));
  kill(runner.pid);
  await eventually(() => expect(running(runner.children)).toEqual([]));
});

test("a folder has one runner, and the next one reaps what a dead one left where no guard did", async () => {
  const first = await aRunner();
  const second = await aRunner();
  expect(second.refused).toContain(`A runner (pid ${first.pid}) already works in ${folder}.`);
  expect(running(first.children)).toHaveLength(3);

  kill(first.guard);
  kill(first.pid);
  await eventually(() => expect(running([first.pid, first.guard])).toEqual([]));
  const third = await aRunner();
  expect(third.reaped).toEqual(["builder"]);
  expect(running(first.children)).toEqual([]);
  expect(running(third.children)).toHaveLength(3);
  expect(readdirSync(folder).filter((name) => name.endsWith(".json"))).toEqual(["children.2.json"]);
  kill(third.pid);
  await eventually(() => expect(running(third.children)).toEqual([]));
});

/** A ledger as a runner that is gone leaves it. */
function leave(child: Partial<Child>): string {
  const path = join(folder, "children.3.json");
  const by = { pid: 999_999_999, born: "then" };
  const whole = { key: "builder", mark: "m", pid: null, born: null, by, ...child };
  writeFileSync(path, JSON.stringify({ owner: by, children: [whole] }));
  return path;
}

test("a process that got the pid of a dead child is left alone", async () => {
  const { pid } = await aProgram("console.log(1)");
  expect(await reapOrphans(leave({ pid, born: "an earlier time" }), 0)).toHaveLength(1);
  expect(running([pid])).toEqual([pid]);
  const born = bornAt(pid);
  expect(await reapOrphans(leave({ pid, born }), 0)).toHaveLength(1);
  expect(running([pid])).toEqual([]);
});

test("the child of a runner that lives is no orphan", async () => {
  const { pid } = await aProgram("console.log(1)");
  const by = { pid: process.pid, born: bornAt(process.pid) ?? "" };
  expect(await reapOrphans(leave({ pid, born: bornAt(pid), by }), 0)).toEqual([]);
  expect(running([pid])).toEqual([pid]);
});

test.runIf(process.platform === "linux")(
  "a child that was never written down, as its runner died first, is known by its mark",
  async () => {
    const marked = await aProgram("console.log(1)", markEnv("this start"));
    const other = await aProgram("console.log(1)", markEnv("this start too"));
    await reapOrphans(leave({ mark: "this start" }), 0);
    expect(running([marked.pid, other.pid])).toEqual([other.pid]);
  },
);

test("a released folder is free, a ledger that is none owns nothing, and both are taken over", async () => {
  const first = await openLedger(folder, 0);
  await expect(openLedger(folder, 0)).rejects.toThrow(`(pid ${process.pid})`);
  first.release();
  const second = await openLedger(folder, 0);
  expect(isRunning(readLedger(second.path).owner ?? { pid: 0, born: "" })).toBe(true);
  for (const text of ["", "{", "[]", '{"owner":{"pid":"1"},"children":[{}]}']) {
    writeFileSync(second.path, text);
    expect(readLedger(second.path)).toEqual({ owner: null, children: [] });
  }
  (await openLedger(folder, 0)).release();
});

test("a child is written down before it runs, with its process once it does, and struck out at its end", async () => {
  const ledger = await openLedger(folder, 0);
  const mark = ledger.expect("builder");
  expect(readLedger(ledger.path).children).toMatchObject([{ key: "builder", mark, pid: null }]);
  const { pid } = await aProgram("console.log(1)", markEnv(mark));
  ledger.record(mark, pid);
  const by = { pid: process.pid, born: bornAt(process.pid) };
  expect(readLedger(ledger.path).children).toMatchObject([{ mark, pid, born: bornAt(pid), by }]);
  expect(await ledger.end(mark, 0)).toBe(true);
  expect(running([pid])).toEqual([]);
  expect(readLedger(ledger.path).children).toEqual([]);
  ledger.release();
});
