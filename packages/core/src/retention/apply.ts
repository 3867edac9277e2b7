import type { EventsOf, ReducersOf } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { periodsOf } from "./periods.ts";

export const RETENTION_REDUCERS: ReducersOf<EventsOf<"retention">> = {
  "retention.set": (next, { data: { periods } }) => {
    const { erasedSeq } = next.retention;
    next.retention = { periods: periodsOf(periods), seq: next.seq, erasedSeq };
  },
  "retention.archived": moved,
  "retention.deleted": (next, { data: { sessionIds } }) => {
    const gone = new Set(sessionIds);
    const ended = next.sessions.ended.filter(({ id }) => !gone.has(id));
    next.sessions = { ...next.sessions, ended };
    next.retention = { ...next.retention, seq: next.seq, erasedSeq: next.seq };
  },
  "retention.held": moved,
  "retention.released": moved,
  "retention.restored": moved,
};

function moved(next: RoomView): void {
  next.retention = { ...next.retention, seq: next.seq };
}
