import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, bytes, roomId } from "./columns.ts";

/**
 * Files that go with messages: stored before the message is sent, apart from everything that is read often. The log
 * says which message carries which; this table has the bytes.
 */
export const attachments = pgTable(
  "attachments",
  {
    roomId: roomId(),
    id: uuid().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    /** Credential that stored it: only this one may send it. */
    storedBy: uuid().notNull(),
    storedAt: at().notNull(),
    /** A message was about to carry it. A file that no message carries is forgotten. */
    kept: boolean().notNull().default(false),
    content: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.id] }),
    index("attachments_unsent").on(t.roomId, t.storedAt).where(sql`not ${t.kept}`),
  ],
);
