import { oncePer } from "../kernel/once-per.ts";
import type { Pipeline, PipelineStep } from "./pipeline.ts";

type Steps = readonly PipelineStep[];
/** Something with a place among others: a step, or a task of a plan. */
type Placed = Pick<PipelineStep, "id" | "requires">;

export const stepsById = oncePer(
  (steps: Steps): ReadonlyMap<string, PipelineStep> => new Map(steps.map((step) => [step.id, step])),
);

/** A circle in what steps require, the first step twice; `null`: there is none. */
export function circleIn(steps: Steps): string[] | null {
  const requires = new Map(steps.map((step) => [step.id, step.requires]));
  const done = new Set<string>();
  for (const { id } of steps) {
    // Iterative: a chain may be as long as a pipeline.
    const path: string[] = [];
    const stack: { id: string; at: number }[] = [{ id, at: 0 }];
    while (stack.length > 0) {
      const top = stack.at(-1) as { id: string; at: number };
      if (top.at === 0) path.push(top.id);
      const next = done.has(top.id) ? undefined : requires.get(top.id)?.[top.at];
      top.at += 1;
      if (next === undefined) {
        done.add(top.id);
        path.pop();
        stack.pop();
      } else if (path.includes(next)) return [...path.slice(path.indexOf(next)), next];
      else if (!done.has(next)) stack.push({ id: next, at: 0 });
    }
  }
  return null;
}

const ordered = new WeakMap<readonly Placed[], readonly Placed[]>();

/** Steps in an order in which each comes after everything that it requires; otherwise as written. */
export function inOrder<Step extends Placed>(steps: readonly Step[]): readonly Step[] {
  let order = ordered.get(steps) as readonly Step[] | undefined;
  if (!order) {
    order = sorted(steps);
    ordered.set(steps, order);
  }
  return order;
}

/** By rows: first what requires nothing, then what requires only that, and so on; a circle comes at the end. */
function sorted<Step extends Placed>(steps: readonly Step[]): Step[] {
  const known = new Set(steps.map(({ id }) => id));
  const missing = new Map<string, number>();
  const behind = new Map<string, Step[]>();
  for (const step of steps) {
    const required = [...new Set(step.requires)].filter((id) => known.has(id));
    missing.set(step.id, required.length);
    for (const id of required) {
      const of = behind.get(id);
      if (of) of.push(step);
      else behind.set(id, [step]);
    }
  }
  const place = new Map(steps.map(({ id }, at) => [id, at]));
  const order: Step[] = [];
  let row = steps.filter(({ id }) => missing.get(id) === 0);
  while (row.length > 0) {
    order.push(...row);
    const next: Step[] = [];
    for (const { id } of row)
      for (const step of behind.get(id) ?? []) {
        const left = (missing.get(step.id) ?? 0) - 1;
        missing.set(step.id, left);
        if (left === 0) next.push(step);
      }
    row = next.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  }
  if (order.length < steps.length) {
    const placed = new Set(order);
    order.push(...steps.filter((step) => !placed.has(step)));
  }
  return order;
}

/** Steps with no open checkpoint before them, at any distance. */
export function reachable({ steps }: Pick<Pipeline, "steps">, passed: ReadonlySet<string>): Set<string> {
  const reached = new Set<string>();
  for (const step of inOrder(steps)) {
    const isOpen = step.isCheckpoint === true && !passed.has(step.id);
    if (!isOpen && step.requires.every((id) => reached.has(id))) reached.add(step.id);
  }
  return reached;
}

/**
 * What a step requires, in tasks: a checkpoint stands for what comes before it.
 *
 * @param isTask which steps count: any other stands for what comes before it
 */
export function taskRequires(
  steps: Steps,
  { requires }: PipelineStep,
  isTask: (step: PipelineStep) => boolean = ({ isCheckpoint }) => isCheckpoint !== true,
): string[] {
  const byId = stepsById(steps);
  const found = new Set<string>();
  const look = [...requires];
  for (const id of look) {
    const step = byId.get(id);
    if (step && !isTask(step)) look.push(...step.requires.filter((one) => !look.includes(one)));
    else found.add(id);
  }
  return [...found];
}

/** The step and everything after it, in order. */
export function downstreamOf(steps: Steps, id: string): string[] {
  const reached = new Set([id]);
  for (const step of inOrder(steps)) if (step.requires.some((one) => reached.has(one))) reached.add(step.id);
  return inOrder(steps).flatMap((step) => (reached.has(step.id) ? [step.id] : []));
}

/** Everything before a step, at any distance; itself only in a circle. */
export function upstreamOf(steps: Steps, id: string): Set<string> {
  const byId = stepsById(steps);
  const found = new Set(byId.get(id)?.requires);
  for (const one of found) for (const before of byId.get(one)?.requires ?? []) found.add(before);
  return found;
}

/**
 * The longest way through the graph, from its first step: what delays one of them delays the end.
 *
 * @param takes how long a step takes, in one unit; a checkpoint takes what it takes
 */
export function criticalPath<Step extends Placed>(
  steps: readonly Step[],
  takes: (step: Step) => number = () => 1,
): { ids: string[]; total: number } {
  const best = new Map<string, { total: number; from: string | null }>();
  let last: string | null = null;
  for (const step of inOrder(steps)) {
    let from: string | null = null;
    for (const id of step.requires) if (best.has(id) && (from === null || total(id) > total(from))) from = id;
    best.set(step.id, { total: takes(step) + (from === null ? 0 : total(from)), from });
    if (last === null || total(step.id) > total(last)) last = step.id;
  }
  function total(id: string): number {
    return best.get(id)?.total ?? 0;
  }
  const ids: string[] = [];
  for (let at = last; at !== null; at = best.get(at)?.from ?? null) ids.push(at);
  return { ids: ids.reverse(), total: last === null ? 0 : total(last) };
}
