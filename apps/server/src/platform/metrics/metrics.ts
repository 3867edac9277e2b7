import type { Sql } from "postgres";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What is counted on request. */
export interface Gauges {
  waitingAgents: () => number;
  sockets: () => number;
  cachedRooms: () => number;
  quarantinedRooms: () => number;
  isDatabaseWell: () => boolean;
}

/** What the database counts for a feature. */
export interface Counted {
  name: string;
  help: string;
  labelNames?: readonly string[];
  count: () => Promise<number | readonly Sample[]>;
}

export interface Sample {
  labels: Record<string, string>;
  value: number;
}

export interface Metrics {
  readonly contentType: string;
  /** A batch of commits was judged by the database. */
  observeCommit(tookMs: number): void;
  /** In Prometheus's text format. */
  text(): Promise<string>;
}

const COMMIT_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
/** How long a scrape waits for what only the database knows, ms. */
const PATIENCE_MS = 1_000;

/** For this process; what the database counts is for all processes, and is left out while it is away. */
export function createMetrics(
  sql: Sql,
  gauges: Gauges,
  labels: { version: string; process: string },
  counted: readonly Counted[],
): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const live = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `squadroom_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  new Gauge({
    name: "squadroom_info",
    help: "1.",
    labelNames: ["version", "process"],
    registers,
  }).set(labels, 1);
  live("waiting_agents", "Agents whose poll waits here.", gauges.waitingAgents);
  live("sockets", "Live sockets here.", gauges.sockets);
  live("rooms_cached", "Rooms in memory here.", gauges.cachedRooms);
  live("rooms_quarantined", "Rooms whose log this release cannot read.", gauges.quarantinedRooms);
  live("database_up", "0 while the database refuses or does not answer.", () => (gauges.isDatabaseWell() ? 1 : 0));
  const commits = new Histogram({
    name: "squadroom_commit_seconds",
    help: "From a batch's sending until the database had judged it.",
    buckets: COMMIT_BUCKETS_S,
    registers,
  });
  const connections = new Gauge({
    name: "squadroom_database_connections",
    help: "Connections of all processes, by what they do.",
    labelNames: ["state"],
    registers,
  });
  const counts = counted.map(({ name, help, labelNames = [], count }) => {
    return { gauge: new Gauge({ name, help, labelNames: [...labelNames], registers }), count };
  });

  async function readDatabase(): Promise<void> {
    connections.reset();
    const [states] = await Promise.all([
      sql<{ state: string; n: number }[]>`
        SELECT coalesce(state, 'unknown') AS state, count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'squadroom%' GROUP BY 1`,
      ...counts.map(async ({ gauge, count }) => {
        const found = await count();
        if (typeof found === "number") return gauge.set(found);
        gauge.reset();
        for (const { labels, value } of found) gauge.set(labels, value);
      }),
    ]);
    for (const { state, n } of states) connections.set({ state }, n);
  }

  return {
    contentType: register.contentType,
    observeCommit: (tookMs) => commits.observe(tookMs / 1_000),
    async text() {
      if (gauges.isDatabaseWell()) {
        const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
        await Promise.race([readDatabase().catch(() => undefined), late]);
      }
      return await register.metrics();
    },
  };
}
