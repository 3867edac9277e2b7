import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";

/** Most work on whole logs that this process does at once. */
const AT_ONCE = 2;
/** How much of one room may wait: a look back is short once somebody has looked there. */
const WAITING_OF_ROOM = { verification: 4, replay: 20, export: 40 };
/** How much of all rooms may wait. */
const WAITING_MAX = 60;
/** After this long others get their turn, ms. */
const TURN_MS = 5;

export type FoldKind = keyof typeof WAITING_OF_ROOM;

interface Waiting {
  kind: FoldKind;
  roomId: RoomId;
  begin: () => void;
}

/**
 * Work on whole logs: a long one must not take the database or the processor from everybody else. At most one of a room
 * at a time, and few of all; at most one of them is a verification, and one an export, so that replay continues beside
 * it.
 */
export function createFolds() {
  const running: Pick<Waiting, "kind" | "roomId">[] = [];
  const waiting: Waiting[] = [];

  function mayBegin({ kind, roomId }: Pick<Waiting, "kind" | "roomId">): boolean {
    if (running.length >= AT_ONCE || running.some((one) => one.roomId === roomId)) return false;
    return kind === "replay" || !running.some((one) => one.kind === kind);
  }

  /** @throws RefusalError `overloaded` where too many wait already */
  async function run<T>(kind: FoldKind, roomId: RoomId, work: () => Promise<T>): Promise<T> {
    const mine = { kind, roomId };
    if (mayBegin(mine)) running.push(mine);
    else await wait(mine);
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(mine), 1);
      beginNext();
    }
  }

  function wait(mine: Pick<Waiting, "kind" | "roomId">): Promise<void> {
    const ofRoom = waiting.filter(({ kind, roomId }) => kind === mine.kind && roomId === mine.roomId).length;
    if (ofRoom >= WAITING_OF_ROOM[mine.kind] || waiting.length >= WAITING_MAX) {
      const message = "Too many requests are reading whole logs already. Nothing was done; try again in a moment.";
      throw refuse("overloaded", message, { waiting: waiting.length, ofThisRoom: ofRoom });
    }
    return new Promise((resolve) => {
      const begin = () => {
        running.push(mine);
        resolve();
      };
      waiting.push({ ...mine, begin });
    });
  }

  function beginNext(): void {
    for (;;) {
      const next = waiting.findIndex(mayBegin);
      if (next < 0) return;
      waiting.splice(next, 1)[0]?.begin();
    }
  }

  return { run };
}

export type Folds = ReturnType<typeof createFolds>;

/** Gives others their turn if this one has taken too long: `await` it in every step of long work. */
export function createTurns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < TURN_MS) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        began = performance.now();
        resolve();
      }),
    );
  };
}
