import { Logger, makeWorkerUtils, type Runner, run, type WorkerUtils } from "graphile-worker";
import postgres, { type Sql } from "postgres";
import { type CycleCommand, type CycleResult, inParallel, rateOf, TASK_TITLE } from "../harness/cycle.ts";
import { serveLoad } from "../harness/load.ts";
import { INSTRUCTION } from "../harness/squad.ts";

/** The settings with which Graphile Worker publishes its best figures (worker.graphile.org/docs/performance). */
const CONCURRENT_JOBS = 24;
const POOL_SIZE = 25;
const LOCAL_QUEUE = 500;
const PER_ADD = 500;
const ADDERS = 2;

let utils: WorkerUtils;
let runner: Runner;
let sql: Sql;
let left = 0;
let onEmpty = () => {};

/** Adds jobs in batches while the worker drains them in batches; done once their rows are gone. */
serveLoad<CycleCommand, CycleResult>(async (command) => {
  if (command.type === "run") return await rateOf(command.tasks, () => goRound(command.tasks));
  if (!("databaseUrl" in command)) throw new Error("this load needs a database");
  const connectionString = command.databaseUrl;
  const logger = new Logger(() => () => {});
  sql = postgres(connectionString, { max: 1, onnotice: () => undefined });
  utils = await makeWorkerUtils({ connectionString, logger });
  await utils.migrate();
  runner = await run({
    taskList: {
      task: () => {
        left--;
        if (left === 0) onEmpty();
      },
    },
    preset: {
      worker: {
        connectionString,
        concurrentJobs: CONCURRENT_JOBS,
        maxPoolSize: POOL_SIZE,
        localQueue: { size: LOCAL_QUEUE },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        logger,
      },
    },
    noHandleSignals: true,
  });
  runner.promise.catch((error: unknown) => console.error(error));
  return { perSecond: 0 };
});

async function goRound(tasks: number): Promise<void> {
  left = tasks;
  const empty = new Promise<void>((resolve) => {
    onEmpty = resolve;
  });
  await inParallel(Math.ceil(tasks / PER_ADD), ADDERS, (batch) =>
    utils.addJobs(
      Array.from({ length: Math.min(PER_ADD, tasks - batch * PER_ADD) }, () => ({
        identifier: "task",
        payload: { title: TASK_TITLE, instruction: INSTRUCTION },
      })),
    ),
  );
  await empty;
  for (;;) {
    const [row] = await sql<{ jobs: number }[]>`
      SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs`;
    if (row?.jobs === 0) return;
  }
}
