import type { RoomView } from "../kernel/view.ts";
import { heldTask } from "../task/order.ts";
import type { Run, RunId } from "./run.ts";

/** First and last line, from 1. */
export interface LineRange {
  from: number;
  to: number;
}

/** The end of a file whose lines nobody counted. */
export const LAST_LINE = Number.MAX_SAFE_INTEGER;
/** Most files that one run reports, and most ranges of each. */
export const TOUCHED_FILES_MAX = 200;
export const TOUCHED_RANGES_MAX = 50;
/** Most files that are shown. */
const OVERLAPS_MAX = 50;

/** A file as the base has it, and its lines that the work changes; for a new file, its own lines. */
export interface TouchedFile {
  path: string;
  ranges: LineRange[];
}

/** What one run touches now. */
export interface Touches<Run> {
  run: Run;
  files: readonly TouchedFile[];
}

/** A file that several runs touch. */
export interface Overlap<Run> {
  path: string;
  runs: Run[];
  /** Lines that several of them touch; none if each keeps to its own. */
  lines: (LineRange & { runs: Run[] })[];
}

/** What a run said that its tree changes. */
export interface RunTouches {
  tree: string;
  files: readonly TouchedFile[];
}

/**
 * Files that two runs at work touch, each in a tree of its own: their branches will meet there. Of those that work in
 * one tree, the first stands for all.
 */
export function overlapsIn(view: RoomView, touchesOf: (run: RunId) => RunTouches | undefined): Overlap<RunId>[] {
  const byProject = new Map<string, Map<string, Touches<RunId>>>();
  for (const run of view.runs.live ?? []) {
    const touches = touchesOf(run.id);
    if (touches === undefined || touches.tree !== run.tree || !isAtWork(view, run)) continue;
    const project = view.runs.runners[run.runnerId ?? ("" as never)]?.project.name ?? "";
    const trees = byProject.get(project) ?? new Map<string, Touches<RunId>>();
    byProject.set(project, trees);
    if (!trees.has(run.tree)) trees.set(run.tree, { run: run.id, files: touches.files });
  }
  return [...byProject.values()].flatMap((trees) => overlaps([...trees.values()])).slice(0, OVERLAPS_MAX);
}

/** It has a turn under way, or holds a task. */
function isAtWork(view: RoomView, { state, agentId }: Run): boolean {
  return state === "active" || (agentId !== null && heldTask(view, agentId) !== undefined);
}

/** Files and lines that two or more runs touch, by path. Where lines meet, somebody needs to look. */
export function overlaps<Run>(touches: readonly Touches<Run>[]): Overlap<Run>[] {
  const byPath = new Map<string, { run: Run; ranges: readonly LineRange[] }[]>();
  for (const { run, files } of touches)
    for (const { path, ranges } of files) {
      const known = byPath.get(path);
      const own = known?.find((one) => one.run === run);
      if (own) own.ranges = [...own.ranges, ...ranges];
      else if (known) known.push({ run, ranges });
      else byPath.set(path, [{ run, ranges }]);
    }
  return [...byPath]
    .filter(([, all]) => all.length > 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, all]) => ({ path, runs: all.map(({ run }) => run), lines: shared(all) }));
}

/** From each line where a run begins or has ended to the next such line, the same runs touch all lines. */
function shared<Run>(all: readonly { run: Run; ranges: readonly LineRange[] }[]): Overlap<Run>["lines"] {
  const edges = new Set(all.flatMap(({ ranges }) => ranges.flatMap(({ from, to }) => [from, to + 1])));
  const sorted = [...edges].sort((a, b) => a - b);
  const found: Overlap<Run>["lines"] = [];
  for (const [at, from] of sorted.slice(0, -1).entries()) {
    const to = (sorted[at + 1] ?? from) - 1;
    const runs = all
      .filter(({ ranges }) => ranges.some((one) => one.from <= from && to <= one.to))
      .map(({ run }) => run);
    if (runs.length < 2) continue;
    const last = found.at(-1);
    const isSame = last?.runs.length === runs.length && runs.every((run, i) => run === last.runs[i]);
    if (last && isSame && last.to === from - 1) last.to = to;
    else found.push({ from, to, runs });
  }
  return found;
}
