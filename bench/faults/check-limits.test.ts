import { anEvent } from "@squadroom/core/testing/builders.fixture";
import { describe, expect, it } from "vitest";
import { checkBudgets, checkOverrides, checkPauses } from "./check-limits.ts";
import type { RoomRecord } from "./evidence.ts";

const PERSON = { kind: "person", id: "p", name: "Lea" };
const LIMIT = { tokens: null, costUsdMicros: null, runs: 2, warnAt: 0.8 };

/** A room with this log, in which session 1 has this budget. */
function aRecord(facts: [string, object, object?][], budget: object | null): RoomRecord {
  const events = facts.map(([type, data, actor = { kind: "server" }], i) =>
    anEvent({ type, data } as never, i + 1, i, { actor } as never),
  );
  const session = { id: 1, status: "paused", isParked: false, answers: {}, budget };
  return {
    roomId: "room",
    hasMachine: false,
    events,
    verification: { ok: true, differences: [] },
    sessions: [session as never],
  };
}

const ASKED = ["session.asked", { sessionId: 1, task: { id: "PLAN-001", sessionId: 1 } }] as const;
const SET = ["budget.set", { sessionId: 1, budget: LIMIT }] as const;
const PAUSED = ["session.paused", { sessionId: 1, reason: "", limits: ["runs"] }] as const;
const CLAIMED = ["task.claimed", { taskId: "PLAN-001" }] as const;

describe("what the checker says of limits", () => {
  it("finds a claim while its session is paused, and none before or after", () => {
    const resumed = ["session.resumed", { sessionId: 1 }] as const;
    const claims = (...facts: (readonly [string, object])[]) => checkPauses(aRecord([...facts] as never, null)).length;
    expect(claims(ASKED, PAUSED, CLAIMED)).toBe(1);
    expect(claims(ASKED, CLAIMED, PAUSED)).toBe(0);
    expect(claims(ASKED, PAUSED, resumed, CLAIMED)).toBe(0);
  });

  it("finds a budget that is not the last one set, and a pause for a limit that is none", () => {
    const found = (facts: (readonly [string, object])[], budget: object | null) =>
      checkBudgets(aRecord(facts as never, budget)).map(({ what }) => what);
    expect(found([SET, PAUSED], LIMIT)).toEqual([]);
    expect(found([SET], { ...LIMIT, runs: 9 })).toEqual(["session 1 has 9 runs, the log 2"]);
    expect(found([PAUSED], null)).toEqual(["event 1 pauses session 1 for runs, which has no limit"]);
  });

  it("finds an override that no person gave, or without a word", () => {
    const by = (actor: object, reason: string) =>
      checkOverrides(
        aRecord(
          [
            [
              "session.gate_overridden",
              { sessionId: 1, phase: "quality", batch: null, reason, checks: ["tests"] },
              actor,
            ],
          ],
          null,
        ),
      ).length;
    expect(by(PERSON, "Known.")).toBe(0);
    expect(by(PERSON, " ")).toBe(1);
    expect(by({ kind: "server" }, "Known.")).toBe(1);
  });
});
