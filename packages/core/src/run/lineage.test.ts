import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoomView } from "../kernel/view.ts";
import type { Task } from "../task/task.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { lineageOf } from "./lineage.ts";

/** Tasks `T-0`, `T-1` …: each may review one before it, be of a session, and have what the room remembers of it. */
const tasks = fc.array(
  fc.record({
    reviews: fc.option(fc.nat(20)),
    session: fc.option(fc.constantFrom(1, 2)),
    isRemembered: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

describe("the tree that a task is worked on in", () => {
  it("is the reviewed one's for a review of a review too, else what is remembered, else its own", () => {
    fc.assert(
      fc.property(tasks, (all) => {
        const reviewed = (at: number) => {
          const { reviews } = all[at] ?? {};
          return reviews != null && at > 0 ? reviews % at : null;
        };
        const list = all.map(({ session }, at) => {
          const of = reviewed(at);
          const reviewOf = of === null ? null : { taskId: `T-${of}` };
          return { id: `T-${at}`, title: `Task ${at}`, sessionId: session, reviewOf };
        });
        const told = (at: number) => ({ key: `R-${at}`, title: "", line: null, lineTitle: "" });
        const known = all.flatMap((one, at) => (one.isRemembered ? [[`T-${at}`, told(at)]] : []));
        const view = {
          tasks: list,
          sessions: { live: [1, 2].map((id) => ({ id, title: `Session ${id}` })) },
          runs: { lineage: Object.fromEntries(known) },
        } as unknown as RoomView;
        for (const [at, task] of list.entries()) {
          let root = at;
          for (let of = reviewed(root); of !== null; of = reviewed(root)) root = of;
          const { key, line, lineTitle } = lineageOf(view, task as unknown as Task);
          const { isRemembered, session = null } = all[root] ?? {};
          expect(key).toBe(isRemembered ? `R-${root}` : `T-${root}`);
          const isOfSession = !isRemembered && session !== null;
          expect(line).toBe(isOfSession ? `session-${session}` : null);
          expect(lineTitle).toBe(isOfSession ? `Session ${session}` : "");
        }
      }),
      { numRuns: shareOf(200) },
    );
  });
});
