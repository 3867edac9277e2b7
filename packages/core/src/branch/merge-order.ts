import type { TaskId } from "../kernel/ids.ts";
import { counted, listedUpTo } from "../kernel/words.ts";
import type { TouchedFile } from "../run/radar.ts";

/** A reviewed branch that is to be merged. */
export interface MergeCandidate {
  taskId: TaskId;
  requires: readonly TaskId[];
  files: readonly TouchedFile[];
  /** Epoch ms. */
  completedAt: number;
}

export interface MergeStep {
  taskId: TaskId;
  /** Why it has this place, in a sentence. */
  why: string;
}

/** Named in a sentence. */
const NAMED_MAX = 4;

/**
 * The order in which branches merge: after what each requires; of those that could be next, the one that
 * shares the fewest files with others, then the one that was done first. Tasks that require each other
 * are merged all the same.
 */
export function mergeOrder(candidates: readonly MergeCandidate[]): MergeStep[] {
  const left = new Map(candidates.map((one) => [one.taskId, one]));
  const all = new Set(left.keys());
  const shares = sharedCounts([...left.values()]);
  const sharesOf = ({ taskId }: MergeCandidate) => shares.get(taskId) ?? 0;
  const compare = (a: MergeCandidate, b: MergeCandidate) =>
    sharesOf(a) - sharesOf(b) || a.completedAt - b.completedAt || (a.taskId < b.taskId ? -1 : 1);
  const steps: MergeStep[] = [];
  while (left.size > 0) {
    const waitsFor = (one: MergeCandidate) => one.requires.filter((id) => id !== one.taskId && left.has(id));
    const waiting = [...left.values()].sort(compare);
    const ready = waiting.filter((one) => waitsFor(one).length === 0);
    const next = ready[0] ?? waiting.find((one) => isInFirstCircle(one.taskId, left));
    if (!next) break;
    const circle = waitsFor(next);
    left.delete(next.taskId);
    const before = next.requires.filter((id) => all.has(id) && id !== next.taskId);
    const place =
      circle.length > 0
        ? `It and ${named(circle)} wait for each other, so one of them goes first`
        : before.length > 0
          ? `It requires ${named(before)}, merged before it`
          : "It requires none of the others";
    steps.push({
      taskId: next.taskId,
      why: `${place}; ${reason(next, ready.slice(1), sharesOf)}.`,
    });
  }
  return steps;
}

/** Whether everything it waits for, directly or not, waits for it too: what waits for a circle comes after it. */
function isInFirstCircle(id: TaskId, left: ReadonlyMap<TaskId, MergeCandidate>): boolean {
  return [...behind(id, left)].every((other) => behind(other, left).has(id));
}

function behind(id: TaskId, left: ReadonlyMap<TaskId, MergeCandidate>): Set<TaskId> {
  const found = new Set<TaskId>();
  const open = [id];
  for (let one = open.pop(); one !== undefined; one = open.pop())
    for (const other of left.get(one)?.requires ?? []) {
      if (!left.has(other) || found.has(other)) continue;
      found.add(other);
      open.push(other);
    }
  return found;
}

/** Why it comes before the others that could be next. */
function reason(
  next: MergeCandidate,
  others: readonly MergeCandidate[],
  sharesOf: (one: MergeCandidate) => number,
): string {
  const own = sharesOf(next);
  const files = own === 0 ? "no other branch changes its files" : `it shares ${counted(own, "file")} with others`;
  const [second] = others;
  if (!second) return files;
  if (sharesOf(second) > own) return own === 0 ? files : `${files}, the fewest of what could be next`;
  return `${files}, as with ${second.taskId}, and it was done first`;
}

/** For each branch, how many of its files another branch changes too. */
function sharedCounts(candidates: readonly MergeCandidate[]): Map<TaskId, number> {
  const paths = candidates.map(({ taskId, files }) => [taskId, new Set(files.map(({ path }) => path))] as const);
  const changes = new Map<string, number>();
  for (const [, own] of paths) for (const path of own) changes.set(path, (changes.get(path) ?? 0) + 1);
  return new Map(
    paths.map(([taskId, own]) => [taskId, [...own].filter((path) => (changes.get(path) ?? 0) > 1).length]),
  );
}

function named(ids: readonly TaskId[]): string {
  return listedUpTo(NAMED_MAX, [...new Set(ids)].sort());
}
