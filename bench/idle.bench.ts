import { benchmark } from "./harness/benchmark.ts";
import { cpuUse } from "./harness/cpu.ts";
import { startWaiting, transactions } from "./harness/waiting.ts";

const ROUNDS = 3;
/** Longer than the ten seconds within which Postgres counts what an idle connection did. */
const ROUND_S = 20;
const ROOMS = 100;
const AGENTS_PER_ROOM = 10;
/** Share of a core that a thousand waiting agents may take. */
const SHARE_MAX = 0.03;

/**
 * A thousand agents wait for work that does not come: what the server takes of a core, and the queries
 * that Postgres gets, against the same server before anybody waited.
 */
await benchmark("idle", async (bench) => {
  const { server, sql, add } = await startWaiting(bench);
  const measure = async () => {
    const before = { cpu: cpuUse({ server }), queries: await transactions(sql) };
    await new Promise((resolve) => setTimeout(resolve, ROUND_S * 1000));
    const cpuS = (cpuUse({ server }).server ?? 0) - (before.cpu.server ?? 0);
    const queries = (await transactions(sql)) - before.queries - 1;
    return { share: cpuS / ROUND_S, perSecond: queries / ROUND_S };
  };
  const alone = await measure();
  await add(ROOMS, AGENTS_PER_ROOM);
  bench.say(`nobody waits: ${(alone.share * 100).toFixed(2)} % of a core, ${alone.perSecond.toFixed(1)} queries/s`);

  const shares: number[] = [];
  const rates: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const { share, perSecond } = await measure();
    shares.push(share);
    rates.push(perSecond);
    bench.say(
      `round ${round}, ${ROOMS * AGENTS_PER_ROOM} agents wait: ${(share * 100).toFixed(2)} % of a core, ${perSecond.toFixed(1)} queries/s`,
    );
  }
  return [
    { name: "idle-cpu", unit: "of a core", ours: shares, reference: [SHARE_MAX] },
    { name: "idle-queries", unit: "queries/s", ours: rates, reference: [alone.perSecond] },
  ];
});
