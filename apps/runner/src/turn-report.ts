import { isInProject } from "@squadroom/core/kernel/glob";
import { LIMIT_MAX_MS, type RunContext, type TurnWhy } from "@squadroom/core/run/run";
import type { RunReportBody } from "@squadroom/core/run/runner-contract";
import { ArtifactBody } from "@squadroom/core/task/progress-body";
import { MODEL_MAX } from "@squadroom/core/team/tiers";
import { REPORT_MODELS_MAX, REPORT_TOKENS_MAX, REPORT_USD_MAX } from "@squadroom/core/usage/usage";
import { beginningOf, endOf } from "./cut-text.ts";
import type { RunEvent, TurnEnd } from "./harness/harness.ts";
import type { Found } from "./workplace.ts";

type Used = Extract<RunEvent, { kind: "usage" }>;

/** If a provider doesn't say until when it accepts nothing: the first wait and the longest. */
const WAIT_MS = 30_000;
const WAIT_MAX_MS = 600_000;
/** Most waits in a row, about two hours in all: a limit that lasts longer doesn't end by itself. */
const WAITS_MAX = 16;

/** Counts what a run does, turn by turn. */
export function createTally() {
  let tools = 0;
  /** A tool was started, whether or not it has finished. */
  let hasActed = false;
  let used: Used[] = [];
  let context: RunContext | null = null;
  let compactions = 0;
  /** The provider accepts nothing, and the turn has done nothing since. */
  let limit: { untilAt: number | null } | null = null;
  let waits = 0;
  return {
    beginTurn(): void {
      hasActed = false;
      tools = 0;
      used = [];
      limit = null;
    },
    /** The turn begins once more: what it has used so far is part of it. */
    again(): void {
      tools = 0;
      limit = null;
    },
    hasActed: () => hasActed,
    /** Reports a turn's end; `limitedUntil`: it failed because of a limit, and is tried again then. */
    endTurn(end: TurnEnd, durationMs: number, now: number) {
      const limitedUntil = this.retryAt(end.why, now);
      const why: TurnWhy = limitedUntil === null ? end.why : "limited";
      return {
        kind: "turn_ended" as const,
        why,
        durationMs,
        ...this.turn(),
        reason: why === "done" ? "" : beginningOf(end.text, 1_900),
        ...(limitedUntil === null ? {} : { limitedUntil }),
      };
    },
    /**
     * After a turn: when to try again, epoch ms, if it failed because of a limit. That is the provider's time,
     * otherwise later each time. `null`: a limit is not the reason, or it was waited for so often that it won't end by
     * itself.
     */
    retryAt(why: TurnWhy, now: number): number | null {
      if (why === "done") waits = 0;
      if (why !== "failed" || !limit) return null;
      const isSaid = limit.untilAt !== null && limit.untilAt > now;
      if (!isSaid && waits >= WAITS_MAX) return null;
      const own = now + Math.min(WAIT_MAX_MS, WAIT_MS * 2 ** waits++);
      return isSaid ? limit.untilAt : own;
    },
    turn: () => ({ tools, usage: usageOf(used), context }),
    /** @returns what the room is to hear of at once */
    hear(event: RunEvent): RunReportBody | null {
      switch (event.kind) {
        case "text":
          limit = null;
          return null;
        case "tool":
          limit = null;
          hasActed = true;
          if (event.state !== "start") tools++;
          return null;
        case "usage":
          used.push(event);
          return null;
        case "context":
          context = { used: event.used, size: event.size };
          return null;
        case "compaction":
          return { kind: "changed", compactions: ++compactions };
        case "limited": {
          // A report that there is a limit, without a time, leaves a known time as it is.
          const said = event.untilAt !== null && event.untilAt <= Date.now() + LIMIT_MAX_MS;
          const untilAt = said ? event.untilAt : (limit?.untilAt ?? null);
          limit = { untilAt };
          const problem = beginningOf(event.text, 500);
          return { kind: "changed", problem, limitedUntil: untilAt };
        }
        default:
          return null;
      }
    },
  };
}

/** What the turn consumed, by model; `null`: unknown. Usage without a price is kept apart from usage with one. */
function usageOf(used: readonly Used[]) {
  const groups = new Map<string, Used[]>();
  for (const one of used) {
    const key = JSON.stringify([one.model, one.costUsd === null]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const [first, ...others] = [...groups.values()].slice(0, REPORT_MODELS_MAX).map(ofModel);
  return first ? { ...first, ...(others.length > 0 ? { others } : {}) } : null;
}

/** Figures come from programs of all kinds, and an invalid one would be refused with the whole turn. */
function ofModel(used: readonly Used[]) {
  const sum = (of: (one: Used) => number | null) =>
    used.reduce((total, one) => total + Math.max(0, Number(of(one)) || 0), 0);
  const count = (of: (one: Used) => number) => Math.min(Math.round(sum(of)), REPORT_TOKENS_MAX);
  const [{ model, costUsd } = { model: null, costUsd: null }] = used;
  const usd = Math.min(Math.round(sum((one) => one.costUsd) * 1e6) / 1e6, REPORT_USD_MAX);
  const basis = used.some((one) => one.basis !== "billed") ? "estimated" : "billed";
  const write = count(({ cacheWrite }) => cacheWrite);
  const hour = count(({ cacheWrite1h = 0 }) => cacheWrite1h);
  return {
    inputTokens: count(({ input }) => input),
    outputTokens: count(({ output }) => output),
    cacheReadTokens: count(({ cacheRead }) => cacheRead),
    cacheWriteTokens: Math.max(write, hour),
    ...(hour > 0 ? { cacheWrite1hTokens: hour } : {}),
    ...(costUsd === null ? {} : { costUsd: usd, basis: basis as "billed" | "estimated" }),
    ...(model ? { model: model.slice(0, MODEL_MAX) } : {}),
  };
}

const Path = ArtifactBody.shape.path;

export function isReportable(path: string): boolean {
  return isInProject(path) && Path.safeParse(path).data === path;
}

/** What was found in a task's tree, in the room's form. */
export function evidenceOf(taskId: string, branch: string | null, found: Found) {
  // Names that no report can have are in the diff, and are checked against boundaries there.
  const artifacts = found.files.filter(({ path }) => isReportable(path)).slice(0, 500);
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
      output: endOf(tail, passed ? 1_000 : 4_000),
    })),
  };
}

/** Those checks in a result's form; without any, the result says nothing about checks. */
export function checksOf(checks: readonly { name: string; passed: boolean }[]) {
  return checks.length === 0 ? {} : { checks: checks.map(({ name, passed }) => ({ name, passed })) };
}
