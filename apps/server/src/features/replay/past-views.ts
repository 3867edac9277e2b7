import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { apply } from "@squadroom/core/log/apply";
import { emptyView } from "@squadroom/core/log/view";
import { createTurns, type Folds } from "../../platform/room/folds.ts";
import type { Store } from "../../platform/room/store.ts";

/** Events that are read and folded at once; between two pages others get their turn. */
const PAGE = 1_000;
/** A view is kept every so many events, so that a later seek need not begin at the first. */
const KEEP_EVERY = 5_000;
/** Most views that are kept, for all rooms; the least recently used goes first. */
const KEPT_MAX = 200;

export interface PastViewsOptions {
  page?: number;
  keepEvery?: number;
  keptMax?: number;
}

/**
 * Rooms as they were, folded from the nearest known view. A log changes only where sessions are deleted: what was
 * folded before that is not used again.
 */
export function createPastViews(
  store: Pick<Store, "eventsAfter">,
  folds: Folds,
  { page = PAGE, keepEvery = KEEP_EVERY, keptMax = KEPT_MAX }: PastViewsOptions = {},
) {
  const kept = new Map<string, RoomView>();

  /**
   * One fold of a room at a time: the second caller finds what the first has kept.
   *
   * @param erasedSeq of the room's last event that deleted sessions
   */
  function viewAt(roomId: RoomId, seq: number, erasedSeq = 0): Promise<RoomView> {
    return folds.run("replay", roomId, () => fold(roomId, seq, erasedSeq));
  }

  async function fold(roomId: RoomId, seq: number, erasedSeq: number): Promise<RoomView> {
    let view = nearest(roomId, seq, erasedSeq);
    const turn = createTurns();
    while (view.seq < seq) {
      const events = await store.eventsAfter(roomId, view.seq, Math.min(page, seq - view.seq));
      if (events.length === 0) throw new Error(`the log of room ${roomId} ends at ${view.seq}`);
      for (const event of events) {
        view = apply(view, event);
        if (view.seq % keepEvery === 0) keep(roomId, view, erasedSeq);
        await turn();
      }
    }
    return view;
  }

  function nearest(roomId: RoomId, seq: number, erasedSeq: number): RoomView {
    for (let at = seq - (seq % keepEvery); at > 0; at -= keepEvery) {
      const view = kept.get(`${roomId} ${erasedSeq} ${at}`);
      if (view) {
        keep(roomId, view, erasedSeq);
        return view;
      }
    }
    return emptyView(roomId);
  }

  function keep(roomId: RoomId, view: RoomView, erasedSeq: number): void {
    const key = `${roomId} ${erasedSeq} ${view.seq}`;
    kept.delete(key);
    kept.set(key, view);
    for (const oldest of kept.keys()) {
      if (kept.size <= keptMax) break;
      kept.delete(oldest);
    }
  }

  return { viewAt };
}
