import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { MessageId } from "../kernel/ids.ts";
import { emptyView } from "../log/view.ts";
import { LEAD, MINUTE, ROOM_ID, SECOND, T0 } from "../testing/builders.fixture.ts";
import { Discussions } from "../testing/discussion.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { PipelineDriver } from "../testing/pipeline-driver.fixture.ts";
import { ballOf, chainOf } from "./ball.ts";

/** A squad with everyone there. */
function aSquad() {
  const driver = Driver.room("squad");
  const pia = driver.join("Pia", "planner");
  const ada = driver.join("Ada", "builder");
  const rex = driver.join("Rex", "reviewer");
  return { driver, pia, ada, rex };
}

describe("who has the ball of a pipeline", () => {
  it("is followed by the role of the next step, by a person at a checkpoint, by the entry point at the end", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    const seen: unknown[] = [];
    const look = () => {
      const { role, next } = ballOf(room.view);
      if (seen.at(-1) !== `${role} → ${next}`) seen.push(`${role} → ${next}`);
    };
    for (const role of ["analyst", ...Array(4).fill("writer"), "reviewer"]) {
      look();
      room.endNext(role);
    }
    look();
    room.choose("resume");
    look();
    expect(seen).toEqual([
      "analyst → writer",
      "writer → writer",
      "writer → reviewer",
      "reviewer → user",
      "null → planner",
      "planner → executor",
    ]);
  });

  it("is followed by the author where a person is asked about its discussion", () => {
    const room = new Discussions();
    for (let round = 0; round < 2; round++) {
      room.finish(room.analyst);
      room.judge([{ missing: ["R-14"] }]);
    }
    expect(ballOf(room.view)).toMatchObject({ holder: "you", next: "analyst" });
  });

  it("is followed by whoever builds on a step while that is discussed", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    expect(ballOf(room.view)).toMatchObject({ why: { taskId: "VIEW-001" }, next: "writer" });
  });
});

describe("who has the ball while a step is to be redone once more", () => {
  it("is whoever works meanwhile, and a person once nobody else has anything to do", () => {
    const room = new PipelineDriver();
    room.begin("impl-only");
    room.endNext("planner");
    const by = room.agents.coordinator as AgentCaller;
    const revise = (id: string) =>
      room.run({
        type: "reviseSteps",
        by,
        sessionId: 1,
        taskIds: [id],
        note: "R-14 is missing.",
        dryRun: false,
      } as never);
    for (const id of ["PLAN-001", "PLAN-001-R1"]) {
      revise(id);
      room.endNext("planner");
    }
    revise("PLAN-001-R2");
    expect(Object.values(room.view.decisions)).toHaveLength(1);
    expect(ballOf(room.view)).toMatchObject({ holder: "agent", role: "executor" });
    const idle = { ...room.view, tasks: [] };
    expect(ballOf(idle)).toMatchObject({ holder: "you", why: { about: "intervention" } });
  });
});

describe("who has the ball", () => {
  it("is nobody in a room without a team, and in one where nothing was asked", () => {
    expect(ballOf(Driver.room("squad").view)).toStrictEqual({
      holder: "nobody",
      agentId: null,
      role: null,
      name: null,
      why: { kind: "no_team" },
      next: "planner",
      sinceAt: T0,
      alsoWorking: 0,
    });
    expect(ballOf(emptyView(ROOM_ID))).toMatchObject({
      holder: "nobody",
      next: null,
      sinceAt: null,
    });
    expect(ballOf(aSquad().driver.view)).toMatchObject({
      holder: "nobody",
      why: { kind: "quiet" },
      next: "planner",
    });
  });

  it("goes with a message along the whole chain of a squad", () => {
    const { driver, pia, ada, rex } = aSquad();
    driver.say("Protect the sign-in");
    expect(ballOf(driver.view)).toMatchObject({
      holder: "agent",
      agentId: null,
      name: "Planner",
      why: { kind: "about_to_take", taskId: "PLAN-001" },
      next: "builder",
    });
    driver.pass(MINUTE).claim(pia);
    expect(ballOf(driver.view)).toMatchObject({
      agentId: pia.id,
      name: "Pia",
      why: { kind: "works_on", state: "claimed", action: null },
      next: "builder",
      sinceAt: T0 + MINUTE,
    });
    driver.run(driver.handOff(pia, "builder", "work"));
    const { lease } = driver.claim(ada);
    driver.run({
      type: "progress",
      by: ada,
      taskId: driver.task("DEV-001").id,
      fence: lease.fence,
      progress: { action: "writing" },
    });
    expect(ballOf(driver.view)).toMatchObject({
      name: "Ada",
      why: { state: "in_progress", action: "writing" },
      next: "reviewer",
    });
    driver.run(driver.handOff(ada, "reviewer", "work"));
    driver.claim(rex);
    expect(ballOf(driver.view)).toMatchObject({ name: "Rex", next: "planner" });
    driver.run(driver.handOff(rex, "planner", "work"));
    driver.claim(pia);
    expect(ballOf(driver.view)).toMatchObject({ name: "Pia", next: "user" });
    driver.run(driver.handOff(pia, "user", "deliver", { message: "Protected." }));
    expect(ballOf(driver.view)).toMatchObject({
      holder: "nobody",
      why: { kind: "delivered", by: "Pia", text: "Protected.", unreviewed: false },
      next: "planner",
    });
  });

  it("is with you as long as a question is open", () => {
    const { driver, pia } = aSquad();
    driver.say("Protect the sign-in");
    driver.claim(pia);
    driver.pass(SECOND).run(driver.handOff(pia, "user", "question", { message: "Against whom?" }));
    const ball = ballOf(driver.view);
    expect(ball).toMatchObject({
      holder: "you",
      why: { kind: "question", from: "Pia", text: "Against whom?" },
      next: "planner",
    });
    expect(ball.sinceAt).toBe(T0 + SECOND);
    driver.say("Robots.", driver.view.questions[0]?.messageId as MessageId);
    expect(ballOf(driver.view)).toMatchObject({ holder: "agent", why: { kind: "about_to_take" } });
  });

  it("is with you when a task has failed, though others work on", () => {
    const { driver, ada, pia } = aSquad();
    driver.run(driver.create(LEAD, [{ role: "builder", title: "Break" }, { role: "planner" }]));
    driver.claim(pia);
    driver.pass(3 * SECOND).failThrice(ada);
    const { id, question } = driver.decision("task_failed");
    expect(ballOf(driver.view)).toMatchObject({
      holder: "you",
      why: {
        kind: "decision",
        decisionId: id,
        about: "task_failed",
        subject: { taskId: "DEV-001" },
        question,
        from: null,
      },
      next: "builder",
      alsoWorking: 1,
      sinceAt: T0 + 3 * SECOND,
    });
    // A log of before there were decisions has failed tasks that nobody was asked about.
    expect(ballOf({ ...driver.view, decisions: {} })).toMatchObject({
      holder: "you",
      why: { kind: "task_failed", taskId: "DEV-001", title: "Break" },
    });
  });

  it("is with you for the most urgent decision, and for a question before one of low urgency", () => {
    const { driver, pia, ada, rex } = aSquad();
    driver.run(driver.create(LEAD, [{ role: "planner" }, { role: "builder" }, { role: "reviewer" }]));
    for (const by of [pia, ada, rex]) driver.claim(by);
    const why = () => ballOf(driver.view).why;
    driver.run(driver.ask(ada, { urgency: "low", question: "Tabs?" }));
    expect(why()).toMatchObject({ kind: "decision", question: "Tabs?", from: "Ada" });
    driver.pass(SECOND).run(driver.handOff(pia, "user", "question", { message: "Whose?" }));
    expect(why()).toMatchObject({ kind: "question", text: "Whose?" });
    driver.pass(SECOND).run(driver.ask(rex, { urgency: "medium", question: "May I?" }));
    expect(why()).toMatchObject({ kind: "decision", question: "May I?" });
    expect(ballOf(driver.view)).toMatchObject({ holder: "you", next: "reviewer" });
  });

  it("does not count an agent that waits for a person among those at work", () => {
    const { driver, pia, ada } = aSquad();
    driver.run(driver.create(LEAD, [{ role: "planner" }, { role: "builder" }]));
    for (const by of [pia, ada]) driver.claim(by);
    driver.run(driver.ask(ada));
    expect(ballOf(driver.view)).toMatchObject({ holder: "you", alsoWorking: 1 });
    driver.run(driver.ask(pia));
    expect(ballOf(driver.view)).toMatchObject({ holder: "you", alsoWorking: 0 });
  });

  it("is nobody's while work waits for a role as a person decided", () => {
    const driver = Driver.room("squad");
    driver.say("one");
    driver.pass(2 * MINUTE).tick();
    expect(ballOf(driver.view)).toMatchObject({
      holder: "you",
      why: { kind: "decision", about: "role_unavailable" },
      next: "planner",
    });
    driver.run(driver.answer(driver.decision("role_unavailable"), "wait"));
    expect(ballOf(driver.view)).toMatchObject({
      holder: "nobody",
      why: { kind: "role_missing", role: "planner", waiting: 1, title: "one" },
    });
  });

  it("is with you when nothing can move before somebody fills a role", () => {
    const driver = Driver.room("squad");
    driver.pass(SECOND).say("one");
    driver.say("two");
    expect(ballOf(driver.view)).toMatchObject({
      holder: "you",
      why: { kind: "role_missing", role: "planner", waiting: 2, title: "one" },
      sinceAt: T0 + SECOND,
    });
    driver.join("Ada", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    expect(ballOf(driver.view)).toMatchObject({
      holder: "agent",
      why: { kind: "about_to_take", taskId: "DEV-001" },
    });
  });

  it("is with the latest claim, and says how many others work", () => {
    const { driver, pia, ada, rex } = aSquad();
    driver.run(driver.create(LEAD, [{ role: "planner" }, { role: "builder" }, { role: "reviewer" }]));
    for (const by of [rex, pia, ada]) driver.pass(SECOND).claim(by);
    expect(ballOf(driver.view)).toMatchObject({ name: "Ada", alsoWorking: 2 });
  });

  it("is nobody's when all that is left waits for something that nobody can take", () => {
    const { driver } = aSquad();
    driver.run(
      driver.create(LEAD, [
        { ref: "a", role: "builder" },
        { role: "planner", requires: ["ref:a"] },
      ]),
    );
    driver.run({
      type: "handOn",
      by: LEAD,
      taskId: driver.task("DEV-001").id,
      handoff: { to: "reviewer" as never, intent: "work", message: "x" },
      queueAnyway: false,
    });
    const { view } = driver;
    const tasks = view.tasks.filter((task) => task.id !== "REVIEW-001");
    expect(ballOf({ ...view, tasks })).toMatchObject({
      holder: "nobody",
      why: { kind: "waiting_for", taskId: "PLAN-001", waitsFor: ["REVIEW-001"] },
    });
  });

  it("goes to whoever owes the answer that a task in hand waits for, unless somebody works meanwhile", () => {
    const driver = Driver.room("squad");
    const [pia, bo] = [driver.join("Pia", "planner"), driver.join("Bo", "builder")];
    const tasks = ["builder", "reviewer"].map((role) => ({
      role: role as never,
      title: "Refunds",
      instruction: "Build them.",
    }));
    driver.run({ type: "createTasks", by: LEAD, fence: null, tasks });
    driver.claim(bo);
    const asks = { body: "v1 or v2?", repliesTo: null, waits: true } as const;
    const to = { kind: "role", role: "planner" as never } as const;
    const { messageId } = driver.run({ type: "sendAgentMessage", by: bo, to, ...asks });
    const sinceAt = driver.now;
    expect(ballOf(driver.view)).toEqual({
      holder: "agent",
      agentId: null,
      role: "planner",
      name: "Planner",
      why: { kind: "owes_answer", taskId: "DEV-001", title: "Refunds", asker: "Bo" },
      next: "builder",
      sinceAt,
      alsoWorking: 0,
    });
    const rex = driver.join("Rex", "reviewer");
    driver.claim(rex);
    expect(ballOf(driver.view)).toMatchObject({ name: "Rex", alsoWorking: 1 });
    driver.run(driver.handOff(rex, "builder", "findings"));
    const back = { kind: "agent", agentId: bo.id } as const;
    const answer = { body: "v2.", repliesTo: messageId } as never as { body: string };
    driver.run({ type: "sendAgentMessage", by: pia, to: back, ...answer } as never);
    expect(ballOf(driver.view)).toMatchObject({ name: "Bo", why: { kind: "works_on" } });
  });

  it("goes where the variant in force sends it", () => {
    const driver = Driver.room("pair");
    const ada = driver.join("Ada", "builder");
    driver.say("Fix the footer");
    driver.claim(ada);
    expect(ballOf(driver.view).next).toBe("user");
    driver.join("Rex", "reviewer");
    expect(ballOf(driver.view).next).toBe("reviewer");
  });
});

describe("the chain of a room", () => {
  it("is that of the variant in force", () => {
    expect(chainOf(emptyView(ROOM_ID))).toBeNull();
    const driver = Driver.room("squad");
    driver.join("Pia", "planner");
    expect(chainOf(driver.view)).toEqual({
      variant: "planner_solo",
      note: "planner implements and reviews",
      chain: ["user", "planner", "user"],
    });
    driver.join("Ada", "builder");
    driver.join("Rex", "reviewer");
    expect(chainOf(driver.view)).toMatchObject({ variant: "full_team", note: "" });
  });
});
