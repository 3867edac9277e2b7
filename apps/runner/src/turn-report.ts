import type { RunEvent } from "./harness/harness.ts";
import type { Found } from "./workplace.ts";

export type Tally = Extract<RunEvent, { kind: "usage" }>;

/** What the turn consumed, in one report; `null`: nobody said. */
export function usageOf(used: readonly Tally[]) {
  if (used.length === 0) return null;
  const sum = (of: (one: Tally) => number) => used.reduce((total, one) => total + of(one), 0);
  const isPriced = used.every(({ costUsd }) => costUsd !== null);
  const cost = Math.round(sum(({ costUsd }) => costUsd ?? 0) * 1e6) / 1e6;
  const basis = used.some((one) => one.basis !== "billed") ? "estimated" : "billed";
  const model = used.at(-1)?.model ?? null;
  return {
    inputTokens: sum(({ input }) => input),
    outputTokens: sum(({ output }) => output),
    cacheReadTokens: sum(({ cacheRead }) => cacheRead),
    cacheWriteTokens: sum(({ cacheWrite }) => cacheWrite),
    ...(isPriced ? { costUsd: cost, basis: basis as "billed" | "estimated" } : {}),
    ...(model ? { model } : {}),
  };
}

/** What was found in a task's tree, as the room keeps it. */
export function evidenceOf(taskId: string, branch: string | null, found: Found) {
  const artifacts = found.files.slice(0, 500);
  return {
    taskId,
    branch,
    base: found.base,
    head: found.head,
    artifacts,
    changes: {
      added: found.added,
      removed: found.removed,
      files: artifacts.slice(0, 50).map(({ path }) => path),
      fileCount: found.files.length,
    },
    checks: found.checks.map(({ name, passed, run, durationMs, tail }) => ({
      name: name.slice(0, 40),
      passed,
      command: run.slice(0, 500),
      durationMs: Math.round(durationMs),
      output: passed ? "" : tail.slice(-4_000).toWellFormed(),
    })),
  };
}

/** Those checks as a result names them; without any the result says nothing of checks. */
export function checksOf(checks: readonly { name: string; passed: boolean }[]) {
  return checks.length === 0
    ? {}
    : { checks: checks.map(({ name, passed }) => ({ name, passed })) };
}
