import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { FOUND_HARNESSES, type FoundHarness } from "@squadroom/core/run/run";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findHarnesses, harnessNamed } from "./harnesses.ts";

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "squadroom-find-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const found = async (env: NodeJS.ProcessEnv, name: string) =>
  (await findHarnesses({ env, cwd: home })).find((one) => one.name === name);

test("who has none of them is told how to install each", async () => {
  // As `squadroom doctor` asks for them.
  const main = fileURLToPath(new URL("../main.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), main, "--find-harnesses"],
    { cwd: home, env: { PATH: home, HOME: home } },
  );
  const all = JSON.parse(stdout) as FoundHarness[];

  expect(all.map(({ name }) => name)).toEqual(FOUND_HARNESSES);
  for (const { version, missing, install } of all) {
    expect(version).toBeNull();
    expect(missing).toMatch(/\.$/);
    expect(install).toMatch(/^npm install /);
  }
});

test("finds a program on the PATH, its version, and whether somebody signed in", async () => {
  const bin = join(home, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "gemini"), "#!/bin/sh\necho Gemini CLI 0.61.0.\n");
  chmodSync(join(bin, "gemini"), 0o755);
  const env = { PATH: bin, HOME: home };

  expect(await found(env, "gemini")).toEqual({
    name: "gemini",
    version: "0.61.0",
    isSignedIn: false,
  });
  expect(await found({ ...env, GEMINI_API_KEY: "k" }, "gemini")).toMatchObject({
    isSignedIn: true,
  });
});

test("Copilot is there when both its program and its SDK are", async () => {
  const prefix = join(home, "npm");
  const sdk = join(prefix, "lib", "node_modules", "@github", "copilot-sdk");
  for (const folder of [join(prefix, "bin"), sdk]) mkdirSync(folder, { recursive: true });
  const program = join(prefix, "bin", "copilot");
  writeFileSync(program, "#!/bin/sh\necho GitHub Copilot CLI 1.0.102.\n");
  chmodSync(program, 0o755);
  const env = { PATH: join(prefix, "bin"), HOME: home };

  expect(await found(env, "copilot")).toMatchObject({
    missing: "The package @github/copilot-sdk isn't installed.",
    install: "npm install --global @github/copilot @github/copilot-sdk",
  });
  writeFileSync(join(sdk, "package.json"), JSON.stringify({ version: "1.0.14" }));
  expect(await found(env, "copilot")).toEqual({
    name: "copilot",
    version: "1.0.102",
    isSignedIn: null,
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
