import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { HandoffDraft } from "../../handoff/command.ts";
import { possibleEnds } from "../../handoff/ends.ts";
import type { AgentCaller } from "../../kernel/actor.ts";
import { Driver } from "../../testing/driver.fixture.ts";
import { earlierIn } from "../../testing/earlier.fixture.ts";
import { allowedHandoffs, type HeldTask } from "../deliver.ts";
import { deliveryText } from "../delivery.ts";
import { inRoutes } from "../doors.ts";
import { DELIVERY_BYTES, sizeOf } from "./budget.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** How much of what an agent says with a handoff, and how long each text is. */
const Load = fc.record({
  criteria: fc.integer({ min: 0, max: 3 }),
  limits: fc.integer({ min: 0, max: 6 }),
  warnings: fc.integer({ min: 0, max: 8 }),
  decisions: fc.integer({ min: 0, max: 8 }),
  length: fc.constantFrom(8, 60, 400),
  message: fc.constantFrom(10, 500, 6_000),
});
const Step = fc.record({ way: fc.nat(), load: Load });
interface LoadOf {
  criteria: number;
  limits: number;
  warnings: number;
  decisions: number;
  length: number;
  message: number;
}

/** A squad that passes its ball about, and what was said on the way. */
class Walk {
  readonly room = Driver.room("squad");
  readonly agents: AgentCaller[];
  /** What each task was asked and what its author said, as marks that occur nowhere else. */
  readonly marks = new Map<string, string[]>();
  private count = 0;

  constructor() {
    const { room } = this;
    this.agents = ["planner", "builder", "reviewer"].map((role) => room.join(`a ${role}`, role));
    room.say("Do it.");
  }

  /** Whoever has a task reads it and passes it on, some way that is possible. */
  step({ way, load }: { way: number; load: LoadOf }): { task: HeldTask; text: string } | null {
    const { room } = this;
    for (const by of this.agents) {
      const { taskId } = room.run({ type: "claim", by });
      if (taskId === null) continue;
      const task = room.task(taskId as string) as HeldTask;
      const text = this.read(task, by);
      this.pass(task, by, way, load);
      return { task, text };
    }
    return null;
  }

  private read(task: HeldTask, by: AgentCaller): string {
    const { room, now, log } = this.room;
    const agent = room.agents[by.id];
    if (!agent) throw new Error("it has joined");
    const handoffs = allowedHandoffs(room, task, agent);
    const earlier = earlierIn(log, task);
    const keys = { handoff: "a", done: "b", fail: "c" };
    const sent = { origin: null, earlier, messages: [], recent: [], keys };
    return deliveryText({ room, task, agent, handoffs, ...sent, now });
  }

  private pass(task: HeldTask, by: AgentCaller, way: number, load: LoadOf): void {
    const { room } = this;
    const ends = possibleEnds(room.room, task, task.role).flatMap((end) =>
      end.action === "handOff" && end.to !== "user" ? [end] : [],
    );
    const end = ends[way % Math.max(1, ends.length)];
    if (!end) throw new Error(`${task.id} can be passed to nobody`);
    const own = {
      warnings: this.some(load.warnings, load),
      keyDecisions: this.some(load.decisions, load),
    };
    const asked = this.some(load.criteria, load);
    const forbidden = this.some(load.limits, { length: 8 }).map((mark) => `${mark}/**`);
    const isBound = end.intent === "work" || end.intent === "findings";
    const handoff: HandoffDraft = {
      to: end.to as HandoffDraft["to"],
      intent: end.intent,
      message: `${this.mark()} ${"word ".repeat(load.message / 5)}`,
      result: {
        summary: this.mark(),
        criteria: task.successCriteria.map((criterion) => ({ criterion, met: true })),
        ...own,
      },
      ...(isBound ? { task: { successCriteria: asked, boundaries: { allowed: [], forbidden } } } : {}),
    };
    const { id: taskId, lease } = task;
    const done = { by, taskId, fence: lease.fence, handoff, next: false };
    const reply = room.run({ type: "handOff", ...done });
    this.note(task.id, [...own.warnings, ...own.keyDecisions]);
    if (isBound) this.note(reply.taskId as string, [...asked, ...forbidden.map((one) => one.slice(0, -3))]);
  }

  private note(id: string, texts: readonly string[]): void {
    const marks = texts.map((text) => text.split(" ")[0] ?? "");
    this.marks.set(id, [...(this.marks.get(id) ?? []), ...marks]);
  }

  private some(n: number, { length }: Pick<LoadOf, "length">): string[] {
    return Array.from({ length: n }, () => `${this.mark()} ${"x".repeat(length)}`.slice(0, Math.max(8, length)));
  }

  private mark(): string {
    this.count += 1;
    return `m${this.count}q`;
  }
}

/** Whether a command for this task is named where something is left out. */
function namesWayTo(text: string, id: string): boolean {
  return [...text.matchAll(/(?:Left out|Cut here): .*`squadroom task show ([^`]+)` prints/g)].some(([, ids]) =>
    ids?.split(" ").includes(id),
  );
}

describe("a delivery at any place of any chain", () => {
  it("has every criterion, limit, warning and decision in front of it, or names the command that prints it", () => {
    const met = { whole: 0, cut: 0, rework: 0 };
    fc.assert(
      fc.property(fc.array(Step, { minLength: 1, maxLength: 14 }), (steps) => {
        const walk = new Walk();
        for (const step of steps) {
          const read = walk.step(step);
          if (!read) return;
          const { task, text } = read;
          expect(sizeOf(text)).toBeLessThanOrEqual(DELIVERY_BYTES);
          // Who calls by routes reads routes in place of the commands.
          expect(inRoutes(text.split("## How to end it")[0] ?? "")).not.toMatch(/`squadroom [^`\n]*`/);
          expect(text).toContain("## How to end it");
          const isCut = /^(Left out|Cut here): /m.test(text);
          met[isCut ? "cut" : "whole"] += 1;
          if (task.intent === "findings") met.rework += 1;
          const { forbidden } = task.boundaries;
          const own = [...task.successCriteria, ...forbidden].map((one) => one.split(/[ /]/)[0]);
          const said = earlierIn(walk.room.log, task).flatMap(({ id }) =>
            (walk.marks.get(id) ?? []).map((mark) => [id, mark] as const),
          );
          for (const [id, mark] of [...own.map((one) => [task.id, one] as const), ...said]) {
            const isThere = new RegExp(`\\b${mark}\\b`).test(text);
            if (!isThere) expect([mark, namesWayTo(text, id)]).toEqual([mark, true]);
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(met.whole).toBeGreaterThan(20);
    expect(met.cut).toBeGreaterThan(20);
    expect(met.rework).toBeGreaterThan(10);
  });
});
