import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WISDOM_KINDS } from "../delivery/wisdom-kinds.ts";
import type { RoleName } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { reportedIn } from "../testing/earlier.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import type { WisdomDraft } from "../wisdom/wisdom.ts";
import { receives, SHARED_WORDS } from "./receives.ts";

const PLAN = ["a", "b"].map((id) => ({
  id,
  title: `Part ${id}`,
  instruction: `Make part ${id}.`,
  role: "builder",
}));

/** One of two tasks beside each other is done with these decisions; the builder has the other. */
function beside(keyDecisions: string[], entries: readonly WisdomDraft[]) {
  const room = new SessionDriver();
  room.toDesign();
  for (let i = 0; i < 3; i++) room.choose("design_section", "approve");
  room.present("plan", { tasks: PLAN });
  room.choose("plan", "approve");
  const first = room.claim(room.builder);
  const done = { by: room.builder, taskId: first.id, fence: first.lease.fence };
  room.run({ type: "complete", ...done, result: { summary: "done", keyDecisions }, next: false });
  room.judge();
  if (entries.length > 0) room.run({ type: "addWisdom", by: LEAD, entries: [...entries], sessionId: 1 });
  const task = room.claim(room.builder);
  const told = receives({ room: room.room, task, reported: reportedIn(room.log, 1) });
  return { room, task, told, text: room.delivered(task, room.builder) };
}

describe("what one worker receives", () => {
  it("says why each entry is in, and why the others are left out", () => {
    const { told } = beside(
      ["Cents are whole numbers."],
      [
        { kind: "convention", text: "Times are in UTC." },
        { kind: "issue", text: "Planners only.", roles: ["planner" as RoleName] },
        { kind: "learning", text: "For builders.", roles: ["builder" as RoleName] },
      ],
    );
    const found = (text: string) => told.entries.find((one) => one.text === text);
    expect(found("Cents are whole numbers.")).toMatchObject({
      kind: "agent_decision",
      wisdomId: null,
      reasons: ["session"],
      left: null,
    });
    expect(found("Times are in UTC.")).toMatchObject({ reasons: ["session"], left: null });
    expect(found("For builders.")).toMatchObject({ reasons: ["role", "session"], left: null });
    expect(found("Planners only.")).toMatchObject({ left: "other_role" });
    expect(told.limit).toBe(600);
  });

  it("is what the delivery has, word for word, within its limit", () => {
    const draft: fc.Arbitrary<WisdomDraft> = fc.record({
      kind: fc.constantFrom(...WISDOM_KINDS),
      text: fc.integer({ min: 1, max: 60 }).map((n) => "word ".repeat(n).trim()),
      roles: fc.subarray(["builder", "planner"] as RoleName[], { maxLength: 1 }),
    });
    const met = { in: 0, full: 0 };
    fc.assert(
      fc.property(
        fc.array(draft, { maxLength: 18, size: "max" }),
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 8 }),
        (drafts, lengths) => {
          const entries = drafts.map((one, i) => ({ ...one, text: `e${i}: ${one.text}.` }));
          const decided = lengths.map((n, i) => `d${i}: ${"why ".repeat(n).trim()}.`);
          const { told, text } = beside(decided, entries);
          expect(told.words).toBeLessThanOrEqual(SHARED_WORDS);
          for (const one of told.entries) {
            expect([one.text, text.includes(one.text)]).toEqual([one.text, one.left === null]);
            if (one.left === null) met.in++;
            if (one.left === "full") met.full++;
          }
        },
      ),
      { numRuns: 25 },
    );
    expect(Math.min(met.in, met.full)).toBeGreaterThan(0);
  });
});
