import { describe, expect, it } from "vitest";
import type { Command, CommandOf } from "../kernel/command.ts";
import { type MessageId, roleName } from "../kernel/ids.ts";
import { blockedReasons } from "../task/blocked.ts";
import { LEAD, MINUTE, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";

type Send = CommandOf<"sendAgentMessage">;

/** A builder at work, whose task waits for the answer of the coordinator. */
function aWait(more: Partial<Send> = {}) {
  const room = Driver.room("squad");
  const planner = room.join("Pia", "planner");
  const builder = room.join("Bo", "builder");
  room.run(room.create(LEAD, [{ role: "builder", title: "Build it" }]));
  room.claim(builder);
  const ask: Send = {
    type: "sendAgentMessage",
    by: builder,
    to: { kind: "role", role: roleName("planner") },
    kind: "question",
    subject: "Which API?",
    body: "v1 or v2?",
    repliesTo: null,
    waits: true,
    ...more,
  };
  const answer = (repliesTo: MessageId, by = planner): Send => ({
    type: "sendAgentMessage",
    by,
    to: { kind: "role", role: roleName("builder") },
    body: "v2.",
    repliesTo,
  });
  const reasons = () => blockedReasons(room.view, room.task("DEV-001"));
  return { room, planner, builder, ask, answer, reasons };
}

describe("a task that waits for an answer", () => {
  it("says for whom, stays in its agent's hand, and goes on with the answer", () => {
    const { room, builder, ask, answer, reasons } = aWait();
    const id = room.run(ask).messageId as MessageId;
    expect(reasons().map(({ text }) => text)).toEqual(["Waiting for the coordinator: “Which API?”"]);
    expect(room.task("DEV-001").lease?.agentId).toBe(builder.id);
    // Its turn ends: it has nothing to do until the answer is there, and then its task again, with the answer.
    expect(room.run({ type: "claim", by: builder })).toMatchObject({ taskId: null });
    room.run(answer(id));
    expect(reasons()).toEqual([]);
    const claimed = room.run({ type: "claim", by: builder });
    expect(claimed).toMatchObject({ taskId: "DEV-001", again: true });
    expect(claimed.mail).toHaveLength(1);
    expect(room.log.filter(({ type }) => type === "task.blocker_closed")).toHaveLength(1);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("costs none of its time: the limit stands still for as long as it waits", () => {
    const { room, planner, builder, ask, answer } = aWait();
    const id = room.run(ask).messageId as MessageId;
    const { timeoutS } = room.task("DEV-001");
    for (let n = 0; n < 6; n++) {
      room.pass((timeoutS * SECOND) / 4);
      for (const by of [builder, planner]) room.run({ type: "claim", by });
      room.tick();
    }
    expect(room.task("DEV-001").state).toBe("in_progress");
    room.run(answer(id));
    expect(room.task("DEV-001").lease?.pausedMs).toBeGreaterThanOrEqual(timeoutS * SECOND);
    room.pass(MINUTE).tick();
    expect(room.task("DEV-001").state).toBe("in_progress");
  });

  it("is answered by a person in the end, who may also say to go on without", () => {
    for (const optionId of ["answer", "close"]) {
      const { room, ask, reasons } = aWait();
      room.run(ask);
      room.pass(10 * MINUTE).tick();
      room.pass(10 * MINUTE).tick();
      const [decision] = Object.values(room.view.decisions);
      expect(decision?.kind).toBe("message_overdue");
      expect(reasons()).toHaveLength(1);
      const { id: decisionId, version } = decision ?? {};
      const said = { optionId, note: "v2.", decisionId, version };
      room.run({ type: "answerDecision", by: LEAD, ...said } as Command);
      expect(reasons()).toEqual([]);
      expect(faultsOf(room.log)).toEqual([]);
    }
  });

  it("isn't freed by another's words, and waits for a role by its title", () => {
    const { room, ask, answer, reasons } = aWait({
      to: { kind: "role", role: roleName("reviewer") },
    });
    const rex = room.join("Rex", "reviewer");
    const id = room.run(ask).messageId as MessageId;
    expect(reasons()[0]?.text).toBe("Waiting for Reviewer: “Which API?”");
    room.run(answer(id));
    expect(reasons()).toHaveLength(1);
    room.run(answer(id, rex));
    expect(reasons()).toEqual([]);
  });

  it("is refused without a task in hand, to oneself and to a person", () => {
    const { room, planner, builder, ask } = aWait();
    const no = (more: Partial<Send>) => room.refused({ ...ask, ...more });
    expect(no({ to: { kind: "user" } })).toMatchObject({ code: "person_not_asked" });
    expect(no({ to: { kind: "agent", agentId: builder.id as never } }).message).toContain("to yourself");
    const idle = no({ by: planner, to: { kind: "role", role: roleName("builder") } });
    expect(idle.message).toBe("You have no task in hand that could wait.");
  });

  it("sends no second request: the question is the request", () => {
    const { room, planner, builder, ask, answer } = aWait();
    const id = room.run(ask).messageId as MessageId;
    expect(room.view.agents[planner.id]?.mail).toEqual([id]);
    room.run(answer(id));
    expect(room.view.agents[builder.id]?.mail).toHaveLength(1);
  });
});
