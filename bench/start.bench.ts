import { join } from "node:path";
import { benchmark } from "./harness/benchmark.ts";
import { startServer } from "./harness/server.ts";

const ROUNDS = 5;
const FIRST_LIMIT_S = 5;
const AGAIN_LIMIT_S = 1.5;

/**
 * From starting the process to the first answer of /healthz, with the embedded Postgres: first with an
 * empty directory, then again. The reference is what it may take.
 */
await benchmark("start", async (bench) => {
  const seconds = { first: [] as number[], again: [] as number[] };
  for (let round = 1; round <= ROUNDS; round++) {
    const dataDir = join(bench.scratch, `server-${round}`);
    for (const which of ["first", "again"] as const) {
      const began = performance.now();
      const server = await startServer(bench, { dataDir });
      const answer = await fetch(`${server.baseUrl}/healthz`);
      if (!answer.ok) throw new Error(`/healthz answers ${answer.status}`);
      seconds[which].push((performance.now() - began) / 1000);
      await server.stop();
    }
    bench.say(
      `round ${round}: first ${seconds.first.at(-1)?.toFixed(2)} s, again ${seconds.again.at(-1)?.toFixed(2)} s`,
    );
  }
  return [
    { name: "start", unit: "s", ours: seconds.first, reference: [FIRST_LIMIT_S] },
    { name: "start-again", unit: "s", ours: seconds.again, reference: [AGAIN_LIMIT_S] },
  ];
});
