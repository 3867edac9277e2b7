import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, count, document, roomId } from "./columns.ts";

/** Where a room's facts are reported: settings of its leads, not part of the log. */
export const webhooks = pgTable(
  "webhooks",
  {
    roomId: roomId(),
    id: uuid().notNull(),
    url: text().notNull(),
    form: text().notNull(),
    kinds: document<string[]>().notNull(),
    /** Signs what is sent, so it is kept as it is. */
    secret: text().notNull(),
    /** Deliveries have been made up to this place in the log: the log is the outbox. */
    cursor: count().notNull(),
    createdAt: at().notNull(),
    createdBy: text().notNull(),
    offAt: at(),
    offReason: text(),
    /** `server` if it was switched off because nothing arrived. */
    offBy: text(),
    failingSince: at(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.id] })],
);

/** What is to be sent, byte for byte, and the outcome. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    roomId: roomId(),
    id: uuid().notNull(),
    webhookId: uuid().notNull(),
    /** The fact's place in the log; `null` for a test. */
    seq: count(),
    kind: text().notNull(),
    line: text().notNull(),
    body: text().notNull(),
    state: text().notNull(),
    attempts: document<unknown[]>().notNull(),
    /** Failed attempts since it was made or sent again by hand. */
    failed: integer().notNull(),
    nextAt: at(),
    /** Until when a process works on it. */
    leaseUntil: at(),
    createdAt: at().notNull(),
    endedAt: at(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.id] }),
    uniqueIndex("webhook_deliveries_fact").on(t.roomId, t.webhookId, t.seq),
    index("webhook_deliveries_by_age").on(t.roomId, t.webhookId, t.id),
    index("webhook_deliveries_due").on(t.nextAt).where(sql`${t.state} = 'pending'`),
    index("webhook_deliveries_ended").on(t.endedAt).where(sql`${t.endedAt} is not null`),
  ],
);
