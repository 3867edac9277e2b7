import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, document, roomId } from "./columns.ts";

/** How long each room keeps ended sessions, if somebody set it. */
export const retentionSettings = pgTable(
  "retention_settings",
  { roomId: roomId(), periods: document<unknown>().notNull() },
  (t) => [primaryKey({ columns: [t.roomId] })],
);

/** What became of ended sessions, from their end onwards; `at`: since when. It serves to find what is due. */
export const sessionArchive = pgTable(
  "session_archive",
  {
    roomId: roomId(),
    sessionId: integer().notNull(),
    state: text().notNull(),
    at: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.sessionId] }),
    index("session_archive_by_state").on(t.roomId, t.state, t.at),
  ],
);

/** Ended sessions that a person wants kept, or wanted. */
export const sessionHolds = pgTable(
  "session_holds",
  {
    roomId: roomId(),
    sessionId: integer().notNull(),
    isHeld: boolean().notNull(),
    by: text().notNull(),
    reason: text().notNull(),
    at: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.sessionId] }),
    index("session_holds_held").on(t.roomId, t.at).where(sql`${t.isHeld}`),
  ],
);
