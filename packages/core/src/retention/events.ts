import { type EventsOf, type FactsOf, fact, NOTHING } from "../kernel/event.ts";
import type { SessionId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { type EarlierPeriods, periodsOf } from "./periods.ts";

/** Payloads of the events about how long sessions are kept. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** A person set how long ended sessions are kept. */
    "retention.set": { periods: EarlierPeriods };
    /** Their time is over: they are no longer in the lists, and can be brought back. */
    "retention.archived": { sessionIds: SessionId[] };
    /**
     * Nobody brought them back in time: what people and agents wrote in them is deleted, here and in everything made
     * from it. Their events are still in the log, with ids and numbers.
     */
    "retention.deleted": { sessionIds: SessionId[] };
    /** A person wants an ended session kept: nothing happens to it until it is released. */
    "retention.held": { sessionId: SessionId; reason: string };
    /** A held session is treated like the others again. */
    "retention.released": { sessionId: SessionId };
    /** A person brought an archived session back; it is archived again when the same time has passed once more. */
    "retention.restored": { sessionId: SessionId };
  }
}

export const RETENTION_FACTS: FactsOf<EventsOf<"retention">> = {
  "retention.set": fact(NOTHING, (next, { data: { periods } }) => {
    const { erasedSeq } = next.retention;
    next.retention = { periods: periodsOf(periods), seq: next.seq, erasedSeq };
  }),
  "retention.archived": fact(NOTHING, moved),
  "retention.deleted": fact(NOTHING, (next, { data: { sessionIds } }) => {
    const gone = new Set(sessionIds);
    const ended = next.sessions.ended.filter(({ id }) => !gone.has(id));
    next.sessions = { ...next.sessions, ended };
    next.retention = { ...next.retention, seq: next.seq, erasedSeq: next.seq };
  }),
  "retention.held": fact(NOTHING, moved),
  "retention.released": fact(NOTHING, moved),
  "retention.restored": fact(NOTHING, moved),
};

function moved(next: RoomView): void {
  next.retention = { ...next.retention, seq: next.seq };
}
