import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, count, document, roomId } from "./columns.ts";
import { wordsIn } from "./search-words.ts";

/** Projection of the session machine: what lists need. */
export const sessions = pgTable(
  "sessions",
  {
    roomId: roomId(),
    id: integer().notNull(),
    title: text().notNull(),
    /** Queued, running, paused, or how it ended. */
    state: text().notNull(),
    step: text().notNull(),
    isParked: boolean().notNull(),
    level: text(),
    /** The batch under way, from 1, and how many; 0 without batches. */
    batchAt: integer().notNull(),
    batchOf: integer().notNull(),
    createdAt: at().notNull(),
    startedAt: at(),
    endedAt: at(),
    endReason: text(),
    createdBy: document<unknown>().notNull(),
    splitOf: integer(),
    itemId: integer(),
    usage: document<unknown>(),
    budget: document<unknown>(),
    /** Compared as bytes. */
    position: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.id] }),
    index("sessions_ended").on(t.roomId, t.id).where(sql`${t.endedAt} is not null`),
    index("sessions_by_end").on(t.roomId, t.state, t.id).where(sql`${t.endedAt} is not null`),
  ],
);

/** What a session is about; rarely changes. */
export const sessionTexts = pgTable(
  "session_texts",
  { roomId: roomId(), sessionId: integer().notNull(), description: text().notNull() },
  (t) => [
    primaryKey({ columns: [t.roomId, t.sessionId] }),
    index("session_texts_words").using("gin", sql.raw(wordsIn("description"))),
  ],
);

/** Every version of everything that was presented. */
export const sessionProposals = pgTable(
  "session_proposals",
  {
    roomId: roomId(),
    sessionId: integer().notNull(),
    step: text().notNull(),
    /** From 0; -1 for a proposal that belongs to no batch. */
    batch: integer().notNull(),
    version: integer().notNull(),
    value: document<unknown>().notNull(),
    repairs: document<unknown>().notNull(),
    by: document<unknown>().notNull(),
    taskId: text().notNull(),
    at: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.sessionId, t.step, t.batch, t.version] })],
);

/** What the room's state forgets: ended batches, and ended sessions. */
export const sessionRecords = pgTable(
  "session_records",
  {
    roomId: roomId(),
    sessionId: integer().notNull(),
    /** From 0; -1 for the session as of its end. */
    batch: integer().notNull(),
    record: document<unknown>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.sessionId, t.batch] })],
);

/** Sessions that were brought in as files: where their files are, and what they said. */
export const sessionImports = pgTable(
  "session_imports",
  {
    roomId: roomId(),
    sessionId: integer().notNull(),
    source: text().notNull(),
    /** The stored file with all of them, as a zip. */
    archiveId: uuid().notNull(),
    files: integer().notNull(),
    startedAt: at(),
    endedAt: at(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.sessionId] })],
);

/** The conversation of a session; `seq` of the room's log orders it. */
export const sessionEntries = pgTable(
  "session_entries",
  {
    roomId: roomId(),
    sessionId: integer().notNull(),
    seq: count().notNull(),
    at: at().notNull(),
    step: text().notNull(),
    role: text().notNull(),
    by: text().notNull(),
    kind: text().notNull(),
    content: text().notNull(),
    version: integer(),
    /** For an answer: what it chose. */
    chosen: text(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.sessionId, t.seq] })],
);
