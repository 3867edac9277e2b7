import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FoundHarness } from "@squadroom/core/run/run";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anIo } from "../io.fixture.ts";
import { findHarnesses } from "../runner-program.ts";
import { checkHarnesses } from "./doctor.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "squadroom-doctor-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("says of each harness its version, whether it is signed in, and what installs it", async () => {
  const all: FoundHarness[] = [
    { name: "claude", version: "0.3.330", isSignedIn: true },
    { name: "codex", version: "0.169.0", isSignedIn: false },
    { name: "opencode", version: "1.18.33", isSignedIn: null },
    {
      name: "gemini",
      version: null,
      isSignedIn: null,
      missing: "gemini isn't on the PATH.",
      install: "npm install --global @google/gemini-cli",
    },
  ];
  const runner = join(folder, "runner.mjs");
  const answer = `process.argv[2] === "--find-harnesses" ? ${JSON.stringify(all)} : []`;
  writeFileSync(runner, `console.log(JSON.stringify(${answer}))`);
  const { io } = anIo({ cwd: folder });

  const checks = checkHarnesses(await findHarnesses(io, runner));
  expect(checks.map(({ state }) => state)).toEqual(["ok", "skipped", "ok", "skipped"]);
  expect(checks.map(({ name, found, advice }) => [name, found, advice].join(" ").trim())).toEqual([
    "claude 0.3.330, signed in",
    "codex 0.169.0, not signed in. Start it once and sign in, or set its key.",
    "opencode 1.18.33; whether it is signed in can't be told",
    "gemini gemini isn't on the PATH. Run `npm install --global @google/gemini-cli`.",
  ]);
});

test("has nothing to say of harnesses where there is no runner", async () => {
  const { io } = anIo({ cwd: folder });
  expect(checkHarnesses(await findHarnesses(io, join(folder, "none.mjs")))).toEqual([
    { name: "Harnesses", state: "skipped", found: "there is no runner next to this file" },
  ]);
});
