import { compareDecisions, type Decision, isAskedMeanwhile } from "@squadroom/core/decision/decision";
import { heldIn } from "@squadroom/core/flow/dispatch";
import { hasFreePlace } from "@squadroom/core/flow/sessions";
import type { TaskId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { flowOf } from "@squadroom/core/session/flow/flows";
import { openOf } from "@squadroom/core/session/record/evidence";
import { queuedSessions, type Session } from "@squadroom/core/session/record/session";
import { awaitedWork } from "@squadroom/core/session/scout/rescout";
import type { Task } from "@squadroom/core/task/task";
import { availableRoles } from "@squadroom/core/team/availability";

/** Where a session is for its viewer: who has it now, and why. */
export type Standing =
  | { kind: "queued"; ahead: number }
  /** Its budget may ask all the same. */
  | { kind: "paused" | "parked"; decisions: Decision[] }
  /** It waits for a person. */
  | { kind: "asks"; decisions: Decision[] }
  /** An agent has the task. */
  | { kind: "working"; task: Task; agentId: string; since: number }
  /** The task waits for a present agent. */
  | { kind: "ready"; task: Task }
  /** Nobody fills the role. */
  | { kind: "missing"; task: Task }
  | { kind: "failed"; task: Task }
  /** The tasks of its plan are done one after another. */
  | {
      kind: "executing";
      done: number;
      all: number;
      task: Task | null;
      /** Everything that could start waits for the coordinator. */
      isHeld: boolean;
      /** Nobody fills the role of the next task. */
      isMissing: boolean;
      failed: Decision[];
    }
  /** Between two steps. */
  | { kind: "moving" };

type View = RoomView;

export function standingOf(view: View, session: Session): Standing {
  if (session.state === "queued") {
    const ahead = queuedSessions(view.sessions).findIndex(({ id }) => id === session.id);
    return { kind: "queued", ahead: Math.max(0, ahead) + (hasFreePlace(view, session) ? 0 : 1) };
  }
  const decisions = decisionsOf(view, session.id);
  if (session.state === "paused") return { kind: session.isParked ? "parked" : "paused", decisions };
  if (decisions.some((asked) => !isAskedMeanwhile(asked))) return { kind: "asks", decisions };
  const { execution, step } = session;
  const work = awaitedWork(session);
  const task = work && view.tasks.find(({ id }) => id === work.taskId);
  if (task) return withTask(view, task);
  if (step === "execute" && execution) {
    const tasks = Object.keys(execution.tasks).length;
    const { done, all } = flowOf(session).stepsDone(session) ?? { done: tasks - execution.open.length, all: tasks };
    const judged = (session.discussions ?? []).flatMap(({ verdict, perspectives }) =>
      verdict ? [] : perspectives.map(({ taskId }) => taskId),
    );
    const ids = new Set([...openOf(execution.open), ...judged]);
    const open = view.tasks.filter(({ id }) => ids.has(id));
    const roles = availableRoles(view);
    const isFilled = ({ state, role }: Task) => state !== "pending" || roles.includes(role);
    const free = open.filter(({ waitsFor }) => waitsFor.length === 0);
    const held = new Set(heldIn(session).map(({ taskId }) => taskId));
    const next = free.filter(({ id }) => !held.has(id));
    const task = open.find(({ lease }) => lease) ?? next.find(isFilled) ?? next[0] ?? free[0] ?? null;
    const isHeld = task !== null && held.has(task.id);
    const failed = Object.values(view.decisions).filter(
      ({ subject }) => subject.kind === "task" && isOfPlan(view, session, subject.taskId),
    );
    return {
      kind: "executing",
      done,
      all,
      task,
      isHeld,
      isMissing: task !== null && !isHeld && !task.lease && !isFilled(task),
      failed: failed.sort(compareDecisions),
    };
  }
  return { kind: "moving" };
}

/** A task of the plan that has not ended, or a review of one. */
export function isOfPlan(
  { tasks }: Pick<View, "tasks">,
  { execution }: Pick<Session, "execution">,
  taskId: TaskId,
): boolean {
  const open = openOf(execution?.open ?? []);
  const reviewOf = tasks.find(({ id }) => id === taskId)?.reviewOf;
  return open.has(taskId) || (reviewOf != null && open.has(reviewOf.taskId));
}

function withTask(view: View, task: Task): Standing {
  if (task.state === "failed") return { kind: "failed", task };
  const { lease } = task;
  if (lease) return { kind: "working", task, agentId: lease.agentId, since: lease.claimedAt };
  return availableRoles(view).includes(task.role) ? { kind: "ready", task } : { kind: "missing", task };
}

/** What a session asks of people now, the most urgent first. */
export function decisionsOf({ decisions }: Pick<View, "decisions">, id: number): Decision[] {
  return Object.values(decisions)
    .filter(({ subject }) => subject.kind === "session" && subject.sessionId === id)
    .sort(compareDecisions);
}

/** Whether an agent of the role is present, whatever it may do. */
export function hasAgent({ agents }: Pick<RoomView, "agents">, role: string): boolean {
  return Object.values(agents).some((agent) => agent.online && agent.role === role);
}
