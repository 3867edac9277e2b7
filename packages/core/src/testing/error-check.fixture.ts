import { ERRORS_MAX } from "../error/reported-error.ts";
import type { EventsOf } from "../kernel/event.ts";
import type { ChecksOf, LogReading } from "./log-reading.fixture.ts";

interface Worker {
  /** The run or the connection that counts. */
  stretch: string;
  count: number;
  /** The task that failed when it was stopped, and the fence of the attempt that ended with it. */
  stopped: { taskId: string; fence: number } | null;
}

const WORKERS = new WeakMap<LogReading, Map<string, Worker>>();

function workersIn(log: LogReading): Map<string, Worker> {
  const known = WORKERS.get(log) ?? new Map<string, Worker>();
  WORKERS.set(log, known);
  return known;
}

/** Counted anew from the log alone: who met three errors in one run is stopped with the third, and reports no fourth. */
export const ERROR_CHECKS: ChecksOf<EventsOf<"error">> = {
  "error.reported": (log, { data: { error, count, stops }, actor }) => {
    if (actor.kind !== "agent") return log.say("only agents report errors");
    const { taskId, severity, runId, connection } = error;
    const task = log.held(taskId, null);
    if (task?.lease?.agentId !== actor.id) log.say(`${actor.name} does not hold ${taskId}`);
    const workers = workersIn(log);
    const before = workers.get(actor.id);
    const stretch = runId === null ? `connection ${connection}` : `run ${runId}`;
    const stopped = before?.stopped ?? null;
    // A person may have it tried again, and it may fail anew.
    const failed = stopped && log.tasks.get(stopped.taskId);
    if (failed?.state === "failed" && failed.endedUnder === stopped?.fence)
      log.say(`${actor.name} is stopped, and reports an error`);
    const counted = before?.stretch === stretch ? before.count : 0;
    const now = counted + (severity === "warning" ? 0 : 1);
    if (now !== count) log.say(`error ${error.id} counts ${count}, and is number ${now}`);
    const isOver = severity !== "warning" && now >= ERRORS_MAX;
    if (isOver !== stops) log.say(`error ${now} of ${stretch} stops: ${stops}`);
    const stop = stops && task?.lease ? { taskId, fence: task.lease.fence } : stopped;
    workers.set(actor.id, { stretch, count: stops ? 0 : now, stopped: stop });
  },
};
