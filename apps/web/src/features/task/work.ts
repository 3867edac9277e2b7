import type { RoomView } from "@squadroom/core/log/view";
import { type BlockReason, blockReasons, compareTasks, isReady } from "@squadroom/core/task/order";
import type { Task } from "@squadroom/core/task/task";
import { unavailableSince } from "@squadroom/core/team/availability";

export interface WorkRow {
  task: Task;
  /** Why nobody takes it; empty when somebody could. */
  blocked: BlockReason[];
}

export interface Work {
  /** In an agent's hand, the latest claim first. */
  live: WorkRow[];
  /** Three attempts without a result: a person decides. */
  failed: WorkRow[];
  /** In the order in which they are taken. */
  ready: WorkRow[];
  blocked: WorkRow[];
  done: number;
}

/** The work of a room as a person reads it: what runs, what needs a word, what comes, what stands still and why. */
export function workOf(view: RoomView): Work {
  const rows = Object.values(view.tasks).map(
    (task): WorkRow => ({
      task,
      blocked: blockReasons(view, task, unavailableSince(view, task.role)),
    }),
  );
  const inOrder = (a: WorkRow, b: WorkRow): number => compareTasks(a.task, b.task);
  const waits = ({ task, blocked }: WorkRow): boolean =>
    task.waitsFor.length > 0 || blocked.length > 0;
  const pending = rows.filter(({ task }) => task.state === "pending");
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

/** The failed task that a person has kept waiting longest. */
export function oldestFailed(view: Pick<RoomView, "tasks">): Task | undefined {
  let oldest: Task | undefined;
  for (const task of Object.values(view.tasks)) {
    if (task.state === "failed" && (!oldest || (task.lastEnd?.at ?? 0) < (oldest.lastEnd?.at ?? 0)))
      oldest = task;
  }
  return oldest;
}

/** A person's messages that nobody has taken yet, in the order in which they will be. */
export function waitingMessages(view: RoomView): Task[] {
  return Object.values(view.tasks)
    .filter((task) => task.origin.kind === "user_message" && task.state === "pending")
    .sort(compareTasks);
}
