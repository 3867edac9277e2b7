import { describe, expect, it } from "vitest";
import type { Decision } from "../decision/decision.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import { type MessageId, roleName } from "../kernel/ids.ts";
import { blockedReasons } from "../task/blocked.ts";
import type { ProgressDraft } from "../task/command.ts";
import { LEAD, MINUTE, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";

/** A builder at work in a squad, or whoever is alone in a team. */
function atWork(role = "builder", team: "squad" | "solo" = "squad") {
  const room = Driver.room(team);
  const agent = room.join("Bo", role);
  room.run(room.create(LEAD, [{ role, title: "Build it" }]));
  const { id: taskId, lease } = room.claim(agent);
  const report = (progress: ProgressDraft) =>
    room.run({ type: "progress", by: agent, taskId, fence: lease.fence, progress });
  const block = (requiresAgent?: string) =>
    report({ blockers: [{ description: "No plan", ...(requiresAgent ? { requiresAgent } : {}) }] });
  const asked = () => Object.values(room.view.decisions);
  const answer = (optionId: string, note = "") => {
    const [{ id: decisionId, version }] = asked() as [Decision];
    room.run({ type: "answerDecision", by: LEAD, decisionId, optionId, note, version });
  };
  const reasons = () => blockedReasons(room.view, room.task(taskId)).map(({ kind }) => kind);
  return { room, agent, taskId, report, block, asked, answer, reasons };
}

function bodies(room: Driver, by: AgentCaller): string[] {
  const mail = room.view.agents[by.id]?.mail ?? [];
  return room.log.flatMap((event) =>
    event.type === "message.sent" && mail.includes(event.data.message.id) ? [event.data.message.body] : [],
  );
}

describe("a blocker for a role that nobody fills", () => {
  it("is asked of a person after two minutes, and the answer closes it", () => {
    const { room, agent, taskId, block, asked, answer, reasons } = atWork();
    block("planner");
    room.pass(2 * MINUTE - 1).tick();
    expect(asked()).toEqual([]);
    room.pass(1).tick();
    expect(asked()).toMatchObject([
      {
        kind: "message_overdue",
        urgency: "critical",
        subject: { taskId },
        question: "No Planner is connected to answer Bo: “DEV-001 is blocked: No plan”. What should Bo do?",
      },
    ]);
    room.pass(10 * MINUTE).tick();
    expect(asked()).toHaveLength(1);
    answer("answer", "Take the old one.");
    expect([asked(), reasons()]).toEqual([[], []]);
    // What is left is the note on its way.
    expect(room.view.openMessages.open).toMatchObject([{ priority: "high" }]);
    expect(bodies(room, agent)).toEqual([expect.stringContaining("Take the old one.")]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is asked again once a person has waited longer, and no more once somebody has the role", () => {
    const { room, block, asked, answer } = atWork();
    block("planner");
    room.pass(2 * MINUTE).tick();
    answer("wait");
    room.pass(9 * MINUTE).tick();
    expect(asked()).toEqual([]);
    room.pass(MINUTE).tick();
    room.pass(10 * MINUTE).tick();
    expect(asked()).toHaveLength(1);
    const { room: other, block: blocked, asked: asks } = atWork();
    blocked("planner");
    other.pass(MINUTE);
    const planner = other.join("Pia", "planner");
    other.run({ type: "claim", by: planner });
    other.pass(30 * MINUTE).tick();
    expect(asks()).toEqual([]);
  });

  it("is asked no more once its agent says that nothing blocks it", () => {
    const { room, block, report, asked } = atWork();
    block("planner");
    room.pass(2 * MINUTE).tick();
    report({ blockers: [] });
    expect([asked(), room.view.openMessages.open]).toEqual([[], []]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("says to whoever gets it how it is closed", () => {
    const { room, block } = atWork();
    const planner = room.join("Pia", "planner");
    block();
    expect(bodies(room, planner)).toHaveLength(1);
    expect(bodies(room, planner)[0]).toContain("Close blocker 1 of DEV-001 with what you did");
  });
});

describe("a blocker that no other agent could close", () => {
  it.each([
    ["the entry point's", "planner", "squad", undefined],
    ["an agent's that is alone", "solo", "solo", undefined],
    ["one for its own role", "builder", "squad", "builder"],
  ] as const)("is asked of a person at once: %s", (_, role, team, needs) => {
    const { room, agent, taskId, block, report, asked, answer, reasons } = atWork(role, team);
    block(needs);
    expect(asked()).toMatchObject([
      { kind: "intervention", question: `${taskId} is blocked: No plan`, subject: { taskId } },
    ]);
    report({ percent: 20 });
    expect(asked()).toHaveLength(1);
    answer("answer", "Take the old one.");
    expect([asked(), reasons()]).toEqual([[], []]);
    expect(bodies(room, agent)).toEqual([expect.stringContaining("Take the old one.")]);
    block(needs);
    expect(asked()).toHaveLength(1);
    report({ blockers: [] });
    expect(asked()).toEqual([]);
    expect(room.view.moot[0]).toMatchObject({ reason: `Nothing blocks ${taskId} any more.` });
    expect(faultsOf(room.log)).toEqual([]);
  });
});

describe("a question that a task waits for", () => {
  it("to a role that nobody fills is asked of a person after two minutes", () => {
    const { room, agent, asked } = atWork();
    const to = { kind: "role" as const, role: roleName("planner") };
    const body = "v1 or v2?";
    room.run({ type: "sendAgentMessage", by: agent, to, body, repliesTo: null, waits: true });
    room.pass(2 * MINUTE).tick();
    expect(asked()).toMatchObject([{ kind: "message_overdue" }]);
  });

  it("waits no more once the task has ended", () => {
    const { room, agent, taskId, asked } = atWork();
    room.join("Pia", "planner");
    const to = { kind: "role" as const, role: roleName("planner") };
    const said = { to, body: "v1 or v2?", repliesTo: null, waits: true, responseS: 60 };
    const { messageId } = room.run({ type: "sendAgentMessage", by: agent, ...said });
    const open = () => (room.view.openMessages.open ?? []).filter(({ from }) => from).map(({ id }) => id);
    expect(open()).toEqual([messageId as MessageId]);
    room.run({ type: "cancelTask", by: LEAD, taskId, cascade: true, reason: "" });
    expect(open()).toEqual([]);
    room.pass(60 * SECOND).tick();
    room.pass(30 * MINUTE).tick();
    expect(asked()).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });
});
