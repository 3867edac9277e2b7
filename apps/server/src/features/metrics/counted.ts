import type { Sql } from "postgres";
import type { Counted, Sample } from "../../platform/metrics/metrics.ts";

/** After this long, sums over all reports are computed again, ms: scrapes come more often. */
const SUMMED_MS = 60_000;

/** For Prometheus, over all rooms. */
export function countedOfRooms(sql: Sql, clock: { now(): number }): Counted[] {
  const usage = remembered(clock, async () => {
    const [row] = await sql<Record<string, string | null>[]>`
      SELECT sum(input_tokens) AS input, sum(output_tokens) AS output,
        sum(cache_read_tokens) AS cache_read, sum(cache_write_tokens) AS cache_write,
        sum(cost_usd_micros) FILTER (WHERE basis = 'billed') AS billed,
        sum(cost_usd_micros) FILTER (WHERE basis = 'estimated') AS estimated,
        count(*) FILTER (WHERE cost_usd_micros IS NULL) AS unpriced
      FROM usage_reports`;
    return row ?? {};
  });
  const sums = (label: string, names: readonly string[], unit: number) => async () => {
    const row = await usage();
    return names.map((name): Sample => ({ labels: { [label]: name }, value: Number(row[name] ?? 0) / unit }));
  };
  const byState = (table: string) => async () => {
    const rows = await sql<{ state: string; n: number }[]>`
      SELECT state, count(*)::int AS n FROM ${sql(table)} WHERE ended_at IS NULL GROUP BY 1`;
    return rows.map(({ state, n }): Sample => ({ labels: { state }, value: n }));
  };
  return [
    {
      name: "squadroom_tasks",
      help: "Tasks that have not ended, by state.",
      labelNames: ["state"],
      count: byState("tasks"),
    },
    {
      name: "squadroom_runs",
      help: "Runs that have not ended, by state.",
      labelNames: ["state"],
      count: byState("runs"),
    },
    {
      name: "squadroom_decisions_pending",
      help: "Decisions that wait for a person.",
      count: async () => {
        const [row] = await sql<{ n: number }[]>`
          SELECT count(*)::int AS n FROM decisions WHERE state = 'pending'`;
        return row?.n ?? 0;
      },
    },
    {
      name: "squadroom_usage_tokens",
      help: "Tokens that agents reported, by kind.",
      labelNames: ["kind"],
      count: sums("kind", ["input", "output", "cache_read", "cache_write"], 1),
    },
    {
      name: "squadroom_usage_cost_usd",
      help: "What agents cost, by how it is known.",
      labelNames: ["basis"],
      count: sums("basis", ["billed", "estimated"], 1_000_000),
    },
    {
      name: "squadroom_usage_unpriced",
      help: "Reports whose cost nobody knows.",
      count: async () => Number((await usage()).unpriced ?? 0),
    },
  ];
}

function remembered<T>(clock: { now(): number }, read: () => Promise<T>): () => Promise<T> {
  let known: { at: number; value: Promise<T> } | null = null;
  return () => {
    const now = clock.now();
    if (known && now - known.at < SUMMED_MS && now >= known.at) return known.value;
    const value = read();
    known = { at: now, value };
    value.catch(() => {
      known = null;
    });
    return value;
  };
}
