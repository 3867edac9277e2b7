import type { Reply } from "@squadroom/client/call";
import type { RoomView } from "@squadroom/core/kernel/view";
import { type BlockedReason, blockedReasonsIn } from "@squadroom/core/task/blocked";
import { compareTasks } from "@squadroom/core/task/order";
import type { Task } from "@squadroom/core/task/task";
import type { Standing, WorkFilter } from "./work-filter.ts";

export type EndedRow = Reply<"listTasks">["data"][number];

/** A live task, or an ended one. */
export type TableRow =
  | { kind: "live"; id: string; task: Task; blocked: BlockedReason[] }
  | { kind: "ended"; id: string; task: EndedRow };

export type LiveRow = Extract<TableRow, { kind: "live" }>;

export function standingOf({ task, blocked }: LiveRow): Exclude<Standing, "ended"> {
  if (task.state === "failed") return "failed";
  if (task.lease || task.state === "in_review") return "inHand";
  return blocked.length > 0 ? "blocked" : "ready";
}

/** Whether it continues only once a person has answered. */
export function asksPerson({ blocked }: LiveRow): boolean {
  return blocked.some(({ kind }) => kind === "waits_on_human");
}

/** The state of a task, in one word: the same in the list and on its sheet. */
export type SignKind = "blocked" | "ready" | "working" | "inReview" | "asks" | "failed" | "completed" | "cancelled";

export function signOf(row: TableRow): SignKind {
  if (row.kind === "ended") return row.task.state === "completed" ? "completed" : "cancelled";
  if (row.task.state === "failed") return "failed";
  if (asksPerson(row)) return "asks";
  if (row.task.state === "in_review") return "inReview";
  if (row.task.lease) return "working";
  return row.blocked.length > 0 ? "blocked" : "ready";
}

/** The live tasks that pass, by state, each group in order of interest. */
export function liveRows(view: RoomView, filter: WorkFilter): Record<Exclude<Standing, "ended">, LiveRow[]> {
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

/** The list's sections: what a person has to settle first, last what merely waits its turn behind other work. */
export function sectionsOf(rows: Record<Exclude<Standing, "ended">, LiveRow[]>) {
  const { failed, inHand, ready, blocked } = rows;
  const goesOn = (row: LiveRow): boolean => !asksPerson(row);
  return {
    needsYou: [...failed, ...[...inHand, ...blocked].filter(asksPerson)],
    inWork: inHand.filter(goesOn),
    ready,
    blocked: blocked.filter(goesOn),
  };
}
