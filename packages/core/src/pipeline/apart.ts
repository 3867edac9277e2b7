import { plainPath } from "../kernel/glob.ts";
import type { Pipeline } from "./pipeline.ts";

/** Where a session's files are if another one makes files of the same names: `session-2`. */
export function folderOf(sessionId: number): string {
  return `session-${sessionId}`;
}

/**
 * The same pipeline, with its files in a folder of its own if another one under way makes one of them: all of them,
 * also where an instruction names them.
 */
export function apart(pipeline: Pipeline, folder: string, others: readonly Pipeline[]): Pipeline {
  const taken = new Set(others.flatMap(filesOf).map(plainPath));
  const mine = filesOf(pipeline);
  if (!mine.some((path) => taken.has(plainPath(path)))) return pipeline;
  const named = wordsOf(mine);
  const moved = (text: string) => text.replace(named, (path) => within(folder, path));
  const steps = pipeline.steps.map(({ instruction, outputs, ...step }) => ({
    ...step,
    ...(instruction === undefined ? {} : { instruction: moved(instruction) }),
    ...(outputs && { outputs: outputs.map((path) => within(folder, path)) }),
  }));
  return { ...pipeline, steps };
}

function filesOf({ steps }: Pipeline): string[] {
  return steps.flatMap(({ outputs = [] }) => [...outputs]);
}

function within(folder: string, path: string): string {
  return `${folder}/${plainPath(path)}`;
}

/** Any of these paths as a word of its own, the longest first. */
function wordsOf(paths: readonly string[]): RegExp {
  const sorted = [...new Set(paths)].sort((a, b) => b.length - a.length);
  const escaped = sorted.map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\w./-])(?:${escaped.join("|")})(?![\\w/-])`, "g");
}
