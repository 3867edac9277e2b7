import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import { Driver } from "../testing/driver.fixture.ts";

/** A squad whose planner asked its builder something about the user's message; the builder has the question. */
function aQuestion(): Record<"planner" | "builder" | "reviewer", AgentCaller> & { driver: Driver } {
  const driver = Driver.room("squad");
  const planner = driver.join("Pia", "planner");
  const builder = driver.join("Bo", "builder");
  const reviewer = driver.join("Rex", "reviewer");
  driver.say("How long would it take?");
  driver.claim(planner);
  driver.run(driver.handOff(planner, "builder", "question"));
  driver.claim(builder);
  return { driver, planner, builder, reviewer };
}

const CHANGED = { artifacts: [{ path: "src/a.ts", status: "modified" as const }] };

describe("the answer to a question", () => {
  it("goes back to who asked, as a task of that role", () => {
    const { driver, planner, builder } = aQuestion();
    const reply = driver.run(driver.handOff(builder, "planner", "answer"));
    expect(reply).toMatchObject({ to: "planner", intent: "answer", unreviewed: false });
    const task = driver.claim(planner);
    expect(task).toMatchObject({ intent: "answer", role: "planner", fromTaskId: "DEV-001" });
    expect(driver.run(driver.handOff(planner, "user", "deliver"))).toMatchObject({ to: "user" });
  });

  it("is what `done` is refused for, with the way back", () => {
    const { driver, builder } = aQuestion();
    const task = driver.view.tasks.find(({ lease }) => lease?.agentId === builder.id);
    if (!task?.lease) throw new Error("Bo has the question");
    const of = { by: builder, taskId: task.id, fence: task.lease.fence };
    const refusal = driver.refused({
      type: "complete",
      ...of,
      result: { summary: "two days" },
      next: false,
    });
    expect(refusal.code).toBe("answer_owed");
    expect(refusal.message).toMatch(/Pass it on: answer to the planner\.$/);
    expect(refusal.allowed?.[0]).toEqual({ action: "handOff", to: "planner", intent: "answer" });
  });

  it("goes to nobody else, and only a question has one", () => {
    const { driver, builder } = aQuestion();
    for (const to of ["reviewer", "user"]) {
      const refusal = driver.refused(driver.handOff(builder, to, "answer"));
      expect(refusal).toMatchObject({ code: "target_not_allowed" });
      expect(refusal.message).toContain("The planner asked");
    }
    driver.run(driver.handOff(builder, "reviewer", "work"));
    const [reviewer] = driver.view.tasks;
    expect(reviewer?.intent).toBe("work");
  });

  it("counts as work where files were changed, and the refusal says so", () => {
    const { driver, builder } = aQuestion();
    const refusal = driver.refused(driver.handOff(builder, "planner", "answer", CHANGED));
    expect(refusal.message).toContain("reports changed files (src/a.ts), so it counts as work");
    expect(refusal.allowed).toContainEqual({ action: "handOff", to: "reviewer", intent: "work" });
    expect(driver.run(driver.handOff(builder, "reviewer", "work", CHANGED)).to).toBe("reviewer");
  });

  it("says the same of a question that reports changed files", () => {
    const { driver, builder } = aQuestion();
    driver.run(driver.handOff(builder, "reviewer", "question"));
    const other = aQuestion();
    const refusal = other.driver.refused(other.driver.handOff(other.builder, "planner", "question", CHANGED));
    expect(refusal.message).toContain("counts as work, not as a question");
  });

  it("goes to the entry point while who asked is away", () => {
    const { driver, planner, builder, reviewer } = aQuestion();
    driver.run(driver.handOff(builder, "reviewer", "work"));
    driver.claim(reviewer);
    driver.run(driver.handOff(reviewer, "builder", "question"));
    driver.claim(builder);
    driver.run({ type: "leaveRoom", by: reviewer, reason: "" });
    const reply = driver.run(driver.handOff(builder, "reviewer", "answer"));
    expect(reply).toMatchObject({ to: "planner", intent: "answer" });
    expect(reply.rerouted).toMatchObject({ wanted: "reviewer" });
    expect(driver.claim(planner).intent).toBe("answer");
  });

  it("waits with its task while nobody is there who takes it", () => {
    const { driver, planner, builder } = aQuestion();
    driver.run({ type: "leaveRoom", by: planner, reason: "" });
    const refusal = driver.refused(driver.handOff(builder, "planner", "answer"));
    expect(refusal).toMatchObject({ code: "target_unavailable" });
    expect(refusal.message).toBe("The planner asked, but no planner is connected now.");
  });
});

describe("a message that is answered early", () => {
  it("owes no second answer: who works on is not told that the user waits", () => {
    const driver = Driver.room("squad");
    const planner = driver.join("Pia", "planner");
    const builder = driver.join("Bo", "builder");
    driver.say("Fix the login.");
    const { lease } = driver.claim(planner);
    const draft = { role: "builder" as never, title: "Fix", instruction: "Fix it." };
    const { tasks } = driver.run({
      type: "createTasks",
      by: planner,
      fence: lease.fence,
      tasks: [draft],
    }) as { tasks: { id: string }[] };
    const early = driver.run(driver.handOff(planner, "user", "deliver"));
    expect(early.stillOpen).toEqual(tasks.map(({ id }) => id));
    const task = driver.claim(builder);
    const of = { by: builder, taskId: task.id, fence: task.lease.fence };
    const done = driver.run({ type: "complete", ...of, result: { summary: "fixed" }, next: false });
    expect(done.state).toBe("completed");
    expect(driver.run({ type: "claim", by: planner }).taskId).toBeNull();
  });
});

describe("what a handoff asks for", () => {
  it("is warned about where an output is outside of what the next task may change, as in new tasks", () => {
    const driver = Driver.room("squad");
    const planner = driver.join("Pia", "planner");
    driver.join("Bo", "builder");
    driver.say("Fix the login.");
    driver.claim(planner);
    const command = driver.handOff(planner, "builder", "work");
    const task = { boundaries: { allowed: ["src/**"], forbidden: [] }, outputs: ["docs/a.md"] };
    const { warnings } = driver.run({ ...command, handoff: { ...command.handoff, task } });
    expect(warnings).toEqual(["DEV-001: the output docs/a.md is outside its boundaries"]);
  });
});
