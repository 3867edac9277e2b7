import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, document, roomId } from "./columns.ts";
import { wordsIn } from "./search-words.ts";

/** Everything that a team ever knew; the room has what is in force. */
export const wisdom = pgTable(
  "wisdom",
  {
    roomId: roomId(),
    id: integer().notNull(),
    kind: text().notNull(),
    text: text().notNull(),
    files: document<unknown>().notNull(),
    labels: document<unknown>().notNull(),
    roles: document<unknown>().notNull(),
    scope: text().notNull(),
    by: document<unknown>().notNull(),
    taskId: text(),
    sessionId: integer(),
    runId: integer(),
    at: at().notNull(),
    promoted: document<unknown>(),
    supersedes: integer(),
    source: document<unknown>(),
    state: text().notNull(),
    stateAt: at().notNull(),
    /** Who ended it and why. */
    ended: document<unknown>(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.id] }), index("wisdom_words").using("gin", sql.raw(wordsIn("text")))],
);
