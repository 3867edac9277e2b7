import { bigint, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { at } from "./columns.ts";

/** One row: which history this database continues, and where it was at the last look. */
export const serverHistory = pgTable("server_history", {
  id: smallint().primaryKey(),
  /** Cursors and connections belong to one epoch; a restore begins a higher one. */
  epoch: bigint({ mode: "number" }).notNull(),
  /** Id of the cluster; `null` if it may not be read. */
  systemId: text(),
  timeline: integer(),
  databaseOid: bigint({ mode: "number" }),
  at: at().notNull(),
});
