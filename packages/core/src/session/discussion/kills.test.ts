import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../../kernel/actor.ts";
import { apply } from "../../log/apply.ts";
import { emptyView } from "../../log/view.ts";
import { Discussions, type Point, pointOfView } from "../../testing/discussion.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { shareOf } from "../../testing/property-runs.fixture.ts";

const anyPoint: fc.Arbitrary<Point> = fc.record({
  rating: fc.integer({ min: 1, max: 5 }),
  divergent: fc.subarray(["a", "b"]),
  missing: fc.oneof({ weight: 5, arbitrary: fc.constant<string[]>([]) }, fc.constant<string[]>(["R-14"])),
});
const anyMove = fc.record({
  who: fc.nat({ max: 4 }),
  what: fc.constantFrom("work", "work", "work", "work", "take", "fail", "kill", "wait"),
  point: anyPoint,
});

/** One thing that an agent, or time, does. A killed one comes back as itself, and has forgotten all. */
function move(room: Discussions, { who, what, point }: typeof anyMove extends fc.Arbitrary<infer M> ? M : never) {
  const all = [room.analyst, room.writer, ...room.judges];
  const by = all[who % all.length] as AgentCaller;
  if (what === "wait") return void room.pass(65_000).tick();
  if (what === "kill") {
    room.run({ type: "leaveRoom", by, reason: "" });
    room.join(by.name, by.roles[0] as string);
    return;
  }
  const { taskId, fence } = room.run({ type: "claim", by });
  if (typeof taskId !== "string" || what === "take") return;
  const at = { by, taskId, fence } as never as { by: AgentCaller; taskId: never; fence: never };
  if (what === "fail") return void room.run({ type: "fail", ...at, reason: "No model." });
  const reply = pointOfView(point);
  room.run({ type: "complete", ...at, result: { summary: "as asked" }, reply, next: false });
}

describe("a round in which agents are killed", () => {
  it("does nothing twice, whatever happens: each view is given, each round ends and each step is revised once", () => {
    fc.assert(
      fc.property(fc.array(anyMove, { minLength: 20, maxLength: 90 }), (moves) => {
        const room = new Discussions(["reviewer", "architect", "planner"]);
        for (const one of moves) {
          if (room.view.sessions.live.length === 0) break;
          move(room, one);
        }
        // The log has a reading of its own for views, rounds and revisions.
        expect(faultsOf(room.log)).toEqual([]);
        const done = room.log.flatMap(({ type, data }) =>
          type === "task.completed" ? [(data as { taskId: string }).taskId] : [],
        );
        expect(new Set(done).size).toBe(done.length);
        // A server that is killed reads the same out of its log.
        const again = room.log.reduce((view, event) => apply(view, event), emptyView(room.view.roomId));
        expect(again).toEqual(room.view);
      }),
      { numRuns: shareOf(60) },
    );
  });
});
