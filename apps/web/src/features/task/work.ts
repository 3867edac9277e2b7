import type { RoomView } from "@squadroom/core/kernel/view";
import { waitingMessages } from "@squadroom/core/message/queue";
import { type BlockedReason, blockedReasonsIn } from "@squadroom/core/task/blocked";
import { compareTasks, isReady } from "@squadroom/core/task/order";
import type { Task } from "@squadroom/core/task/task";

export interface WorkRow {
  task: Task;
  /** Why it can't continue; empty if it does, or could. */
  blocked: BlockedReason[];
}

export interface Work {
  /** Held by agents, the latest claim first. */
  live: WorkRow[];
  /** Three attempts without a result: a person decides. */
  failed: WorkRow[];
  /** In the order in which they are taken. */
  ready: WorkRow[];
  blocked: WorkRow[];
  done: number;
}

/** The work of a room as a person reads it: what runs, what needs a word, what comes next, what is blocked and why. */
export function workOf(view: RoomView): Work {
  const reasonsOf = blockedReasonsIn(view);
  const rows = view.tasks.map((task): WorkRow => ({ task, blocked: reasonsOf(task) }));
  const inOrder = (a: WorkRow, b: WorkRow): number => compareTasks(a.task, b.task);
  const waits = ({ task, blocked }: WorkRow): boolean => task.waitsFor.length > 0 || blocked.length > 0;
  // Users' waiting messages belong to the queue, which gives each one's place.
  const queued = new Set<Task>(waitingMessages(view));
  const pending = rows.filter(({ task }) => task.state === "pending" && !queued.has(task));
  return {
    live: rows
      .filter(({ task }) => task.lease !== null)
      .sort((a, b) => (b.task.lease?.claimedAt ?? 0) - (a.task.lease?.claimedAt ?? 0)),
    failed: rows
      .filter(({ task }) => task.state === "failed")
      .sort((a, b) => (a.task.lastEnd?.at ?? 0) - (b.task.lastEnd?.at ?? 0)),
    ready: pending.filter((row) => isReady(row.task) && !waits(row)).sort(inOrder),
    blocked: pending.filter(waits).sort(inOrder),
    done: view.totals.completed,
  };
}
