import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { benchmark } from "./harness/benchmark.ts";
import { Machine } from "./harness/machine.ts";
import { personClient, startServer } from "./harness/server.ts";

const NAME = "fanout-branches";
/** `--rounds N`: a part of them, where the machine is slow. */
const PART = process.argv.indexOf("--rounds");
const ROUNDS = PART < 0 ? 200 : Number(process.argv[PART + 1]);
/** Then the runner is killed and started again, so that its agents begin anew, all at once. */
const COLD_EVERY = 20;
const AGENTS = ["w1", "w2", "w3", "w4", "w5", "w6"];
const MIND = {
  name: "scripted",
  rules: [{ when: "", do: [{ end: { message: "It is ready." } }] }],
};

/**
 * Six agents are asked at once in a repository, round after round, by agents that are there and by such that begin: how
 * many branches bring nothing, or come later than the time they have, of all.
 */
await benchmark(NAME, async (bench) => {
  const keyDir = join(bench.scratch, "server");
  const server = await startServer(bench, { dataDir: keyDir });
  const person = personClient(server);
  const room = "six";
  const roles = [
    { name: "lead", handsTo: ["user", ...AGENTS] },
    ...AGENTS.map((name) => ({ name, prefix: name.toUpperCase(), handsTo: ["lead"] })),
  ];
  const team = { entryPoint: "lead", roles, routing: { rules: [] } };
  await person.call("createRoom", { body: { name: room, team } as never });
  const directory = join(bench.scratch, room);
  mkdirSync(directory);
  const machine = new Machine({
    directory,
    room,
    url: server.baseUrl,
    keyDir,
    mind: MIND,
    roles: ["lead", ...AGENTS].join(","),
    slots: 8,
  });
  await machine.prepare();
  bench.defer(() => machine.kill());
  machine.start();

  const tookMs: number[] = [];
  const lost: string[] = [];
  let late = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    if (round > 1 && round % COLD_EVERY === 1) {
      await machine.kill();
      machine.start();
    }
    const mentions = AGENTS.map((name) => `@${name}`).join(" ");
    const body = { body: `${mentions} is it ready, round ${round}?` };
    await person.call("sendMessage", { params: { room }, body });
    const fanout = await eventually(async () => {
      const { data } = await person.call("listFanouts", { params: { room }, query: { limit: 1 } });
      const [newest] = data;
      const isNew = newest?.id === round;
      return isNew && newest.isSettled ? newest : null;
    });
    for (const { taskId, attempts } of fanout.branches) {
      const { outcome, text, endedAt } = attempts.at(-1) ?? { outcome: null, text: "", endedAt: 0 };
      const ms = (endedAt ?? Infinity) - fanout.openedAt;
      tookMs.push(ms);
      if (outcome !== "fulfilled") {
        lost.push(taskId);
        bench.say(`${round} ${taskId}: ${outcome}, ${text}`);
      }
      if (outcome === "fulfilled" && ms > fanout.branchS * 1000) late++;
    }
    if (round % COLD_EVERY === 0)
      bench.say(`${round} rounds: ${tookMs.length - lost.length} of ${tookMs.length} branches`);
  }
  const brought = tookMs.length - lost.length;
  const note = `${late} late; the slowest took ${Math.max(...tookMs)} ms`;
  bench.say(`${brought} of ${tookMs.length} branches, ${note}`);
  const of = { unit: "branches", ours: [brought - late], reference: [tookMs.length], note };
  return [{ name: NAME, ...of }];
});

async function eventually<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
