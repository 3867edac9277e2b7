import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { PersonId, TaskId } from "../kernel/ids.ts";
import { draftOf, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import type { Team } from "../team/team.ts";
import { anId, LEAD, MINUTE, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { histories, play } from "../testing/history.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import type { MessageKeeper } from "./command.ts";
import { movesOf, placeOf, waitingMessages } from "./queue.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const SENDER: MessageKeeper = { ...LEAD, isLead: false };
const GUEST: MessageKeeper = { id: anId(3) as PersonId, name: "Gil", isLead: false };
const OWNER: MessageKeeper = { ...GUEST, isLead: true };

/** A planner at work on PLAN-001, and two messages that wait: PLAN-002 and PLAN-003. */
function aQueue(): { driver: Driver; pia: AgentCaller } {
  const driver = Driver.room("squad");
  const pia = driver.join("Pia", "planner");
  driver.say("first");
  driver.claim(pia);
  driver.pass(SECOND).say("second");
  driver.pass(SECOND).say("third");
  driver.pass(SECOND);
  return { driver, pia };
}

const edit = (by: MessageKeeper, taskId: string, body = "rather this") => {
  return { type: "editMessage" as const, by, taskId: taskId as TaskId, body };
};
const withdraw = (by: MessageKeeper, taskId: string) => {
  return { type: "withdrawMessage" as const, by, taskId: taskId as TaskId };
};
const front = (by: MessageKeeper, taskId: string) => {
  return { type: "moveMessageToFront" as const, by, taskId: taskId as TaskId };
};
const order = (driver: Driver) => waitingMessages(driver.view).map((task) => task.id as string);

describe("a message that waits", () => {
  it("stands behind the task in hand, in the order of sending", () => {
    const { driver } = aQueue();
    expect(order(driver)).toEqual(["PLAN-002", "PLAN-003"]);
    expect(waitingMessages(driver.view).map((task) => placeOf(driver.view, task))).toEqual([1, 2]);
  });

  it("gets other words: its task, its title and whom it names", () => {
    const { driver, pia } = aQueue();
    const reply = driver.run(edit(SENDER, "PLAN-003", "Rather that,\nand @builder knows why"));
    expect(reply).toMatchObject({ taskId: "PLAN-003", ahead: 2 });
    expect(driver.task("PLAN-003")).toMatchObject({
      title: "Rather that,",
      instruction: "Rather that,\nand @builder knows why",
    });
    const sent = driver.log.find((e) => e.type === "message.sent" && e.data.ahead === 2);
    expect(sent).toMatchObject({ data: { message: { body: "third" } } });
    expect(driver.log.at(-1)).toMatchObject({
      type: "message.edited",
      actor: { kind: "person", name: "Lea" },
      data: {
        sentSeq: sent?.seq,
        taskId: "PLAN-003",
        message: { from: { name: "Lea" }, mentions: ["builder"], at: expect.any(Number) },
      },
    });
    driver.run(driver.handOff(pia, "user", "deliver"));
    driver.claim(pia);
    driver.run(driver.handOff(pia, "user", "deliver"));
    expect(driver.claim(pia).instruction).toContain("Rather that");
  });

  it("keeps the rest of what it was when its words change", () => {
    const { driver, pia } = aQueue();
    driver.run(driver.handOff(pia, "user", "question", { message: "which one?" }));
    const [question] = driver.view.questions;
    const taskId = driver.say("the left one", question?.messageId ?? null);
    const before = driver.log.at(-1);
    driver.run(edit(SENDER, taskId, "the right one"));
    const after = driver.log.at(-1);
    if (before?.type !== "message.sent" || after?.type !== "message.edited") throw new Error();
    expect(after.data.message).toEqual({ ...before.data.message, body: "the right one" });
    expect(after.data.sentSeq).toBe(before.seq);
  });

  it("is sent to the front, in front of what was sent there before", () => {
    const { driver } = aQueue();
    driver.run(driver.create(LEAD, [{ role: "planner", priority: "critical" }]));
    expect(driver.run(front(SENDER, "PLAN-003"))).toMatchObject({ ahead: 1 });
    expect(order(driver)).toEqual(["PLAN-003", "PLAN-002"]);
    driver.pass(SECOND);
    expect(driver.run(front(SENDER, "PLAN-002"))).toMatchObject({ ahead: 1 });
    expect(order(driver)).toEqual(["PLAN-002", "PLAN-003"]);
  });

  it("is taken back: its task is cancelled and no attempt was made", () => {
    const { driver } = aQueue();
    driver.run(withdraw(SENDER, "PLAN-002"));
    expect(order(driver)).toEqual(["PLAN-003"]);
    expect(driver.view.ended[0]).toMatchObject({ id: "PLAN-002", state: "cancelled", by: "Lea" });
    expect(driver.view.totals.cancelled).toBe(1);
  });

  it("opens the questions again that it answered when it is taken back", () => {
    const { driver, pia } = aQueue();
    driver.run(driver.handOff(pia, "user", "question", { message: "which one?" }));
    const questions = driver.view.questions;
    const answer = driver.pass(SECOND).say("the left one");
    expect(driver.view.questions).toEqual([]);
    driver.run(withdraw(SENDER, answer));
    expect(driver.view.questions).toEqual(questions);
  });

  it("takes with it what its agent asked about it", () => {
    const { driver, pia } = aQueue();
    driver.run(driver.ask(pia));
    const { id } = driver.decision("intervention");
    driver.run({ type: "leaveRoom", by: pia, reason: "" });
    driver.run(withdraw(SENDER, "PLAN-001"));
    expect(driver.log.at(-1)).toMatchObject({
      type: "decision.withdrawn",
      data: { decisionId: id, reason: "PLAN-001 has ended." },
    });
    expect(driver.view.decisions).not.toHaveProperty(id);
  });

  it("is not taken back while tasks wait for it, which a lead cancels with it", () => {
    const { driver } = aQueue();
    driver.run(driver.create(LEAD, [{ role: "builder", requires: ["PLAN-002"] }]));
    expect(driver.refused(withdraw(OWNER, "PLAN-002"))).toMatchObject({
      code: "has_dependants",
      details: { dependants: ["DEV-001"] },
    });
  });

  it("that went to another role waits among its tasks, and is still its sender's", () => {
    const { driver, pia } = aQueue();
    driver.join("Bob", "builder");
    driver.run({ type: "leaveRoom", by: pia, reason: "" });
    driver.pass(10 * MINUTE).run({ type: "tick" });
    driver.run(driver.answer(driver.decision("role_unavailable"), "reroute:builder"));
    expect(driver.task("PLAN-002").role).toBe("builder");
    expect(order(driver)).toEqual([]);
    driver.run(withdraw(SENDER, "PLAN-002"));
    expect(driver.ended).toMatchObject({ "PLAN-002": "cancelled" });
  });

  it("is its sender's and the leads', and nobody else's", () => {
    const { driver } = aQueue();
    for (const command of [edit(GUEST, "PLAN-002"), front(GUEST, "PLAN-002"), withdraw(GUEST, "PLAN-002")]) {
      expect(driver.refused(command)).toMatchObject({
        code: "forbidden",
        details: { sender: "Lea" },
      });
      driver.run({ ...command, by: OWNER, taskId: driver.say("another") });
    }
  });
});

describe("a message that was taken", () => {
  it.each([edit(SENDER, "PLAN-001"), front(SENDER, "PLAN-001"), withdraw(OWNER, "PLAN-001")])(
    "is not changed any more by $type: the refusal says who has it",
    (command) => {
      const { driver, pia } = aQueue();
      const refusal = driver.refused(command);
      expect(refusal).toMatchObject({
        code: "task_state",
        details: { taskId: "PLAN-001", state: "claimed", heldBy: "Pia" },
        allowed: [],
      });
      expect(refusal.message).toContain("Pia has taken PLAN-001");
      driver.run(driver.handOff(pia, "user", "deliver"));
      expect(driver.refused(command).message).toBe("PLAN-001 was completed by Pia.");
    },
  );

  it("and came back without a result waits again", () => {
    const { driver, pia } = aQueue();
    driver.run({ type: "leaveRoom", by: pia, reason: "" });
    expect(driver.run(edit(SENDER, "PLAN-001"))).toMatchObject({ ahead: 0 });
  });

  it("is told from a task that no message made, and from none", () => {
    const { driver } = aQueue();
    driver.run(driver.create(LEAD, [{ role: "planner" }]));
    expect(driver.refused(withdraw(OWNER, "PLAN-004")).code).toBe("message_unknown");
    expect(driver.refused(withdraw(OWNER, "PLAN-099"))).toMatchObject({
      code: "task_state",
      details: { state: "ended" },
    });
  });
});

describe("an interrupt", () => {
  it("goes to the front and into the mail of who is at work, whose lease stays", () => {
    const { driver, pia } = aQueue();
    const [idle, ada] = [driver.join("Pam", "planner"), driver.join("Ada", "builder")];
    const lease = driver.task("PLAN-001").lease;
    const said = { body: "stop", repliesTo: null, priority: "low" as const, interrupt: true };
    expect(driver.run({ type: "sendUserMessage", by: LEAD, ...said })).toMatchObject({
      taskId: "PLAN-004",
      ahead: 1,
      told: ["Pia"],
    });
    expect(order(driver)).toEqual(["PLAN-004", "PLAN-002", "PLAN-003"]);
    expect(driver.task("PLAN-001").lease).toEqual(lease);
    expect(driver.view.agents[pia.id]?.mail).toHaveLength(1);
    for (const { id } of [idle, ada]) expect(driver.view.agents[id]?.mail).toEqual([]);
  });

  const calls = {
    claim: (_driver: Driver, by: AgentCaller) => ({ type: "claim" as const, by }),
    progress: (driver: Driver, by: AgentCaller) => {
      const { id, lease } = driver.task("PLAN-001");
      if (!lease) throw new Error("it is held");
      return { type: "progress" as const, by, taskId: id, fence: lease.fence, progress: {} };
    },
    createTasks: (driver: Driver, by: AgentCaller) => driver.create(by, [{ role: "builder" }]),
    sendAgentMessage: (_driver: Driver, by: AgentCaller) => {
      const to = { kind: "user" as const };
      return { type: "sendAgentMessage" as const, by, to, body: "on it", repliesTo: null };
    },
  };
  it.each(Object.entries(calls))("is told of in the answer to %s, once", (_name, call) => {
    const { driver, pia } = aQueue();
    driver.say("stop", null, true);
    const [messageId] = driver.view.agents[pia.id]?.mail ?? [];
    expect(driver.run(call(driver, pia))).toMatchObject({ mail: [messageId] });
    expect(driver.view.agents[pia.id]?.mail).toEqual([]);
    expect(driver.task("PLAN-001").lease).not.toBeNull();
  });

  it("is no news any more once its task is taken, or it was taken back", () => {
    const { driver, pia } = aQueue();
    driver.say("stop", null, true);
    const taken = driver.run({ ...driver.handOff(pia, "user", "deliver"), next: true });
    expect(taken.next).toMatchObject({ taskId: "PLAN-004" });
    expect(driver.view.agents[pia.id]?.mail).toEqual([]);
    const back = driver.say("stop again", null, true);
    expect(driver.view.agents[pia.id]?.mail).toHaveLength(1);
    driver.run(withdraw(SENDER, back));
    expect(driver.view.agents[pia.id]?.mail).toEqual([]);
  });

  it("comes once with the claim of its own task, as the task", () => {
    const { driver, pia } = aQueue();
    driver.say("stop", null, true);
    driver.run(driver.handOff(pia, "user", "deliver"));
    expect(driver.run({ type: "claim", by: pia })).toMatchObject({ taskId: "PLAN-004", mail: [] });
  });
});

describe("other words for a message of a routed team", () => {
  /** Nobody has taken a message that goes to the entry point. */
  function aRoutedQueue() {
    const tiers = { direct: { timeoutS: 60 }, full: { timeoutS: 5_000 } };
    const draft = { ...draftOf(presetTeam("squad")), routing: { rules: [], tiers } };
    const driver = Driver.room(teamOf(draft).team as Team);
    driver.join("Pia", "planner");
    driver.join("Rex", "reviewer");
    return {
      driver,
      bob: driver.join("Bob", "builder"),
      id: driver.say("Which port does it use?"),
    };
  }

  it("are judged anew: how much it takes, and the time that it has", () => {
    const { driver, id } = aRoutedQueue();
    expect(driver.task(id)).toMatchObject({ timeoutS: 60, said: { tier: "direct" } });
    const body = "Redesign the whole payment system from scratch, in all services, with a migration.";
    driver.run(edit(SENDER, id, body));
    expect(driver.task(id)).toMatchObject({ timeoutS: 5_000, said: { tier: "full" } });
    expect(driver.log.at(-1)).toMatchObject({ data: { route: { by: "undecided", tier: "full" } } });
  });

  it("go to whom they name now, and to each of several", () => {
    const { driver, id } = aRoutedQueue();
    driver.run(edit(SENDER, id, "@builder Is it ready?"));
    expect(driver.task(id)).toMatchObject({ role: "builder", reassignedFrom: null });
    expect(driver.log.at(-1)).toMatchObject({ data: { message: { to: { role: "builder" } } } });
    driver.run(edit(SENDER, id, "@builder @reviewer Is it ready?"));
    expect(driver.task(id)).toMatchObject({ role: "planner", waitsFor: ["DEV-001", "REVIEW-001"] });
    expect(driver.task("DEV-001").instruction).toBe("@builder @reviewer Is it ready?");
    expect(movesOf(driver.view, driver.task(id))).toEqual(["front", "withdraw"]);
  });

  it("take back what the room asked about a role that nobody fills", () => {
    const { driver, id, bob } = aRoutedQueue();
    driver.run(edit(SENDER, id, "@builder Is it ready?"));
    driver.run({ type: "leaveRoom", by: bob, reason: "" });
    driver.pass(10 * MINUTE).run({ type: "tick" });
    expect(driver.decision("role_unavailable").subject).toMatchObject({ role: "builder" });
    driver.run(edit(SENDER, id, "@reviewer Is it ready?"));
    expect(driver.task(id).role).toBe("reviewer");
    expect(driver.view.decisions).toEqual({});
  });

  it("stay with the role that somebody gave the message to", () => {
    const { driver, id, bob } = aRoutedQueue();
    driver.run(edit(SENDER, id, "@builder Is it ready?"));
    driver.run({ type: "leaveRoom", by: bob, reason: "" });
    driver.pass(10 * MINUTE).run({ type: "tick" });
    driver.run(driver.answer(driver.decision("role_unavailable"), "reroute:reviewer"));
    driver.run(edit(SENDER, id, "@planner Is all of it ready?"));
    expect(driver.task(id)).toMatchObject({
      role: "reviewer",
      title: "@planner Is all of it ready?",
    });
    // The words didn't send it there, so nothing says that they did.
    expect(driver.log.at(-1)?.data).not.toHaveProperty("route");
  });
});

describe("the place that is shown", () => {
  it("is the order in which the messages of any room are really taken", () => {
    fc.assert(
      fc.property(histories(), (history) => {
        const driver = play(history);
        const { entryPoint } = driver.room.team;
        // Agents that worked before come back to their own; a new one takes what is next.
        for (const agent of Object.values(driver.view.agents)) {
          if (agent.offlineReason === "left") continue;
          const by = { id: agent.id, name: agent.name, roles: [agent.role], connection: null };
          driver.run({ type: "leaveRoom", by, reason: "" });
        }
        for (const { id, name } of Object.values(driver.view.runs.runners))
          driver.try({ type: "leaveRunner", by: { id, name, connection: null }, reason: "" });
        // A session makes new tasks as its own ones end, and is not what this is about.
        for (const { id } of [...driver.view.sessions.live].reverse())
          driver.run({ type: "stopSession", by: LEAD, sessionId: id, reason: "" });
        // A budget that is used lets nobody take anything.
        for (const { scope } of Object.values(driver.view.budgets))
          driver.run({ type: "limitUse", by: LEAD, scope, budget: null });
        // What waits for another is not ready yet, and comes between when it is.
        for (const { id, waitsFor } of driver.view.tasks) {
          if (waitsFor.length > 0) driver.try({ type: "cancelTask", by: LEAD, taskId: id, cascade: true, reason: "" });
        }
        const shown = waitingMessages(driver.view).map((task) => {
          return { id: task.id, place: placeOf(driver.view, task) };
        });
        const taken = new Map<TaskId, number>();
        const fresh = driver.join("Fay", entryPoint);
        for (let place = 0; ; place++) {
          const { taskId, fence } = driver.run({ type: "claim", by: fresh });
          if (taskId === null) break;
          taken.set(taskId as TaskId, place);
          const result = { summary: "done" };
          const done = { type: "complete", by: fresh, taskId, fence, result, next: false };
          const criteria = driver.task(taskId as string).successCriteria;
          const answers = criteria.map((criterion) => ({ criterion, met: true }));
          driver.run({ ...done, result: { ...result, criteria: answers } } as never);
        }
        for (const { id, place } of shown) expect([id, taken.get(id)]).toEqual([id, place]);
      }),
      { numRuns: shareOf(100) },
    );
  });
});
