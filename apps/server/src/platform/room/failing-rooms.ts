import type { RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { Clock } from "./clock.ts";

/** How long a room that couldn't be swept is left alone, doubled each time, up to the longest. */
const BACKOFF_MS = 5_000;
const BACKOFF_MAX_MS = 300_000;

/** Rooms that sweeps leave alone for a while. */
export function createFailingRooms(clock: Clock, log: { error: (details: object, message: string) => void }) {
  const failing = new Map<RoomId, { until: number; delay: number }>();

  function has(roomId: RoomId): boolean {
    return (failing.get(roomId)?.until ?? 0) > clock.now();
  }

  function add(roomId: RoomId, error: unknown): void {
    // The database's trouble and not the room's: reported where it is noticed, once, and likely to be over soon.
    if (error instanceof RefusalError && error.code === "unavailable") {
      failing.set(roomId, { until: clock.now() + BACKOFF_MS, delay: BACKOFF_MS / 2 });
      return;
    }
    const delay = Math.min(BACKOFF_MAX_MS, (failing.get(roomId)?.delay ?? BACKOFF_MS / 2) * 2);
    failing.set(roomId, { until: clock.now() + delay, delay });
    log.error({ err: error, roomId }, `a room couldn't be swept; trying again in ${delay / 1000} s`);
  }

  return {
    has,
    add,
    forget: (roomId: RoomId) => failing.delete(roomId),
    all: () => [...failing.keys()].filter(has),
  };
}
