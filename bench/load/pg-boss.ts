import PgBoss from "pg-boss";
import {
  type CycleCommand,
  type CycleResult,
  inParallel,
  rateOf,
  TASK_TITLE,
} from "../harness/cycle.ts";
import { serveLoad } from "../harness/load.ts";
import { INSTRUCTION } from "../harness/squad.ts";

const QUEUE = "tasks";
const POOL_SIZE = 20;
const SENDERS = 20;
/** Jobs of one fetch, and of one completion. */
const BATCH = 100;
const WORKERS = 4;

let boss: PgBoss;

/** Sends job by job, then fetches and completes in batches until nothing is left. */
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
  await boss.createQueue(QUEUE);
  return { perSecond: 0 };
});

async function goRound(tasks: number): Promise<void> {
  const data = { title: TASK_TITLE, instruction: INSTRUCTION };
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
