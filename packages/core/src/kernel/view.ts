import type { Fence, RoleName, RoomId } from "./ids.ts";

// Each feature adds its slice beside its own types.
/**
 * The room at one `seq`: what rulings need and what the room's screen shows, bounded.
 * Folded by `apply` in the server, live in the browser and in replay.
 */
export interface RoomView {
  roomId: RoomId;
  /** Seq of the last event that was applied; 0 before the first. */
  seq: number;
  /** Time of the last event, epoch ms. */
  at: number;
  name: string;
  demo: boolean;
  createdAt: number;
  removedAt: number | null;
  /** While it is paused nobody gets a task; `everywhere`: with all rooms at once. */
  paused: { at: number; by: string; everywhere: boolean } | null;
  /** The last number given to each prefix. */
  numbers: Record<string, number>;
  /** The last fence given. */
  fence: Fence;
  /** The result last delivered to the user. */
  lastDelivery: {
    by: string;
    role: RoleName;
    text: string;
    at: number;
    unreviewed: boolean;
  } | null;
  totals: {
    messages: number;
    handoffs: number;
    reroutes: number;
    completed: number;
    cancelled: number;
    claims: number;
  };
  /** Events by minute: `counts[ACTIVITY_MINUTES - 1]` is `minute` (epoch minutes), older ones come before. */
  activity: { minute: number; counts: number[] };
}
