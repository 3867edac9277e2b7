import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEAD } from "../testing/builders.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { DEFAULT_PERIODS, dueAt, type KeptSession } from "./periods.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What the tables have of each ended session, as the log says it. */
function keptIn({ log }: SessionDriver): KeptSession[] {
  const all = new Map<number, KeptSession>();
  for (const { type, data, at, actor } of log) {
    const by = actor.kind === "person" ? actor.name : "";
    const change = (id: number, to: Partial<KeptSession>) => {
      const one = all.get(id);
      if (!one) throw new Error(`session ${id} has not ended`);
      all.set(id, { ...one, ...to });
    };
    if (type === "session.ended") {
      const { sessionId, end } = data;
      const begun = { state: "kept", stateAt: at, held: null } as const;
      all.set(sessionId, { sessionId, end, endedAt: at, ...begun });
    } else if (type === "retention.archived")
      for (const id of data.sessionIds) change(id, { state: "archived", stateAt: at });
    else if (type === "retention.deleted")
      for (const id of data.sessionIds) change(id, { state: "deleted", stateAt: at });
    else if (type === "retention.restored") change(data.sessionId, { state: "restored", stateAt: at });
    else if (type === "retention.held") change(data.sessionId, { held: { by, reason: data.reason, at } });
    else if (type === "retention.released") change(data.sessionId, { held: null });
  }
  return [...all.values()];
}

const kept = (room: SessionDriver, id = 1): KeptSession => {
  const one = keptIn(room).find(({ sessionId }) => sessionId === id);
  if (!one) throw new Error(`session ${id} has not ended`);
  return one;
};
const seen = ({ view }: SessionDriver) => ({ seenSeq: view.seq });
const sweep = (room: SessionDriver, all = keptIn(room)) =>
  room.run({ type: "retainSessions", kept: all, ...seen(room) }).archived;

function stopped(): SessionDriver {
  const room = new SessionDriver();
  room.start();
  room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
  return room;
}

describe("retention", () => {
  it("archives a stopped session a day after its end, and not a moment before", () => {
    const room = stopped();
    room.pass(DAY - 1);
    expect(sweep(room)).toEqual([]);
    room.pass(1);
    expect(sweep(room)).toEqual([1]);
    expect(sweep(room)).toEqual([]);
  });

  it("keeps a failed one for seven days", () => {
    const failed = { end: "failed", state: "kept", stateAt: 0, held: null } as const;
    expect(dueAt(failed, DEFAULT_PERIODS)).toBe(7 * DAY);
    expect(dueAt({ ...failed, end: "completed" }, DEFAULT_PERIODS)).toBe(DAY);
    expect(dueAt({ ...failed, state: "archived" }, DEFAULT_PERIODS)).toBe(30 * DAY);
    expect(dueAt({ ...failed, state: "deleted" }, DEFAULT_PERIODS)).toBeNull();
  });

  it("leaves a held one as it is until it is released", () => {
    const room = stopped();
    const hold = { type: "holdSession", by: LEAD, reason: "Audit." } as const;
    room.run({ ...hold, kept: kept(room), ...seen(room) });
    room.pass(400 * DAY);
    expect(sweep(room)).toEqual([]);
    const before = room.log.length;
    room.run({ ...hold, kept: kept(room), ...seen(room) });
    expect(room.log).toHaveLength(before);
    room.run({ type: "releaseSession", by: LEAD, kept: kept(room), ...seen(room) });
    expect(sweep(room)).toEqual([1]);
  });

  it("counts again from the moment at which one is brought back", () => {
    const room = stopped();
    room.pass(DAY);
    sweep(room);
    room.run({ type: "restoreSession", by: LEAD, kept: kept(room), ...seen(room) });
    room.pass(DAY - 1);
    expect(sweep(room)).toEqual([]);
    room.pass(1);
    expect(sweep(room)).toEqual([1]);
  });

  it("deletes one that was archived for thirty days, and none that is held or was brought back", () => {
    const room = stopped();
    const remove = () => room.run({ type: "deleteSessions", kept: keptIn(room), ...seen(room) }).deleted;
    expect(remove()).toEqual([]);
    room.pass(DAY);
    sweep(room);
    room.pass(30 * DAY - 1);
    expect(remove()).toEqual([]);
    room.run({ type: "holdSession", by: LEAD, reason: "Audit.", kept: kept(room), ...seen(room) });
    room.pass(DAY);
    expect(remove()).toEqual([]);
    room.run({ type: "releaseSession", by: LEAD, kept: kept(room), ...seen(room) });
    room.run({ type: "restoreSession", by: LEAD, kept: kept(room), ...seen(room) });
    expect(remove()).toEqual([]);
    room.pass(DAY);
    sweep(room);
    room.pass(30 * DAY);
    const old = { kept: keptIn(room), ...seen(room) };
    expect(remove()).toEqual([1]);
    expect(room.run({ type: "deleteSessions", ...old })).toEqual({ deleted: [], isStale: true });
    expect(kept(room).state).toBe("deleted");
    expect(remove()).toEqual([]);
    room.run({ type: "restoreSession", by: LEAD, kept: kept(room), ...seen(room) });
    expect(kept(room).state).toBe("deleted");
  });

  it("does nothing on what was read before something changed", () => {
    const room = stopped();
    room.pass(DAY);
    const old = { kept: keptIn(room), ...seen(room) };
    const hold = { type: "holdSession", by: LEAD, reason: "Audit." } as const;
    room.run({ ...hold, kept: kept(room), ...seen(room) });
    const late = room.run({ type: "retainSessions", ...old });
    expect(late).toMatchObject({ archived: [], isStale: true });
    const release = { type: "releaseSession", by: LEAD, kept: kept(room) } as const;
    expect(room.run({ ...release, seenSeq: old.seenSeq })).toMatchObject({ isStale: true });
    expect(kept(room).held).not.toBeNull();
  });

  it("never touches a session that has not ended, whatever was read", () => {
    const room = new SessionDriver();
    room.start();
    room.pass(400 * DAY);
    const wrong = { sessionId: 1, end: "failed", endedAt: 0, state: "kept", stateAt: 0 } as const;
    expect(sweep(room, [{ ...wrong, held: null }])).toEqual([]);
  });

  it("acts by the room's own periods, never early, and never on a held one (property)", () => {
    const step = fc.record({
      kind: fc.constantFrom("pass", "sweep", "hold", "release", "restore", "set", "add", "stop"),
      id: fc.integer({ min: 1, max: 4 }),
      hours: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: "max" }), (steps) => {
        const room = new SessionDriver();
        for (const { kind, id, hours } of steps) {
          const one = keptIn(room).find(({ sessionId }) => sessionId === id);
          const of = one && { by: LEAD, kept: one, ...seen(room) };
          const isLive = room.view.sessions.live.some((session) => session.id === id);
          if (kind === "pass") room.pass(hours * HOUR);
          if (kind === "add") room.start();
          if (kind === "stop" && isLive) room.run({ type: "stopSession", by: LEAD, sessionId: id, reason: "" });
          if (kind === "hold" && of) room.run({ type: "holdSession", ...of, reason: "Why not." });
          if (kind === "release" && of) room.run({ type: "releaseSession", ...of });
          if (kind === "restore" && of) room.run({ type: "restoreSession", ...of });
          if (kind === "set") {
            const period = { archiveAfterS: 60 + hours * 3600, deleteAfterS: 60 };
            room.run({
              type: "setRetention",
              by: LEAD,
              completed: period,
              failed: period,
            });
          }
          if (kind !== "sweep") continue;
          const before = keptIn(room);
          const done = new Set(sweep(room) as number[]);
          const { periods } = room.view.retention;
          for (const session of before) {
            // Said again without the rule that is looked at.
            const { end, state, stateAt, held } = session;
            const { archiveAfterS } = end === "failed" ? periods.failed : periods.completed;
            const isOver = room.now - stateAt >= archiveAfterS * 1000;
            const isDue = held === null && state !== "archived" && isOver;
            expect(done.has(session.sessionId)).toBe(isDue);
          }
        }
      }),
      { numRuns: shareOf(100) },
    );
  });
});
