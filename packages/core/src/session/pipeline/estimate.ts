import { criticalPath } from "../../pipeline/graph.ts";
import { prefixOf } from "../../pipeline/pipeline.ts";
import type { PipelineSession, Sessions } from "../record/session.ts";
import type { StepStanding } from "./standing.ts";

/** What a pipeline will still take, from what tasks with the same prefixes took in this room. */
export interface PipelineEstimate {
  /** Along the critical path, ms; `null`: nothing to judge by. */
  leftMs: number | null;
  /** Remaining steps with a prefix for which nothing has ended here: the time leaves them out. */
  unknown: number;
  /** The steps that decide when it ends. */
  path: string[];
}

/** Medians of what tasks took here lately, by their prefix, ms. */
export function tookByPrefix(taken: Sessions["taken"]): Map<string, number> {
  const all = new Map<string, number[]>();
  for (const { taskId, workMs } of taken) {
    const prefix = prefixOf({ id: taskId });
    const of = all.get(prefix);
    if (of) of.push(workMs);
    else all.set(prefix, [workMs]);
  }
  return new Map([...all].map(([prefix, of]) => [prefix, median(of)]));
}

export function estimatePipeline(
  { pipeline }: Pick<PipelineSession, "pipeline">,
  standings: ReadonlyMap<string, StepStanding>,
  taken: Sessions["taken"],
): PipelineEstimate {
  const { steps } = pipeline;
  const took = tookByPrefix(taken);
  let unknown = 0;
  let known = 0;
  const isLeft = (id: string) => {
    const { kind, task } = standings.get(id) ?? {};
    // What ended badly takes no more time until somebody has it redone.
    return kind !== "done" && kind !== "replaced" && (kind !== "bad" || task !== undefined);
  };
  for (const step of steps) {
    if (step.isCheckpoint || !isLeft(step.id)) continue;
    if (took.has(prefixOf(step))) known += 1;
    else unknown += 1;
  }
  // If nothing is known, each step counts alike.
  const takes = (step: (typeof steps)[number]) => {
    if (step.isCheckpoint || !isLeft(step.id)) return 0;
    return known === 0 ? 1 : (took.get(prefixOf(step)) ?? 0);
  };
  const { ids, total } = criticalPath(steps, takes);
  return { leftMs: known === 0 && unknown > 0 ? null : total, unknown, path: ids };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? 0)) / 2;
}
