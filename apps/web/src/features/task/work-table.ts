import type { Reply } from "@squadroom/client/call";
import { pipelinesIn } from "@squadroom/core/flow/sessions";
import type { RoomView } from "@squadroom/core/kernel/view";
import { prefixOf } from "@squadroom/core/pipeline/pipeline";
import { tookByPrefix } from "@squadroom/core/session/pipeline/estimate";
import { type PlannedStep, plannedSteps } from "@squadroom/core/session/pipeline/planned";
import { type BlockedReason, blockedReasonsIn } from "@squadroom/core/task/blocked";
import { compareTasks } from "@squadroom/core/task/order";
import type { Task } from "@squadroom/core/task/task";
import type { Standing, WorkFilter } from "./work-filter.ts";

export type EndedTask = Reply<"listTasks">["data"][number];

/** A live task, a step that becomes one, or an ended one. */
export type TableRow =
  | {
      kind: "live";
      id: string;
      task: Task;
      blocked: BlockedReason[];
      /** What such tasks took here, ms. */
      takesMs?: number | null;
      /** The round in which others judge its work: how many have, of how many, and their tasks. */
      round?: { given: number; all: number; rows: LiveRow[] };
    }
  | { kind: "planned"; id: string; of: PlannedStep }
  | { kind: "ended"; id: string; task: EndedTask; perspectives: number };

export type LiveRow = Extract<TableRow, { kind: "live" }>;
export type PlannedRow = Extract<TableRow, { kind: "planned" }>;
type LiveStanding = Exclude<Standing, "ended" | "planned">;
/** Tasks that have not ended, by state. */
export type OpenRows = Record<LiveStanding, LiveRow[]> & { planned: PlannedRow[] };

const NOBODY: readonly BlockedReason["kind"][] = ["role_unavailable", "agent_unavailable"];

function standingOf(row: LiveRow): LiveStanding {
  const { task, blocked } = row;
  if (task.state === "failed") return "failed";
  if (task.lease || task.state === "in_review") return "inHand";
  if (blocked.length === 0) return "ready";
  return blocked.every(({ kind }) => NOBODY.includes(kind)) ? "unmanned" : "blocked";
}

/** Whether it continues only once a person has answered. */
export function asksPerson({ blocked, round }: LiveRow): boolean {
  return blocked.some(({ kind }) => kind === "waits_on_human") || (round?.rows.some(asksPerson) ?? false);
}

/** The state of a task, in one word: the same in the list and on its sheet. */
export type SignKind =
  | "planned"
  | "blocked"
  | "unmanned"
  | "ready"
  | "working"
  | "inReview"
  | "asks"
  | "failed"
  | "completed"
  | "cancelled";

export function signOf(row: TableRow): SignKind {
  if (row.kind === "planned") return "planned";
  if (row.kind === "ended") return row.task.state === "completed" ? "completed" : "cancelled";
  if (row.task.state === "failed") return "failed";
  if (asksPerson(row)) return "asks";
  if (row.task.state === "in_review") return "inReview";
  if (row.task.lease) return "working";
  const standing = standingOf(row);
  return standing === "inHand" || standing === "failed" ? "blocked" : standing;
}

/** The session that a row is part of. */
export function sessionOf(row: TableRow): number | null {
  return row.kind === "planned" ? row.of.session.id : row.task.sessionId;
}

/** The role that it is for; `null`: the team has none. */
export function roleOf(row: TableRow): string | null {
  return row.kind === "planned" ? (row.of.owner?.name ?? null) : row.task.role;
}

/** Since when it has been in this state, as far as known; a planned step has not begun to be. */
export function sinceOf(row: TableRow): number | null {
  if (row.kind === "planned") return null;
  if (row.kind === "ended") return row.task.endedAt ?? row.task.createdAt;
  const { task } = row;
  return task.lease?.claimedAt ?? task.lastEnd?.at ?? task.createdAt;
}

export function titleOf(row: TableRow): string {
  return row.kind === "planned" ? row.of.step.title : row.task.title;
}

export function takesOf(row: TableRow): number | null {
  if (row.kind === "ended") return null;
  return row.kind === "planned" ? row.of.takesMs : (row.takesMs ?? null);
}

/** Whether it asks for tasks one by one: then those that judge another's work stand for themselves. */
export function isSearching({ role, agent, priority, text }: WorkFilter): boolean {
  return (role ?? agent ?? priority ?? text) !== undefined;
}

/** What has not ended and passes, by state, each group in order of interest. */
export function openRows(view: RoomView, filter: WorkFilter): OpenRows {
  const groups: OpenRows = { planned: [], blocked: [], unmanned: [], ready: [], inHand: [], failed: [] };
  const rows = liveRows(view);
  if (!isSearching(filter)) foldRounds(view, rows);
  for (const row of rows.values()) if (passes(row, filter)) groups[standingOf(row)].push(row);
  groups.inHand.sort((a, b) => (b.task.lease?.claimedAt ?? 0) - (a.task.lease?.claimedAt ?? 0));
  groups.planned = plannedSteps(view)
    .map((of): PlannedRow => ({ kind: "planned", id: `${of.session.id} ${of.step.id}`, of }))
    .filter((row) => passes(row, filter));
  return groups;
}

function liveRows(view: RoomView): Map<string, LiveRow> {
  const reasonsOf = blockedReasonsIn(view);
  const took = tookByPrefix(view.sessions.taken);
  const rows = [...view.tasks].sort(compareTasks).map((task): LiveRow => {
    const takesMs = took.get(prefixOf(task)) ?? null;
    return { kind: "live", id: task.id, task, blocked: reasonsOf(task), takesMs };
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whoever judges a step's work is part of that step's row. */
function foldRounds(view: RoomView, rows: Map<string, LiveRow>): void {
  for (const { discussions = [] } of pipelinesIn(view.sessions))
    for (const { taskId, perspectives, verdict } of discussions) {
      const row = rows.get(taskId);
      if (!row || verdict) continue;
      const own = perspectives.flatMap((one) => rows.get(one.taskId) ?? []);
      for (const { id } of own) rows.delete(id);
      const given = perspectives.filter(({ reply }) => reply !== null).length;
      rows.set(taskId, { ...row, round: { given, all: perspectives.length, rows: own } });
    }
}

/** How many judged each task's work, in rounds that the view knows. */
export function judgesOf({ sessions }: RoomView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { discussions = [] } of pipelinesIn(sessions))
    for (const { taskId, perspectives } of discussions)
      counts.set(taskId, (counts.get(taskId) ?? 0) + perspectives.length);
  return counts;
}

function passes(row: LiveRow | PlannedRow, filter: WorkFilter): boolean {
  const standing = row.kind === "planned" ? "planned" : standingOf(row);
  const text = filter.text?.toLowerCase();
  const [id, task] = row.kind === "planned" ? [row.of.step.id, null] : [row.id, row.task];
  return (
    (!filter.standing || filter.standing === standing) &&
    (!filter.role || roleOf(row) === filter.role) &&
    (!filter.priority || task?.priority === filter.priority) &&
    (!filter.agent || task?.agentId === filter.agent || task?.lastHolder === filter.agent) &&
    (!filter.session || sessionOf(row) === filter.session) &&
    (!text || id.toLowerCase().includes(text) || titleOf(row).toLowerCase().includes(text))
  );
}
