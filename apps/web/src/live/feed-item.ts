import type { EventOf, RoomEvent } from "@squadroom/core/kernel/event";
import type { TaskResult } from "@squadroom/core/task/result";
import { isAside } from "./cause.ts";

export type SpokenEvent = EventOf<"message.sent" | "handoff.delivered">;

/** One row of the feed. `events` are the facts behind it, oldest first. */
export type FeedItem =
  | { kind: "day"; key: string; at: number }
  | {
      kind: "message";
      key: string;
      seq: number;
      /** Seq of the first event behind it. */
      fromSeq: number;
      at: number;
      event: SpokenEvent;
      events: readonly [SpokenEvent];
    }
  | RowItem;

/** What one cause did, in one row that can be opened. Rows are in the order in which they began. */
export interface RowItem {
  kind: "row";
  key: string;
  /** Seq of the newest event behind it. */
  seq: number;
  fromSeq: number;
  at: number;
  /** At least one. */
  events: readonly RoomEvent[];
  /** What it is about; `null`: its one event. */
  cause: string | null;
  /** Causes of the events that belong to it, its own among them. */
  causes: readonly string[];
  /** All of it is machinery. */
  isMachinery: boolean;
  /** What was read before it is not shown after it, nor the other way round. */
  isWall: boolean;
  /** Its agent handed the result on, in a row of its own after this one. */
  end: { at: number; by: string; result: TaskResult } | null;
}

/** What one says to another is shown in full; handed-on work is a line with its text one click away. */
export function isSpoken(event: RoomEvent): event is SpokenEvent {
  if (event.type === "message.sent") return !isAside(event);
  return event.type === "handoff.delivered" && event.data.intent !== "work";
}
