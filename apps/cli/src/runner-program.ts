import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { FoundHarness } from "@squadroom/core/run/run";
import type { Io } from "./io.ts";

/** The runner that was built beside this file. */
export const RUNNER = fileURLToPath(new URL("./runner.mjs", import.meta.url));

export function isRunnerHere(runner = RUNNER): boolean {
  return existsSync(runner);
}

/** What agents can run in here; `null`: there is no runner to ask. */
export async function findHarnesses({ cwd, env }: Io, runner = RUNNER): Promise<FoundHarness[] | null> {
  if (!isRunnerHere(runner)) return null;
  const args = [runner, "--find-harnesses"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env });
  return JSON.parse(stdout) as FoundHarness[];
}
