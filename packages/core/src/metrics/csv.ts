import { guardFormula, writeCsv } from "../backlog/csv.ts";
import { MICROS_PER_USD } from "../usage/usage.ts";

/** One line of an export. */
export interface ExportLine {
  day: string;
  room: string;
  agent: string;
  role: string | null;
  session: number | null;
  model: string | null;
  person: string | null;
  run: string | null;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  cacheWrite1hTokens: number;
  /** `null`: unknown. */
  costUsdMicros: number | null;
  basis: string;
  runs: number;
}

const HEAD = [
  "day",
  "room",
  "agent",
  "role",
  "session",
  "model",
  "asked by",
  "run",
  "input tokens",
  "output tokens",
  "cache read tokens",
  "cache write tokens",
  "of them for an hour",
  "cost usd",
  "basis",
  "runs",
];

/** For spreadsheets: unknown is an empty cell, never 0. */
export function writeMetrics(lines: readonly ExportLine[]): string {
  return writeCsv([HEAD, ...lines.map(cellsOf)]);
}

function cellsOf(line: ExportLine): string[] {
  const { day, room, agent, role, session, model, person, run, costUsdMicros, basis } = line;
  const texts = [room, agent, role, session === null ? null : String(session), model, person, run];
  const tokens = [
    line.inputTokens,
    line.outputTokens,
    line.cacheReadTokens,
    line.cacheWriteTokens,
    line.cacheWrite1hTokens,
  ];
  const cost = costUsdMicros === null ? "" : (costUsdMicros / MICROS_PER_USD).toFixed(6);
  return [day, ...texts.map((text) => guardFormula(text ?? "")), ...tokens.map(String), cost, basis, String(line.runs)];
}
