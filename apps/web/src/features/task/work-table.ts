import type { Reply } from "@squadroom/client/call";
import type { RoomView } from "@squadroom/core/log/view";
import { type BlockedReason, blockedReasonsIn } from "@squadroom/core/task/blocked";
import { compareTasks } from "@squadroom/core/task/order";
import type { Task } from "@squadroom/core/task/task";
import type { Standing, WorkFilter } from "./work-filter.ts";

export type EndedRow = Reply<"listTasks">["tasks"][number];

/** A live task, or one that has ended. */
export type TableRow =
  | { kind: "live"; id: string; task: Task; blocked: BlockedReason[] }
  | { kind: "ended"; id: string; task: EndedRow };

export type LiveRow = Extract<TableRow, { kind: "live" }>;

export function standingOf({ task, blocked }: LiveRow): Exclude<Standing, "ended"> {
  if (task.state === "failed") return "failed";
  if (task.lease) return "inHand";
  return blocked.length > 0 ? "blocked" : "ready";
}

/** The live tasks that pass, by how they stand, each group in the order in which it is of interest. */
export function liveRows(
  view: RoomView,
  filter: WorkFilter,
): Record<Exclude<Standing, "ended">, LiveRow[]> {
  const reasonsOf = blockedReasonsIn(view);
  const groups = {
    blocked: [] as LiveRow[],
    ready: [] as LiveRow[],
    inHand: [] as LiveRow[],
    failed: [] as LiveRow[],
  };
  for (const task of [...view.tasks].sort(compareTasks)) {
    const row: LiveRow = { kind: "live", id: task.id, task, blocked: reasonsOf(task) };
    if (passes(row, filter)) groups[standingOf(row)].push(row);
  }
  groups.inHand.sort((a, b) => (b.task.lease?.claimedAt ?? 0) - (a.task.lease?.claimedAt ?? 0));
  return groups;
}

function passes(row: LiveRow, filter: WorkFilter): boolean {
  const { task } = row;
  const text = filter.text?.toLowerCase();
  return (
    (!filter.standing || filter.standing === standingOf(row)) &&
    (!filter.role || task.role === filter.role) &&
    (!filter.priority || task.priority === filter.priority) &&
    (!filter.agent || task.agentId === filter.agent || task.lastHolder === filter.agent) &&
    (!text || task.id.toLowerCase().includes(text) || task.title.toLowerCase().includes(text))
  );
}

/** The list's sections: what stands still comes first, since it needs a word. */
export function sectionsOf(rows: Record<Exclude<Standing, "ended">, LiveRow[]>) {
  const asks = rows.inHand.filter(({ blocked }) => blocked.length > 0);
  return {
    still: [...rows.failed, ...asks, ...rows.blocked],
    moves: rows.inHand.filter(({ blocked }) => blocked.length === 0),
    ready: rows.ready,
  };
}
