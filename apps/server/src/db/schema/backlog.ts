import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, document, roomId } from "./columns.ts";
import { wordsIn } from "./search-words.ts";

/** Projection of the item machine. */
export const backlogItems = pgTable(
  "backlog_items",
  {
    roomId: roomId(),
    id: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    priority: text().notNull(),
    labels: document<unknown>().notNull(),
    value: integer(),
    complexity: integer(),
    /** Compared as bytes. */
    position: text().notNull(),
    state: text().notNull(),
    origin: document<unknown>().notNull(),
    addedAt: at().notNull(),
    stateAt: at().notNull(),
    taskId: text(),
    asked: uuid(),
    note: document<unknown>(),
    lastTry: document<unknown>(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.id] }),
    index("backlog_items_in_review").on(t.roomId, t.stateAt).where(sql`${t.state} = 'in_review'`),
    index("backlog_items_words").using("gin", sql.raw(wordsIn("title || ' ' || body"))),
  ],
);

/** The mode of each room that ever had one other than normal. */
export const backlogModes = pgTable(
  "backlog_modes",
  {
    roomId: roomId(),
    mode: text().notNull(),
    pausedAt: at(),
    /** What pauses it. */
    paused: document<unknown>(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId] }),
    index("backlog_modes_paused").on(t.roomId).where(sql`${t.pausedAt} is not null`),
  ],
);
