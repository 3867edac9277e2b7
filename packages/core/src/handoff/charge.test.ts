import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Intent } from "../team/team.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const CHARGE = {
  boundaries: { allowed: ["src/**"], forbidden: ["src/secret/**"] },
  outputs: ["src/rate.ts"],
  successCriteria: ["tests pass", "a sixth attempt answers 429"],
};
const MET = CHARGE.successCriteria.map((criterion) => ({ criterion, met: true }));
type Given = NonNullable<Parameters<typeof withTask>[1]>;

function withTask(command: ReturnType<Driver["handOff"]>, task: (typeof command)["handoff"]["task"] | undefined) {
  return task ? { ...command, handoff: { ...command.handoff, task } } : command;
}

/** A squad in which the planner has given the builder this task. */
function atWork() {
  const room = Driver.room("squad");
  const planner = room.join("Pia", "planner");
  const builder = room.join("Bo", "builder");
  const reviewer = room.join("Rex", "reviewer");
  room.say("Protect the sign-in.");
  room.claim(planner);
  room.run(withTask(room.handOff(planner, "builder", "work"), CHARGE));
  return { room, planner, builder, reviewer };
}

const bound = (room: Driver, id: string) => {
  const { boundaries, outputs, successCriteria } = room.task(id);
  return { boundaries, outputs, successCriteria };
};

let lines = 0;

/** The agent takes its next task, changes something and passes it on; the id of the task that this makes. */
function pass(room: Driver, by: AgentCaller, to: string, intent: Intent, task?: Given): string {
  const held = room.claim(by);
  const criteria = held.successCriteria.map((criterion) => ({ criterion, met: true }));
  const command = room.handOff(by, to, intent, { criteria, message: `${intent} for ${to}` });
  command.handoff.result.changes = { added: ++lines, removed: 0, files: ["a.ts"], fileCount: 1 };
  return room.run(withTask(command, task)).taskId as string;
}

describe("what binds the task of a handoff", () => {
  it("is, for findings, all that the work was bound to, where another stands in for who did it", () => {
    const { room, planner, builder, reviewer } = atWork();
    pass(room, builder, "reviewer", "work");
    room.run({ type: "leaveRoom", by: builder, reason: "gone" });
    const held = room.claim(reviewer);
    const command = room.handOff(reviewer, "builder", "findings", {
      criteria: held.successCriteria.map((criterion) => ({ criterion, met: true })),
      message: "still bad",
    });
    const fix = room.run(command).taskId as string;
    expect(room.task(fix).role).toBe("planner");
    expect(bound(room, fix)).toEqual(CHARGE);
    expect(room.claim(planner).id).toBe(fix);
  });

  it("is, for findings, all that the work was bound to, round after round", () => {
    const { room, builder, reviewer } = atWork();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), (rounds) => {
        for (let round = 0; round < rounds; round++) {
          pass(room, builder, "reviewer", "work");
          const fix = pass(room, reviewer, "builder", "findings");
          expect(fix).toMatch(/^FIX-/);
          expect(bound(room, fix)).toEqual(CHARGE);
        }
      }),
      { numRuns: shareOf(5) },
    );
  });

  it("refuses finished rework without its criteria", () => {
    const { room, builder, reviewer } = atWork();
    pass(room, builder, "reviewer", "work");
    pass(room, reviewer, "builder", "findings");
    room.claim(builder);
    const refusal = room.refused(room.handOff(builder, "reviewer", "work"));
    expect(refusal.code).toBe("evidence_missing");
    expect(refusal.details).toMatchObject({ missing: CHARGE.successCriteria });
    room.run(room.handOff(builder, "reviewer", "work", { criteria: MET }));
  });

  it("is added to by findings, which drop nothing", () => {
    const { room, builder, reviewer } = atWork();
    pass(room, builder, "reviewer", "work");
    const fix = pass(room, reviewer, "builder", "findings", {
      boundaries: { allowed: [], forbidden: ["db/**"] },
      successCriteria: ["no write is lost", "tests pass"],
    });
    expect(bound(room, fix)).toEqual({
      boundaries: { allowed: ["src/**"], forbidden: ["src/secret/**", "db/**"] },
      outputs: CHARGE.outputs,
      successCriteria: [...CHARGE.successCriteria, "no write is lost"],
    });
  });

  it("comes from the work, where the planner finds something after its review", () => {
    const { room, planner, builder, reviewer } = atWork();
    pass(room, builder, "reviewer", "work");
    pass(room, reviewer, "planner", "work");
    expect(bound(room, pass(room, planner, "builder", "findings"))).toEqual(CHARGE);
  });

  it("stays with work that waited for an answer, and gives way to what the answer says", () => {
    const { room, planner, builder } = atWork();
    pass(room, builder, "planner", "question");
    expect(bound(room, pass(room, planner, "builder", "answer"))).toEqual(CHARGE);
    pass(room, builder, "planner", "question");
    expect(bound(room, pass(room, planner, "builder", "work"))).toEqual(CHARGE);
    pass(room, builder, "planner", "question");
    const other = pass(room, planner, "builder", "work", { successCriteria: ["it is fast"] });
    expect(bound(room, other)).toEqual({
      boundaries: { allowed: [], forbidden: [] },
      outputs: [],
      successCriteria: ["it is fast"],
    });
  });

  it("is nothing of it for other work", () => {
    const { room, builder, reviewer } = atWork();
    const review = pass(room, builder, "reviewer", "work");
    expect(bound(room, review).successCriteria).toEqual([]);
    expect(bound(room, pass(room, reviewer, "planner", "work")).outputs).toEqual([]);
  });

  it("stays with a task that a lead moves, list by list", () => {
    const { room } = atWork();
    const handoff = { to: "reviewer" as never, intent: "work" as const, message: "You do it." };
    const task = { outputs: ["src/limit.ts"] };
    const moved = room.run({
      type: "handOn",
      by: LEAD,
      taskId: "DEV-001" as never,
      handoff: { ...handoff, task },
      queueAnyway: false,
    });
    expect(bound(room, moved.taskId as string)).toEqual({ ...CHARGE, outputs: task.outputs });
  });

  it("is never more than a result can answer", () => {
    const { room, builder, reviewer } = atWork();
    pass(room, builder, "reviewer", "work");
    room.claim(reviewer);
    const more = Array.from({ length: 49 }, (_, i) => `criterion ${i}`);
    const command = withTask(room.handOff(reviewer, "builder", "findings"), {
      successCriteria: more,
    });
    expect(room.refused(command)).toMatchObject({ code: "limit_reached", details: { has: 51 } });
  });
});
