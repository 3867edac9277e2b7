import { expect, it } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";

/** Bo builds; Pia writes him. */
function atWork() {
  const room = Driver.room("squad");
  const bo = room.join("Bo", "builder");
  const pia = room.join("Pia", "planner");
  room.run(room.create(LEAD, [{ role: "builder", title: "Build it" }]));
  const { id: taskId, lease } = room.claim(bo);
  const tell = (priority: string, body: string = priority) =>
    room.run({
      type: "sendAgentMessage",
      by: pia,
      to: { kind: "agent", agentId: bo.id },
      body,
      repliesTo: null,
      priority,
    } as never);
  const at = { by: bo, taskId, fence: lease.fence };
  /** What each call of an agent at work brings. */
  const calls = {
    progress: () => room.run({ type: "progress", ...at, progress: { action: "On it" } } as never),
    send: () =>
      room.run({
        type: "sendAgentMessage",
        by: bo,
        to: { kind: "role", role: roleName("planner") },
        body: "Hi",
        repliesTo: null,
      } as never),
    log: () =>
      room.run({
        type: "sendAgentMessage",
        by: bo,
        to: { kind: "user" },
        body: "Half",
        repliesTo: null,
        log: { type: "progress" },
      } as never),
  };
  const mail = () => room.view.agents[bo.id]?.mail.length;
  return { room, bo, at, tell, calls, mail };
}

it.each(["progress", "send", "log"] as const)("low mail alone interrupts nobody at work: %s", (name) => {
  const { tell, calls, mail } = atWork();
  tell("low");
  expect(calls[name]().mail).toEqual([]);
  expect(mail()).toBe(1);
  tell("medium");
  expect(calls[name]().mail).toHaveLength(2);
  expect(mail()).toBe(0);
});

it("comes with the next task, and to whoever has none in hand", () => {
  const { room, bo, at, tell, mail } = atWork();
  tell("low");
  room.run({ type: "complete", ...at, result: { summary: "Done." }, next: false } as never);
  expect(mail()).toBe(1);
  const reply = room.run({
    type: "sendAgentMessage",
    by: bo,
    to: { kind: "role", role: roleName("planner") },
    body: "Free",
    repliesTo: null,
  } as never);
  expect(reply.mail).toHaveLength(1);
});
