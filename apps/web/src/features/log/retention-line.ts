import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

const idOf = ({ sessionId }: { sessionId: number }) => ({ session: String(sessionId) });

/** How long ended sessions are kept. */
export const RETENTION_TOLD: ToldOf<EventsOf<"retention">> = {
  "retention.set": {
    shown: TASKS,
    line: (_event, _names, who) => line("edited", "line.retention.set", { who }),
  },
  "retention.archived": {
    shown: TASKS,
    line: ({ data: { sessionIds } }) => {
      const session = String(sessionIds[0] ?? "");
      return line("session", "line.retention.archived", { session }, { count: sessionIds.length });
    },
  },
  "retention.deleted": {
    shown: TASKS,
    line: ({ data: { sessionIds } }) => {
      const session = String(sessionIds[0] ?? "");
      return line("cancelled", "line.retention.deleted", { session }, { count: sessionIds.length });
    },
  },
  "retention.held": {
    shown: TASKS,
    line: ({ data }, _names, who) =>
      line("paused", "line.retention.held", { who, ...idOf(data) }, { because: data.reason }),
  },
  "retention.released": {
    shown: TASKS,
    line: ({ data }, _names, who) =>
      line("session", "line.retention.released", { who, ...idOf(data) }),
  },
  "retention.restored": {
    shown: TASKS,
    line: ({ data }, _names, who) =>
      line("undone", "line.retention.restored", { who, ...idOf(data) }),
  },
};
