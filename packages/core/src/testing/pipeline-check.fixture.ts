import type { EventsOf } from "../kernel/event.ts";
import type { PipelineStep } from "../pipeline/pipeline.ts";

type Data<T extends keyof EventsOf<"session">> = EventsOf<"session">[T];

/** What a pipeline may do, told from its log alone, step by step and without the graph's own functions. */
export class PipelineReading {
  private readonly steps: Map<string, PipelineStep>;
  /** Tasks by their steps. */
  readonly made = new Map<string, string>();
  private readonly passed = new Set<string>();
  /** Nobody may take them yet. */
  readonly held = new Set<string>();

  /** @param ended tasks that have ended, of the room */
  constructor(
    steps: readonly PipelineStep[],
    private readonly ended: ReadonlySet<string>,
  ) {
    this.steps = new Map(steps.map((step) => [step.id, step]));
  }

  advanced({ tasks }: Data<"session.advanced">): string[] {
    const faults = tasks.flatMap(({ planId }) => {
      const step = this.steps.get(planId);
      if (!step || step.isCheckpoint) return [`${planId} is no step that becomes a task`];
      if (this.made.has(planId)) return [`${planId} is made twice`];
      const held = this.heldBy(planId);
      return held === null ? [] : [`${planId} is made behind the open checkpoint ${held}`];
    });
    for (const { planId, task } of tasks) this.made.set(planId, task.id);
    for (const { planId, task } of tasks)
      for (const id of this.steps.get(planId)?.requires ?? []) {
        const required = this.made.get(id);
        if (required && !this.ended.has(required) && !task.waitsFor.some((one) => one === required))
          faults.push(`${task.id} doesn't wait for ${required}`);
      }
    return faults;
  }

  /** What a gate asks for anew: each step waits for all in front of it that are made with it, some by way of others. */
  reworked({ tasks }: Data<"session.reworked">): string[] {
    const again = new Map(tasks.map(({ planId, task }) => [planId, task]));
    const byId = new Map<string, (typeof tasks)[number]["task"]>(tasks.map(({ task }) => [task.id, task]));
    for (const { planId, task } of tasks) this.made.set(planId, task.id);
    return tasks.flatMap(({ planId, task }) => {
      const waitsFor = new Set<string>(task.waitsFor);
      for (const id of waitsFor) for (const one of byId.get(id)?.waitsFor ?? []) waitsFor.add(one);
      return this.nextBefore(planId, (id) => again.has(id)).flatMap((id) => {
        const first = again.get(id)?.id ?? id;
        return waitsFor.has(first) ? [] : [`${task.id} doesn't wait for ${first}`];
      });
    });
  }

  /** Several that could start wait: each was made, and has not ended. */
  ruled({ ended, advances }: Data<"session.ruled">): string[] {
    const faults = ended.filter((id) => !this.ended.has(id)).map((id) => `${id} has not ended`);
    const made = new Set(this.made.values());
    for (const one of advances) {
      if (!("taskIds" in one)) continue;
      for (const id of one.taskIds) {
        if (!made.has(id) || this.ended.has(id)) faults.push(`${id} can't start`);
        if (one.rule === "coordinator") this.held.add(id);
        else this.held.delete(id);
      }
    }
    return faults;
  }

  dispatched({ tasks }: Data<"session.dispatched">): string[] {
    const faults = tasks.filter(({ taskId }) => !this.held.has(taskId));
    for (const { taskId, behind } of tasks) if (behind === null) this.held.delete(taskId);
    return faults.map(({ taskId }) => `${taskId} was not held`);
  }

  checkpointPassed({ checkpoint }: Data<"session.checkpoint_passed">): string[] {
    const step = this.steps.get(checkpoint);
    if (!step?.isCheckpoint) return [`${checkpoint} is no checkpoint`];
    if (this.passed.has(checkpoint)) return [`${checkpoint} is passed twice`];
    this.passed.add(checkpoint);
    const before = new Set(step.requires);
    for (const id of before) for (const one of this.steps.get(id)?.requires ?? []) before.add(one);
    return [...before].filter((id) => !this.isDone(id)).map((id) => `${id} is not done before it`);
  }

  revised({ checkpoint, steps, instead }: Data<"session.revised">): string[] {
    const faults = steps.flatMap(({ id }) => (this.steps.has(id) ? [`${id} is there already`] : []));
    const isOpen = (id: string) => !this.isDone(id);
    for (const [id, step] of this.steps)
      if (isOpen(id)) this.steps.set(id, { ...step, requires: step.requires.map((one) => instead[one] ?? one) });
    for (const step of steps) this.steps.set(step.id, step);
    if (checkpoint === null) return faults;
    const last = this.steps.get(checkpoint);
    if (last)
      this.steps.set(checkpoint, {
        ...last,
        requires: [...last.requires, ...steps.map(({ id }) => id)],
      });
    return this.passed.has(checkpoint) ? [...faults, `${checkpoint} is passed already`] : faults;
  }

  /** What is left when it ends as completed. */
  completed(): string[] {
    return [...this.steps.keys()].filter((id) => !this.isDone(id)).map((id) => `${id} is not done`);
  }

  private isDone(id: string): boolean {
    const taskId = this.made.get(id);
    return this.passed.has(id) || (taskId !== undefined && this.ended.has(taskId));
  }

  /** The nearest of these in front of a step, on each way to it. */
  private nextBefore(id: string, isOne: (id: string) => boolean, seen = new Set<string>()): string[] {
    return (this.steps.get(id)?.requires ?? []).flatMap((other) => {
      if (seen.has(other)) return [];
      seen.add(other);
      return isOne(other) ? [other] : this.nextBefore(other, isOne, seen);
    });
  }

  private heldBy(id: string, seen = new Set<string>()): string | null {
    for (const other of this.steps.get(id)?.requires ?? []) {
      if (seen.has(other)) continue;
      seen.add(other);
      if (this.steps.get(other)?.isCheckpoint && !this.passed.has(other)) return other;
      const held = this.heldBy(other, seen);
      if (held !== null) return held;
    }
    return null;
  }
}
