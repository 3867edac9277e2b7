import { stopOf } from "../agent/stopped.ts";
import { budgetHolding, budgetStopping } from "../budget/scope.ts";
import { askingTasks } from "../decision/asking.ts";
import type { DecisionId } from "../decision/decision.ts";
import { discussedBy } from "../flow/discussed.ts";
import { dispatchHold } from "../flow/dispatch.ts";
import type { AgentId, MessageId, RoleName, SessionId, TaskId } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RoomView } from "../kernel/view.ts";
import { listedUpTo } from "../kernel/words.ts";
import { lockInFront } from "../lock/in-the-way.ts";
import type { LockId } from "../lock/lock.ts";
import { describeLock } from "../lock/words.ts";
import { offeredRoles, unavailableSince } from "../team/availability.ts";
import { brokenSpec } from "../team/role-spec.ts";
import { openBlockers } from "./blockers.ts";
import { pausedSession } from "./order.ts";
import type { Task } from "./task.ts";

/** Longest title within a sentence, UTF-16 units. */
const TITLE_MAX = 60;

/** The state of a task that another one waits for. */
export type RequirementState = Task["state"] | "waiting_on_human" | "gone";

/** An agent that was stopped by its errors, and the task about which a person is asked. */
interface StoppedAgent {
  name: string;
  taskId: TaskId;
}

type Grounds =
  /** A requirement that is not completed. */
  | { kind: "waits_for"; taskId: TaskId; title: string; state: RequirementState }
  /** Nobody present has its role. */
  | { kind: "role_unavailable"; role: RoleName; sinceAt: number; isAsked: boolean; isTold: boolean }
  /** The only agent that may take it is away. */
  | { kind: "agent_unavailable"; agentId: AgentId; name: string }
  /** Whoever is present to take it was stopped by errors. `isNamed`: nobody else may. */
  | { kind: "stopped"; role: RoleName; agents: StoppedAgent[]; isNamed: boolean }
  /** It can't continue before a person answers: its agent asked, or it failed. */
  | { kind: "waits_on_human"; decisionId: DecisionId; question: string }
  /** Its agent reported what keeps it from continuing. */
  | {
      kind: "blocker";
      blockerId: number;
      description: string;
      sinceAt: number;
      needs: string | null;
      /** The message whose answer it waits for. */
      messageId?: MessageId;
      /** The entry point is to answer. */
      isCoordinator?: boolean;
    }
  /** The room is paused. */
  | { kind: "room_paused"; by: string }
  /** Its session is paused. */
  | { kind: "paused"; sessionId: SessionId; title: string }
  /** Several of its pipeline could start, and the coordinator says when; `behind`: once this one has ended. */
  | { kind: "dispatch"; sessionId: SessionId; behind: TaskId | null; isAsked: boolean }
  /** The room, or the run that worked on it, has used its budget. */
  | { kind: "budget_used"; name: string }
  /** Somebody else has locked files within its boundaries, and the room locks them with the task. */
  | { kind: "locked"; lockId: LockId; lock: string };

/** Why a task can't continue: in a sentence, with the rule behind it. */
export type BlockedReason = Grounds & { text: string; rule: string };
export const BLOCKED_KINDS = [
  "waits_for",
  "role_unavailable",
  "agent_unavailable",
  "stopped",
  "waits_on_human",
  "blocker",
  "room_paused",
  "paused",
  "dispatch",
  "budget_used",
  "locked",
] as const satisfies readonly BlockedReason["kind"][];

/** Why this task can't continue; empty if it does, or could. */
export function blockedReasons(view: RoomView, task: Task): BlockedReason[] {
  return blockedReasonsIn(view)(task);
}

/** The same for many tasks of one view, each looked up once. */
export function blockedReasonsIn(view: RoomView): (task: Task) => BlockedReason[] {
  const byId = new Map(view.tasks.map((task) => [task.id, task]));
  const asking = askingTasks(view);
  const decisions = Object.values(view.decisions);
  const goneSince = new Map<RoleName, number | null>();
  const sinceOf = (role: RoleName): number | null => {
    let since = goneSince.get(role);
    if (since === undefined) {
      since = unavailableSince(view, role);
      goneSince.set(role, since);
    }
    return since;
  };
  const failedOf = ({ id, state, rejections }: Task) =>
    state === "in_review"
      ? decisions.find(
          ({ kind, subject }) =>
            (kind === "review_failed" || kind === "discussion_blocked") &&
            subject.kind === "session" &&
            subject.part === id,
        )
      : state !== "failed" && rejections.length === 0
        ? undefined
        : decisions.find(
            ({ kind, subject }) =>
              kind === (state === "failed" ? "task_failed" : "lockout") &&
              subject.kind === "task" &&
              subject.taskId === id,
          );

  const workers = (view.errors.number > 0 ? Object.values(view.agents) : [])
    .filter(({ online }) => online)
    .map(({ id, name, role }) => ({ id, name, role, taskId: stopOf(view, id)?.taskId }));
  const offered = offeredRoles(view);
  /** Everybody present who could take it, if each of them is stopped. */
  function stoppedFor({ agentId, role }: Task): StoppedAgent[] {
    if (agentId === null && offered.includes(role)) return [];
    const takers = workers.filter((one) => one.role === role && (agentId === null || one.id === agentId));
    const stopped = takers.flatMap(({ name, taskId }) => (taskId ? { name, taskId } : []));
    return stopped.length === takers.length ? stopped : [];
  }

  function pendingGrounds(task: Task): Grounds[] {
    const grounds = task.waitsFor.map((taskId): Grounds => {
      const other = byId.get(taskId);
      const isAsked = other && (asking.has(taskId) || failedOf(other)?.subject.kind === "session");
      const state = !other ? "gone" : isAsked ? "waiting_on_human" : other.state;
      return { kind: "waits_for", taskId, title: other?.title ?? "", state };
    });
    if (view.paused) grounds.push({ kind: "room_paused", by: view.paused.by });
    const session = pausedSession(view, task);
    if (session) grounds.push({ kind: "paused", sessionId: session.id, title: session.title });
    const hold = dispatchHold(view, task);
    if (hold && task.sessionId !== null) {
      const { behind, askedAt } = hold;
      grounds.push({
        kind: "dispatch",
        sessionId: task.sessionId,
        behind,
        isAsked: askedAt !== null,
      });
    }
    const used = budgetHolding(view, task) ?? (task.agentId === null ? undefined : budgetStopping(view, task.agentId));
    if (used) grounds.push({ kind: "budget_used", name: used.name });
    const lock = lockInFront(view, task);
    if (lock) grounds.push({ kind: "locked", lockId: lock.id, lock: describeLock(lock) });
    const sinceAt = sinceOf(task.role);
    if (sinceAt !== null) {
      const isAsked = decisions.some(({ subject }) => subject.kind === "role" && subject.role === task.role);
      grounds.push({
        kind: "role_unavailable",
        role: task.role,
        sinceAt,
        isAsked,
        isTold: task.toldToWait,
      });
    } else if (task.agentId !== null) {
      const agent = view.agents[task.agentId];
      // An agent that is online in another role does not take what is for this one.
      if (agent?.online !== true || agent.role !== task.role)
        grounds.push({
          kind: "agent_unavailable",
          agentId: task.agentId,
          name: agent?.name ?? "its agent",
        });
    }
    const agents = stoppedFor(task);
    if (agents.length > 0) grounds.push({ kind: "stopped", role: task.role, agents, isNamed: task.agentId !== null });
    return grounds;
  }

  return (task) => {
    const asked = asking.get(task.id) ?? failedOf(task);
    const kept = openBlockers(task).map(
      ({ id, description, since, requiresAgent, messageId }): Grounds => ({
        kind: "blocker",
        blockerId: id,
        description,
        sinceAt: since,
        needs: requiresAgent,
        ...(messageId && { messageId, isCoordinator: isCoordinator(view, requiresAgent) }),
      }),
    );
    const grounds: Grounds[] = asked
      ? [{ kind: "waits_on_human", decisionId: asked.id, question: asked.question }]
      : task.state === "pending"
        ? pendingGrounds(task)
        : [];
    const isView = discussedBy(view, task) !== null;
    return [...kept, ...grounds].map((ground) => ({
      ...ground,
      text: `${sentenceOf(view, ground, byId)}${isView && ground.kind === "role_unavailable" ? FOR_A_ROUND : ""}`,
      rule: ruleOf(ground),
    }));
  };
}

/** Who gives a point of view is settled when its round begins. */
const FOR_A_ROUND =
  " It was asked of that role when its round began. The round continues without it when its time is up.";

function sentenceOf(view: RoomView, ground: Grounds, byId: ReadonlyMap<TaskId, Task>): string {
  switch (ground.kind) {
    case "waits_for": {
      const title = ground.title === "" ? "" : ` “${shortened(ground.title)}”`;
      const holder = byId.get(ground.taskId)?.lease?.agentId;
      const name = (holder && view.agents[holder]?.name) ?? null;
      return `Waiting for ${ground.taskId}${title}, ${standing(ground.state, name, byId.get(ground.taskId)?.branchOf)}.`;
    }
    case "role_unavailable": {
      const filled = view.team?.roles.find(({ name }) => name === ground.role);
      const role = filled?.title ?? ground.role;
      const then = ground.isTold
        ? " A person chose to wait for one."
        : ground.isAsked
          ? " A person is asked what to do."
          : "";
      const why = brokenSpec(filled)?.text ?? `No ${role} is connected.`;
      return `${why}${then}`;
    }
    case "agent_unavailable":
      return `Only ${ground.name} can take it, and ${ground.name} is away.`;
    case "stopped":
      return stoppedSentence(view, ground);
    case "waits_on_human":
      return `Waiting for a person's answer: ${shortened(ground.question, 4 * TITLE_MAX)}`;
    case "blocker": {
      if (ground.messageId) {
        const title = view.team?.roles.find(({ name }) => name === ground.needs)?.title;
        const who = ground.isCoordinator ? "the coordinator" : (title ?? ground.needs);
        return `Waiting for ${who}: “${shortened(ground.description, 4 * TITLE_MAX)}”`;
      }
      const who = ground.needs === null ? "" : ` ${ground.needs} can close it.`;
      return `Blocked: “${shortened(ground.description, 4 * TITLE_MAX)}”.${who}`;
    }
    case "room_paused":
      return `${ground.by} paused the room.`;
    case "paused":
      return `Session ${ground.sessionId} “${shortened(ground.title)}” is paused.`;
    case "dispatch": {
      const title = coordinatorOf(view);
      if (ground.behind !== null) return `Starts after ${ground.behind}, as the ${title} said.`;
      return ground.isAsked
        ? `Ready. The ${title} says when it starts.`
        : `Ready. The ${title} let others start first.`;
    }
    case "budget_used":
      return `${ground.name} has used its budget.`;
    case "locked":
      return ground.lock;
    default:
      return unreachable(ground);
  }
}

function coordinatorOf({ team }: Pick<RoomView, "team">): string {
  const role = team?.roles.find(({ name }) => name === team.entryPoint);
  return role?.title ?? "coordinator";
}

/** Whether the entry point is asked for what is missing. */
function isCoordinator({ team, agents }: Pick<RoomView, "team" | "agents">, needs: string | null): boolean {
  const { entryPoint } = team ?? {};
  if (entryPoint === undefined) return false;
  return needs === entryPoint || Object.values(agents).some(({ name, role }) => name === needs && role === entryPoint);
}

function stoppedSentence({ team }: RoomView, { role, agents, isNamed }: Extract<Grounds, { kind: "stopped" }>): string {
  const title = team?.roles.find(({ name }) => name === role)?.title ?? role;
  const [first] = agents;
  const ids = listedUpTo(5, [...new Set(agents.map(({ taskId }) => taskId))]);
  const way = `Answer what happens to ${ids}`;
  return isNamed && first
    ? `Only ${first.name} can take it, and its errors stopped ${first.name}. ${way}.`
    : `Every ${title} is stopped by its errors. ${way}, or connect another ${title}.`;
}

function standing(state: RequirementState, holder: string | null, branchOf?: number): string {
  switch (state) {
    case "pending":
      return "which nobody has started";
    case "claimed":
    case "in_progress":
      return `which ${holder ?? "its agent"} is working on`;
    case "waiting_on_human":
      return holder ? `whose agent ${holder} is waiting for a person's answer` : "about which a person is asked";
    case "in_review":
      return "which is in review";
    case "failed":
      return branchOf === undefined
        ? "which failed; a person decides what happens to it"
        : `which failed as a branch of fan-out ${branchOf}, and can be retried`;
    case "gone":
      return "which ended without being completed";
    default:
      return unreachable(state);
  }
}

function ruleOf(ground: Grounds): string {
  switch (ground.kind) {
    case "waits_for":
      return ground.state === "failed"
        ? "A failed requirement blocks until it is retried, or cancelled with what needs it."
        : "A task is ready when every task it requires is completed.";
    case "role_unavailable":
      return "A task is taken by an agent of its role; after two minutes without one a person is asked.";
    case "agent_unavailable":
      return "A task that names an agent is taken by that agent only.";
    case "stopped":
      return "The third error of a run stops its agent until a person decides about the task that it had.";
    case "waits_on_human":
      return "A task that asks a person is paused, with its time limit, until somebody answers.";
    case "blocker":
      if (ground.messageId)
        return "A task that waits for an answer keeps its agent; its time limit is paused until the answer comes.";
      return "An open blocker pauses the task, with its time limit, until somebody closes it.";
    case "room_paused":
      return "In a paused room nobody gets a task until a lead resumes it.";
    case "paused":
      return "A paused session gets no work until it is resumed.";
    case "dispatch":
      return "Where several tasks of a pipeline could start, the coordinator says which go, and in which order.";
    case "budget_used":
      return "Where a budget is used nothing new is started until a person raises it.";
    case "locked":
      return "Where the room locks what a task's boundaries allow, nobody takes the task while somebody else has that.";
    default:
      return unreachable(ground);
  }
}

/** The first line, cut. */
function shortened(text: string, max = TITLE_MAX): string {
  const [line = ""] = text.split("\n", 1);
  return line === text && line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
