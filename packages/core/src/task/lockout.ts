import type { AgentId } from "../kernel/ids.ts";
import type { RoomView } from "../log/view.ts";
import { lockoutAfter } from "../team/lockout.ts";
import type { Intent } from "../team/team.ts";
import type { Doer, Rejection } from "./doer.ts";
import type { Task } from "./task.ts";

type View = Pick<RoomView, "team" | "agents">;
type Revised = Pick<Task, "role" | "agentId" | "rejections" | "review" | "intent">;

/** One more rejection of this author's work. */
export function withRejection(rejections: readonly Rejection[], author: Doer): Rejection[] {
  const { agentId, name, role } = author;
  const before = rejections.find((one) => one.agentId === agentId)?.times ?? 0;
  const others = rejections.filter((one) => one.agentId !== agentId);
  return [...others, { agentId, name, role, times: before + 1 }];
}

/** Without those whom a person lets in again. */
export function withoutRejections(
  rejections: Rejection[],
  lifts: readonly AgentId[] | undefined,
): Rejection[] {
  return lifts ? rejections.filter(({ agentId }) => !lifts.includes(agentId)) : rejections;
}

/**
 * The rejections that a handed-off task inherits. Findings about what an agent of the target's role handed
 * over reject its work; they go along until a revision is handed over without findings: then the cycle is over.
 */
export function rejectionsAfter(
  task: Pick<Task, "createdBy" | "intent" | "rejections">,
  to: string,
  intent: Intent,
): Rejection[] {
  const { createdBy, rejections } = task;
  if (intent === "findings") {
    if (createdBy.kind !== "agent" || createdBy.role !== to || task.intent === "findings")
      return rejections;
    const { id, name, role } = createdBy;
    return withRejection(rejections, { agentId: id as AgentId, name, role });
  }
  const goesOn = intent === "question" || task.intent === "findings" || task.intent === "question";
  return intent !== "deliver" && goesOn ? rejections : [];
}

/** Agents of the task's role that are there. */
function seatsOf({ agents }: View, { role }: Pick<Task, "role">): AgentId[] {
  return Object.values(agents).flatMap(({ id, online, role: own }) =>
    online && own === role ? [id] : [],
  );
}

/**
 * Who may not revise this work, as the team's lockout has it. Nobody where the role has one agent there, and
 * where the task names the agent that is to do it.
 */
export function lockedOut(view: View, task: Revised): Rejection[] {
  if (task.rejections.length === 0 || view.team === null || task.agentId !== null) return [];
  const after = lockoutAfter(view.team);
  if (after === null || (task.review === null && task.intent !== "findings")) return [];
  const locked = task.rejections.filter(({ times }) => times >= after);
  return locked.length === 0 || seatsOf(view, task).length < 2 ? [] : locked;
}

export function isLockedOut(view: View, task: Revised, agentId: AgentId): boolean {
  return task.rejections.length > 0 && lockedOut(view, task).some((one) => one.agentId === agentId);
}

/** Nobody who is there may revise it: a person says who does. */
export function isEveryoneLockedOut(view: View, task: Revised): boolean {
  const locked = lockedOut(view, task).map(({ agentId }) => agentId);
  return locked.length > 0 && seatsOf(view, task).every((id) => locked.includes(id));
}
