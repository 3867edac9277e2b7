import { guardFormula, writeCsv } from "../backlog/csv.ts";
import type { Json } from "./carried.ts";
import { documented } from "./write-yaml.ts";

/** The room's long lists that are exported as tables for other programs. */
export const RECORDS = ["tasks", "messages", "decisions", "usage"] as const;
export type RecordKind = (typeof RECORDS)[number];
export const RECORD_FORMATS = ["csv", "json"] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];
/** Most rows of one file. */
export const RECORD_ROWS_MAX = 50_000;

/** The columns of each table, in their order. */
export const COLUMNS = {
  tasks: [
    "id",
    "session_id",
    "role",
    "state",
    "priority",
    "title",
    "instruction",
    "created_at",
    "ended_at",
    "attempts",
    "unreviewed",
    "summary",
    "input_tokens",
    "output_tokens",
  ],
  messages: [
    "id",
    "at",
    "from",
    "from_role",
    "to",
    "kind",
    "priority",
    "subject",
    "body",
    "task_id",
    "component",
    "file",
    "replies_to",
    "response_by",
    "state",
    "raised_to",
  ],
  decisions: [
    "id",
    "kind",
    "subject",
    "state",
    "urgency",
    "question",
    "reason",
    "opened_at",
    "asked_by",
    "answer",
    "note",
    "answered_by",
    "ended_at",
    "end_reason",
  ],
  usage: [
    "at",
    "agent",
    "role",
    "task_id",
    "session_id",
    "model",
    "run_id",
    "input_tokens",
    "output_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "cost_usd",
    "basis",
    "runs",
  ],
} as const satisfies Record<RecordKind, readonly string[]>;

/** A row by its columns; times are epoch ms. Unknown is `null`: an empty cell, never 0. */
export type RecordRow = Readonly<Record<string, string | number | boolean | null>>;

/** A table for spreadsheets, in which no cell runs as a formula, or a list of JSON objects. */
export function writeRecords(kind: RecordKind, format: RecordFormat, rows: readonly RecordRow[]): string {
  const columns: readonly string[] = COLUMNS[kind];
  const lines = rows.map((row) => columns.map((column) => cellValue(column, row[column] ?? null)));
  if (format === "csv") return writeCsv([[...columns], ...lines.map((line) => line.map(cellOf))]);
  const objects = lines.map((line) => Object.fromEntries(columns.map((column, i) => [column, line[i]])));
  return `${JSON.stringify(documented(objects), null, 2)}\n`;
}

function cellValue(column: string, value: string | number | boolean | null): Json {
  const isTime = /(^|_)(at|by)$/.test(column) && typeof value === "number";
  return isTime ? new Date(value).toISOString() : value;
}

function cellOf(value: Json): string {
  if (value === null) return "";
  return typeof value === "string" ? guardFormula(value) : String(value);
}
