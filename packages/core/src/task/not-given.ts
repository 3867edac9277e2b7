import { budgetStopping } from "../budget/scope.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { blockedReasonsIn } from "./blocked.ts";
import { isLockedOut } from "./lockout.ts";
import { compareTasks, keptFor } from "./order.ts";
import type { Task } from "./task.ts";
import { isOtherModel } from "./worker-model.ts";

/** Most tasks, and most reasons of each, that are given at once. */
const TOLD_MAX = 5;

/** Why an agent that asks gets none of its role's unclaimed tasks, one or more sentences for each. */
export function whyNotGiven(view: RoomView, agentId: AgentId): string[] {
  const role = view.agents[agentId]?.role;
  const waiting = view.tasks
    .filter((task) => task.role === role && (task.state === "pending" || task.state === "failed"))
    .sort(compareTasks);
  if (waiting.length === 0) return [];
  const used = budgetStopping(view, agentId);
  if (used) return [`${used.name} has used its budget.`];
  const reasonsOf = blockedReasonsIn(view);
  return waiting
    .flatMap((task) => {
      const told = reasonsOf(task).map(({ text }) => text);
      const texts = told.length > 0 ? told : keptFrom(view, task, agentId);
      return texts.length > 0 ? `${task.id}: ${texts.slice(0, TOLD_MAX).join(" ")}` : [];
    })
    .slice(0, TOLD_MAX);
}

/** It is not blocked, but is for others. */
function keptFrom(view: RoomView, task: Task, agentId: AgentId): string[] {
  if (task.state !== "pending") return [];
  const forWhom = task.agentId === null || task.agentId === agentId ? keptFor(view, task, agentId) : task.agentId;
  if (forWhom !== null) return [`It is for ${view.agents[forWhom]?.name ?? "another agent"}.`];
  if (isLockedOut(view, task, agentId)) return ["Your work on it was rejected; others take it now."];
  return isOtherModel(view, task, agentId) ? ["It is for another model than yours."] : [];
}
