import type { MailScope } from "@squadroom/core/mail/contract";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, bytes, roomId } from "./columns.ts";

/** Where people get mail. */
export const mailAddresses = pgTable("mail_addresses", {
  personId: uuid().primaryKey(),
  address: text(),
  confirmedAt: at(),
  /** Takes its place once confirmed. */
  candidate: text(),
  isOn: boolean().notNull(),
  what: text().$type<MailScope>().notNull(),
  /** Anything asked before that is not sent. */
  since: at().notNull(),
  /** Hash of the code that confirms the candidate. */
  codeHash: bytes(),
  codeUntil: at(),
  codeTries: integer().notNull(),
  /** Codes sent since then, whatever the address: nobody floods another's mailbox. */
  codesSent: integer().notNull(),
  codesSince: at().notNull(),
  /** When the newest mail was put together. */
  mailedAt: at(),
  /** When the mail server accepted one. */
  sentAt: at(),
  problem: text(),
  problemAt: at(),
});

/** Mails, each one message under its id however often it is sent. */
export const mails = pgTable(
  "mails",
  {
    id: uuid().primaryKey(),
    personId: uuid().notNull(),
    state: text().$type<"pending" | "sent" | "dropped" | "refused" | "gave_up">().notNull(),
    /** Number of failed attempts. */
    failed: integer().notNull(),
    nextAt: at().notNull(),
    /** Until when a process works on it. */
    leaseUntil: at(),
    createdAt: at().notNull(),
    endedAt: at(),
  },
  (t) => [
    index("mails_due").on(t.nextAt).where(sql`${t.state} = 'pending'`),
    index("mails_waiting").on(t.personId).where(sql`${t.state} = 'pending'`),
    index("mails_ended").on(t.endedAt).where(sql`${t.endedAt} is not null`),
  ],
);

/** What each person was told about, or is to be told about, by the inbox's names. */
export const mailThings = pgTable(
  "mail_things",
  {
    roomId: roomId(),
    personId: uuid().notNull(),
    item: text().notNull(),
    foundAt: at().notNull(),
    /** `null`: not in a mail yet. */
    mailId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.personId, t.item] }),
    index("mail_things_free").on(t.personId).where(sql`${t.mailId} is null`),
    index("mail_things_of").on(t.mailId),
    index("mail_things_by_age").on(t.foundAt),
  ],
);
