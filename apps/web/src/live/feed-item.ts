import type { EventOf, RoomEvent } from "@squadroom/core/kernel/event";
import type { Usage } from "@squadroom/core/usage/usage";

export type SpokenEvent = EventOf<"message.sent" | "handoff.delivered">;

/** One row of the feed. `events` are the facts behind it, oldest first; of a long row, the newest of them. */
export type FeedItem =
  | { kind: "day"; key: string; at: number }
  | {
      kind: "message";
      key: string;
      seq: number;
      /** Of the first event behind it. */
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
      /** What happened to one task, told in one row that opens. */
      kind: "fold";
      key: string;
      /** Of the newest event behind it. Rows stand in the order in which they began. */
      seq: number;
      fromSeq: number;
      at: number;
      taskId: string;
      /** Oldest first, at least one. */
      lines: readonly LineItem[];
      /** What was reported meanwhile; `null`: nothing. */
      usage: Usage | null;
      /** The newest of these reports: they are no lines. */
      reports: readonly UsageEvent[];
      /** Its agent handed the result on, in a row of its own behind this one. */
      end: { at: number; by: string } | null;
    };

export type UsageEvent = EventOf<"usage.reported">;
export type LineItem = Extract<FeedItem, { kind: "line" }>;
export type FoldItem = Extract<FeedItem, { kind: "fold" }>;

/** What the room tells agents of a task by itself follows from what stands there already: only what is critical stands alone. */
export function isAside({ data: { message } }: EventOf<"message.sent">): boolean {
  const { from, to, kind, priority, taskId } = message;
  const isOfRoom = from.kind === "server" && to.kind !== "user" && kind !== undefined;
  return isOfRoom && taskId !== null && priority !== "critical";
}

/** Words that one says to another stand in full; handed-on work is a line with its words one click away. */
export function isSpoken(event: RoomEvent): event is SpokenEvent {
  if (event.type === "message.sent") return !isAside(event);
  return event.type === "handoff.delivered" && event.data.intent !== "work";
}
