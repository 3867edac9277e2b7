import type { PgTable } from "drizzle-orm/pg-core";
import {
  agents,
  backlogItems,
  backlogModes,
  decisions,
  errors,
  handoffs,
  messages,
  moments,
  questions,
  retentionSettings,
  roomDetails,
  runs,
  sessionArchive,
  sessionEntries,
  sessionHolds,
  sessionImports,
  sessionProposals,
  sessionRecords,
  sessions,
  sessionTexts,
  taskAskers,
  taskDetails,
  taskProgress,
  taskRequirements,
  taskResults,
  taskReviews,
  tasks,
  taskUsage,
  usageReports,
  wisdom,
} from "./schema/index.ts";

/** The tables that the log explains; `append` alone writes them, `verify` compares them with a fold. */
export const projected = {
  roomDetails,
  agents,
  tasks,
  taskDetails,
  taskRequirements,
  taskProgress,
  taskResults,
  taskReviews,
  messages,
  handoffs,
  decisions,
  questions,
  backlogItems,
  backlogModes,
  sessions,
  sessionTexts,
  sessionImports,
  sessionProposals,
  sessionRecords,
  sessionEntries,
  taskUsage,
  runs,
  usageReports,
  taskAskers,
  moments,
  wisdom,
  errors,
  retentionSettings,
  sessionArchive,
  sessionHolds,
} as const satisfies Record<string, PgTable>;

export type ProjectedTable = keyof typeof projected;

/** A whole row: a key's newest row replaces the one before. */
export type ProjectedRow = {
  [T in ProjectedTable]: { table: T; row: (typeof projected)[T]["$inferSelect"] };
}[ProjectedTable];
