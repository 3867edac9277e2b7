import { guardFormula, writeCsv } from "../backlog/csv.ts";
import { listed } from "../kernel/words.ts";
import { isReported, knownCost, MICROS_PER_USD, tokensOf } from "../usage/usage.ts";
import type { WorkRow, WorkWhy } from "./contract.ts";
import type { WorklogFormat } from "./work-outcomes.ts";

const HEAD = [
  "task",
  "title",
  "outcome",
  "ended as",
  "role",
  "agent",
  "why",
  "tier",
  "models",
  "runs",
  "attempts",
  "files changed",
  "files",
  "tokens",
  "cost usd",
  "estimated usd",
  "unpriced tokens",
  "created",
  "claimed",
  "ended",
  "seconds",
  "summary",
];

/** All rows as a file: for spreadsheets, programs or people. */
export function writeWorklog(rows: readonly WorkRow[], format: WorklogFormat): string {
  switch (format) {
    case "csv":
      return writeCsv([HEAD, ...rows.map((row) => cellsOf(row).map(guardFormula))]);
    case "json":
      return `${JSON.stringify(rows, null, 2)}\n`;
    case "markdown":
      return markdownOf(rows);
  }
}

function cellsOf(row: WorkRow): string[] {
  const { usage, why } = row;
  const usd = (micros: number) => (micros / MICROS_PER_USD).toFixed(6);
  const [cost, estimated] =
    !isReported(usage) || knownCost(usage) === "none"
      ? ["", ""]
      : [usd(usage.costUsdMicros), usd(usage.estimatedUsdMicros ?? 0)];
  // What nobody reported is unknown, not 0.
  const [tokens, unpriced] = tokensOf(usage) > 0 ? [String(tokensOf(usage)), String(usage.unpricedTokens)] : ["", ""];
  const times = [row.createdAt, row.claimedAt, row.endedAt];
  const ms = tookMs(row);
  return [
    row.taskId,
    row.title,
    row.outcome,
    row.lastEnd ?? "",
    row.role,
    row.agent,
    whyText(why),
    row.tier ?? "",
    row.models.join("; "),
    row.runs.join("; "),
    String(row.attempts),
    String(row.fileCount),
    row.files.join("; "),
    tokens,
    cost,
    estimated,
    unpriced,
    ...times.map((at) => (at === null ? "" : new Date(at).toISOString())),
    ms === null ? "" : String(Math.round(ms / 1000)),
    row.summary,
  ];
}

const SHOWN = ["task", "title", "outcome", "role", "agent", "why", "tier", "models"];
const COUNTED = ["files changed", "tokens", "cost usd", "seconds"];

function markdownOf(rows: readonly WorkRow[]): string {
  const shown = [...SHOWN, ...COUNTED];
  const places = shown.map((name) => HEAD.indexOf(name));
  const line = (cells: readonly string[]) => `| ${cells.map(inCell).join(" | ")} |`;
  return [
    line(shown),
    `|${shown.map((name) => (COUNTED.includes(name) ? "---:" : "---")).join("|")}|`,
    ...rows.map((row) => {
      const cells = cellsOf(row);
      return line(places.map((at) => cells[at] ?? ""));
    }),
    "",
  ].join("\n");
}

/** Text that ends no cell, opens no tag and is no link. */
export function inCell(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\|`*_[\]<>&]/g, (sign) => (sign === "<" ? "&lt;" : sign === "&" ? "&amp;" : `\\${sign}`));
}

/** From the first claim to the end, ms; `null`: nobody had it, or it has not ended. */
export function tookMs({ claimedAt, endedAt }: Pick<WorkRow, "claimedAt" | "endedAt">) {
  return claimedAt === null || endedAt === null ? null : endedAt - claimedAt;
}

/** Why the role has it, in a few words. */
export function whyText({ kind, by, byRole, from, found, confidence, sessionId }: WorkWhy): string {
  const who = byRole === null ? by : `${by} (${byRole})`;
  switch (kind) {
    case "mention":
      return `${who} named ${listed(found)}`;
    case "rule":
      return `a rule for ${listed(found)}, ${confidence ?? 0}`;
    case "undecided":
      return `message of ${who}, no rule was sure`;
    case "corrected":
      return `message of ${who}, rerouted by a person`;
    case "entry_point":
      return `message of ${who}`;
    case "handoff":
      return `handed on by ${who}${from === null ? "" : ` with ${from}`}`;
    case "fanout":
      return `one of several that ${who} asked`;
    case "session":
      return `session ${sessionId ?? ""}`.trim();
    case "backlog":
      return "from the backlog";
    case "task":
      return `created by ${who}`;
  }
}
