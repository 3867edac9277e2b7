import type { AgentCaller } from "@squadroom/core/kernel/actor";
import type { Command } from "@squadroom/core/kernel/command";
import { cardOf } from "@squadroom/core/room/card";
import { decide } from "@squadroom/core/room/decide";
import { PipelineDriver } from "@squadroom/core/testing/pipeline-driver.fixture";
import { benchmark } from "./harness/benchmark.ts";
import { type Figure, quantile } from "./harness/figure.ts";

/** Steps of one pipeline: as many tasks as a room holds. */
const STEPS = 2_000;
const ROUNDS = 3;
/** Rulings that are timed of each round, after as many that are not. */
const TIMED = 200;
const RULING_MS = 5;
/** Pipelines in one room. */
const MANY = 100;

/** One behind the other, of a role that loops. */
function chain(): string[] {
  return Array.from({ length: STEPS }, (_, i) => `${idOf("DRAFT", i)}${i > 0 ? `<${idOf("DRAFT", i - 1)}` : ""}`);
}

/** Rows of fifty, each step behind two of the row before, of four roles in turn. */
function wide(): string[] {
  const prefixes = ["PLAN", "IMPL", "TEST", "DRAFT"];
  const name = (i: number) => idOf(prefixes[Math.floor(i / 50) % 4] as string, i);
  return Array.from({ length: STEPS }, (_, i) =>
    i < 50 ? name(i) : `${name(i)}<${name(i - 50)},${name(Math.floor(i / 50) * 50 - 50 + ((i + 1) % 50))}`,
  );
}

function idOf(prefix: string, i: number): string {
  return `${prefix}-${String(i + 1).padStart(4, "0")}`;
}

/**
 * What core takes to rule in a room with a pipeline of 2,000 tasks: the claim of a task, its end with what follows, and the
 * room's card; and in a room with 100 pipelines.
 */
await benchmark("pipelines", async (bench) => {
  const figures: Figure[] = [];
  for (const [shape, steps] of [
    ["chain", chain()],
    ["wide", wide()],
  ] as const) {
    const times = { claim: [] as number[], end: [] as number[], card: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      const room = new PipelineDriver(["planner", "executor", "tester", "writer"]);
      room.run({
        type: "setRoomOptions",
        by: { id: "p" as never, name: "Pat" },
        pipelinesAtOnce: 100,
      });
      room.beginWith(...steps);
      const took = drive(room, TIMED);
      for (const kind of ["claim", "end", "card"] as const) times[kind].push(quantile(took[kind], 0.99));
    }
    for (const kind of ["claim", "end", "card"] as const)
      figures.push({
        name: `${shape}-${kind}-p99`,
        unit: "ms",
        ours: times[kind],
        reference: [RULING_MS],
      });
  }
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const room = new PipelineDriver(["planner", "executor", "tester", "writer"]);
    room.run({
      type: "setRoomOptions",
      by: { id: "p" as never, name: "Pat" },
      pipelinesAtOnce: 100,
    });
    for (let n = 0; n < MANY; n++)
      room.beginWith("PLAN-001", "IMPL-001<PLAN-001", "TEST-001<IMPL-001", "DRAFT-001<IMPL-001");
    times.push(quantile(drive(room, 60).end, 0.99));
  }
  figures.push({
    name: "many-end-p99",
    unit: "ms",
    ours: times,
    reference: [RULING_MS],
    note: `${MANY} pipelines`,
  });
  bench.say(`${STEPS} steps; each ruling with all that the room makes of it`);
  return figures;
});

/** Agents claim and end tasks in turn; what each ruling took, ms. */
function drive(room: PipelineDriver, timed: number) {
  const took = { claim: [] as number[], end: [] as number[], card: [] as number[] };
  let { view } = room;
  const ruled = (command: Command) => {
    const given = room.context();
    const from = performance.now();
    const ruling = decide(view, command, given);
    const ms = performance.now() - from;
    if (!ruling.ok) throw new Error(ruling.refusal.message);
    view = ruling.steps.at(-1)?.after ?? view;
    return { ms, reply: ruling.reply as { taskId: string | null; fence: number } };
  };
  const callers = Object.values(room.agents).map((one: AgentCaller) => ({
    ...one,
    connection: view.agents[one.id]?.connection ?? null,
  }));
  for (let i = 0; took.end.length < 2 * timed; i++) {
    const by = callers[i % callers.length] as AgentCaller;
    const claim = ruled({ type: "claim", by });
    if (claim.reply.taskId === null) {
      if (i > 20 * timed) break;
      continue;
    }
    took.claim.push(claim.ms);
    const { taskId, fence } = claim.reply;
    const end = {
      type: "complete",
      by,
      taskId,
      fence,
      result: { summary: "as asked", verdict: "passed" },
      next: false,
    };
    took.end.push(ruled({ ...end, reply: null } as never).ms);
    const from = performance.now();
    cardOf(view, { seenAt: room.seenAt, waiting: [] }, room.now, room.leaseS);
    took.card.push(performance.now() - from);
  }
  for (const kind of ["claim", "end", "card"] as const) took[kind].splice(0, Math.floor(took[kind].length / 2));
  return took;
}
