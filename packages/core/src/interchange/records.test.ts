import { expect, test } from "vitest";
import { readCsv } from "../backlog/csv.ts";
import { COLUMNS, RECORDS, writeRecords } from "./records.ts";

const AT = Date.parse("2024-01-15T10:00:00Z");

test("a table has its columns, times as text, and an empty cell for what is unknown", () => {
  const row = { id: "DEV-001", state: "completed", created_at: AT, attempts: 0, ended_at: null };
  const read = readCsv(writeRecords("tasks", "csv", [row]));

  expect(read.ok && read.rows.map(({ cells }) => cells.slice(0, 10))).toEqual([
    COLUMNS.tasks.slice(0, 10),
    ["DEV-001", "", "", "completed", "", "", "", "2024-01-15T10:00:00.000Z", "", "0"],
  ]);
  expect(JSON.parse(writeRecords("tasks", "json", [row]))).toMatchObject([
    { id: "DEV-001", created_at: "2024-01-15T10:00:00.000Z", ended_at: null, attempts: 0 },
  ]);
});

test("no cell of a spreadsheet runs as a formula, and JSON has the text as it is", () => {
  for (const kind of RECORDS)
    for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1"]) {
      const row = Object.fromEntries(COLUMNS[kind].map((column) => [column, text]));
      const read = readCsv(writeRecords(kind, "csv", [row]));
      const cells = read.ok ? (read.rows[1]?.cells ?? []) : [];
      expect(cells).toEqual(COLUMNS[kind].map(() => `'${text}`));
      expect(JSON.parse(writeRecords(kind, "json", [row]))).toEqual([row]);
    }
});
