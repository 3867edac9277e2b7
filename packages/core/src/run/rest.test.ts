import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { BREAKS_AFTER, harnessRest, isBroken, restOf, triedHarnesses } from "./rest.ts";
import type { EndedRun, Run, RunEnd, Runner } from "./run.ts";
import { NO_RUNS } from "./run.ts";

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
      runnerId: (isOwn ? RUNNER.id : "other") as never,
      ...OFFER,
      why,
      turns,
      endedAt: (was.length - at) * 1000,
    }),
  );
  return { runs: { ...NO_RUNS, ended } } as unknown as Room;
}

const restsUntil = (room: Room) => restOf(room, RUNNER, OFFER, 0)?.until ?? 0;

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
        const until = restsUntil(roomAfter(was));
        if (inRow === 0) {
          expect(until).toBe(0);
          return;
        }
        const lastEnd = (was.length - (own[0]?.at ?? 0)) * 1000;
        expect(until - lastEnd).toBe(Math.min(600_000, 5_000 * 2 ** (inRow - 1)));
        // What others did changes nothing.
        const alone = was.map((one) => (one.isOwn ? one : { ...one, why: "crashed" as const }));
        expect(restsUntil(roomAfter(alone))).toBe(until);
      }),
      { numRuns: shareOf(300) },
    );
  });
});

describe("a harness rests with all its roles", () => {
  const failed = (role: string, at: number): Partial<EndedRun> => ({
    runnerId: RUNNER.id as never,
    role: role as RoleName,
    harness: "claude",
    why: "start_failed",
    reason: "It isn't signed in.",
    turns: 0,
    endedAt: at,
  });
  const after = (count: number, live: Partial<Run>[] = []): Room => {
    const roles = ["builder", "planner"];
    const ended = Array.from({ length: count }, (_, n) => failed(roles[n % 2] ?? "", count - n));
    return { runs: { ...NO_RUNS, ended, live } } as unknown as Room;
  };
  const reviewer = { role: "reviewer" as RoleName, harness: "claude" };

  it("once its last starts came to nothing, whatever they were for", () => {
    expect(restOf(after(BREAKS_AFTER - 1), RUNNER, reviewer, 0)).toBeNull();
    expect(restOf(after(BREAKS_AFTER), RUNNER, reviewer, 0)).toEqual({
      why: "failing",
      until: BREAKS_AFTER + 20_000,
      reason: "It isn't signed in.",
    });
    expect(restOf(after(BREAKS_AFTER), RUNNER, { ...reviewer, harness: "codex" }, 0)).toBeNull();
  });

  it("until a run of it ends a turn", () => {
    const run = { runnerId: RUNNER.id as never, harness: "claude", role: reviewer.role };
    const up = { ...run, startedAt: 100, turns: 1 };
    expect(isBroken(after(BREAKS_AFTER, [{ ...up, state: "active" }]), RUNNER, "claude")).toBe(true);
    expect(isBroken(after(BREAKS_AFTER, [{ ...up, state: "idle" }]), RUNNER, "claude")).toBe(false);
  });

  it("is tried by one that comes up, or is in its first turn; not by one that waits for a task", () => {
    const tried = (state: Run["state"], turns: number) => {
      const run = { runnerId: RUNNER.id as never, harness: "claude", state, turns };
      return triedHarnesses(after(BREAKS_AFTER, [run]), RUNNER).has("claude");
    };
    expect(tried("creating", 0)).toBe(true);
    expect(tried("active", 1)).toBe(true);
    expect(tried("idle", 0)).toBe(false);
    expect(tried("active", 2)).toBe(false);
  });

  it("while its provider takes nothing", () => {
    const limits = { claude: { until: 500, reason: "Its weekly limit is reached." } };
    const runner = { ...RUNNER, limits };
    const limited = { why: "limited", ...limits.claude };
    expect(restOf(after(0), runner, reviewer, 499)).toEqual(limited);
    expect(harnessRest(after(0), runner, "claude", 499)).toEqual(limited);
    expect(restOf(after(0), runner, reviewer, 500)).toBeNull();
    expect(harnessRest(after(0), runner, "codex", 0)).toBeNull();
  });
});
