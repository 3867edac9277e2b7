import type { AgentId, RoleName } from "../kernel/ids.ts";
import type { RoomView } from "../log/view.ts";
import { PRIORITIES, type Task } from "./task.ts";

/**
 * The order in which ready tasks are taken: those sent to the front (the latest first), then priority,
 * then prefix, number, then age.
 */
export function compareTasks(a: Task, b: Task): number {
  if (a.frontAt !== b.frontAt) return (b.frontAt ?? 0) - (a.frontAt ?? 0);
  if (a.priority !== b.priority)
    return PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority);
  const [prefixA, numberA] = splitId(a.id);
  const [prefixB, numberB] = splitId(b.id);
  if (prefixA !== prefixB) return prefixA < prefixB ? -1 : 1;
  return numberA - numberB || a.createdAt - b.createdAt;
}

function splitId(id: string): [string, number] {
  const dash = id.lastIndexOf("-");
  return [id.slice(0, dash), Number(id.slice(dash + 1))];
}

export function isReady(task: Task): boolean {
  return task.state === "pending" && task.waitsFor.length === 0;
}

/** The ready tasks of a role in the order they are taken. */
export function readyTasks(view: RoomView, role: RoleName): Task[] {
  return Object.values(view.tasks)
    .filter((task) => task.role === role && isReady(task))
    .sort(compareTasks);
}

/** The task that this agent gets at its next claim; one it held before comes first, so that it resumes. */
export function nextTask(view: RoomView, agentId: AgentId, role: RoleName): Task | undefined {
  let best: Task | undefined;
  for (const task of Object.values(view.tasks)) {
    if (task.role !== role || !isReady(task)) continue;
    if (task.agentId !== null && task.agentId !== agentId) continue;
    if (!best) best = task;
    else if ((task.lastHolder === agentId) !== (best.lastHolder === agentId)) {
      if (task.lastHolder === agentId) best = task;
    } else if (compareTasks(task, best) < 0) best = task;
  }
  return best;
}

/** The task that this agent holds. */
export function heldTask(view: RoomView, agentId: AgentId): Task | undefined {
  for (const task of Object.values(view.tasks)) if (task.lease?.agentId === agentId) return task;
  return undefined;
}

/** Why a pending task is not taken, for people and agents; empty when it can be. */
export type BlockReason =
  | { kind: "waits_for"; taskId: string; state: string; title: string }
  | { kind: "role_unavailable"; role: RoleName; sinceAt: number }
  | { kind: "agent_unavailable"; agentId: AgentId };

export function blockReasons(
  view: RoomView,
  task: Task,
  unavailableSince: number | null,
): BlockReason[] {
  if (task.state !== "pending") return [];
  const reasons: BlockReason[] = task.waitsFor.map((id) => {
    const other = view.tasks[id];
    return {
      kind: "waits_for",
      taskId: id,
      state: other?.state ?? "cancelled",
      title: other?.title ?? "",
    };
  });
  if (unavailableSince !== null) {
    reasons.push({ kind: "role_unavailable", role: task.role, sinceAt: unavailableSince });
  }
  if (task.agentId !== null && view.agents[task.agentId]?.online !== true) {
    reasons.push({ kind: "agent_unavailable", agentId: task.agentId });
  }
  return reasons;
}
