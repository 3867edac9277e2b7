import { join } from "node:path";
import { benchmark } from "./harness/benchmark.ts";
import { startCluster } from "./harness/cluster.ts";
import { median } from "./harness/figure.ts";
import { personClient, startServer } from "./harness/server.ts";
import { seatSquads } from "./harness/squad.ts";

const ROWS = 100_000;
/** What the reports are of. */
const SPREAD = { days: 90, agents: 12, models: 4, sessions: 200, tasks: 10_000, runs: 3_000 };
const ROUNDS = 9;
const CALLS = 5;
const LIMIT_MS = 300;

/**
 * The question of the Metrics screen, over REST, of a room with 100,000 reports of usage, 10,000 tasks that come
 * from each other in chains of five, and their moments; for 14 and for 90 days.
 */
await benchmark("metrics", async (bench) => {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("ours");
  const server = await startServer(bench, { dataDir: join(bench.scratch, "server"), databaseUrl });
  const person = personClient(server);
  const [seat] = await seatSquads(server, person, {
    rooms: 1,
    agentsPerRole: 1,
    queuedPerRole: 0,
    claimed: false,
  });
  const room = seat?.roomId ?? "";
  const sql = cluster.connect(databaseUrl);
  const now = Date.now();
  const step = (SPREAD.days * 86_400_000) / ROWS;
  await sql`
    INSERT INTO usage_reports (room_id, at, seq, agent_id, role, task_id, session_id, model, run_id, input_tokens,
      output_tokens, cache_read_tokens, cache_write_tokens, cost_usd_micros, basis, runs)
    SELECT ${room}::uuid, ${now}::bigint - (i * ${step}::float8)::bigint, 1000000 - i,
      ('00000000-0000-7000-8000-' || lpad((i % ${SPREAD.agents}::int)::text, 12, '0'))::uuid, 'role-' || (i % ${SPREAD.agents}::int) % 5,
      'DEV-' || (i / (${ROWS}::int / ${SPREAD.tasks}::int)), i / (${ROWS}::int / ${SPREAD.sessions}::int), 'model-' || i % ${SPREAD.models}::int,
      i / (${ROWS}::int / ${SPREAD.runs}::int), 1000 + i % 977, 100, 5000, 0,
      CASE WHEN i % 7 = 0 THEN NULL ELSE i % 5003 END, CASE WHEN i % 7 = 0 THEN 'unknown' WHEN i % 2 = 0 THEN 'estimated' ELSE 'billed' END, 0
    FROM generate_series(0, ${ROWS}::int - 1) AS i`;
  await sql`
    INSERT INTO task_askers (room_id, task_id, parent_id, person_id, person)
    SELECT ${room}::uuid, 'DEV-' || i, CASE WHEN i % 5 = 0 THEN NULL ELSE 'DEV-' || i - 1 END,
      CASE WHEN i % 5 = 0 THEN '00000000-0000-7000-8000-000000000001'::uuid END, CASE WHEN i % 5 = 0 THEN 'Ada' END
    FROM generate_series(0, ${SPREAD.tasks}::int - 1) AS i`;
  await sql`
    INSERT INTO moments (room_id, at, seq, kind, subject)
    SELECT ${room}::uuid, ${now}::bigint - (i * ${step}::float8 * ${ROWS}::int / ${SPREAD.tasks}::int)::bigint - k.before, 2000000 + i, k.kind, 'DEV-' || i
    FROM generate_series(0, ${SPREAD.tasks}::int - 1) AS i,
      (VALUES ('claimed', 3600000), ('sent_back', 60000), ('passed', 0), ('completed', 0)) AS k(kind, before)`;
  await sql`VACUUM ANALYZE`;
  const times = new Map<number, number[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const days of [14, 90]) {
      const each: number[] = [];
      for (let call = 0; call < CALLS; call++) {
        const began = performance.now();
        const report = await person.call("getMetrics", { query: { room, days } });
        each.push(performance.now() - began);
        if (report.total.inputTokens === 0) throw new Error("nothing was counted");
      }
      // The first round warms it up.
      if (round > 0) times.set(days, [...(times.get(days) ?? []), median(each)]);
    }
  }
  return [...times].map(([days, ours]) => ({
    name: `metrics-${days}-days`,
    unit: "ms",
    ours,
    reference: [LIMIT_MS],
    note: "the reference is the limit",
  }));
});
