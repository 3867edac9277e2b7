import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findHarnesses, harnessNamed } from "./harnesses.ts";

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "squadroom-find-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const found = async (env: NodeJS.ProcessEnv, name: string) =>
  (await findHarnesses({ env, cwd: home })).find(({ harness }) => harness.name === name)?.probe;

test("who has none of them is told how to install each", async () => {
  const all = await findHarnesses({ env: { PATH: home, HOME: home }, cwd: home });

  expect(all.length).toBeGreaterThan(0);
  for (const { probe } of all) {
    expect("missing" in probe && probe.missing).toMatch(/\.$/);
    expect("missing" in probe && probe.install).toMatch(/^npm install /);
  }
});

test("finds a program on the PATH, its version, and whether somebody signed in", async () => {
  const bin = join(home, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "gemini"), "#!/bin/sh\necho 0.61.0\n");
  chmodSync(join(bin, "gemini"), 0o755);
  const env = { PATH: bin, HOME: home };
  const path = join(bin, "gemini");

  expect(await found(env, "gemini")).toEqual({ version: "0.61.0", isSignedIn: false, path });
  expect(await found({ ...env, GEMINI_API_KEY: "k" }, "gemini")).toMatchObject({
    isSignedIn: true,
  });
});

test("knows a harness by its name, and any program by its line", () => {
  const around = { env: {}, cwd: home };

  expect(harnessNamed("gemini", around)?.name).toBe("gemini");
  expect(harnessNamed("acp", around, ["my-agent", "--acp"])?.name).toBe("acp");
  expect(harnessNamed("command", around, ["my-agent"])?.name).toBe("command");
  expect(harnessNamed("acp", around)).toBeNull();
  expect(harnessNamed("nobody", around, ["my-agent"])).toBeNull();
});
