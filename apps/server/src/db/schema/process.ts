import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at } from "./columns.ts";

/** Server processes that live now: each renews its row every second, and removes it on stopping. */
export const serverProcesses = pgTable("server_processes", {
  id: uuid().primaryKey(),
  /** Where its siblings reach it, `http://10.0.0.5:4600`. */
  address: text().notNull(),
  /** Loopback addresses are valid only on this machine. */
  machine: text().notNull(),
  version: text().notNull(),
  /** By the database's clock. */
  seenAt: at().notNull(),
});
