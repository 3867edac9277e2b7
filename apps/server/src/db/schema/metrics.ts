import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, count, roomId } from "./columns.ts";

/** Each report of what an agent consumed, with everything that it is grouped by; in order of time, and narrow. */
export const usageReports = pgTable(
  "usage_reports",
  {
    roomId: roomId(),
    at: at().notNull(),
    seq: count().notNull(),
    agentId: uuid().notNull(),
    role: text(),
    taskId: text().notNull(),
    sessionId: integer(),
    model: text(),
    runId: text(),
    inputTokens: integer().notNull(),
    outputTokens: integer().notNull(),
    cacheReadTokens: integer().notNull(),
    cacheWriteTokens: integer().notNull(),
    /** Those of them that are kept for an hour. */
    cacheWrite1hTokens: integer().notNull().default(0),
    /** `null`: unknown. */
    costUsdMicros: bigint({ mode: "number" }),
    basis: text().notNull(),
    runs: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.at, t.seq] })],
);

/** For whom a task is done: a person, or whoever the task that it comes from is for. */
export const taskAskers = pgTable(
  "task_askers",
  {
    roomId: roomId(),
    taskId: text().notNull(),
    parentId: text(),
    personId: uuid(),
    person: text(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.taskId] })],
);

/** Events from which figures about the work are computed. */
export const moments = pgTable(
  "moments",
  {
    roomId: roomId(),
    at: at().notNull(),
    seq: count().notNull(),
    kind: text().notNull(),
    /** Id of a task, a decision or an agent. */
    subject: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.at, t.seq, t.kind] }),
    index("moments_by_task").on(t.roomId, t.subject).where(sql`${t.kind} in ('claimed', 'missed', 'sent_back')`),
  ],
);
