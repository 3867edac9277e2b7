import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBounded } from "./bounded.ts";
import { acpHarness } from "./harness/acp.ts";
import type { Harness, HarnessRun, RunSpec } from "./harness/harness.ts";
import { standIn } from "./harness/stand-in.fixture.ts";
import { openLedger } from "./process/ledger.ts";
import { hasMark, markEnv, readProcesses } from "./process/table.ts";

/** Says nothing, ends at no signal, and has a child of the same kind in a session of its own. */
const DEAF = `
  process.on("SIGTERM", () => {});
  const sleep = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  require("node:child_process").spawn(process.execPath, ["-e", sleep], { stdio: "inherit", detached: true });
  setInterval(() => {}, 1000);
`;
const until = new AbortController().signal;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "squadroom-bounds-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function aSpec(env: Record<string, string>): RunSpec {
  return { cwd: folder, env, permit: async () => ({ act: "allow" }), on: () => {} };
}

const marked = (mark: string) => readProcesses().filter(({ pid }) => hasMark(pid, mark));

test("a harness that hangs at its start is told by name in time, and nothing of it lives on", async () => {
  const ledger = await openLedger(folder, 100);
  const mark = ledger.expect("run-1");
  const harness = acpHarness({ name: "deaf", argv: [process.execPath, "-e", DEAF], env: {} });
  const spec = aSpec({ PATH: process.env.PATH ?? "", ...markEnv(mark) });
  const starting = startBounded(harness, spec, "before", { startMs: 2_000, until });
  const told = expect(starting).rejects.toThrow("deaf didn't start within 2 s.");
  await eventually(() => expect(marked(mark).length).toBeGreaterThanOrEqual(2));
  const began = performance.now();
  await told;
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await ledger.end(mark, 100)).toBe(true);
  expect(marked(mark)).toEqual([]);
  ledger.release();
});

test("a start is given up at once when its run is to end, and a harness that comes up after all is ended", async () => {
  const { argv, env } = standIn();
  const acp = acpHarness({ name: "scripted", argv, env });
  let comes = () => {};
  const slow: Harness = {
    ...acp,
    async start(spec) {
      const run = await acp.start(spec);
      await new Promise<void>((resolve) => {
        comes = resolve;
      });
      return run;
    },
  };
  const ledger = await openLedger(folder, 100);
  const mark = ledger.expect("run-1");
  const stop = new AbortController();
  const spec = aSpec({ ...env, ...markEnv(mark) });
  const starting = startBounded(slow, spec, null, { startMs: 60_000, until: stop.signal });
  const told = expect(starting).rejects.toThrow("It was stopped before.");
  await eventually(() => expect(marked(mark)).toHaveLength(1));
  stop.abort();
  await told;
  await eventually(() => {
    comes();
    expect(marked(mark)).toEqual([]);
  });
  ledger.release();
});

test("a conversation that doesn't open again leaves time for a new one", async () => {
  const { argv, env } = standIn();
  const acp = acpHarness({ name: "scripted", argv, env });
  const forgetful: Harness = { ...acp, resume: () => new Promise(() => {}) };
  const bounds = { startMs: 60_000, againMs: 100, until };
  const { run, isResumed } = await startBounded(forgetful, aSpec(env), "before", bounds);
  expect(isResumed).toBe(false);
  expect(await run.send("Say: hello", { deadlineMs: 60_000 })).toEqual({
    why: "done",
    text: "hello",
  });
  await run.dispose(100);
});

test("no turn, line or end is waited for without an end, whatever the harness does", async () => {
  const never = () => new Promise<never>(() => {});
  const hung: HarnessRun = {
    ref: "",
    pid: undefined,
    send: never,
    abort: never,
    dispose: never,
  };
  const harness: Harness = { name: "hung", probe: never, start: async () => hung };
  const stop = new AbortController();
  const bounds = { startMs: 1_000, slackMs: 50, until: stop.signal };
  const { run } = await startBounded(harness, aSpec({}), null, bounds);
  await expect(run.send("Go", { deadlineMs: 50 })).rejects.toThrow("was still in its turn");
  await expect(run.abort()).rejects.toThrow("hung didn't end its turn when told to.");
  await expect(run.dispose(0)).rejects.toThrow("hung didn't end when told to.");
  const turn = expect(run.send("Go", { deadlineMs: 600_000 })).rejects.toThrow("when told to");
  stop.abort();
  await turn;
});

test("says like its harness why nobody can choose a model", async () => {
  const ownModel = "Its own settings count.";
  const harness = { name: "own", start: async () => ({ ownModel }) } as unknown as Harness;
  const { run } = await startBounded(harness, aSpec({}), null, { startMs: 1_000, until });
  expect(run.ownModel).toBe(ownModel);
});
