import { bigint, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { at } from "./columns.ts";

/** One row: which history this database goes on with, and where it was at the last look. */
export const serverHistory = pgTable("server_history", {
  id: smallint().primaryKey(),
  /** Cursors and connections are of one epoch; a restore begins a higher one. */
  epoch: bigint({ mode: "number" }).notNull(),
  /** Of the cluster; `null` where it may not be read. */
  systemId: text(),
  timeline: integer(),
  databaseOid: bigint({ mode: "number" }),
  at: at().notNull(),
});
