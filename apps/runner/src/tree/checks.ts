import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { howItEnded, type Outcome, runCommand } from "./command.ts";
import { ifMissing, writeWhole } from "./files.ts";
import { gitOrNull } from "./git.ts";
import type { Trees } from "./record.ts";
import { changedFiles } from "./repository.ts";
import { partOf } from "./set-up.ts";
import type { Tree } from "./trees.ts";

export interface Check {
  name: string;
  /** For the project's shell. */
  run: string;
  timeoutS: number;
}

export interface CheckOutcome extends Outcome {
  name: string;
  run: string;
  passed: boolean;
  /** The same files passed it before, so it was not run again. */
  isCached: boolean;
}

export interface CheckOptions {
  /** The whole environment; whatever is in the tree can read it. */
  env: Record<string, string>;
  /** Starts each of them (`Command.wrap`). */
  wrap?: readonly string[];
  signal?: AbortSignal;
  /** The part of the repository that they run in. */
  within?: string;
}

/**
 * Runs each check in the tree, one after the other. A passed check is remembered for these files and not run on them
 * again. A failed one is run again, since its cause may be outside them. After an abort the rest isn't run.
 */
export async function runChecks(
  trees: Trees,
  tree: Tree,
  checks: readonly Check[],
  options: CheckOptions,
): Promise<CheckOutcome[]> {
  const outcomes: CheckOutcome[] = [];
  for (const check of checks) {
    if (options.signal?.aborted === true) break;
    const files = await filesOf(tree);
    const place = files && join(trees.folder, "checks", `${keyOf(files, check)}.json`);
    const known = place && (await readFile(place, "utf8").catch(ifMissing));
    if (known !== null) {
      outcomes.push({ ...(JSON.parse(known) as CheckOutcome), name: check.name, isCached: true });
      continue;
    }
    const outcome = await runCheck(tree, check, options);
    // It says nothing about files that changed meanwhile.
    if (place && outcome.passed && (await filesOf(tree)) === files) await writeWhole(place, JSON.stringify(outcome));
    outcomes.push(outcome);
  }
  return outcomes;
}

/** The same in a folder without versions: nothing is known about its files, so each check is run. */
export async function runChecksIn(
  folder: string,
  checks: readonly Check[],
  options: CheckOptions,
): Promise<CheckOutcome[]> {
  const outcomes: CheckOutcome[] = [];
  for (const check of checks)
    if (!options.signal?.aborted) outcomes.push(await runCheck({ folder }, check, { ...options, within: "" }));
  return outcomes;
}

async function runCheck(
  tree: Pick<Tree, "folder">,
  { name, run, timeoutS }: Check,
  { env, wrap, signal, within }: CheckOptions,
): Promise<CheckOutcome> {
  const folder = await partOf(tree.folder, within);
  const outcome = await runCommand({ run, folder, timeoutS, env, wrap, signal });
  const passed = outcome.exitCode === 0;
  const tail = passed ? outcome.tail : `${outcome.tail}(It ${howItEnded(outcome, timeoutS)}.)\n`;
  return { ...outcome, tail, name, run, passed, isCached: false };
}

/** Git's name for all files of the tree, `null`: some are in no commit. */
async function filesOf({ folder, leave }: Tree): Promise<string | null> {
  if ((await changedFiles(folder, leave)).length > 0) return null;
  return gitOrNull(folder, ["rev-parse", "HEAD^{tree}"]);
}

function keyOf(files: string, { run, timeoutS }: Check): string {
  return createHash("sha256")
    .update(JSON.stringify([files, run, timeoutS]))
    .digest("hex");
}
