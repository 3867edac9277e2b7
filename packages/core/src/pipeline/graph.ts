import type { Pipeline, PipelineStep } from "./pipeline.ts";

type Steps = readonly PipelineStep[];

/** A way round in what steps require, first step twice; `null`: there is none. */
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

/** Steps in an order in which each comes behind all that it requires; of those alike, as they are written. */
export function inOrder(steps: Steps): PipelineStep[] {
  const known = new Set(steps.map(({ id }) => id));
  const placed = new Set<string>();
  const ordered: PipelineStep[] = [];
  let left = [...steps];
  while (left.length > 0) {
    const ready = left.filter(({ requires }) =>
      requires.every((id) => placed.has(id) || !known.has(id)),
    );
    if (ready.length === 0) return [...ordered, ...left];
    for (const step of ready) placed.add(step.id);
    ordered.push(...ready);
    left = left.filter(({ id }) => !placed.has(id));
  }
  return ordered;
}

/** Steps without an open checkpoint in front of them, at any distance. */
export function reachable(
  { steps }: Pick<Pipeline, "steps">,
  passed: ReadonlySet<string>,
): Set<string> {
  const reached = new Set<string>();
  for (const step of inOrder(steps)) {
    const isOpen = step.isCheckpoint === true && !passed.has(step.id);
    if (!isOpen && step.requires.every((id) => reached.has(id))) reached.add(step.id);
  }
  return reached;
}

/** What a step requires in tasks: a checkpoint stands for what is in front of it. */
export function taskRequires(steps: Steps, { requires }: PipelineStep): string[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const found = new Set<string>();
  const look = [...requires];
  for (const id of look) {
    const step = byId.get(id);
    if (step?.isCheckpoint) look.push(...step.requires.filter((one) => !look.includes(one)));
    else found.add(id);
  }
  return [...found];
}

/** The step and all that is behind it, in order. */
export function downstreamOf(steps: Steps, id: string): string[] {
  const reached = new Set([id]);
  for (const step of inOrder(steps))
    if (step.requires.some((one) => reached.has(one))) reached.add(step.id);
  return inOrder(steps).flatMap((step) => (reached.has(step.id) ? [step.id] : []));
}

/** The longest way through the graph. @param takes how long a step takes, in one unit; a checkpoint takes what it takes */
export function criticalPath(
  steps: Steps,
  takes: (step: PipelineStep) => number,
): { ids: string[]; total: number } {
  const best = new Map<string, { total: number; from: string | null }>();
  let last: string | null = null;
  for (const step of inOrder(steps)) {
    let from: string | null = null;
    for (const id of step.requires)
      if (best.has(id) && (from === null || total(id) > total(from))) from = id;
    best.set(step.id, { total: takes(step) + (from === null ? 0 : total(from)), from });
    if (last === null || total(step.id) > total(last)) last = step.id;
  }
  function total(id: string): number {
    return best.get(id)?.total ?? 0;
  }
  const ids: string[] = [];
  for (let at = last; at !== null; at = best.get(at)?.from ?? null) ids.unshift(at);
  return { ids, total: last === null ? 0 : total(last) };
}
