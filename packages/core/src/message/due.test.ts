import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import { roleName } from "../kernel/ids.ts";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { answersDue, DUE_NAMED } from "./due.ts";

function aCrew() {
  const room = Driver.room("squad");
  const bob = room.join("Bob", "builder");
  const pia = room.join("Pia", "planner");
  const ask = (by: AgentCaller, role: string, subject: string, more = {}) =>
    room.run({
      type: "sendAgentMessage",
      by,
      to: { kind: "role", role: roleName(role) },
      body: "Which?",
      repliesTo: null,
      kind: "question",
      subject,
      ...more,
    } as never) as unknown as { messageId: string };
  const due = () =>
    answersDue(room.view).first.map(({ subject, isRaised, asksAt }) => [
      subject,
      isRaised,
      asksAt === null ? null : asksAt - room.now,
    ]);
  return { room, bob, pia, ask, due };
}

describe("answers that agents wait for", () => {
  it("stand by when they are due, until a person is asked or they come", () => {
    const { room, bob, pia, ask, due } = aCrew();
    ask(bob, "planner", "Which clock?", { responseS: 1_200 });
    const { messageId } = ask(bob, "planner", "Which cap?", { responseS: 300 });
    ask(bob, "planner", "Only told", { kind: "notification" });
    expect(due()).toEqual([
      ["Which cap?", false, null],
      ["Which clock?", false, null],
    ]);
    expect(answersDue(room.view).first[0]).toMatchObject({ from: "Bob", to: "Planner" });
    room.pass(5 * MINUTE).tick();
    expect(due()[0]).toEqual(["Which cap?", true, 10 * MINUTE]);
    room.pass(10 * MINUTE).tick();
    // What was only told has not arrived in time either.
    expect(due()).toEqual([
      ["Which clock?", false, null],
      ["Only told", false, null],
    ]);
    const { id: decisionId, version } = room.decision("message_overdue");
    const answer = { decisionId, version, optionId: "answer", note: "Three." };
    room.run({ type: "answerDecision", by: LEAD, ...answer } as never);
    expect(room.view.openMessages.open.some(({ id }) => id === messageId)).toBe(false);
    room.run({ type: "leaveRoom", by: bob, reason: "" });
    expect(due()).toEqual([]);
    expect(pia.id).toBeDefined();
  });

  it("have no limit where nobody fills the role yet", () => {
    const { room, bob, ask, due } = aCrew();
    ask(bob, "reviewer", "Check the names", { kind: "request" });
    expect(due()).toEqual([["Check the names", false, null]]);
    expect(answersDue(room.view).first[0]?.responseBy).toBeNull();
    room.join("Rex", "reviewer");
    expect(due()).toEqual([]);
  });

  it("stand by what has not arrived in time, whether or not it needs an answer", () => {
    const { room, bob, ask } = aCrew();
    ask(bob, "planner", "The build is red", { kind: "notification", priority: "critical" });
    expect(answersDue(room.view).first).toEqual([]);
    room.pass(MINUTE).tick();
    expect(answersDue(room.view)).toMatchObject({
      count: 1,
      first: [{ subject: "The build is red", isLate: true, responseBy: null, asksAt: null }],
    });
  });

  it("are named as far as a card holds, and counted", () => {
    const { room, bob, ask } = aCrew();
    for (let n = 0; n < DUE_NAMED + 5; n++)
      ask(bob, n % 2 === 0 ? "planner" : "reviewer", `No. ${n}`, { responseS: 900 });
    const { count, first } = answersDue(room.view);
    expect([count, first.length]).toEqual([DUE_NAMED + 5, DUE_NAMED]);
  });
});
