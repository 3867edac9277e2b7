import type { AgentId, TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { Decision } from "./decision.ts";

type Pending = Pick<RoomView, "decisions" | "tasks">;

/** Whether this agent holds the task that it asks about: its clock is paused until the answer. */
function isHeldByAsker(view: Pending, decision: Decision): boolean {
  const { subject, askedBy } = decision;
  if (subject.kind !== "task" || askedBy === null) return false;
  return heldBy(view, subject.taskId) === askedBy.agentId;
}

function heldBy({ tasks }: Pending, taskId: TaskId): AgentId | undefined {
  return tasks.find((task) => task.id === taskId)?.lease?.agentId;
}

/** Tasks whose agents wait for a person's answer, each with its question. */
export function askingTasks(view: Pending): Map<TaskId, Decision> {
  const asking = new Map<TaskId, Decision>();
  for (const decision of Object.values(view.decisions)) {
    const { subject } = decision;
    if (subject.kind === "task" && isHeldByAsker(view, decision)) asking.set(subject.taskId, decision);
  }
  return asking;
}

/** The question that this agent asked about the task that it holds. */
export function questionOf(view: Pending, agentId: AgentId): Decision | undefined {
  for (const decision of Object.values(view.decisions)) {
    if (decision.askedBy?.agentId === agentId && isHeldByAsker(view, decision)) return decision;
  }
  return undefined;
}
