import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pipelinesIn } from "../../flow/sessions.ts";
import type { AgentCaller } from "../../kernel/actor.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { shareOf } from "../../testing/property-runs.fixture.ts";
import { pipelineCards } from "./card.ts";
import { stallOf, UNTAKEN_MS } from "./stall.ts";

const stall = (room: PipelineDriver) => {
  const [session] = pipelinesIn(room.view.sessions);
  return session ? (stallOf(room.room, session, room.now) ?? []).map(({ text }) => text) : [];
};

describe("a pipeline that does not move says why", () => {
  it("moves while somebody works, or is about to", () => {
    const room = new PipelineDriver(["planner"]);
    room.begin("fe-only");
    expect(stall(room)).toEqual([]);
    room.claim(room.agents.planner as AgentCaller);
    room.pass(UNTAKEN_MS);
    expect(stall(room)).toEqual([]);
  });

  it("where nobody of a role is there, and no longer once somebody comes", () => {
    const room = new PipelineDriver(["planner"]);
    room.begin("fe-only");
    room.endNext("planner");
    expect(stall(room)).toEqual(["No Front-end developer is connected."]);
    expect(pipelineCards(room.view, room.now)[0]?.stall?.text).toBe("No Front-end developer is connected.");
    room.join("Fe", "fe-developer");
    expect(stall(room)).toEqual([]);
  });

  it("where who is there takes nothing, after a minute", () => {
    const room = new PipelineDriver(["planner"]);
    room.begin("fe-only");
    room.pass(UNTAKEN_MS - 1);
    expect(stall(room)).toEqual([]);
    room.pass(1);
    expect(stall(room)).toEqual(["Ready for more than a minute, and no Planner has taken it."]);
  });

  it("at a checkpoint, a failed step, a blocker, and where the coordinator is asked", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work();
    expect(stall(room)).toEqual(["Waiting for a person's answer at the checkpoint “Start the implementation”."]);
    room.choose("resume");
    const planner = room.agents.planner as AgentCaller;
    for (let i = 0; i < 3; i++) {
      const { id, lease } = room.claim(planner);
      room.run({ type: "fail", by: planner, taskId: id, fence: lease.fence, reason: "No way." });
    }
    expect(stall(room)[0]).toMatch(/^Waiting for a person's answer: PLAN-001/);
    room.run(room.answer(room.decision("task_failed"), "retry"));
    expect(stall(room)).toEqual([]);
    room.endNext("planner");
    room.endNext("executor");
    expect(stall(room)).toEqual([
      "Ready. The Coordinator says when it starts.",
      "Ready. The Coordinator says when it starts.",
    ]);
  });

  it("in every graph without a circle: it ends, or waits for a reason that is shown", () => {
    const prefixes = ["PLAN", "IMPL", "TEST", "DRAFT", "REVIEW", "DEV-FE", "CHECKPOINT"];
    const roles = ["planner", "executor", "tester", "writer", "reviewer", "fe-developer"];
    const step = fc.record({
      prefix: fc.constantFrom(...prefixes),
      requires: fc.array(fc.nat(30), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 14 }),
        fc.subarray([...roles, "coordinator"]),
        fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
        (drawn, there, picks) => {
          const ids = drawn.map(({ prefix }, i) => `${prefix}-${String(i + 1).padStart(3, "0")}`);
          const steps = drawn.map(({ requires }, i) => {
            const of = i === 0 ? [] : [...new Set(requires.map((n) => ids[n % i]))];
            return of.length === 0 ? `${ids[i]}` : `${ids[i]}<${of.join(",")}`;
          });
          const room = new PipelineDriver(there);
          room.beginWith(...steps);
          let turn = 0;
          for (let round = 0; round < 20 && room.view.sessions.live.length > 0; round++) {
            room.work((n) => (picks[turn++ % picks.length] ?? 0) % Math.max(1, n));
            const asked = Object.values(room.view.decisions);
            const checkpoint = asked.find(({ kind }) => kind === "pipeline_checkpoint");
            if (!checkpoint || (picks[round % picks.length] ?? 0) % 5 === 0) break;
            room.run(room.answer(checkpoint, "resume"));
          }
          room.pass(UNTAKEN_MS);
          const isOver = room.view.sessions.live.length === 0;
          if (!isOver) expect(stall(room).filter((text) => text.length > 10)).not.toEqual([]);
          expect(faultsOf(room.log)).toEqual([]);
        },
      ),
      { numRuns: shareOf(150) },
    );
  });

  it("no longer once its session is paused: that is what is shown then", () => {
    const room = new PipelineDriver([]);
    room.begin("fe-only");
    expect(stall(room)).toHaveLength(1);
    room.run({ type: "pauseSession", by: LEAD, sessionId: 1, reason: "", park: false });
    expect(stall(room)).toEqual([]);
  });
});
