import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./columns.ts";

/** What models cost on this server, in US dollars for a million tokens, to the millionth; not room data. */
export const prices = pgTable("prices", {
  /** The model in lower case. */
  key: text().primaryKey(),
  model: text().notNull(),
  provider: text(),
  inputUsd: doublePrecision(),
  outputUsd: doublePrecision(),
  cacheReadUsd: doublePrecision(),
  cacheWriteUsd: doublePrecision(),
  cacheWrite1hUsd: doublePrecision(),
  contextSize: integer(),
  class: text(),
  source: text().notNull(),
  /** `YYYY-MM-DD`. */
  asOf: text().notNull(),
  changedAt: at().notNull(),
  changedBy: text().notNull(),
});
