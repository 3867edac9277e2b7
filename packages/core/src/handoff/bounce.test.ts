import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { BOUNCES_MAX, isBounced } from "./bounce.ts";

/** A planner and a builder, with a task of the builder's. */
function pair() {
  const room = Driver.room("duo");
  const planner = room.join("Pia", "planner");
  const builder = room.join("Bo", "builder");
  room.say("Refunds");
  const pass = (by: AgentCaller, to: string, added: number | null) => {
    room.claim(by);
    const command = room.handOff(by, to, "work");
    if (added !== null) command.handoff.result.changes = { added, removed: 0, files: ["a.ts"], fileCount: 1 };
    return room.run(command);
  };
  pass(planner, "builder", null);
  /** Once there or back. */
  const turn = (n: number, added: number | null = null) =>
    n % 2 === 0 ? pass(builder, "planner", added) : pass(planner, "builder", null);
  return { room, planner, turn };
}

describe("what two roles hand back and forth", () => {
  it("is stopped the sixth time that nothing changed, and a person is asked why", () => {
    const { room, planner, turn } = pair();
    for (let n = 0; n < BOUNCES_MAX - 1; n++) expect(turn(n)).toMatchObject({ handoffId: expect.any(String) });
    const last = room.claim(planner);
    expect(last.bounce).toEqual({ times: BOUNCES_MAX - 1, made: null });
    const reply = turn(BOUNCES_MAX - 1);
    const why = "planner and builder handed this back and forth 6 times, and nothing changed.";
    expect(isBounced(why)).toBe(true);
    expect(reply).toMatchObject({ handoffId: null, taskId: null });
    expect(room.task(last.id)).toMatchObject({ state: "failed", lastEnd: { reason: why } });
    expect(room.decision("task_failed")).toMatchObject({ subject: { taskId: last.id } });
    expect(JSON.stringify(room.decision("task_failed"))).toContain(why);

    room.run({ type: "retryTask", by: LEAD, taskId: last.id });
    expect(turn(BOUNCES_MAX - 1)).toMatchObject({ handoffId: expect.any(String) });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("goes on as long as something is made, and is stopped by nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2), { minLength: 1, maxLength: 20 }), (made) => {
        const { room, turn } = pair();
        let [same, was] = [0, null as number | null];
        for (const [n, added] of made.entries()) {
          const says = n % 2 === 0 ? added : was;
          same = says === was ? same + 1 : 0;
          was = says;
          const { handoffId } = turn(n, added);
          expect(handoffId === null).toBe(same >= BOUNCES_MAX);
          if (handoffId === null) break;
        }
        expect(faultsOf(room.log)).toEqual([]);
      }),
      { numRuns: shareOf(60) },
    );
  });
});
