import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { apply } from "@squadroom/core/log/apply";
import { emptyView } from "@squadroom/core/log/view";
import { histories, play } from "@squadroom/core/testing/history.fixture";
import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Folds } from "../../platform/room/folds.ts";
import { createPastViews } from "./past-views.ts";

const SMALL = { page: 3, keepEvery: 4, keptMax: 5 };

/** A log in memory that counts what is read of it. */
function aLog(log: ReturnType<typeof play>["log"]) {
  const read = { events: 0 };
  // As many may wait as are asked for here.
  const folds: Folds = { run: (_kind, _room, work) => mine(work) };
  let last: Promise<unknown> = Promise.resolve();
  const mine = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
  const eventsAfter = async (_room: RoomId, seq: number, limit: number) => {
    const page = log.slice(seq, seq + limit);
    read.events += page.length;
    return page;
  };
  return { read, past: createPastViews({ eventsAfter }, folds, SMALL) };
}

test("a past view is the live one at every seq, in whatever order they are asked for", async () => {
  await fc.assert(
    fc.asyncProperty(histories(30), fc.array(fc.nat(10_000), { maxLength: 12 }), async (history, asked) => {
      const { log, view } = play(history);
      const live: RoomView[] = [emptyView(view.roomId)];
      for (const event of log) live.push(apply(live.at(-1) as RoomView, event));
      const { past } = aLog(log);
      const seqs = [...asked.map((n) => n % live.length), ...live.keys()];
      const views = await Promise.all(seqs.map((seq) => past.viewAt(view.roomId, seq)));
      expect(views).toEqual(seqs.map((seq) => live[seq]));
    }),
    { numRuns: shareOf(40) },
  );
});

test("a second seek goes on from the nearest view that was kept", async () => {
  const { log, view } = play({ preset: "squad", choices: [] });
  const more = Array.from({ length: 20 }, (_, i) => ({
    ...log[0],
    seq: i + 2,
    type: "room.removed" as const,
    data: { reason: "" },
  })) as typeof log;
  const { past, read } = aLog([...log, ...more]);
  await past.viewAt(view.roomId, 18);
  expect(read.events).toBe(18);
  await past.viewAt(view.roomId, 14);
  expect(read.events).toBe(18 + 2);
});

test("a seek behind the end of the log fails and does not hold up the next", async () => {
  const { log, view } = play({ preset: "squad", choices: [] });
  const { past } = aLog(log);
  const [late, good] = await Promise.allSettled([past.viewAt(view.roomId, 99), past.viewAt(view.roomId, 1)]);
  expect([late.status, good.status]).toEqual(["rejected", "fulfilled"]);
});
