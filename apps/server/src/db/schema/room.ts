import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { at, bytes, count, document, roomId } from "./columns.ts";
import { FAILURE_TEXT, wordsIn } from "./search-words.ts";

/** The head of each room's log; the swap compares `(seq, commit_id)`. Narrow: every commit updates it. */
export const rooms = pgTable(
  "rooms",
  {
    id: uuid().primaryKey(),
    seq: count().notNull().default(0),
    commitId: uuid().notNull(),
    /** The oldest release that may write here. */
    minReader: integer().notNull().default(1),
    /** When a tick may find something to do. */
    dueAt: at(),
  },
  (t) => [index("rooms_due").on(t.dueAt).where(sql`${t.dueAt} is not null`)],
);

/** What does not change with every commit: name, team, end. */
export const roomDetails = pgTable(
  "room_details",
  {
    roomId: roomId(),
    name: text().notNull(),
    preset: text().notNull(),
    demo: boolean().notNull(),
    createdAt: at().notNull(),
    removedAt: at(),
  },
  (t) => [primaryKey({ columns: [t.roomId] })],
);

/** The log. */
export const events = pgTable(
  "events",
  {
    roomId: roomId(),
    seq: count().notNull(),
    type: text().notNull(),
    v: smallint().notNull(),
    at: at().notNull(),
    actor: document<unknown>().notNull(),
    data: document<unknown>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.seq] }),
    /** Acts of people, and who came and went: few among many, for the audit. */
    index("events_acts")
      .on(t.roomId, t.seq)
      .where(sql`${t.actor} ->> 'kind' = 'person' or ${t.type} in ('agent.joined', 'agent.left')`),
    /** Where a decision is in the conversation. */
    index("events_decisions")
      .on(t.roomId, sql`(${t.data} -> 'decision' ->> 'id')`)
      .where(sql`${t.type} = 'decision.opened'`),
    /** Why attempts failed: few among many, for the search. */
    index("events_failures")
      .using("gin", sql.raw(wordsIn(FAILURE_TEXT)))
      .where(sql`${t.type} = 'task.attempt_ended'`),
  ],
);

/** The answer to each command, refusals included, by the client's idempotency key. */
export const commandKeys = pgTable(
  "command_keys",
  {
    roomId: roomId(),
    credentialId: uuid().notNull(),
    key: uuid().notNull(),
    /** Keyed hash of the request before redaction. */
    requestHash: text().notNull(),
    seq: count().notNull(),
    at: at().notNull(),
    reply: document<unknown>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.credentialId, t.key] }), index("command_keys_at").on(t.roomId, t.at)],
);

/** The view at a seq, so that opening a room costs the same however long its log is. */
export const roomSnapshots = pgTable(
  "room_snapshots",
  {
    roomId: roomId(),
    seq: count().notNull(),
    reducerVersion: integer().notNull(),
    view: document<unknown>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId] })],
);

/** Last sign of life of each agent: an observation, coalesced, not part of the log. */
export const agentObservations = pgTable(
  "agent_observations",
  { roomId: roomId(), agentId: uuid().notNull(), seenAt: at().notNull() },
  (t) => [primaryKey({ columns: [t.roomId, t.agentId] })],
);

/** Names are unique across all rooms, so they are outside the rooms' data. */
export const roomNames = pgTable("room_names", {
  name: text().primaryKey(),
  roomId: uuid().notNull().unique(),
  /** Credential and key of the request that took the name: a retry finds its room again. */
  takenBy: text().notNull(),
  createdAt: at().notNull(),
});

/** Secrets that all processes of a server share. */
export const serverSecrets = pgTable("server_secrets", {
  name: text().primaryKey(),
  value: bytes().notNull(),
});
