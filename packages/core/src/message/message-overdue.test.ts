import { expect, it } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";

/** Bob asked somebody who never answers, until a person is asked. */
function unanswered(toAgent: boolean, before: (room: Driver) => void = () => undefined) {
  const room = Driver.room("squad");
  const bob = room.join("Bob", "builder");
  const ben = room.join("Ben", "reviewer");
  before(room);
  const to = toAgent ? { kind: "agent", agentId: ben.id } : { kind: "role", role: roleName("reviewer") };
  const asked = { body: "Which?", repliesTo: null, kind: "question", responseS: 30 };
  room.run({ type: "sendAgentMessage", by: bob, to, ...asked } as never);
  const said = () => {
    room.tick();
    const { question, reason } = room.decision("message_overdue");
    return `${question} ${reason}`;
  };
  const late = () => [MINUTE, 10 * MINUTE].map((ms) => room.pass(ms).tick());
  return { room, bob, ben, late, said };
}

it("says of an agent that was asked by name what is so of it, as it comes and goes", () => {
  const { room, ben, late, said } = unanswered(true);
  late();
  expect(said()).toContain("Ben has not answered Bob");
  room.run({ type: "leaveRoom", by: ben, reason: "" });
  expect(said()).toMatch(/Ben has not answered Bob.*Ben has left, and hasn't read it\./);
  expect(said()).not.toMatch(/No Ben|joined as/);
  const again = room.join("Ben", "reviewer");
  expect(again.id).toBeDefined();
  expect(said()).toMatch(/Ben has not answered Bob/);
});

it("says of a role that nobody fills whether somebody did", () => {
  const { room, ben, late, said } = unanswered(false);
  room.run({ type: "leaveRoom", by: ben, reason: "" });
  late();
  expect(said()).toMatch(/No Reviewer is connected.* Nobody has read it: Ben has left\./);

  const never = Driver.room("squad");
  const bob = never.join("Bob", "builder");
  const to = { kind: "role", role: roleName("reviewer") };
  const asked = { body: "Which?", repliesTo: null, kind: "question", responseS: 30 };
  never.run({ type: "sendAgentMessage", by: bob, to, ...asked } as never);
  for (const ms of [MINUTE, 10 * MINUTE]) never.pass(ms).tick();
  const { question, reason } = never.decision("message_overdue");
  expect(question).toContain("No Reviewer is connected to answer Bob");
  expect(reason).toContain("Nobody has read it: no agent has joined as Reviewer yet.");
});

it("says of a role that is away that it is, while its agents are only silent", () => {
  const { room, ben, late, said } = unanswered(false);
  room.pass(2 * 60 * MINUTE).tick();
  late();
  expect(room.view.agents[ben.id]?.online).toBe(false);
  expect(said()).toMatch(/Nobody has read it: Ben is offline\./);
});
