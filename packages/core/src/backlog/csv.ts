/** One row of a CSV file, with the line on which it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export type CsvReading = { ok: true; rows: CsvRow[] } | { ok: false; line: number; message: string };

/**
 * Strict CSV: comma, quotes doubled inside quotes, any of CRLF, LF and CR between rows. A byte order mark
 * and empty lines are skipped; a stray or an open quote is an error with its line.
 * @source RFC 4180
 */
export function readCsv(text: string): CsvReading {
  const rows: CsvRow[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const row: CsvRow = { line, cells: [] };
    for (;;) {
      const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
      if (!cell.ok) return { ok: false, line: line + cell.lines, message: cell.message };
      row.cells.push(cell.value);
      line += cell.lines;
      at = cell.end;
      if (text[at] !== ",") break;
      at += 1;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    if (row.cells.length > 1 || row.cells[0] !== "") rows.push(row);
  }
  return { ok: true, rows };
}

type Cell = { ok: true; value: string; end: number; lines: number } | { ok: false; message: string; lines: number };

function readPlain(text: string, from: number): Cell {
  let end = from;
  while (end < text.length && !",\r\n".includes(text[end] ?? "")) {
    if (text[end] === '"') return { ok: false, message: "An unquoted cell has a quote in it.", lines: 0 };
    end += 1;
  }
  return { ok: true, value: text.slice(from, end), end, lines: 0 };
}

function readQuoted(text: string, from: number): Cell {
  let value = "";
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { ok: false, message: "A quoted cell has no closing quote.", lines: 0 };
    value += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') break;
    value += '"';
    at += 1;
  }
  const lines = value.split(/\r\n|\r|\n/).length - 1;
  const follows = text[at];
  if (follows !== undefined && !",\r\n".includes(follows))
    return { ok: false, message: "There is text after the closing quote of a cell.", lines };
  return { ok: true, value, end: at, lines };
}

/** Rows as CSV with CRLF; every row has at least one cell, and one empty cell is quoted. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells) => (cells.length === 1 && cells[0] === "" ? '""' : cells.map(quoted).join(",")))
    .map((row) => `${row}\r\n`)
    .join("");
}

function quoted(cell: string): string {
  return /[",\r\n]|^\ufeff/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** What a spreadsheet would run as a formula gets an apostrophe in front, as spreadsheets themselves do. */
export function guardFormula(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

/** What `guardFormula` was given. */
export function unguardFormula(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
