import type { RoleName } from "../kernel/ids.ts";
import type { RoomView } from "../log/view.ts";
import { dependantsOf } from "../task/steer.ts";
import type { Task } from "../task/task.ts";
import { availableRoles } from "../team/availability.ts";
import { findRole } from "../team/team.ts";
import type { Room } from "../room/room.ts";
import { type Decision, type DecisionId, type DecisionOption, subjectKey } from "./decision.ts";

/** What the room's state asks of a person, and what it no longer asks. */
export interface Reconciled {
  open: Omit<Decision, "id" | "openedAt">[];
  withdraw: { id: DecisionId; reason: string }[];
}

/**
 * Decisions of the room itself follow its state: a failed task and a role that stays away ask, and stop
 * asking when the reason is gone. So none is forgotten and none outlives its reason, whatever led there.
 */
export function reconcileDecisions(room: Room): Reconciled {
  const wanted = new Map<string, Omit<Decision, "id" | "openedAt">>();
  for (const task of Object.values(room.tasks)) {
    if (task.state === "failed") {
      const asked = aboutFailure(room, task);
      wanted.set(subjectKey(asked.kind, asked.subject), asked);
    }
  }
  for (const [role, tasks] of parkedByRole(room)) {
    const asked = aboutRole(room, role, tasks);
    wanted.set(subjectKey(asked.kind, asked.subject), asked);
  }
  const withdraw: Reconciled["withdraw"] = [];
  for (const decision of Object.values(room.decisions)) {
    const key = subjectKey(decision.kind, decision.subject);
    if (decision.kind === "intervention") {
      const reason = mootIntervention(room, decision);
      if (reason) withdraw.push({ id: decision.id, reason });
    } else if (!wanted.delete(key)) {
      withdraw.push({ id: decision.id, reason: mootReason(room, decision) });
    }
  }
  return { open: [...wanted.values()], withdraw };
}

function aboutFailure(room: Room, task: Task): Omit<Decision, "id" | "openedAt"> {
  const dependants = dependantsOf(room, task.id).length;
  const waiting = dependants === 0 ? "" : ` ${dependants} ${dependants === 1 ? "task waits" : "tasks wait"} for it.`;
  const others = room.team.roles.filter((role) => role.name !== task.role && availableRoles(room).includes(role.name));
  return {
    kind: "task_failed",
    subject: { kind: "task", taskId: task.id },
    question: `${task.id} ended ${task.attempts} attempts without a result. What should happen to it?`,
    reason: `${task.title}. ${task.lastEnd?.reason ?? ""}${waiting}`.trim(),
    options: [
      option("retry", "Retry", "Three more attempts; what was done so far is handed over.", { canUndo: true }),
      ...others.map((role) =>
        option(`hand_on:${role.name}`, `To ${role.title}`, `${role.title} takes it over now, with your note.`),
      ),
      option(
        "cancel",
        "Cancel",
        dependants === 0 ? "Ends it for good." : `Ends it for good, and the ${dependants} that wait for it.`,
      ),
    ],
    urgency: dependants > 0 || task.priority === "critical" || task.priority === "high" ? "high" : "medium",
    askedBy: null,
    supersedes: null,
  };
}

function aboutRole(room: Room, role: RoleName, tasks: Task[]): Omit<Decision, "id" | "openedAt"> {
  const title = findRole(room.team, role)?.title ?? role;
  const count = tasks.length === 1 ? "1 task waits" : `${tasks.length} tasks wait`;
  const others = room.team.roles.filter((other) => other.name !== role && availableRoles(room).includes(other.name));
  const [first] = tasks;
  return {
    kind: "role_unavailable",
    subject: { kind: "role", role },
    question: `Nobody fills ${title}, and ${count} for it. Who takes over?`,
    reason: first ? `First in line: ${first.id} ${first.title}.` : "",
    options: [
      ...others.map((other) =>
        option(`reroute:${other.name}`, `To ${other.title}`, `${other.title} gets what waits for ${title}.`, { canUndo: true }),
      ),
      option("wait", "Wait", `They stay in line until an agent joins as ${title}; you are not asked again.`, { canUndo: true }),
    ],
    urgency: role === room.team.entryPoint ? "high" : "medium",
    askedBy: null,
    supersedes: null,
  };
}

function option(
  id: string,
  label: string,
  consequence: string,
  more: Partial<Pick<DecisionOption, "needsNote" | "canUndo">> = {},
): DecisionOption {
  return { id, label, consequence, needsNote: more.needsNote ?? false, canUndo: more.canUndo ?? false };
}

/** Parked tasks that nobody has decided to let wait. */
function parkedByRole(room: RoomView): Map<RoleName, Task[]> {
  const byRole = new Map<RoleName, Task[]>();
  for (const task of Object.values(room.tasks)) {
    if (task.parkedAt === null || task.toldToWait) continue;
    byRole.set(task.role, [...(byRole.get(task.role) ?? []), task]);
  }
  return byRole;
}

function mootReason(room: RoomView, decision: Decision): string {
  if (decision.subject.kind === "role") return `Nothing waits for ${decision.subject.role} any more.`;
  const task = room.tasks[decision.subject.taskId];
  return task ? `${task.id} is ${task.state} again.` : `${decision.subject.taskId} has ended.`;
}

/** An agent's request is moot once its task is out of its hands. */
function mootIntervention(room: RoomView, decision: Decision): string | null {
  if (decision.subject.kind !== "task") return null;
  const task = room.tasks[decision.subject.taskId];
  if (!task) return `${decision.subject.taskId} has ended.`;
  if (task.lease?.agentId === decision.askedBy?.agentId) return null;
  return `${decision.askedBy?.name ?? "The agent"} no longer works on ${task.id}.`;
}
