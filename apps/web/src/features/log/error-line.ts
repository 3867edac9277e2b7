import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

/** What went wrong. */
export const ERROR_TOLD: ToldOf<EventsOf<"error">> = {
  "error.reported": {
    shown: TASKS,
    line: ({ data: { error, count, stops } }, _, who) => {
      const { severity, taskId: task, message: because } = error;
      const tone = severity === "warning" ? "warn" : "bad";
      const key = stops ? "line.error.stops" : (`line.error.${severity}` as const);
      return line("failed", key, { who, task, count: String(count) }, { tone, because });
    },
  },
};
