import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command } from "../kernel/command.ts";
import type { AgentId } from "../kernel/ids.ts";
import { heldMs } from "../kernel/lease.ts";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { openBlockers } from "./blockers.ts";

const LIMIT_S = 600;

/** A builder at work on a task that has ten minutes. */
function atWork() {
  const room = Driver.room("squad");
  room.join("Pia", "planner");
  const builder = room.join("Bo", "builder");
  room.run(room.create(LEAD, [{ role: "builder", timeoutS: LIMIT_S }]));
  const { id: taskId, lease } = room.claim(builder);
  const of = { by: builder, taskId, fence: lease.fence };
  const report = (...names: string[]): Command => ({
    type: "progress",
    ...of,
    progress: { blockers: names.map((description) => ({ description })) },
  });
  const ask: Command = {
    type: "askIntervention",
    ...of,
    question: "Which of the two?",
    reason: "",
    options: [],
    suggestedRole: null,
    urgency: "high",
    outside: [],
  };
  const close = (blockerId: number): Command => ({
    type: "closeBlocker",
    by: LEAD,
    taskId,
    blockerId,
    wasReported: true,
    note: "",
  });
  return { room, builder, taskId, report, ask, close };
}

const step = fc.record({
  kind: fc.constantFrom("report", "report", "close", "close", "clear", "ask", "answer", "none"),
  of: fc.integer({ min: 0, max: 2 }),
  waitS: fc.integer({ min: 0, max: 240 }),
});

describe("a blocker pauses the clock", () => {
  it("of its task: what counts is the time in which neither a blocker nor a question was open, each moment once (property)", () => {
    const met = { timedOut: 0, paused: 0, overlapped: 0 };
    fc.assert(
      fc.property(fc.array(step, { minLength: 8, maxLength: 30, size: "max" }), (steps) => {
        const { room, builder, taskId, report, ask, close } = atWork();
        let ranMs = 0;
        for (const { kind, of, waitS } of steps) {
          const question = Object.values(room.view.decisions)[0];
          const open = openBlockers(room.task(taskId));
          if (kind === "report") room.run(report(`It lacks ${of}.`));
          if (kind === "close" && open.length > 0) room.run(close(open[of % open.length]?.id ?? 0));
          if (kind === "clear") room.run(report());
          if (kind === "ask" && !question) room.run(ask);
          if (kind === "answer" && question) room.run(room.answer(question, "answer", { note: "So." }));
          const standing = openBlockers(room.task(taskId)).length + Object.keys(room.view.decisions).length;
          room.pass(waitS * 1_000);
          if (standing === 0) ranMs += waitS * 1_000;
          else met.paused++;
          if (standing > 1) met.overlapped++;
          // It lives all the while: only the limit of time is looked at.
          room.seenAt[builder.id as AgentId] = room.now;
          const [end] = room.tick().filter(({ type }) => type === "task.attempt_ended");
          const isOver = standing === 0 && ranMs >= LIMIT_S * 1_000;
          expect(end?.data ?? null).toEqual(isOver ? expect.objectContaining({ how: "timed_out" }) : null);
          if (isOver) {
            met.timedOut++;
            break;
          }
          const { lease } = room.task(taskId);
          if (standing === 0 && lease) expect(heldMs(lease, room.now)).toBe(ranMs);
        }
        expect(faultsOf(room.log)).toEqual([]);
      }),
      { numRuns: 200 },
    );
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(10);
  });

  it("of its lease's attempts: who falls silent with one open gives the task back, and no attempt is counted", () => {
    for (const isBlocked of [true, false]) {
      const { room, taskId, report, close } = atWork();
      room.run(report("No key."));
      if (!isBlocked) room.run(close(1));
      room.pass(31 * MINUTE).tick();
      expect(room.task(taskId)).toMatchObject({
        state: "pending",
        lease: null,
        attempts: isBlocked ? 0 : 1,
      });
      expect(faultsOf(room.log)).toEqual([]);
    }
  });
});
