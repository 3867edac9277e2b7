import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

const idOf = ({ sessionId }: { sessionId: number }) => ({ session: String(sessionId) });

/** How long ended sessions are kept. */
export const RETENTION_TOLD: ToldOf<EventsOf<"retention">> = {
  "retention.set": {
    shown: TASKS,
    line: (_event, _names, who) => line("edited", "<b>{{who}}</b> changed how long ended sessions are kept", { who }),
  },
  "retention.archived": {
    shown: TASKS,
    line: ({ data: { sessionIds } }) => {
      const session = String(sessionIds[0] ?? "");
      return line(
        "session",
        ["<b>Session {{session}}</b> was archived", "{{count}} sessions were archived"],
        { session },
        { count: sessionIds.length },
      );
    },
  },
  "retention.deleted": {
    shown: TASKS,
    line: ({ data: { sessionIds } }) => {
      const session = String(sessionIds[0] ?? "");
      return line(
        "cancelled",
        ["The texts of <b>session {{session}}</b> were deleted", "The texts of {{count}} sessions were deleted"],
        { session },
        { count: sessionIds.length },
      );
    },
  },
  "retention.held": {
    shown: TASKS,
    line: ({ data }, _names, who) =>
      line(
        "paused",
        "<b>{{who}}</b> holds <b>session {{session}}</b>: it is kept",
        { who, ...idOf(data) },
        { because: data.reason },
      ),
  },
  "retention.released": {
    shown: TASKS,
    line: ({ data }, _names, who) =>
      line("session", "<b>{{who}}</b> released <b>session {{session}}</b>", { who, ...idOf(data) }),
  },
  "retention.restored": {
    shown: TASKS,
    line: ({ data }, _names, who) =>
      line("undone", "<b>{{who}}</b> brought <b>session {{session}}</b> back from the archive", {
        who,
        ...idOf(data),
      }),
  },
};
