import { expect, test } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { messageStanding } from "./state.ts";

function asked(more: object = {}) {
  const room = Driver.room("squad");
  const bob = room.join("Bob", "builder");
  const pia = room.join("Pia", "planner");
  const to = { kind: "role", role: roleName("planner") };
  const said = { body: "Which?", repliesTo: null, kind: "question", priority: "medium", ...more };
  room.run({ type: "sendAgentMessage", by: bob, to, ...said } as never);
  const sent = room.log.find(({ type }) => type === "message.sent");
  if (sent?.type !== "message.sent") throw new Error("not sent");
  const { message } = sent.data;
  return {
    room,
    bob,
    pia,
    stands: (isAnswered = false) => messageStanding(room.view, message, isAnswered),
  };
}

test("a question waits, is raised, is asked of a person, and closed when nobody waits any more", () => {
  const { room, stands } = asked({ responseS: 300 });
  expect(stands()).toEqual({ state: "waiting" });
  room.pass(4 * MINUTE).tick();
  expect(stands().state).toBe("waiting");
  room.pass(2 * MINUTE).tick();
  expect(stands()).toEqual({ state: "raised", raisedTo: "high" });
  room.pass(10 * MINUTE).tick();
  expect(stands()).toEqual({ state: "overdue", raisedTo: "high" });
  const { id: decisionId, version } = room.decision("message_overdue");
  const answer = { decisionId, version, optionId: "close", note: "" };
  room.run({ type: "answerDecision", by: LEAD, ...answer } as never);
  expect(stands()).toEqual({ state: "closed" });
  // A person's words are an answer all the same.
  expect(stands(true)).toEqual({ state: "answered" });
});

test("what needs no answer is on its way, then late or delivered", () => {
  const { room, pia, stands } = asked();
  expect(stands()).toEqual({ state: "sent" });
  room.pass(6 * MINUTE).tick();
  expect(stands()).toEqual({ state: "late" });
  room.run({ type: "claim", by: pia });
  expect(stands()).toEqual({ state: "delivered" });
});

test("a question whose asker has left is closed", () => {
  const { room, bob, stands } = asked({ responseS: 300 });
  room.run({ type: "leaveRoom", by: bob, reason: "" });
  expect(stands()).toEqual({ state: "closed" });
});
