import fc from "fast-check";
import { expect, test } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { RoomEvent } from "../kernel/event.ts";
import type { TaskId } from "../kernel/ids.ts";
import { apply } from "../log/apply.ts";
import { emptyView } from "../log/view.ts";
import { type MessageState, messageStanding } from "../message/state.ts";
import { SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { histories, play, sessionHistories } from "../testing/history.fixture.ts";
import { type MessageFate, messageFates, TOLD_BY_LOG, timeInHand } from "./by-log.ts";

/** As the room itself had them in hand, event by event. */
function heldIn(log: readonly RoomEvent[]): Map<TaskId, number> {
  const spent = new Map<TaskId, number>();
  const since = new Map<TaskId, number>();
  let view = emptyView(log[0]?.roomId as never);
  for (const event of log) {
    view = apply(view, event);
    const held = new Set(view.tasks.flatMap(({ id, lease }) => (lease ? [id] : [])));
    for (const [id, at] of since)
      if (!held.has(id)) {
        spent.set(id, (spent.get(id) ?? 0) + event.at - at);
        since.delete(id);
      }
    for (const id of held) if (!since.has(id)) since.set(id, event.at);
  }
  return spent;
}

test.each([
  ["of any team", histories(60)],
  ["in which sessions come far", sessionHistories(80)],
])("a task was in hands for as long as the room says, in every history %s", (_, some) => {
  let met = 0;
  fc.assert(
    fc.property(some, (history) => {
      const { log } = play(history, ({ driver }) => driver.pass(SECOND));
      const told = log.filter(({ type }) => (TOLD_BY_LOG as readonly string[]).includes(type));
      const inHand = timeInHand(told);
      for (const [id, ms] of heldIn(log)) {
        expect([id, inHand.get(id)?.ms]).toEqual([id, ms]);
        if (ms > 0) met++;
      }
    }),
    { numRuns: 100 },
  );
  expect(met).toBeGreaterThan(10);
});

/** In a word, as the log tells it. */
function stateBy(fate: MessageFate, needsAnswer: boolean): MessageState {
  if (fate.answeredAt !== undefined) return "answered";
  if (fate.overdueAt !== undefined) return "overdue";
  if (fate.raisedAt !== undefined) return "raised";
  if (fate.lateAt !== undefined && fate.deliveredAt === undefined) return "late";
  return needsAnswer ? "waiting" : fate.deliveredAt === undefined ? "sent" : "delivered";
}

test("a message is told as the room tells it: when it arrived, was late, was raised and asked about", () => {
  const steps = fc.array(fc.tuple(fc.nat(4), fc.nat(2), fc.nat(2)), { maxLength: 25, size: "max" });
  let met = 0;
  const states = new Set<MessageState>();
  fc.assert(
    fc.property(steps, (done) => {
      const room = Driver.room("squad");
      const crew = ["planner", "builder", "reviewer"].map((role) => room.join(role, role));
      for (const [act, who, whom] of done) {
        const by = crew[who] as AgentCaller;
        const to = {
          kind: "role" as const,
          role: ["planner", "builder", "reviewer"][whom] as never,
        };
        const open = room.view.openMessages.open ?? [];
        const send = { type: "sendAgentMessage" as const, by, to, body: "Which clock?" };
        if (act < 2) room.try({ ...send, kind: "question", responseS: 600, repliesTo: null } as never);
        else if (act === 2) room.try({ ...send, repliesTo: open[0]?.id ?? null } as never);
        else if (act === 3) room.try({ type: "claim", by });
        else room.pass(([60, 600, 3_600][whom] as number) * SECOND).tick();
        const fates = messageFates(room.log);
        for (const one of room.view.openMessages.open ?? []) {
          const { deliveredAt, lateAt, raisedAt, overdueAt, answeredAt } = fates.get(one.id) ?? {};
          expect(deliveredAt ?? null).toBe(one.deliveredAt);
          if (one.deliveredAt === null) expect(lateAt !== undefined).toBe(one.isLate);
          expect([raisedAt ?? null, overdueAt ?? null]).toEqual([one.raisedAt, one.overdueAt]);
          expect(answeredAt).toBeUndefined();
          if (one.raisedAt !== null) met++;
        }
        for (const { type, data } of room.log)
          if (type === "message.sent" && data.message.from.kind === "agent") {
            const { message } = data;
            const fate = fates.get(message.id) ?? {};
            const { state } = messageStanding(room.view, message, fate.answeredAt !== undefined);
            expect(state).toBe(stateBy(fate, message.responseBy !== undefined));
            states.add(state);
          }
        // What went to agents, needed an answer and is open no more has one.
        const isOpen = new Set((room.view.openMessages.open ?? []).map(({ id }) => id));
        for (const { type, data } of room.log)
          if (type === "message.sent" && data.message.responseBy !== undefined)
            if (!isOpen.has(data.message.id))
              expect(fates.get(data.message.id)?.answeredAt).toEqual(expect.any(Number));
      }
    }),
    { numRuns: 60 },
  );
  expect(met).toBeGreaterThan(0);
  const all = ["answered", "delivered", "late", "overdue", "raised", "sent", "waiting"];
  expect([...states].sort()).toEqual(all);
});
