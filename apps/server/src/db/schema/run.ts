import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, count, document, roomId } from "./columns.ts";
import { wordsIn } from "./search-words.ts";

/** Projection of runs: what lists need. */
export const runs = pgTable(
  "runs",
  {
    roomId: roomId(),
    id: integer().notNull(),
    runnerId: uuid(),
    agentId: uuid(),
    name: text().notNull(),
    role: text().notNull(),
    harness: text(),
    model: text(),
    state: text().notNull(),
    taskId: text(),
    branch: text(),
    turns: integer().notNull(),
    usage: document<unknown>().notNull(),
    startedAt: at(),
    endedAt: at(),
    why: text(),
    reason: text(),
    problem: text(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.id] }),
    index("runs_by_task").on(t.roomId, t.taskId, t.id),
    index("runs_words").using("gin", sql.raw(wordsIn("name || ' ' || coalesce(branch, '')"))),
  ],
);

/** What runs said and did: observations, bounded for each run, the oldest go first. */
export const runOutput = pgTable(
  "run_output",
  {
    roomId: roomId(),
    runId: integer().notNull(),
    n: count().notNull(),
    chunk: document<unknown>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.runId, t.n] })],
);

/** What a run changed in its tree, as of the last look. */
export const runChanges = pgTable(
  "run_changes",
  {
    roomId: roomId(),
    runId: integer().notNull(),
    at: at().notNull(),
    diff: text().notNull(),
    note: text(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.runId] })],
);

/** The files and lines that a run's tree now changes, as of the last look: an observation. */
export const runTouches = pgTable(
  "run_touches",
  {
    roomId: roomId(),
    runId: integer().notNull(),
    at: at().notNull(),
    tree: text().notNull(),
    files: document<unknown>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.runId] })],
);

/** What a branch changes against what it started from, as of the last merge into it. */
export const branchChanges = pgTable(
  "branch_changes",
  {
    roomId: roomId(),
    key: text().notNull(),
    at: at().notNull(),
    diff: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.key] })],
);
