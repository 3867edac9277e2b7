import { benchmark } from "./harness/benchmark.ts";
import { measureHandoffs } from "./harness/handoffs.ts";

/** The same in one room: 66 agents, so that each role has as many, of whom 64 speak at a time. */
await benchmark("handoff-hot-room", (bench) =>
  measureHandoffs(bench, "handoff-hot-room", { rooms: 1, agentsPerRole: 22, queuedPerRole: 22 }),
);
