import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, document, roomId } from "./columns.ts";

/** Everything that agents reported; the room has what counts in each worker's run. */
export const errors = pgTable(
  "errors",
  {
    roomId: roomId(),
    id: integer().notNull(),
    severity: text().notNull(),
    type: text(),
    message: text().notNull(),
    file: text(),
    line: integer(),
    column: integer(),
    attemptedFixes: document<unknown>().notNull(),
    requiresIntervention: boolean().notNull(),
    suggestedAgent: text(),
    taskId: text().notNull(),
    sessionId: integer(),
    runId: integer(),
    agentId: uuid().notNull(),
    by: document<unknown>().notNull(),
    at: at().notNull(),
    count: integer().notNull(),
    stopped: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.id] }),
    index("errors_of_task").on(t.roomId, t.taskId, t.id),
    index("errors_of_agent").on(t.roomId, t.agentId, t.id),
  ],
);
