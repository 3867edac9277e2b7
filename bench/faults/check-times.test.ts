import { anEvent } from "@squadroom/core/testing/builders.fixture";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkRenewals, checkRevoked } from "./check-times.ts";
import { watchClock } from "./clock-watch.ts";
import type { Evidence } from "./evidence.ts";
import { History } from "./history.ts";

const AGENT = { kind: "agent", id: "agent", name: "builder" };

/** A room in which one thing happened at a time. */
function evidenceOf([type, data, at]: readonly [string, object, number], clockStepMs: number): Evidence {
  const events = [anEvent({ type, data } as never, 1, at, { actor: AGENT } as never)];
  const verification = { ok: true, differences: [] };
  return {
    history: new History(),
    rooms: [{ roomId: "room", hasMachine: false, events, verification, sessions: [] }],
    keys: new Map(),
    revoked: new Map(),
    aged: [],
    clockStepMs,
    complaints: [],
  };
}

const asked = { op: "renew", roomId: "room", credentialId: "agent", key: null };

describe("what the checker says of times", () => {
  const PROGRESSED = ["task.progressed", {}, 10_200] as const;
  const revoked = new Map([["agent", { stampedAt: 10_000, committedAt: 10_000 }]]);

  it("finds what committed after a revocation, unless the clock was set by as much", () => {
    const found = (stepMs: number) =>
      checkRevoked({ ...evidenceOf(PROGRESSED, stepMs), revoked }).map(({ what }) => what);
    expect(found(0)).toEqual(["event 1 by builder, 200 ms after its revocation"]);
    expect(found(199)).toHaveLength(1);
    expect(found(200)).toEqual([]);
  });

  it("finds what was answered over a second after a revocation", () => {
    const found = (sentAt: number, stepMs: number) => {
      const evidence = { ...evidenceOf(["task.progressed", {}, 1], stepMs), revoked };
      evidence.history.tell({ ...asked, kind: "acknowledged", seq: 1, reply: {}, sentAt, at: 0 });
      return checkRevoked(evidence).length;
    };
    expect(found(11_000, 0)).toBe(0);
    expect(found(11_001, 0)).toBe(1);
    expect(found(11_001, 20)).toBe(0);
  });

  it("finds who was given up although renewed", () => {
    const found = (at: number, stepMs: number) => {
      const evidence = evidenceOf(["agent.went_offline", { agentId: "agent" }, at], stepMs);
      const reply = { seenAt: 10_000 };
      const times = { sentAt: 10_000, at: 10_010 };
      evidence.history.tell({ ...asked, ...times, kind: "acknowledged", seq: 1, reply });
      return checkRenewals(evidence).length;
    };
    expect(found(14_999, 0)).toBe(1);
    expect(found(15_000, 0)).toBe(0);
    expect(found(14_999, 1)).toBe(0);
    expect(found(10_005, 0)).toBe(0);
  });
});

describe("the watch over the clock", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("tells how far the clock was set and back, and takes noise for none", () => {
    let aheadMs = 0;
    let steady = 0;
    const watch = watchClock(() => ({ wall: 1_000_000 + steady + aheadMs, steady }));
    const pass = (ahead: number) => {
      aheadMs = ahead;
      steady += 20;
      vi.advanceTimersByTime(20);
    };
    pass(10);
    expect(watch.stepMs()).toBe(0);
    pass(-1_500);
    pass(0);
    expect(watch.stepMs()).toBe(1_510);
    watch.close();
  });
});
