import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { describe, expect, it, onTestFinished } from "vitest";
import { runChecks, runChecksIn } from "./checks.ts";
import { runCommand } from "./command.ts";
import { snapshot } from "./snapshot.ts";
import { aFolder, by, ENV, must, read, someTrees, write } from "./trees.fixture.ts";
import { ensureTree } from "./trees.ts";

const command = (run: string, folder = aFolder(), timeoutS = 60) => ({
  run,
  folder,
  env: ENV,
  timeoutS,
});

/** Not there, or only waiting to be asked how it ended. */
function isDead(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

async function pidIn(folder: string): Promise<number> {
  return eventually(() => {
    const pid = Number(read(folder, "pid"));
    if (!(pid > 0)) throw new Error("not written yet");
    return pid;
  });
}

describe("a command", () => {
  it("is told by its exit code, with the end of what it printed", async () => {
    const outcome = await runCommand(command("echo one; echo two >&2; exit 3"));
    expect(outcome).toMatchObject({ exitCode: 3, ended: "itself" });
    expect(outcome.tail.split("\n").sort()).toEqual(["", "one", "two"]);
    const long = await runCommand(command("yes 0123456789 | head -n 100000; echo last"));
    expect(long.tail.length).toBeLessThanOrEqual(16 * 1024);
    expect(long.tail).toMatch(/^(0123456789\n)+last\n$/);
    expect(await runCommand(command("kill -9 $$"))).toMatchObject({
      exitCode: null,
      ended: "itself",
    });
  });

  it("has only the environment that it is given", async () => {
    const { tail } = await runCommand({ ...command("env"), env: { ...ENV, ONLY: "this" } });
    const names = tail.split("\n").map((line) => line.split("=")[0]);
    expect(names.filter((name) => !/^(PWD|OLDPWD|SHLVL|_|)$/.test(name ?? "")).sort()).toEqual([
      "HOME",
      "ONLY",
      "PATH",
    ]);
  });

  it("ends with all that it started, at its end and at its limit", async () => {
    const folder = aFolder();
    const quick = await runCommand(command("sleep 600 & echo $! > pid", folder));
    expect(quick).toMatchObject({ exitCode: 0, ended: "itself" });
    const first = await pidIn(folder);
    await eventually(() => expect(isDead(first)).toBe(true));
    const stubborn = "trap '' TERM; (trap '' TERM; sleep 600) & echo $! > pid; wait";
    const slow = await runCommand(command(stubborn, folder, 0.2));
    expect(slow).toMatchObject({ exitCode: null, ended: "time_limit" });
    const second = await pidIn(folder);
    await eventually(() => expect(isDead(second)).toBe(true));
  });

  it("ends when it is aborted, and is not waited for by what left its group", async () => {
    const folder = aFolder();
    const stop = new AbortController();
    const running = runCommand({
      ...command("echo $$ > pid; sleep 600", folder),
      signal: stop.signal,
    });
    const pid = await pidIn(folder);
    stop.abort();
    expect(await running).toMatchObject({ exitCode: null, ended: "aborted" });
    expect(isDead(pid)).toBe(true);
    const left = await runCommand(command("setsid sleep 600 & echo $! > left; sleep 0.1", folder));
    expect(left.exitCode).toBe(0);
    const stray = Number(read(folder, "left"));
    if (!isDead(stray)) process.kill(stray, "SIGKILL");
  });

  it("ends when the process that started it is killed", async () => {
    const folder = aFolder();
    const place = new URL("command.ts", import.meta.url).href;
    const script = `import { runCommand } from ${JSON.stringify(place)};
      await runCommand(${JSON.stringify(command("echo $$ > pid; sleep 600 & wait", folder))});`;
    write(folder, { "run.mts": script });
    const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), join(folder, "run.mts")], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const pid = await pidIn(folder);
    child.kill("SIGKILL");
    await eventually(() => expect(isDead(pid)).toBe(true));
  });
});

describe("checks", () => {
  it.each([
    ["exit 3", "(It ended with 3.)\n"],
    ["kill -KILL $$", /^\(It (ended with 137, by SIGKILL|was ended by a signal)\.\)\n$/],
    ["echo so far; sleep 60", /^(so far\n)?\(It was ended after 1 s, its time limit\.\)\n$/],
  ])("say how they failed, whatever they printed: %s", async (run, tail) => {
    const check = { name: "test", run, timeoutS: 1 };
    const [outcome] = await runChecksIn(aFolder(), [check], { env: ENV });
    expect(outcome).toMatchObject({ passed: false });
    expect(outcome?.tail).toEqual(tail instanceof RegExp ? expect.stringMatching(tail) : tail);
  });

  it("that passed are run once for the same files", async () => {
    const trees = await someTrees();
    const tree = must(await ensureTree(trees, { key: "dev-001", branch: "squadroom/dev-001", base: "main" }));
    const log = join(trees.folder, "log");
    const test = { name: "test", run: `echo ran >> '${log}'`, timeoutS: 60 };
    const check = () => runChecks(trees, tree, [test], { env: ENV });
    const [first] = await check();
    expect(first).toMatchObject({
      name: "test",
      passed: true,
      exitCode: 0,
      isCached: false,
    });
    expect(await runChecks(trees, tree, [{ ...test, name: "renamed" }], { env: ENV })).toEqual([
      { ...first, name: "renamed", isCached: true },
    ]);
    expect(read(trees.folder, "log")).toBe("ran\n");
    write(tree.folder, { "b.txt": "unsaved" });
    await check();
    await check();
    must(await snapshot(trees, "dev-001", by("B")));
    await check();
    await check();
    expect(read(trees.folder, "log")).toBe("ran\n".repeat(4));
  });

  it("that failed are run again, for what they lacked may be there now", async () => {
    const trees = await someTrees();
    const tree = must(await ensureTree(trees, { key: "dev-001", branch: "squadroom/dev-001", base: "main" }));
    const outside = join(trees.folder, "service");
    const checks = [{ name: "test", run: `test -e '${outside}'`, timeoutS: 60 }];
    const outcomes = async () =>
      (await runChecks(trees, tree, checks, { env: ENV })).map(({ passed, isCached }) => ({
        passed,
        isCached,
      }));
    const failed = [{ passed: false, isCached: false }];
    expect(await outcomes()).toEqual(failed);
    expect(await outcomes()).toEqual(failed);
    write(trees.folder, { service: "up" });
    expect(await outcomes()).toEqual([{ passed: true, isCached: false }]);
    expect(await outcomes()).toEqual([{ passed: true, isCached: true }]);
  });

  it("that were ended have no answer to keep, and after an abort none is run", async () => {
    const trees = await someTrees();
    const tree = must(await ensureTree(trees, { key: "dev-001", branch: "squadroom/dev-001", base: "main" }));
    const slow = { name: "slow", run: "sleep 600", timeoutS: 0.1 };
    for (const _ of [1, 2])
      expect(await runChecks(trees, tree, [slow], { env: ENV })).toMatchObject([
        { ended: "time_limit", passed: false, isCached: false },
      ]);
    expect(await runChecks(trees, tree, [slow], { env: ENV, signal: AbortSignal.abort() })).toEqual([]);
  });
});
