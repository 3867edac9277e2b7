import { type EventsOf, type FactsOf, fact, NOTHING } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { periodsOf } from "./periods.ts";

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
