import * as z from "zod";
import { redactedIn, redactedText } from "../kernel/redacted.ts";
import { text } from "../kernel/text.ts";
import type { ItemDraft } from "./command.ts";
import { guardFormula, readCsv, unguardFormula, writeCsv } from "./csv.ts";
import { ItemFieldsSchema } from "./fields.ts";
import type { ImportFormat } from "./formats.ts";
import { type BacklogItem, IMPORT_MAX, ITEM_REASON_MAX, ITEM_STATES, type ItemState } from "./item.ts";

/** A problem in a file: what is wrong on a line, or what is kept differently than it says. */
export interface ImportProblem {
  /** Line of the file, from 1; in JSON the place in the list. */
  line: number;
  field: string | null;
  message: string;
}

export interface ImportReading {
  items: ItemDraft[];
  /** If there is one, nothing is added. */
  problems: ImportProblem[];
  /** What is added differently than the file says. */
  warnings: ImportProblem[];
}

/** Columns of the files, in this order; import needs `title` only. */
export const COLUMNS = ["id", "title", "body", "priority", "labels", "value", "complexity", "state", "reason"] as const;
type Column = (typeof COLUMNS)[number];

const Row = ItemFieldsSchema.partial({
  body: true,
  priority: true,
  labels: true,
  value: true,
  complexity: true,
}).extend({
  state: z.enum(ITEM_STATES).optional(),
  reason: text(ITEM_REASON_MAX).optional(),
});

/**
 * What a file would add, with everything that is wrong in it; nothing is dropped silently. Texts that
 * had secrets are replaced before they are judged.
 */
export function readImport(
  format: ImportFormat,
  content: string,
  replaced: ReadonlyMap<string, string> = new Map(),
): ImportReading {
  const reading: ImportReading = { items: [], problems: [], warnings: [] };
  const rows = format === "csv" ? rowsOfCsv(content, reading) : rowsOfJson(content, reading);
  if (rows.length > IMPORT_MAX) {
    const message = `The file has ${rows.length} items; you can import ${IMPORT_MAX} at most at once.`;
    return { ...reading, problems: [{ line: 1, field: null, message }, ...reading.problems] };
  }
  const replace = (value: unknown): unknown => (typeof value === "string" ? (replaced.get(value) ?? value) : value);
  for (const { line, values } of rows) {
    const entries = Object.entries(values).map(([field, value]) => {
      return [field, Array.isArray(value) ? value.map(replace) : replace(value)] as const;
    });
    readRow(line, Object.fromEntries(entries), reading);
  }
  if (rows.length === 0 && reading.problems.length === 0)
    reading.problems.push({ line: 1, field: null, message: "The file has no items." });
  return reading;
}

interface RawRow {
  line: number;
  values: Record<string, unknown>;
}

function rowsOfCsv(content: string, { problems, warnings }: ImportReading): RawRow[] {
  const csv = readCsv(content);
  if (!csv.ok) {
    problems.push({ line: csv.line, field: null, message: csv.message });
    return [];
  }
  const [head, ...rows] = csv.rows;
  if (!head) return [];
  const names = head.cells.map((cell) => cell.trim().toLowerCase());
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (!names.includes("title") || twice !== undefined) {
    const message =
      twice === undefined
        ? `The first line names the columns, and one of them is title; known are ${COLUMNS.join(", ")}.`
        : `The column ${twice} appears twice.`;
    problems.push({ line: head.line, field: twice ?? "title", message });
    return [];
  }
  for (const name of names.filter((one) => !isColumn(one)))
    warnings.push({ line: head.line, field: name, message: `The column ${name} is ignored.` });
  return rows.flatMap(({ line, cells }) => {
    if (cells.length !== names.length) {
      const message = `The line has ${cells.length} cells, the first line has ${names.length}.`;
      problems.push({ line, field: null, message });
      return [];
    }
    const known = names.map((name, i) => [name, unguardFormula(cells[i] ?? "")] as const);
    return [{ line, values: fromCells(Object.fromEntries(known.filter(([n]) => isColumn(n)))) }];
  });
}

/** Cells as the values that they stand for; an empty one says nothing. */
function fromCells(cells: Partial<Record<string, string>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, cell = ""] of Object.entries(cells)) {
    if (cell === "" && name !== "title") continue;
    if (name === "labels")
      values[name] = cell
        .split(/[;,]/)
        .map((l) => l.trim())
        .filter(Boolean);
    else if (name === "value" || name === "complexity") values[name] = /^\d+$/.test(cell.trim()) ? Number(cell) : cell;
    else values[name] = cell;
  }
  return values;
}

function rowsOfJson(content: string, { problems, warnings }: ImportReading): RawRow[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content.startsWith("\ufeff") ? content.slice(1) : content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unreadable";
    problems.push({ line: 1, field: null, message: `This isn't valid JSON: ${reason}.` });
    return [];
  }
  const list = Array.isArray(parsed) ? parsed : (parsed as { items?: unknown } | null)?.items;
  if (!Array.isArray(list)) {
    const message = "The JSON must be a list of items, or an object with that list as `items`.";
    problems.push({ line: 1, field: "items", message });
    return [];
  }
  return list.flatMap((one: unknown, i) => {
    const line = i + 1;
    if (typeof one !== "object" || one === null || Array.isArray(one)) {
      problems.push({ line, field: null, message: "This isn't an item." });
      return [];
    }
    const entries = Object.entries(one);
    for (const [name] of entries.filter(([field]) => !isColumn(field)))
      warnings.push({ line, field: name, message: `${name} is ignored.` });
    return [{ line, values: Object.fromEntries(entries.filter(([name]) => isColumn(name))) }];
  });
}

function readRow(line: number, { id, ...values }: Record<string, unknown>, reading: ImportReading) {
  const { items, problems, warnings } = reading;
  const row = Row.safeParse(values);
  if (!row.success) {
    for (const issue of row.error.issues) {
      const field = issue.path[0] === undefined ? null : String(issue.path[0]);
      problems.push({ line, field, message: issue.message });
    }
    return;
  }
  const { state = "open", ...draft } = row.data;
  for (const [field, text] of textsOf(draft)) {
    const kinds = new Set(redactedIn(text).flatMap((one) => one.kinds));
    if (kinds.size > 0) warnings.push({ line, field, message: redactedText([...kinds]) });
  }
  const kept = keptState(state);
  if (kept !== state) {
    const message = `It was ${state.replace("_", " ")}; it is added as open.`;
    warnings.push({ line, field: "state", message });
  }
  if ((kept === "closed" || kept === "dropped") && !draft.reason?.trim()) {
    problems.push({ line, field: "reason", message: `A ${kept} item needs a reason.` });
    return;
  }
  if (id !== undefined && !warnings.some(({ field }) => field === "id"))
    warnings.push({ line, field: "id", message: "Items get new numbers here." });
  items.push({ ...draft, state: kept });
}

/** Everything that people wrote in it, by field. */
export function textsOf(draft: Omit<ItemDraft, "state">): (readonly [field: string, text: string])[] {
  const { title, body = "", reason = "", labels = [] } = draft;
  const all = { title, body, reason };
  return [...Object.entries(all), ...labels.map((label) => ["labels", label] as const)];
}

function keptState(state: ItemState): NonNullable<ItemDraft["state"]> {
  return state === "deferred" || state === "closed" || state === "dropped" ? state : "open";
}

function isColumn(name: string): name is Column {
  return (COLUMNS as readonly string[]).includes(name);
}

/** Items as a file that `readImport` reads. */
export function writeExport(format: ImportFormat, items: readonly BacklogItem[]): string {
  if (format === "json") {
    const rows = items.map((item) => ({
      id: item.id,
      title: item.title,
      body: item.body,
      priority: item.priority,
      labels: item.labels,
      value: item.value,
      complexity: item.complexity,
      state: item.state,
      reason: item.note?.text ?? "",
    }));
    return `${JSON.stringify({ items: rows }, null, 2)}\n`;
  }
  const rows = items.map((item) =>
    [
      String(item.id),
      item.title,
      item.body,
      item.priority,
      item.labels.join("; "),
      String(item.value ?? ""),
      String(item.complexity ?? ""),
      item.state,
      item.note?.text ?? "",
    ].map(guardFormula),
  );
  return writeCsv([COLUMNS, ...rows]);
}
