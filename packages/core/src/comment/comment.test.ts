import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import { taskId } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";

const LINES = { file: "src/store.ts", side: "new", line: 12, endLine: 14 } as const;

function comment(by: AgentCaller | PersonCaller, id: string, text: string): Command {
  const comments = [{ ...LINES, text, severity: "medium" as const }];
  return { type: "commentLines", by, of: { taskId: taskId(id) }, comments };
}

/** A planner, a builder and a reviewer; the builder has handed its work to the reviewer, who claimed it. */
function handedOver() {
  const room = Driver.room("squad");
  const planner = room.join("Pia", "planner");
  const builder = room.join("Bo", "builder");
  const reviewer = room.join("Rex", "reviewer");
  const pass = (by: AgentCaller, to: string, intent: "work" | "findings" | "deliver") => {
    const { id, lease } = room.claim(by);
    return room.run({
      type: "handOff",
      by,
      taskId: id,
      fence: lease.fence,
      next: false,
      handoff: { to: to as "user", intent, message: `To ${to}.`, result: { summary: "Done." } },
    });
  };
  room.say("Refunds");
  pass(planner, "builder", "work");
  return { room, planner, builder, reviewer, pass };
}

/** A plan whose first task is with its reviewer. */
function reviewing(): SessionDriver {
  const room = new SessionDriver();
  room.toPlan();
  room.choose("plan", "approve");
  room.submit();
  return room;
}

describe("a comment on lines of a change", () => {
  it("by a person is a finding of the review: the task goes back when its reviewers have spoken", () => {
    const room = reviewing();
    expect(room.run(comment(LEAD, "DEV-001", "This loses writes."))).toMatchObject({
      outcome: "finding",
      taskId: "DEV-001",
    });
    expect(room.task("DEV-001").state).toBe("in_review");
    room.judge();
    const task = room.task("DEV-001");
    expect(task.state).toBe("pending");
    expect(task.review?.verdicts.flatMap(({ findings }) => findings)).toContainEqual({
      severity: "medium",
      file: "src/store.ts",
      line: 12,
      issue: "Lines 12 to 14. This loses writes.",
    });
    expect(room.delivered(room.claim(room.builder), room.builder)).toContain("This loses writes.");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("by a reviewer is among the findings that its review ends with", () => {
    const room = reviewing();
    const review = room.claim(room.reviewer);
    room.run(comment(room.reviewer, "DEV-001", "This loses writes."));
    room.run({
      type: "complete",
      by: room.reviewer,
      taskId: review.id,
      fence: review.lease.fence,
      result: { summary: "No." },
      reply: JSON.stringify({ type: "review", passed: false, summary: "No." }),
      next: false,
    });
    const [verdict] = room.task("DEV-001").review?.verdicts ?? [];
    expect(verdict?.findings).toMatchObject([{ file: "src/store.ts", line: 12 }]);
    expect(room.view.comments).toMatchObject([{ holder: null, by: { name: "Rex" } }]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("goes with what a reviewer hands back, and is told to whoever is at work on it", () => {
    const { room, builder, reviewer, pass } = handedOver();
    const work = room.claim(builder);
    expect(room.run(comment(LEAD, work.id, "Mind the cents."))).toMatchObject({ outcome: "told" });
    expect(room.view.agents[builder.id]?.mail).toHaveLength(1);
    pass(builder, "reviewer", "work");
    const review = room.claim(reviewer);
    expect(review.instruction).toContain("- src/store.ts:12: Lines 12 to 14. Mind the cents.");
    expect(room.run(comment(reviewer, work.id, "Still floats."))).toMatchObject({
      outcome: "kept",
      taskId: review.id,
    });
    pass(reviewer, "builder", "findings");
    expect(room.task("FIX-001").instruction).toContain("Rex commented on these lines");
    expect(room.task("FIX-001").instruction).toContain("Still floats.");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("on work that waits is asked for with it; on work that is over, a task is made for it", () => {
    const { room, builder, pass } = handedOver();
    expect(room.run(comment(LEAD, "DEV-001", "Mind the cents."))).toMatchObject({
      outcome: "waiting",
    });
    expect(room.claim(builder).instruction).toContain("Mind the cents.");
    pass(builder, "reviewer", "work");
    expect(room.run(comment(LEAD, "DEV-001", "And the tests?"))).toEqual({
      commentIds: [expect.any(String)],
      outcome: "task",
      taskId: "FIX-001",
    });
    expect(room.task("FIX-001")).toMatchObject({
      role: "builder",
      intent: "findings",
      fromTaskId: "DEV-001",
      title: "Comments on DEV-001: To builder.",
    });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("needs a task in an agent's hand, and something that was changed", () => {
    const { room, builder, reviewer } = handedOver();
    expect(room.refused(comment(reviewer, "DEV-001", "No."))).toMatchObject({
      code: "task_state",
      allowed: ["claimTask"],
    });
    expect(room.refused(comment(LEAD, "DEV-404", "No."))).toMatchObject({ code: "task_unknown" });
    room.claim(builder);
    expect(room.try(comment(builder, "DEV-001", "Look here.")).ok).toBe(true);
  });

  it("keeps nothing from being judged, and is lost by no order of what happens", () => {
    const step = fc.constantFrom("person", "reviewer", "submit", "judge", "claim");
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const room = reviewing();
        for (const name of steps) {
          const held = room.view.tasks.find(({ lease }) => lease?.agentId === room.reviewer.id);
          if (name === "person") room.try(comment(LEAD, "DEV-001", "Why?"));
          else if (name === "reviewer") room.try(comment(room.reviewer, "DEV-001", "How?"));
          else if (name === "submit" && room.claimed(room.builder)) room.submit();
          else if (name === "judge" && held) room.judge();
          else if (name === "claim") room.try({ type: "claim", by: room.reviewer });
        }
        expect(faultsOf(room.log)).toEqual([]);
        const live = new Set(room.view.tasks.map(({ id }) => id));
        for (const { holder } of room.view.comments) expect(holder === null || live.has(holder)).toBe(true);
        const kept = room.log.filter(({ type }) => type === "comment.added").length;
        expect(room.view.comments).toHaveLength(kept);
      }),
      { numRuns: shareOf(60) },
    );
  });
});
