import PgBoss from "pg-boss";
import { type CycleCommand, type CycleResult, inParallel, PER_CREATE, rateOf, TASK_TITLE } from "../harness/cycle.ts";
import { serveLoad } from "../harness/load.ts";
import { INSTRUCTION } from "../harness/squad.ts";

const POOL_SIZE = 20;
/** Batched: one queue, to which jobs are sent one by one. */
const QUEUE = "tasks";
const SENDERS = 20;
/** Jobs of one fetch, and of one completion. */
const BATCH = 100;
const WORKERS = 4;

let boss: PgBoss;
let goRound: (tasks: number) => Promise<void>;

/**
 * Either each job is fetched and completed by itself, in as many queues as the cycle has rooms, as agents do; or
 * jobs are fetched and completed a hundred at a time, which no agent can.
 */
serveLoad<CycleCommand, CycleResult>(async (command) => {
  if (command.type === "run") return await rateOf(command.tasks, () => goRound(command.tasks));
  if (!("databaseUrl" in command)) throw new Error("this load needs a database");
  boss = new PgBoss({
    connectionString: command.databaseUrl,
    max: POOL_SIZE,
    supervise: false,
    schedule: false,
  });
  boss.on("error", (error) => console.error(error));
  await boss.start();
  const { queues = 0 } = command;
  const names = Array.from({ length: queues }, (_, i) => `${QUEUE}-${i}`);
  for (const name of queues > 0 ? names : [QUEUE]) await boss.createQueue(name);
  goRound = queues > 0 ? (tasks) => oneByOne(tasks, names) : batched;
  return { perSecond: 0 };
});

const data = { title: TASK_TITLE, instruction: INSTRUCTION };

/** A worker for each queue: inserts as many jobs at once as a call creates tasks, then takes one after the other. */
async function oneByOne(tasks: number, names: string[]): Promise<void> {
  const turns = Math.ceil(tasks / names.length / PER_CREATE);
  await inParallel(names.length, names.length, async (index) => {
    const name = names[index] as string;
    for (let turn = 0; turn < turns; turn++) {
      await boss.insert(Array.from({ length: PER_CREATE }, () => ({ name, data })));
      for (let done = 0; done < PER_CREATE; done++) {
        const [job] = await boss.fetch(name, { batchSize: 1, priority: false });
        if (!job) throw new Error(`${done} of ${PER_CREATE} jobs were there`);
        await boss.complete(name, job.id);
      }
    }
  });
}

/** Sends job by job, then fetches and completes in batches until nothing is left. */
async function batched(tasks: number): Promise<void> {
  await inParallel(tasks, SENDERS, () => boss.send(QUEUE, data));
  let done = 0;
  await inParallel(WORKERS, WORKERS, async () => {
    while (done < tasks) {
      const jobs = await boss.fetch(QUEUE, { batchSize: BATCH, priority: false });
      if (jobs.length === 0) continue;
      const ids = jobs.map((job) => job.id);
      await boss.complete(QUEUE, ids);
      done += jobs.length;
    }
  });
}
