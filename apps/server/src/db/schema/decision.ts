import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, count, document, roomId } from "./columns.ts";
import { wordsIn } from "./search-words.ts";

/** Projection of the decision machine. */
export const decisions = pgTable(
  "decisions",
  {
    roomId: roomId(),
    id: uuid().notNull(),
    kind: text().notNull(),
    subjectKind: text().notNull(),
    /** Id of the task, or name of the role. */
    subject: text().notNull(),
    state: text().notNull(),
    version: integer().notNull(),
    question: text().notNull(),
    reason: text().notNull(),
    options: document<unknown>().notNull(),
    urgency: text().notNull(),
    holdsUp: integer().notNull(),
    openedAt: at().notNull(),
    askedBy: document<unknown>(),
    /** The agent of `askedBy`. */
    askerId: uuid(),
    supersedes: uuid(),
    answer: document<unknown>(),
    /** The person of `answer`. */
    answeredBy: uuid(),
    canUndo: boolean().notNull(),
    /** When it was answered, withdrawn or superseded. */
    endedAt: at(),
    endReason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.id] }),
    index("decisions_pending").on(t.roomId, t.openedAt).where(sql`${t.state} = 'pending'`),
    index("decisions_undoable").on(t.roomId).where(sql`${t.canUndo}`),
    index("decisions_by_state").on(t.roomId, t.state, t.id),
    index("decisions_by_start").on(t.roomId, t.openedAt),
    index("decisions_by_end").on(t.roomId, t.endedAt),
    index("decisions_words").using("gin", sql.raw(wordsIn("question || ' ' || reason"))),
  ],
);

/** Projection of the questions to the user. */
export const questions = pgTable(
  "questions",
  {
    roomId: roomId(),
    messageId: uuid().notNull(),
    agentId: uuid(),
    name: text().notNull(),
    role: text().notNull(),
    taskId: text(),
    text: text().notNull(),
    askedAt: at().notNull(),
    /** When it was answered, or pushed out by newer ones. */
    closedAt: at(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.messageId] }),
    index("questions_open").on(t.roomId, t.askedAt).where(sql`${t.closedAt} is null`),
    index("questions_by_start").on(t.roomId, t.askedAt),
  ],
);

/** When each person last looked at the inbox. */
export const personVisits = pgTable("person_visits", {
  personId: uuid().primaryKey(),
  visitedAt: at().notNull(),
});

/** How far into a room's log each person has looked. */
export const roomLooks = pgTable(
  "room_looks",
  { roomId: roomId(), personId: uuid().notNull(), seq: count().notNull() },
  (t) => [primaryKey({ columns: [t.roomId, t.personId] })],
);

/** Which person takes care of something that waits in a room; without a row, whoever comes first does. */
export const inboxHandovers = pgTable(
  "inbox_handovers",
  {
    roomId: roomId(),
    item: text().notNull(),
    personId: uuid().notNull(),
    byId: uuid().notNull(),
    at: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.item] })],
);

/** What each person has put out of their own inbox for a while. */
export const inboxSnoozes = pgTable(
  "inbox_snoozes",
  {
    roomId: roomId(),
    personId: uuid().notNull(),
    item: text().notNull(),
    /** What it was like then: a change brings it back. */
    mark: text().notNull(),
    /** `null`: only a change does. */
    until: at(),
    at: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.personId, t.item] })],
);
