import { benchmark } from "./harness/benchmark.ts";
import { measureHandoffs } from "./harness/handoffs.ts";

/** Durable handoffs in a hundred rooms. */
await benchmark("handoff", (bench) =>
  measureHandoffs(bench, "handoff", { rooms: 100, agentsPerRole: 1, queuedPerRole: 3 }),
);
