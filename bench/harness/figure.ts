/** One comparison: medians of the rounds, and what each round came to. */
export interface Figure {
  name: string;
  unit: string;
  /** By round. */
  ours: number[];
  /** By round; a limit is a list of one. */
  reference: number[];
  /** Said in the table only. */
  note?: string;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Nearest rank for the ends, the mean of the middle two for an even median. */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) throw new Error("a quantile of nothing");
  const sorted = Float64Array.from(values).sort();
  if (q === 0.5 && sorted.length % 2 === 0) {
    const upper = sorted.length / 2;
    return ((sorted[upper - 1] as number) + (sorted[upper] as number)) / 2;
  }
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] as number;
}

/** Ours against the reference: rounds are compared with their neighbours, so that a slow minute of the machine hits both. */
export function ratios({ ours, reference }: Figure): number[] {
  return ours.map((value, i) => value / (reference[i] ?? median(reference)));
}

/** @param share of the values that are no greater: 0.95 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The table for people, then one line for programs. */
export function printFigures(bench: string, figures: Figure[]): void {
  const rows = figures.map((figure) => {
    const each = ratios(figure);
    return [
      figure.name,
      withSpread(figure.ours),
      withSpread(figure.reference),
      figure.unit,
      withSpread(each),
      figure.note ?? "",
    ];
  });
  console.log(`\n${table([["figure", "ours", "reference", "unit", "ratio", ""], ...rows])}\n`);
  const exact = figures.map((figure) => ({
    name: figure.name,
    ours: rounded(median(figure.ours)),
    reference: rounded(median(figure.reference)),
    ratio: rounded(median(ratios(figure))),
    unit: figure.unit,
  }));
  console.log(JSON.stringify({ bench, figures: exact }));
}

/** `median (lowest–highest)`. */
function withSpread(values: number[]): string {
  const middle = shown(median(values));
  if (values.length === 1) return middle;
  return `${middle} (${shown(Math.min(...values))}–${shown(Math.max(...values))})`;
}

function shown(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en-GB");
  return String(rounded(value));
}

/** Three significant digits below a thousand. */
export function rounded(value: number): number {
  return value >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
}

export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
