import { benchmark } from "./harness/benchmark.ts";
import { residentMb, startWaiting } from "./harness/waiting.ts";

const SAMPLES = 5;
const PAUSE_MS = 2_000;
const LIMIT_MB = 300;

/** Memory of a server with a hundred rooms, in each of which ten agents have joined and wait. */
await benchmark("memory", async (bench) => {
  const { server, add } = await startWaiting(bench);
  const empty = residentMb(server.pid);
  await add(100, 10);
  const samples: number[] = [];
  for (let n = 0; n < SAMPLES; n++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    samples.push(residentMb(server.pid));
  }
  bench.say(
    `without rooms ${empty.toFixed(0)} MB; 100 rooms, 1,000 agents: ${samples.map((mb) => mb.toFixed(0)).join(", ")} MB`,
  );
  return [{ name: "memory", unit: "MB", ours: samples, reference: [LIMIT_MB] }];
});
