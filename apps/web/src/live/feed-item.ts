import type { EventOf, RoomEvent } from "@squadroom/core/kernel/event";
import type { Usage } from "@squadroom/core/usage/usage";

export type SpokenEvent = EventOf<"message.sent" | "handoff.delivered">;

/** One row of the feed. `events` are the facts behind it, oldest first; for a long row, the newest of them. */
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
  | {
      kind: "line";
      key: string;
      seq: number;
      fromSeq: number;
      at: number;
      event: RoomEvent;
      events: readonly RoomEvent[];
    }
  | {
      /** What happened to one task, in one row that can be opened. */
      kind: "fold";
      key: string;
      /** Seq of the newest event behind it. Rows are in the order in which they began. */
      seq: number;
      fromSeq: number;
      at: number;
      taskId: string;
      /** Oldest first, at least one. */
      lines: readonly LineItem[];
      /** What was reported meanwhile; `null`: nothing. */
      usage: Usage | null;
      /** The newest of these reports: they are not lines. */
      reports: readonly UsageEvent[];
      /** Its agent handed the result on, in a row of its own after this one. */
      end: { at: number; by: string } | null;
    };

export type UsageEvent = EventOf<"usage.reported">;
export type LineItem = Extract<FeedItem, { kind: "line" }>;
export type FoldItem = Extract<FeedItem, { kind: "fold" }>;

/** What the room itself tells agents about a task repeats what is already there: only critical messages get a row. */
export function isAside({ data: { message } }: EventOf<"message.sent">): boolean {
  const { from, to, kind, priority, taskId } = message;
  const isOfRoom = from.kind === "server" && to.kind !== "user" && kind !== undefined;
  return isOfRoom && taskId !== null && priority !== "critical";
}

/** What one says to another is shown in full; handed-on work is a line with its text one click away. */
export function isSpoken(event: RoomEvent): event is SpokenEvent {
  if (event.type === "message.sent") return !isAside(event);
  return event.type === "handoff.delivered" && event.data.intent !== "work";
}
