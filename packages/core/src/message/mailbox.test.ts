import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { CommandOf } from "../kernel/command.ts";
import { type MessageId, roleName } from "../kernel/ids.ts";
import { PRIORITIES, type Priority } from "../kernel/priority.ts";
import { LEAD, MINUTE, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { byUrgency, MAIL_FULL, MAIL_MAX } from "./message.ts";

type Send = CommandOf<"sendAgentMessage">;

/** A squad whose reviewer reads nothing. */
function aSquad() {
  const room = Driver.room("squad");
  const planner = room.join("Pia", "planner");
  const builder = room.join("Bo", "builder");
  const reviewer = room.join("Rex", "reviewer");
  const message = (by: AgentCaller, to: string, more: Partial<Send> = {}): Send => ({
    type: "sendAgentMessage",
    by,
    to: { kind: "role", role: roleName(to) },
    body: "By the way.",
    repliesTo: null,
    ...more,
  });
  const say = (priority: Priority, more: Partial<Send> = {}) =>
    room.run(message(builder, "reviewer", { priority, ...more })).messageId as MessageId;
  const mail = () => room.view.agents[reviewer.id]?.mail ?? [];
  return { room, planner, builder, reviewer, message, say, mail };
}

describe("the mail of an agent", () => {
  it("loses nothing: whoever writes more than it holds is told, and what is critical arrives", () => {
    const { room, builder, reviewer, message, say, mail } = aSquad();
    room.run(room.create(LEAD, [{ role: "builder", title: "Build it" }]));
    const { id: taskId, lease } = room.claim(builder);
    const blockers = [{ description: "Needs a review", requiresAgent: "reviewer" }];
    const { fence } = lease;
    room.run({ type: "progress", by: builder, taskId, fence, progress: { blockers } });
    const question = say("critical", { kind: "question" });
    for (let i = mail().length; i < MAIL_MAX; i++) say("low");
    const first = mail();
    expect(first).toContain(question);
    const no = room.refused(message(builder, "reviewer", { priority: "low" }));
    expect(no).toMatchObject({ code: "limit_reached", details: { unread: MAIL_MAX } });
    expect(no.message).toContain(`reviewer has ${MAIL_MAX} unread messages`);
    expect(room.refused(message(builder, "reviewer", { priority: "high" })).code).toBe("limit_reached");
    const stop = say("critical");
    const answer = say("medium", { repliesTo: question });
    expect(mail()).toEqual([...first, stop, answer]);
    expect(room.run({ type: "claim", by: reviewer }).mail).toHaveLength(MAIL_MAX + 2);
    say("low");
    expect(mail()).toHaveLength(1);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is full at last for critical messages too, and their sender is told", () => {
    const { room, builder, message, say, mail } = aSquad();
    for (let i = 0; i < MAIL_FULL; i++) say("critical");
    expect(room.refused(message(builder, "reviewer", { priority: "critical" })).code).toBe("limit_reached");
    expect(mail()).toHaveLength(MAIL_FULL);
  });

  it("waits for a role that nobody fills, as far as there is a place", () => {
    const { room, builder, reviewer, message, say } = aSquad();
    room.run({ type: "leaveRoom", by: reviewer, reason: "" });
    const first = say("critical");
    for (let i = 1; i < MAIL_MAX; i++) say("low");
    expect(room.refused(message(builder, "reviewer")).code).toBe("limit_reached");
    const other = room.join("Rita", "reviewer");
    expect(room.view.agents[other.id]?.mail).toHaveLength(MAIL_MAX);
    expect(room.view.agents[other.id]?.mail).toContain(first);
  });

  it("goes to whoever of the role has a place", () => {
    const { room, say, mail } = aSquad();
    for (let i = 0; i < MAIL_MAX; i++) say("low");
    const other = room.join("Rita", "reviewer");
    const late = say("low");
    expect(room.view.agents[other.id]?.mail).toEqual([late]);
    expect(mail()).not.toContain(late);
  });

  it("keeps each accepted message until it is read", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PRIORITIES), { maxLength: 60 }), (priorities) => {
        const { room, builder, message, mail } = aSquad();
        const accepted = priorities.flatMap((priority) => {
          const ruling = room.try(message(builder, "reviewer", { priority }));
          return ruling.ok ? [(ruling.reply as { messageId: MessageId }).messageId] : [];
        });
        expect(mail()).toEqual(accepted);
      }),
      { numRuns: shareOf(60) },
    );
  });

  it("is read by priority, then the oldest first", () => {
    const mail = [
      { id: 1, priority: "low", at: 1 },
      { id: 2, priority: "critical", at: 2 },
      { id: 3, at: 3 },
      { id: 4, urgent: true, at: 4 },
      { id: 5, priority: "critical", at: 5 },
      { id: 6, priority: "high", at: 6 },
      { id: 7, priority: "medium", at: 0 },
    ];
    expect(mail.sort(byUrgency).map(({ id }) => id)).toEqual([2, 5, 4, 6, 7, 3, 1]);
  });
});

describe("what the room writes", () => {
  it("is late like an agent's message, until it arrives", () => {
    const { room, planner, builder } = aSquad();
    room.run(room.create(LEAD, [{ role: "builder", title: "Build it" }]));
    const { id: taskId, lease } = room.claim(builder);
    const blockers = [{ description: "Needs a plan", requiresAgent: "planner" }];
    const { fence } = lease;
    room.run({ type: "progress", by: builder, taskId, fence, progress: { blockers } });
    const open = () => room.view.openMessages.open ?? [];
    expect(open()).toMatchObject([{ from: null, priority: "critical" }]);
    room.pass(15 * SECOND).tick();
    expect(open()).toMatchObject([{ isLate: true }]);
    room.pass(MINUTE).tick();
    expect(room.log.filter(({ type }) => type === "message.late")).toHaveLength(1);
    room.run({ type: "claim", by: planner });
    expect(open()).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });
});
