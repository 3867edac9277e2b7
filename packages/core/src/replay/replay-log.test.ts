import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoomView } from "../kernel/view.ts";
import { apply } from "../log/apply.ts";
import { emptyView } from "../log/view.ts";
import { histories, play } from "../testing/history.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { createReplayLog } from "./replay-log.ts";

const SMALL = { page: 7, markEvery: 3, shown: 5 };

/** A room's log, the views that were live, and what a replay asks of it. */
function aPast(driver: ReturnType<typeof play>, size = SMALL) {
  const { log } = driver;
  const live: RoomView[] = [emptyView(driver.view.roomId)];
  for (const event of log) live.push(apply(live.at(-1) as RoomView, event));
  const asked: string[] = [];
  const replay = createReplayLog(
    {
      base: async (seq) => {
        asked.push(`base ${seq}`);
        return live[seq] as RoomView;
      },
      events: async (after, limit) => {
        asked.push(`events ${after}`);
        return log.slice(after, after + limit);
      },
    },
    size,
  );
  return { log, live, asked, replay };
}

describe("the replay of any history", () => {
  it("is what was live at every seq, in whatever order one goes there", async () => {
    await fc.assert(
      fc.asyncProperty(histories(30), fc.array(fc.nat(10_000), { maxLength: 15 }), async (history, jumps) => {
        const { log, live, replay } = aPast(play(history));
        const seqs = [...jumps.map((n) => (n % log.length) + 1), ...log.map(({ seq }) => seq)];
        for (const seq of seqs) {
          const { view, events } = await replay.momentAt(seq);
          expect(view).toEqual(live[seq]);
          expect(events).toEqual(log.slice(Math.max(0, seq - SMALL.shown), seq));
        }
      }),
      { numRuns: shareOf(40) },
    );
  });

  it("follows a log that grows", async () => {
    const driver = play({ preset: "squad", choices: [] });
    const { log, replay } = aPast(driver);
    expect((await replay.momentAt(1)).events).toHaveLength(1);
    driver.say("more");
    expect((await replay.momentAt(2)).view).toEqual(driver.view);
    expect(log).toHaveLength(2);
  });
});

describe("seeking", () => {
  it("asks for a page once, and far in a long log only for the pages around", async () => {
    const driver = play({ preset: "squad", choices: [] });
    for (let i = 0; i < 40; i++) driver.say(`message ${i}`);
    const { replay, asked } = aPast(driver);
    await replay.momentAt(39);
    expect(asked.sort()).toEqual(["base 28", "base 35", "events 28", "events 35"]);
    for (const seq of [40, 38, 37, 36, 41]) await replay.momentAt(seq);
    expect(asked).toHaveLength(4);
  });

  it("tries a load again that failed", async () => {
    const driver = play({ preset: "squad", choices: [] });
    let failures = 1;
    const replay = createReplayLog({
      base: async () => emptyView(driver.view.roomId),
      events: async (after, limit) => {
        if (failures-- > 0) throw new Error("not now");
        return driver.log.slice(after, after + limit);
      },
    });
    await expect(replay.momentAt(1)).rejects.toThrow("not now");
    expect((await replay.momentAt(1)).view).toEqual(driver.view);
  });
});
