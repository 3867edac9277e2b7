import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ERRORS_MAX } from "../error/reported-error.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import { report } from "../testing/error-kinds.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { PipelineDriver } from "../testing/pipeline-driver.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";

/** A session at its plan's first task, and a second agent of two roles. */
function executing() {
  const room = new SessionDriver();
  const ada = room.join("Ada", "builder");
  const pat = room.join("Pat", "planner");
  room.start();
  room.toPlan();
  room.choose("plan", "approve");
  return { room, ada, pat };
}

/** A session whose step waits for the planner's reply. */
function asking() {
  const room = new SessionDriver();
  const pat = room.join("Pat", "planner");
  room.start();
  return { room, pat };
}

const needs = (suggestedAgent: string) => ({ requiresIntervention: true, suggestedAgent });
const ids = ({ options }: { options: readonly { id: string }[] }) => options.map(({ id }) => id);

describe("whom an agent suggests for a session's task", () => {
  it("gets a plan's task by the answer: it stays the same task, with its reviewers", () => {
    const { room } = executing();
    const task = room.claim(room.builder);
    room.run(report(room, room.builder, needs("planner")));
    const asked = room.decision("intervention");
    expect(ids(asked)).toEqual(["retry", "answer", "reassign:planner", "cancel"]);
    room.run(room.answer(asked, "reassign:planner", { note: "Yours." }));
    expect(room.task(task.id)).toMatchObject({ role: "planner", state: "pending" });
    const taken = room.claim(room.planner);
    expect(taken.id).toBe(task.id);
    const done = { taskId: taken.id, fence: taken.lease.fence, result: { summary: "So." } };
    expect(room.run({ type: "complete", by: room.planner, ...done, next: false }).state).toBe("in_review");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it.each([
    ["asked for at once", 1, "reassign"],
    ["after the third error", ERRORS_MAX, "hand_on"],
  ] as const)("may be another agent of the same role, %s", (_, times, prefix) => {
    const { room, ada } = executing();
    const task = room.claim(room.builder);
    for (let n = 0; n < times; n += 1) room.run(report(room, room.builder, needs("Ada")));
    const asked = room.decision(times === 1 ? "intervention" : "task_failed");
    room.run(room.answer(asked, `${prefix}:${ada.id}`));
    expect(room.task(task.id)).toMatchObject({ role: "builder", agentId: ada.id });
    expect(room.claimed(room.builder)).not.toBe(task.id);
    expect(room.claim(ada).id).toBe(task.id);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("can't give the reply that a session waits for from another role, and whoever decides reads why", () => {
    for (const times of [1, ERRORS_MAX]) {
      const { room } = asking();
      const { id } = room.claim(room.planner);
      for (let n = 0; n < times; n += 1) room.run(report(room, room.planner, needs("Rex")));
      const asked = room.decision(times === 1 ? "intervention" : "task_failed");
      expect(ids(asked).filter((one) => /^(reassign|hand_on):/.test(one))).toEqual([]);
      expect(asked.reason).toMatch(/\nPia suggests Rex, but the session waits for the reply to /);
      expect(asked.reason).toContain(`the reply to ${id}, which only Planner gives.`);
    }
  });

  it("gives that reply where it fills the same role", () => {
    const { room, pat } = asking();
    const { id } = room.claim(room.planner);
    room.run(report(room, room.planner, needs("Pat")));
    room.run(room.answer(room.decision("intervention"), `reassign:${pat.id}`));
    expect(room.claim(pat).id).toBe(id);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("gets no review of somebody else", () => {
    const { room } = executing();
    room.submit();
    room.claim(room.reviewer);
    const id = room.view.tasks.find(({ reviewOf }) => reviewOf !== null)?.id;
    room.run({
      type: "askIntervention",
      by: room.reviewer,
      taskId: id as never,
      fence: room.task(id ?? "").lease?.fence as never,
      question: "Who?",
      reason: "Why.",
      options: [],
      urgency: "high",
      suggestedRole: "planner",
    } as never);
    const asked = room.decision("intervention");
    expect(ids(asked)).not.toContain("reassign:planner");
    expect(asked.reason).toBe(`Why.\nRex suggests Planner, but ${id} is a review, which stays with its reviewer.`);
  });

  it("takes over a step of a pipeline, which goes on with it to its end", () => {
    const room = new PipelineDriver();
    room.beginWith("PLAN-001", "IMPL-001<PLAN-001", "TEST-001<IMPL-001");
    room.work(undefined, 1);
    const by = Object.values(room.agents).find(
      (one) => typeof room.run({ type: "claim", by: one }).taskId === "string",
    ) as AgentCaller;
    const held = room.view.tasks.find(({ lease }) => lease?.agentId === by.id);
    const other = room.room.team.roles.find(({ name }) => name !== held?.role)?.name ?? "";
    room.run(report(room, by, needs(other)));
    room.run(room.answer(room.decision("intervention"), `reassign:${other}`, { note: "Yours." }));
    expect(room.task(held?.id ?? "")).toMatchObject({ role: other, sessionId: 1 });
    room.work();
    expect(room.view.sessions.ended).toMatchObject([{ end: "completed" }]);
    expect(room.log.filter(({ type }) => type === "handoff.delivered")).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("in any session: is offered exactly where the answer then works, and else there is a reason", () => {
    let offered = 0;
    let refused = 0;
    const who = fc.constantFrom("planner", "builder", "reviewer", "Pia", "Bo", "Rex", "Ada", "Pat");
    fc.assert(
      fc.property(fc.constantFrom("plan", "reply", "review"), who, fc.boolean(), (at, name, stops) => {
        const { room } = executing();
        if (at === "review") room.submit();
        const own = at === "plan" ? room.builder : at === "review" ? room.reviewer : room.planner;
        if (at === "reply") room.start("Another");
        if (at === "reply") room.work();
        if (room.claimed(own) === null) return;
        const task = room.view.tasks.find(({ lease }) => lease?.agentId === own.id);
        for (let n = 0; n < (stops ? ERRORS_MAX : 1); n += 1) room.run(report(room, own, needs(name)));
        const asked = room.decision(stops ? "task_failed" : "intervention");
        const option = asked.options.find(({ consequence }) =>
          stops ? consequence.includes("suggested it.") : consequence.includes("is free for other work."),
        );
        const isWhy = asked.reason.includes(" suggests ");
        const isOwn = [task?.role, own.name.toLowerCase()].includes(name.toLowerCase());
        expect([isWhy, option !== undefined].filter(Boolean)).toHaveLength(isOwn ? 0 : 1);
        offered += Number(option !== undefined);
        refused += Number(isWhy);
        if (!option) return;
        room.run(room.answer(asked, option.id));
        expect(room.view.tasks.map(({ id }) => id)).toContain(task?.id);
        expect(room.task(task?.id ?? "").state).toBe("pending");
        expect(faultsOf(room.log)).toEqual([]);
      }),
      { numRuns: 60 },
    );
    expect(offered).toBeGreaterThan(2);
    expect(refused).toBeGreaterThan(2);
  });
});
