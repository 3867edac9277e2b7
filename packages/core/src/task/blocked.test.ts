import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AgentId, taskId } from "../kernel/ids.ts";
import { decide } from "../room/decide.ts";
import { offeredRoles } from "../team/availability.ts";
import { agentsById, anAgent, anId, aRoom, aTask, MINUTE, T0 } from "../testing/builders.fixture.ts";
import { Discussions } from "../testing/discussion.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { histories, play } from "../testing/history.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { blockedReasons } from "./blocked.ts";
import { isReady, pausedSession } from "./order.ts";
import type { Task } from "./task.ts";

const textsOf = (driver: Driver, id: string) => blockedReasons(driver.view, driver.task(id)).map(({ text }) => text);

/** Who is there gets this task at once, had nobody anything else to do. */
function isTakenByClaim(driver: Driver, task: Task): boolean {
  const view = { ...driver.view, tasks: [task], decisions: {} };
  // A runner starts somebody for it, and nobody else has it.
  const isOffered = task.agentId === null && offeredRoles(driver.view).includes(task.role);
  if (isOffered) return isReady(task) && !pausedSession(driver.view, task);
  return Object.values(driver.view.agents).some(({ id, name, role, online, connection }) => {
    if (!online) return false;
    const by = { id, name, roles: [role], connection };
    const ruling = decide(view, { type: "claim", by }, driver.context());
    return ruling.ok && ruling.steps.some(({ event }) => event.type === "task.claimed");
  });
}

describe("why a task is blocked", () => {
  it("says of a point of view who may take it, and what becomes of it", () => {
    const room = new Discussions(["reviewer"]);
    room.finish(room.analyst, { files: ["spec/research.md"] });
    const view = room.round.perspectives.find(({ taskId: id }) => room.task(id as string).role === "reviewer");
    expect(textsOf(room, view?.taskId as string)).toEqual([]);
    room.run({ type: "leaveRoom", by: room.judges[0] as never, reason: "" });
    expect(textsOf(room, view?.taskId as string)).toEqual([
      "No Reviewer is connected. It was asked of that role when its round began. The round continues without it when its time is up.",
    ]);
  });

  it("is nothing exactly where a claim would take it, in every history", () => {
    const seen = { free: 0, blocked: 0 };
    fc.assert(
      fc.property(histories(60), (history) => {
        play(history, ({ driver }) => {
          for (const task of driver.view.tasks.filter(({ state }) => state === "pending")) {
            const reasons = blockedReasons(driver.view, task);
            expect(reasons.length === 0).toBe(isTakenByClaim(driver, task));
            expect(reasons.every(({ kind }) => kind !== "waits_for")).toBe(isReady(task));
            seen[reasons.length === 0 ? "free" : "blocked"]++;
          }
        });
      }),
      { numRuns: 60 },
    );
    expect(seen.free).toBeGreaterThan(50);
    expect(seen.blocked).toBeGreaterThan(50);
  });

  it("is a sentence and its rule, in every history; what failed or asks has one, what is worked on has none", () => {
    fc.assert(
      fc.property(histories(60), (history) => {
        const { view } = play(history);
        for (const task of view.tasks) {
          const reasons = blockedReasons(view, task);
          for (const { text, rule } of reasons) {
            expect(text).toMatch(/^[A-Z].*[.?…”]$|: .+$/su);
            expect(rule).toMatch(/^[A-Z].*\.$/u);
          }
          if (task.state === "failed") expect(reasons.map(({ kind }) => kind)).toEqual(["waits_on_human"]);
        }
      }),
      { numRuns: shareOf(40) },
    );
  });

  it("says of each requirement how it stands", () => {
    const driver = Driver.room("duo");
    const planner = driver.join("Pia", "planner");
    const builder = driver.join("Ada", "builder");
    driver.run(
      driver.create(planner, [
        { role: "builder", title: "Dig", ref: "dig" },
        { role: "planner", title: "Plant", requires: ["ref:dig"] },
      ]),
    );
    expect(textsOf(driver, "PLAN-001")).toEqual(["Waiting for DEV-001 “Dig”, which nobody has started."]);
    driver.claim(builder);
    expect(textsOf(driver, "PLAN-001")).toEqual(["Waiting for DEV-001 “Dig”, which Ada is working on."]);
    expect(textsOf(driver, "DEV-001")).toEqual([]);
    driver.run(driver.ask(builder, { question: "How deep?" }));
    expect(textsOf(driver, "PLAN-001")).toEqual([
      "Waiting for DEV-001 “Dig”, whose agent Ada is waiting for a person's answer.",
    ]);
    expect(textsOf(driver, "DEV-001")).toEqual(["Waiting for a person's answer: How deep?"]);
  });

  it("says that a requirement failed, and that the failed task itself waits for a person", () => {
    const driver = Driver.room("duo");
    const planner = driver.join("Pia", "planner");
    const builder = driver.join("Ada", "builder");
    driver.run(
      driver.create(planner, [
        { role: "builder", title: "Dig", ref: "dig" },
        { role: "planner", title: "Plant", requires: ["ref:dig"] },
      ]),
    );
    driver.failThrice(builder);
    expect(textsOf(driver, "PLAN-001")).toEqual([
      "Waiting for DEV-001 “Dig”, which failed; a person decides what happens to it.",
    ]);
    const [reason] = blockedReasons(driver.view, driver.task("DEV-001"));
    expect(reason).toMatchObject({
      kind: "waits_on_human",
      decisionId: driver.decision("task_failed").id,
    });
  });

  it("says that a role is away, that a person is asked, and that one let it wait", () => {
    const driver = Driver.room("duo");
    driver.join("Ada", "builder");
    driver.say("Plan it");
    expect(textsOf(driver, "PLAN-001")).toEqual(["No Planner is connected."]);
    driver.pass(3 * MINUTE).tick();
    expect(textsOf(driver, "PLAN-001")).toEqual(["No Planner is connected. A person is asked what to do."]);
    driver.run(driver.answer(driver.decision("role_unavailable"), "wait"));
    expect(textsOf(driver, "PLAN-001")).toEqual(["No Planner is connected. A person chose to wait for one."]);
  });

  it("names the only agent that may take it, while another of its role is there", () => {
    const ada = anId(100) as AgentId;
    const bob = anAgent({ id: anId(101) as AgentId, name: "Bob" });
    const room = aRoom("squad", { agents: agentsById([anAgent({ online: false }), bob]) });
    expect(blockedReasons(room, aTask({ agentId: ada }))).toMatchObject([
      { kind: "agent_unavailable", agentId: ada, text: "Only Ada can take it, and Ada is away." },
    ]);
    expect(blockedReasons(room, aTask())).toEqual([]);
    expect(blockedReasons(room, aTask({ agentId: bob.id }))).toEqual([]);
  });

  it("keeps long titles and questions short", () => {
    const long = aTask({ id: taskId("DEV-002"), title: "x".repeat(200) });
    const task = aTask({ waitsFor: [long.id], createdAt: T0 });
    const room = aRoom("squad", { tasks: [long, task], agents: agentsById([anAgent()]) });
    const [reason] = blockedReasons(room, task);
    expect(reason?.text.length).toBeLessThan(120);
  });
});
