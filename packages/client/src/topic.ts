import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { Refusal } from "@squadroom/core/kernel/refusal";
import type { Cursor } from "@squadroom/core/live/protocol";
import type { Observations, RoomCard } from "@squadroom/core/room/card";
import type { RoomSnapshot } from "@squadroom/core/room/contract";
import type { RunChunk } from "@squadroom/core/run/output";

export type LiveStatus =
  | { state: "connecting" }
  | { state: "live" }
  /** `nextTryAt` is past while a try is under way. */
  | { state: "lost"; since: number; nextTryAt: number }
  /** Closed by its owner, or because the sign-in or credential ended; no further try is made. */
  | { state: "ended"; reason: "closed" | "unauthorized" };

/** What a subscriber receives, in the log's order and without a gap. */
export interface TopicHandlers {
  /** Continue from here instead of beginning with a snapshot. */
  cursor?: Cursor;
  /** The room from scratch. `missed`: events since the last one seen, if known. */
  onSnapshot?: (snapshot: RoomSnapshot, missed: number | null) => void;
  /** The cursor was still valid after a loss; `missed` events follow. */
  onResumed?: (missed: number) => void;
  onEvents?: (events: RoomEvent[], epoch: number) => void;
  onObservations?: (observations: Observations, afterSeq: number) => void;
  onCards?: (change: { cards: RoomCard[]; removed: string[]; complete: boolean }) => void;
  /** What a run said and did next; `isAnew`: in place of everything before. */
  onOutput?: (chunks: RunChunk[], isAnew: boolean, epoch: number) => void;
  /** This topic is not available (any more); the subscription has ended. */
  onRefused?: (refusal: Refusal) => void;
  /** The connection's status: at once, and whenever it changes. */
  onStatus?: (status: LiveStatus) => void;
}
