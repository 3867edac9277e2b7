import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { RoomEvent } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { apply } from "../log/apply.ts";
import { emptyView } from "../log/view.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { play, sessionHistories } from "../testing/history.fixture.ts";
import { PipelineDriver } from "../testing/pipeline-driver.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { createScrubber } from "./scrub.ts";
import { DELETED_TEXT } from "./texts.ts";

/** The log without the texts of these sessions, folded beside the log as it was. */
function scrubbed(log: readonly RoomEvent[], sessionIds: number[]) {
  const { scrub, remains } = createScrubber(sessionIds);
  const roomId = log[0]?.roomId as RoomEvent["roomId"];
  let before = emptyView(roomId);
  let after = emptyView(roomId);
  const bare = log.map((event) => {
    const one = scrub(event, before);
    before = apply(before, event);
    after = apply(after, one);
    return one;
  });
  return { bare, before, after, remains };
}

/** Everything but texts: ids, numbers, states. */
function figuresOf({ tasks, ended, totals, fence, numbers, sessions, runs, agents }: RoomView) {
  return {
    tasks: tasks.map(({ id, state, attempts, usage, priority, sessionId }) => [
      id,
      state,
      attempts,
      usage,
      priority,
      sessionId,
    ]),
    ended: ended.map(({ id, state }) => [id, state]),
    sessions: sessions.live.map(({ id, state, step, usage }) => [id, state, step, usage]),
    over: sessions.ended.map(({ id, end, at, progress }) => [id, end, at, progress]),
    runs: runs.live.map(({ id, state }) => [id, state]),
    agents: Object.values(agents).map(({ id, online }) => [id, online]),
    totals,
    fence,
    numbers,
  };
}

const endedIn = (log: readonly RoomEvent[]) =>
  log.flatMap((event) => (event.type === "session.ended" ? [event.data.sessionId as number] : []));

describe("a log without the texts of sessions", () => {
  it("folds to the same figures, has the same ids and numbers, and is the same when it is scrubbed again", () => {
    let met = 0;
    fc.assert(
      fc.property(sessionHistories(160), (history) => {
        const { log } = play(history);
        const gone = endedIn(log);
        const { bare, before, after, remains } = scrubbed(log, gone);
        expect(figuresOf(after)).toEqual(figuresOf(before));
        for (const [i, event] of log.entries()) {
          const one = bare[i] as RoomEvent;
          expect(one.seq).toBe(event.seq);
          expect(remains.seqs.has(event.seq)).toBe(one !== event);
          if (gone.length === 0) expect(one).toBe(event);
        }
        expect(scrubbed(bare, gone).bare).toEqual(bare);
        if (gone.length > 0) met++;
      }),
      { numRuns: shareOf(60), endOnFailure: true },
    );
    expect(met).toBeGreaterThan(0);
  });

  it("leaves what other sessions and tasks say", () => {
    fc.assert(
      fc.property(sessionHistories(160), (history) => {
        const { log } = play(history);
        const [first, ...others] = endedIn(log);
        if (first === undefined) return;
        const { bare } = scrubbed(log, [first]);
        const theirs = (event: RoomEvent): number | null => {
          const { data } = event as { data: { sessionId?: number | null } };
          return data.sessionId ?? null;
        };
        for (const [i, event] of log.entries()) {
          const id = theirs(event);
          if (id !== null && id > 0 && id !== first) expect(bare[i]).toBe(event);
          if (event.type === "session.created") {
            const kept = event.data.sessions.filter((one) => one.id !== first);
            const now = bare[i] as typeof event;
            expect(now.data.sessions.filter((one) => one.id !== first)).toEqual(kept);
            for (const one of now.data.sessions) if (one.id === first) expect(one.title).toBe(DELETED_TEXT);
          }
        }
        expect(others.includes(first)).toBe(false);
      }),
      { numRuns: shareOf(60), endOnFailure: true },
    );
  });

  it("has no title of theirs, wherever the room or somebody else's session quoted it", () => {
    let met = 0;
    fc.assert(
      fc.property(sessionHistories(160), (history) => {
        const { log } = play(history);
        const gone = endedIn(log);
        const { bare } = scrubbed(log, gone);
        const created = log.flatMap((e) => (e.type === "session.created" ? e.data.sessions : []));
        // What was split off has words of the session that it comes from, and that one its.
        const own = created.filter(({ id, splitOf }) => splitOf === null && created.every((one) => one.splitOf !== id));
        for (const { id, title } of own) {
          const isShared = created.some((one) => one.id !== id && one.title.includes(title));
          if (!gone.includes(id) || isShared) continue;
          met++;
          const left = bare.filter((event) => JSON.stringify(event.data).includes(title));
          expect(left, title).toEqual([]);
        }
      }),
      { numRuns: 300, endOnFailure: true },
    );
    expect(met).toBeGreaterThan(0);
  });

  it("has nothing of what a pipeline told its coordinator", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work();
    room.choose("revise:QUALITY-001", "Refunds in cash.");
    room.work();
    room.choose("resume");
    room.endNext("planner");
    room.silent(room.agents.coordinator as AgentCaller);
    room.endNext("executor");
    room.join("One coordinator", "coordinator");
    room.work();
    const told = room.log.flatMap((event) =>
      event.type === "message.sent" && event.actor.kind === "server" && event.data.mailTo.length > 0
        ? [event.data.message.subject]
        : [],
    );
    expect(told).toEqual(["2 tasks of “Refunds” could start", "“Refunds” is complete"]);
    const { bare } = scrubbed(room.log, endedIn(room.log));
    expect(bare.filter((event) => JSON.stringify(event.data).includes("Refunds"))).toEqual([]);
  });

  it("has nothing of what the room said about a stopped pipeline, to its coordinator or to who asked", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.say("What is in progress?");
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "Not this year." } as never);
    room.say("What is done?");
    const { bare } = scrubbed(room.log, [1]);
    expect(room.log.filter((event) => JSON.stringify(event.data).includes("Refunds"))).not.toEqual([]);
    expect(bare.filter((event) => JSON.stringify(event.data).includes("Refunds"))).toEqual([]);
  });
});
