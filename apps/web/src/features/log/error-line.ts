import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

const REPORTED = {
  critical: "<b>{{who}}</b> met a critical error on <b>{{task}}</b>",
  error: "<b>{{who}}</b> met an error on <b>{{task}}</b>",
  warning: "<b>{{who}}</b> reported a warning on <b>{{task}}</b>",
} as const;

/** What went wrong. */
export const ERROR_TOLD: ToldOf<EventsOf<"error">> = {
  "error.reported": {
    shown: TASKS,
    line: ({ data: { error, count, stops } }, _, who) => {
      const { severity, taskId: task, message: because } = error;
      const tone = severity === "warning" ? "warn" : "bad";
      const key = stops ? "Error {{count}} on <b>{{task}}</b> stopped <b>{{who}}</b>" : REPORTED[severity];
      return line("failed", key, { who, task, count: String(count) }, { tone, because });
    },
  },
};
