import fc from "fast-check";
import { expect, it } from "vitest";
import type { Output } from "../task/outputs.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { allowedHandoffs } from "./deliver.ts";
import { deliveryText } from "./delivery.ts";

const path = fc.constantFrom("src/a.ts", "src/b.ts", "frontend/c.tsx", ".env", "README");
const pattern = fc.oneof(path, fc.constantFrom("src/**", "frontend/**", "*", "**/*.ts"));
const some = <T>(of: fc.Arbitrary<T>) => fc.uniqueArray(of, { maxLength: 3 });

/** What a solo agent reads of a task with these limits. */
function delivered(limits: { allowed: string[]; forbidden: string[]; outputs: Output[] }) {
  const { outputs, ...boundaries } = limits;
  const room = Driver.room("solo");
  const by = room.join("Sol", "solo");
  room.run(room.create(LEAD, [{ role: "solo", title: "Make it", boundaries, outputs } as never]));
  // What waits for it makes `done` the expected way.
  room.run(room.create(LEAD, [{ role: "solo", title: "Go on", requires: ["TASK-001"] } as never]));
  const task = room.claim(by);
  const agent = { ...room.room.agents[by.id], door: "cli" } as never;
  const handoffs = allowedHandoffs(room.room, task, agent);
  const keys = { handoff: "a", done: "b", fail: "c" };
  const sent = { origin: null, messages: [], recent: [], keys, now: room.now };
  const text = deliveryText({ room: room.room, task, agent, handoffs, ...sent });
  return { room, by, task, text };
}

it("asks for no file that the task may not change, and says which of its outputs those are", () => {
  let beyond = 0;
  let asked = 0;
  fc.assert(
    fc.property(some(pattern), some(pattern), some(path), (allowed, forbidden, outputs) => {
      const { room, by, task, text } = delivered({ allowed, forbidden, outputs });
      const [command] = /^squadroom done.*$/m.exec(text) ?? [];
      const named = [...(command ?? "").matchAll(/--artifact created:(\S+):final/g)].map(([, one]) => one as string);
      const artifacts = named.map((one) => ({ path: one, status: "created", stage: "final" }));
      const done = { type: "complete", by, taskId: task.id, fence: task.lease.fence, next: false };
      const result = { summary: "Made", artifacts };
      expect(room.try({ ...done, result } as never)).toMatchObject({ ok: true });
      asked += named.length;
      const missing = outputs.filter((one) => !named.includes(one));
      beyond += missing.length;
      for (const one of missing) {
        expect(text).toMatch(new RegExp(`^- You may not change.*\`${one}\``, "m"));
        expect(text).toContain("`squadroom ask --outside PATH`");
      }
      if (missing.length === 0) expect(text).not.toContain("You may not change");
    }),
    { numRuns: 100 },
  );
  expect([asked > 20, beyond > 20]).toEqual([true, true]);
});

it("names paths and patterns alike, as what they are", () => {
  const { text } = delivered({
    allowed: ["src/a.ts", "src/**"],
    forbidden: [".env", "backend/secret/**"],
    outputs: ["README", { name: "made", path: "src/a.ts" }],
  });
  expect(text).toContain("Do not change: `.env`, `backend/secret/**`");
  expect(text).toContain("Change only: `src/a.ts`, `src/**`");
  expect(text).toContain("Outputs: `README`, made (`src/a.ts`)");
});
