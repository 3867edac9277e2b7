import type { ReducersOf } from "../kernel/event.ts";
import type { RoomView } from "../log/view.ts";
import type { RetentionEventData } from "./events.ts";
import { NO_RETENTION } from "./periods.ts";

export const RETENTION_REDUCERS: ReducersOf<RetentionEventData> = {
  "retention.set": (next, { data: { periods } }) => {
    next.retention = { periods, seq: next.seq };
  },
  "retention.archived": moved,
  "retention.held": moved,
  "retention.released": moved,
  "retention.restored": moved,
};

function moved(next: RoomView): void {
  next.retention = { ...(next.retention ?? NO_RETENTION), seq: next.seq };
}
