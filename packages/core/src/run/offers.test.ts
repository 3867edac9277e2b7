import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { restsUntil } from "./offers.ts";
import type { EndedRun, RunEnd, Runner } from "./run.ts";

const OFFER = { role: "builder" as RoleName, harness: "claude" };
const RUNNER = { id: "runner" } as unknown as Runner;
const FAILED: RunEnd[] = ["start_failed", "start_timeout", "crashed"];

interface Was {
  why: RunEnd;
  turns: number;
  isOwn: boolean;
}

/** A room where these ended, the latest first, a second apart. */
function roomAfter(was: readonly Was[]): Room {
  const ended = was.map(
    ({ why, turns, isOwn }, at): Partial<EndedRun> => ({
      ...{ runnerId: (isOwn ? RUNNER.id : "other") as never, ...OFFER },
      ...{ why, turns, endedAt: (was.length - at) * 1000 },
    }),
  );
  return { runs: { ended } } as unknown as Room;
}

const ends = fc.array(
  fc.record({
    why: fc.constantFrom<RunEnd>(...FAILED, "idle", "finished", "stopped"),
    turns: fc.nat(3),
    isOwn: fc.boolean(),
  }),
  { maxLength: 14 },
);

describe("an offer rests", () => {
  it("only after starts of its own that came to nothing, twice as long each time, ten minutes at most", () => {
    fc.assert(
      fc.property(ends, (was) => {
        const own = was.flatMap((one, at) => (one.isOwn ? { ...one, at } : []));
        const good = own.findIndex(({ why, turns }) => !FAILED.includes(why) || turns > 1);
        const inRow = good < 0 ? own.length : good;
        const until = restsUntil(roomAfter(was), RUNNER, OFFER);
        if (inRow === 0) {
          expect(until).toBe(0);
          return;
        }
        const lastEnd = (was.length - (own[0]?.at ?? 0)) * 1000;
        expect(until - lastEnd).toBe(Math.min(600_000, 5_000 * 2 ** (inRow - 1)));
        // What others did changes nothing.
        const alone = was.map((one) => (one.isOwn ? one : { ...one, why: "crashed" as const }));
        expect(restsUntil(roomAfter(alone), RUNNER, OFFER)).toBe(until);
      }),
      { numRuns: shareOf(300) },
    );
  });
});
