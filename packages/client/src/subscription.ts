import type { RefusalCode } from "@squadroom/core/kernel/refusal-code";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { ClientMessage, Cursor, ServerMessage, Topic } from "@squadroom/core/live/protocol";
import type { TopicHandlers } from "./topic.ts";

/** Refusals that pass by themselves. */
const PASSING: readonly RefusalCode[] = ["rate_limited", "overloaded", "outcome_unknown", "unavailable"];

type Verdict = "follow" | "again" | "later" | "ended";
type TopicMessage = Exclude<ServerMessage, { type: "hello" | "pong" | "database" | "inbox" }>;

/**
 * One topic's place in the log over any number of connections.
 *
 * | state    | entered by                    | left by                                                    |
 * |----------|-------------------------------|------------------------------------------------------------|
 * | asked    | `request`, a gap              | snapshot, resumed → following; refused → (end)             |
 * | following| snapshot, resumed             | a gap → asked; a lost connection → lost                    |
 * | lost     | a lost connection             | `request` → asked                                          |
 */
export class Subscription {
  private state: "asked" | "following" | "lost" = "asked";
  private cursor: Cursor | undefined;
  /** Came back after a loss or a gap: its subscriber wants to know what it missed. */
  private isReturning = false;

  constructor(
    readonly topic: Topic,
    readonly handlers: TopicHandlers,
  ) {
    this.cursor = handlers.cursor;
  }

  request(): ClientMessage {
    this.state = "asked";
    const { topic, cursor } = this;
    return cursor ? { type: "subscribe", topic, cursor } : { type: "subscribe", topic };
  }

  lose(): void {
    this.state = "lost";
    this.isReturning = true;
  }

  /** @param rest what follows in the same frame */
  receive(message: TopicMessage, rest: readonly ServerMessage[]): Verdict {
    switch (message.type) {
      case "snapshot": {
        const { epoch, view } = message.snapshot;
        const before = this.isReturning && this.cursor?.epoch === epoch ? this.cursor.seq : null;
        this.follow({ epoch, seq: view.seq });
        this.handlers.onSnapshot?.(message.snapshot, before === null ? null : view.seq - before);
        return "follow";
      }
      case "resumed": {
        const isReturning = this.isReturning;
        const from = this.cursor ?? message.cursor;
        this.follow(from);
        if (isReturning) this.handlers.onResumed?.(missedSince(from, message.head, this.topic, rest));
        return "follow";
      }
      case "events":
        return this.receiveEvents(message);
      case "output":
        return this.receiveOutput(message);
      case "observations":
        if (this.state === "following") this.handlers.onObservations?.(message.observations, message.afterSeq);
        return "follow";
      case "cards": {
        const { cards, removed, complete } = message;
        this.handlers.onCards?.({ cards, removed, complete });
        return "follow";
      }
      case "refused":
        if (PASSING.includes(message.refusal.code)) return "later";
        this.handlers.onRefused?.(message.refusal);
        return "ended";
      default:
        return unreachable(message);
    }
  }

  private follow(cursor: Cursor): void {
    this.state = "following";
    this.cursor = cursor;
    this.isReturning = false;
  }

  private receiveEvents({ epoch, events }: Extract<ServerMessage, { type: "events" }>): Verdict {
    if (this.state !== "following" || !this.cursor) return "follow";
    const { seq } = this.cursor;
    const fresh = epoch === this.cursor.epoch ? events.filter((event) => event.seq > seq) : events;
    const isContiguous = fresh.every((event, i) => event.seq === seq + 1 + i);
    if (epoch !== this.cursor.epoch || !isContiguous) {
      this.isReturning = true;
      return "again";
    }
    const last = fresh.at(-1);
    if (!last) return "follow";
    this.cursor = { epoch, seq: last.seq };
    this.handlers.onEvents?.(fresh, epoch);
    return "follow";
  }

  private receiveOutput(message: Extract<ServerMessage, { type: "output" }>): Verdict {
    const { epoch, after, chunks } = message;
    const last = chunks.at(-1)?.n;
    if (after === null) {
      this.follow({ epoch, seq: last ?? 0 });
      this.handlers.onOutput?.(chunks, true, epoch);
      return "follow";
    }
    if (this.state !== "following" || !this.cursor) return "follow";
    const { seq } = this.cursor;
    if (epoch !== this.cursor.epoch || after > seq) return "again";
    const fresh = chunks.filter(({ n }) => n > seq);
    if (last === undefined || fresh.length === 0) return "follow";
    this.cursor = { epoch, seq: last };
    this.handlers.onOutput?.(fresh, false, epoch);
    return "follow";
  }
}

/** From the head in the answer, or from the events that came with it. */
function missedSince(from: Cursor, head: number, topic: Topic, rest: readonly ServerMessage[]): number {
  if (head > from.seq) return head - from.seq;
  return rest.reduce(
    (sum, message) => (message.type === "events" && message.topic === topic ? sum + message.events.length : sum),
    0,
  );
}
