import type { RoomView } from "@squadroom/core/kernel/view";
import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Decision, Entry } from "./entry.ts";
import { RoomLane } from "./room-lane.ts";

const anEntry = (weight: number) => ({ decision: null, weight }) as Entry;
const viewAt = (seq: number) => ({ seq }) as RoomView;
const headAt = (seq: number) => ({ seq, commitId: `commit ${seq}` });

/** Each entry becomes one event. */
function decide(view: RoomView): Decision {
  return { after: viewAt(view.seq + 1) } as Decision;
}

/** Weighted so that lines are long when a batch is lost. */
const call = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("put" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("put that throws" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("take" as const),
      most: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("committed" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("narrow" as const) }) },
  {
    weight: 2,
    /** Which of the batch its outcome settles. */
    arbitrary: fc.record({ do: fc.constant("lock" as const), settled: fc.nat({ max: 15 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("moveTo" as const), by: fc.nat({ max: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("takeOut" as const), nth: fc.nat({ max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("unlock" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("abandon" as const) }) },
);

/** A lane, and what has gone into it and come out. */
function setUp() {
  const lane = new RoomLane({ head: headAt(1), view: viewAt(1) });
  /** What the lane holds, in the order in which it has to commit it; the first so many are under way. */
  let held: Entry[] = [];
  let flying = 0;
  let locked = false;
  let made = 0;

  const calls = {
    put() {
      const entry = anEntry(made++);
      held.push(entry);
      lane.put(entry, decide);
    },
    "put that throws"() {
      if (locked) return;
      const thrown = () => {
        throw new Error("a bug");
      };
      expect(() => lane.put(anEntry(made++), thrown)).toThrow("a bug");
    },
    take({ most }: { most: number }) {
      const taken = lane.take(most);
      if (flying > 0 || locked) return expect(taken).toEqual([]);
      expect(taken).toEqual(held.slice(0, most));
      flying = taken.length;
    },
    committed() {
      const next = headAt(lane.view.seq + flying);
      if (flying === 0) return expect(() => lane.committed(next)).toThrow("no batch");
      lane.committed(next);
      held = held.slice(flying);
      flying = 0;
      expect(lane.view.seq).toBe(next.seq);
      expect(lane.head).toBe(next);
    },
    narrow() {
      if (flying === 0) return expect(() => lane.narrow()).toThrow("no batch");
      lane.narrow();
      flying = 1;
    },
    lock({ settled }: { settled: number }) {
      const under = held.slice(0, flying);
      const isSettled = (entry: Entry) => (settled & (1 << under.indexOf(entry))) > 0;
      if (locked) return expect(() => lane.lock(isSettled)).toThrow("locked already");
      lane.lock(isSettled);
      held = [...under.filter((entry) => !isSettled(entry)), ...held.slice(flying)];
      flying = 0;
      locked = true;
    },
    moveTo({ by }: { by: number }) {
      const seq = lane.view.seq + by;
      const move = () => lane.moveTo(headAt(seq), viewAt(seq));
      if (!locked) return expect(move).toThrow("only a locked lane");
      move();
      expect(lane.head).toEqual(headAt(seq));
    },
    takeOut({ nth }: { nth: number }) {
      const wanted = held[nth];
      if (!locked) return expect(() => lane.takeOut(() => true)).toThrow("only a locked lane");
      expect(lane.takeOut((entry) => entry === wanted)).toBe(wanted);
      held = held.filter((entry) => entry !== wanted);
    },
    unlock() {
      if (!locked) return;
      const again = lane.unlock();
      expect(again).toEqual(held);
      locked = false;
      for (const entry of again) lane.put(entry, decide);
    },
    abandon() {
      const { flight, line } = lane.abandon();
      expect([...flight, ...line]).toEqual(held);
      expect(flight).toHaveLength(flying);
      held = [];
      flying = 0;
      locked = false;
    },
  };

  function check() {
    // Never two batches, and what is under way is what has waited longest.
    expect(lane.flight).toEqual(held.slice(0, flying));
    // Nothing is lost, nothing is there twice.
    expect(lane.inLine).toBe(held.length - flying);
    expect(lane.isBusy).toBe(held.length > 0 || locked);
    expect(lane.locked !== null).toBe(locked);
    if (locked) {
      // Nothing that was decided before is ever sent.
      expect(held.filter(({ decision }) => decision !== null)).toEqual([]);
      expect(lane.pending).toBe(lane.view);
      return;
    }
    // What is decided stands on the committed view, each entry on the one before it.
    const seqs = held.map(({ decision }) => decision?.after.seq);
    expect(seqs).toEqual(held.map((_, n) => lane.view.seq + n + 1));
    expect(lane.pending.seq).toBe(lane.view.seq + held.length);
    expect(lane.head.seq).toBe(lane.view.seq);
  }
  return { calls, check };
}

test("whatever happens in whatever order, nothing is lost, doubled, overtaken or sent outdated", () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60, size: "max" }), (history) => {
      const { calls, check } = setUp();
      for (const one of history) {
        (calls[one.do] as (given: typeof one) => void)(one);
        check();
      }
    }),
    { numRuns: shareOf(150) },
  );
});

test("who waits for a locked lane goes on when it is unlocked, and when it is abandoned", async () => {
  for (const end of ["unlock", "abandon"] as const) {
    const lane = new RoomLane({ head: headAt(1), view: viewAt(1) });
    lane.lock();
    const { locked } = lane;
    lane[end]();
    await expect(locked).resolves.toBeUndefined();
    expect(lane.locked).toBeNull();
  }
});
